/**
 * NSCC, the window of Ultra Ethernet's network-signalled congestion control.
 *
 * Each ACK has two signals: the ECN mark of its data packet, and the queuing delay (RTT less base RTT).
 *
 *   not marked, delay < target    proportional increase: alpha (target - delay) for each acknowledged byte
 *   not marked, delay >= target   fair increase, the same for each flow
 *   marked,     delay < target    no change: another path has room
 *   marked,     delay >= target   decrease once in an RTT: window (1 - gamma (average - target) / average), at least half
 *
 * Increases add up and are applied after `ADJUST_FRAMES` frames or one RTT. If the delay stays near zero for a window of bytes, the window
 * grows with each ACK instead. A trimmed packet takes its bytes from the window.
 *
 * Quick adapt: in a period with trimmed packets or a very long delay, few bytes may arrive. If they are less than an eighth of the maximum
 * window, they become the window.
 *
 * Paper    UE specification 1.0, section 3.6.13; the constants of the public simulator `uet-htsim`.
 * Differs  the constants scale with the base RTT and the line rate of each flow, not with one network RTT.
 */
import { us, type Bps, type Bytes, type Ps } from "../../base/units.ts";

/** The specification gives its gains for this network: 100 Gbps and 12 us, a product of 150,000 bytes. */
const REFERENCE_RTT = us(12);
const REFERENCE_BDP = 150_000;
const PROPORTIONAL = 4;
const FAIR = 5;
/** Frames that a window gains in each RTT, with any signals. */
const STEADY = 0.15;
const FAST = 0.25;
/** Delay that counts as none. */
const NEAR_ZERO = us(1);
const GAMMA = 0.8;
/** Weight of a new sample in the average delay. */
const SAMPLE_WEIGHT = 0.0125;
const ADJUST_FRAMES = 8;
/** Quick adapt: the share of the maximum window, and the delay in targets. */
const QUICK_SHARE = 1 / 8;
const QUICK_DELAY = 4;
/** The maximum window in bandwidth-delay products. */
export const MAX_WINDOW = 1.5;

/** The state that the window reads: columns by flow. */
interface NsccView {
  readonly now: Ps;
  readonly flows: number;
  readonly baseRtt: Float64Array;
  readonly lineRate: Float64Array;
}

export class Nscc {
  /** By flow: bytes of frames that may be in flight. */
  readonly window: Float64Array;
  private readonly view: NsccView;
  private readonly frame: Bytes;
  private readonly target: Ps | undefined;
  private readonly average: Float64Array;
  /** Bytes times bytes, applied as a sum divided by the window. */
  private readonly increase: Float64Array;
  private readonly sinceAdjust: Float64Array;
  private readonly lastAdjust: Float64Array;
  private readonly lastDecrease: Float64Array;
  /** Bytes acknowledged in a row without delay, and whether the window grows fast. */
  private readonly undelayed: Float64Array;
  private readonly isFast: Uint8Array;
  /** Quick adapt: bytes that arrived in the period, its end, and whether a packet was trimmed in it. */
  private readonly achieved: Float64Array;
  private readonly periodEnd: Float64Array;
  private readonly sawTrim: Uint8Array;
  /** Bytes in flight at the last quick adapt, whose signals count no more, and those of them that have come back. */
  private readonly toIgnore: Float64Array;
  private readonly ignored: Float64Array;

  /** `frame`: a full data packet with headers. `target`: queuing delay; undefined: three quarters of the base RTT. */
  constructor(view: NsccView, frame: Bytes, target: Ps | undefined) {
    const column = (): Float64Array => new Float64Array(view.flows);
    this.view = view;
    this.frame = frame;
    this.target = target;
    this.window = column();
    this.average = column();
    this.increase = column();
    this.sinceAdjust = column();
    this.lastAdjust = column();
    this.lastDecrease = column();
    this.undelayed = column();
    this.isFast = new Uint8Array(view.flows);
    this.achieved = column();
    this.periodEnd = column();
    this.sawTrim = new Uint8Array(view.flows);
    this.toIgnore = column();
    this.ignored = column();
  }

  maxWindow(flow: number): Bytes {
    return Math.max(this.frame, MAX_WINDOW * this.bdp(flow));
  }

  start(flow: number): void {
    this.window[flow] = this.maxWindow(flow);
  }

