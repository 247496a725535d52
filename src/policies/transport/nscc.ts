/**
 * NSCC, the window of Ultra Ethernet's network-signalled congestion control.
 *
 * Each ACK has two signals: the ECN mark of its data packet, and the queuing delay (RTT less base RTT).
 *
 *   not marked, delay < target    proportional increase: alpha (target - delay) for each acknowledged byte
 *   not marked, delay >= target   fair increase: the same rate of increase for each flow
 *   marked,     delay < target    no change, because another path has capacity
 *   marked,     delay >= target   decrease once per RTT: window (1 - gamma (average - target) / average), at least
 *                                 half of the window
 *
 * Increases are summed, and applied after `ADJUST_FRAMES` frames or one RTT. If the delay stays near zero for a whole
 * window of bytes, the window grows with each ACK instead. A trimmed packet reduces the window by its bytes.
 *
 * Quick adapt: after a period with trimmed packets or a very long delay, the window may become the bytes that arrived in
 * the period. This happens if these bytes are less than an eighth of the maximum window.
 *
 * Paper    UE specification 1.0: section 3.6.13.3 has the gains, 3.6.13.5 the cases, and 3.6.13.6 the changes of the window. The
 *          weight of the average delay, and what counts as no delay, are left to implementations. Here they are those of `uet-htsim`.
 * Differs  the constants scale with the base RTT and the line rate of each flow, not with one network RTT.
 */
import { us, type Bps, type Bytes, type Ps } from "../../base/units.ts";

/**
 * The network for which the specification gives its gains: a base RTT of 12 us and 100 Gbps, so a bandwidth-delay
 * product of 150,000 bytes.
 */
const REFERENCE_RTT = us(12);
const REFERENCE_BDP = 150_000;
const PROPORTIONAL = 4;
const FAIR = 5;
/** In each RTT, a window grows by this part of a frame, independent of the signals. The growth is multiplied by the flow's `gain`. */
const STEADY = 0.15;
const FAST = 0.25;
/** A queuing delay below this time counts as none. */
const NEAR_ZERO = us(1);
const GAMMA = 0.8;
/** The weight of a new sample in the moving average of the delay. */
const SAMPLE_WEIGHT = 0.0125;
const ADJUST_FRAMES = 8;
/** Threshold of quick adapt: a share of the maximum window. */
const QUICK_SHARE = 1 / 8;
const QUICK_DELAY = 4;
/** The maximum window, as a multiple of the bandwidth-delay product. */
export const MAX_WINDOW = 1.5;

/** The properties of flows that the window needs, by flow. */
interface NsccView {
  readonly now: Ps;
  readonly flows: number;
  readonly baseRtt: Float64Array;
  readonly lineRate: Float64Array;
}

export class Nscc {
  /** By flow: the maximum bytes of frames in flight. */
  readonly window: Float64Array;
  private readonly view: NsccView;
  private readonly frame: Bytes;
  private readonly target: Ps | undefined;
  private readonly average: Float64Array;
  /**
   * By flow: the sum of all increases since the last adjustment, in bytes times bytes. The window grows by this sum
   * divided by the window.
   */
  private readonly increase: Float64Array;
  private readonly sinceAdjust: Float64Array;
  private readonly lastAdjust: Float64Array;
  private readonly lastDecrease: Float64Array;
  /** By flow: the bytes that consecutive ACKs without delay have acknowledged. */
  private readonly undelayed: Float64Array;
  /** By flow: 1 if the window grows fast, because `undelayed` has exceeded the window. */
  private readonly isFast: Uint8Array;
  /** Quick adapt, by flow: the bytes that arrived in the current period. */
  private readonly achieved: Float64Array;
  /** Quick adapt, by flow: the end of the current period. */
  private readonly periodEnd: Float64Array;
  /** Quick adapt, by flow: 1 if the current period had a trimmed packet. */
  private readonly sawTrim: Uint8Array;
  /** By flow: the bytes that were in flight at the last quick adapt. Congestion signals for them are ignored. */
  private readonly toIgnore: Float64Array;
  /**
   * By flow: the bytes that ACKs and NACKs have answered since the last quick adapt. Congestion signals count again when
   * these bytes reach `toIgnore`.
   */
  private readonly ignored: Float64Array;

  /**
   * `frame` is the size of a full data packet with headers. `target` is the target queuing delay. Undefined: three
   * quarters of the base RTT.
   */
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

  /** Handles an ACK for `bytes` of frames that were in flight. `inFlight` is the bytes that remain in flight. */
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

  /** Handles a NACK for a trimmed packet. `bytes` is the size of the packet's frame before the trim. */
  onTrimmed(flow: number, bytes: Bytes, inFlight: Bytes): void {
    this.ignored[flow] += bytes;
    this.addDelay(flow, this.view.baseRtt[flow]);
    this.sawTrim[flow] = 1;
    if (this.quickAdapt(flow, true, 0, inFlight)) return;
    this.onLost(flow, bytes);
  }

  /** Handles the loss of packets. `bytes` is the total size of their frames. */
  onLost(flow: number, bytes: Bytes): void {
    this.window[flow] -= bytes;
    this.bound(flow);
  }

  private bdp(flow: number): Bytes {
    return (this.view.baseRtt[flow] * (this.view.lineRate[flow] satisfies Bps)) / 8e12;
  }

  /**
   * The factor by which the gains of the specification are multiplied for a flow. The gains are given for
   * `REFERENCE_BDP`, and are proportional to the bandwidth-delay product.
   */
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

  /**
   * Applies quick adapt. Returns true if quick adapt sets the window now. Also returns true for a congestion signal
   * on bytes that were in flight when quick adapt last set the window.
   */
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