  /** An ACK for `bytes` of frames that were in flight. `inFlight`: bytes that still are. */
  onAck(flow: number, isMarked: boolean, delay: Ps, bytes: Bytes, inFlight: Bytes): void {
    this.achieved[flow] += bytes;
    this.sinceAdjust[flow] += bytes;
    this.ignored[flow] += bytes;
    const target = this.targetOf(flow);
    this.addDelay(flow, isMarked || delay <= target ? delay : 0.25 * this.view.baseRtt[flow]);
    if (this.quickAdapt(flow, isMarked, delay, inFlight)) return;
    if (!isMarked && delay >= target) this.increase[flow] += FAIR * this.gain(flow) * this.frame * bytes;
    else if (!isMarked) this.grow(flow, target - delay, delay, bytes);
    else if (delay >= target) this.decrease(flow, target);
    this.bound(flow);
    const { now } = this.view;
    const isDue = now - this.lastAdjust[flow] > this.view.baseRtt[flow];
    if (isDue || this.sinceAdjust[flow] > ADJUST_FRAMES * this.frame) this.adjust(flow);
    this.bound(flow);
  }

  /** A packet with `bytes` was trimmed. */
  onTrimmed(flow: number, bytes: Bytes, inFlight: Bytes): void {
    this.ignored[flow] += bytes;
    this.addDelay(flow, this.view.baseRtt[flow]);
    this.sawTrim[flow] = 1;
    if (this.quickAdapt(flow, true, 0, inFlight)) return;
    this.onLost(flow, bytes);
  }

  /** Packets with `bytes` are lost. */
  onLost(flow: number, bytes: Bytes): void {
    this.window[flow] -= bytes;
    this.bound(flow);
  }

  private bdp(flow: number): Bytes {
    return (this.view.baseRtt[flow] * (this.view.lineRate[flow] satisfies Bps)) / 8e12;
  }

  /** The gains are proportional to the bandwidth-delay product. */
  private gain(flow: number): number {
    return this.bdp(flow) / REFERENCE_BDP;
  }

  private targetOf(flow: number): Ps {
    return this.target ?? 0.75 * this.view.baseRtt[flow];
  }

  private addDelay(flow: number, delay: Ps): void {
    this.average[flow] += SAMPLE_WEIGHT * (delay - this.average[flow]);
  }

  private bound(flow: number): void {
    this.window[flow] = Math.min(Math.max(this.window[flow], this.frame), this.maxWindow(flow));
  }

  private grow(flow: number, room: Ps, delay: Ps, bytes: Bytes): void {
    if (delay < NEAR_ZERO) this.undelayed[flow] += bytes;
    else this.undelayed[flow] = 0;
    this.isFast[flow] =
      delay < NEAR_ZERO && (this.isFast[flow] !== 0 || this.undelayed[flow] > this.window[flow]) ? 1 : 0;
    if (this.isFast[flow] !== 0) this.window[flow] += FAST * this.gain(flow) * bytes;
    else this.increase[flow] += ((PROPORTIONAL * this.gain(flow) * this.frame) / REFERENCE_RTT) * room * bytes;
  }

  private decrease(flow: number, target: Ps): void {
    this.isFast[flow] = 0;
    this.undelayed[flow] = 0;
    const average = this.average[flow];
    const { now, baseRtt } = this.view;
    if (average <= target || now - this.lastDecrease[flow] <= baseRtt[flow]) return;
    this.window[flow] *= Math.max(1 - (GAMMA * (average - target)) / average, 0.5);
    this.lastDecrease[flow] = now;
  }

  private adjust(flow: number): void {
    const { now, baseRtt } = this.view;
    this.window[flow] += this.increase[flow] / this.window[flow];
    if (now - this.lastAdjust[flow] >= baseRtt[flow]) {
      this.window[flow] += STEADY * this.gain(flow) * this.frame;
      this.lastAdjust[flow] = now;
    }
    this.increase[flow] = 0;
    this.sinceAdjust[flow] = 0;
  }

  /** True if the window was set, or if the signal is about bytes that were in flight before. */
  private quickAdapt(flow: number, isCongested: boolean, delay: Ps, inFlight: Bytes): boolean {
    const { now, baseRtt } = this.view;
    let isDone = false;
    if (isCongested && this.ignored[flow] < this.toIgnore[flow]) isDone = true;
    else if (now > this.periodEnd[flow]) {
      const target = this.targetOf(flow);
      const isSevere = this.sawTrim[flow] !== 0 || delay > QUICK_DELAY * target;
      if (this.periodEnd[flow] !== 0 && isSevere && this.achieved[flow] < QUICK_SHARE * this.maxWindow(flow)) {
        this.window[flow] = Math.max(this.achieved[flow], this.frame);
        this.toIgnore[flow] = inFlight;
        this.ignored[flow] = 0;
        this.sawTrim[flow] = 0;
        isDone = true;
      }
      this.achieved[flow] = 0;
      this.periodEnd[flow] = now + baseRtt[flow] + target;
    }
    if (isDone) {
      this.increase[flow] = 0;
      this.sinceAdjust[flow] = 0;
    }
    return isDone;
  }
}
