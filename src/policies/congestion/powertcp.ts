/**
 * PowerTCP: the rate depends on the power of each hop, which is arrival rate times backlog. So both the growth and the
 * size of a queue count.
 *
 *   per hop  current = (sent + q - q') / dt,  voltage = q + C tau,  power = (current / C) (voltage / (C tau))
 *   smooth   G <- (G (tau - dt) + power dt) / tau, with the power and the dt of the hop that has the largest power
 *   rate     rate <- gamma (old target / G + increase) + (1 - gamma) own
 *
 * In the time dt between its two latest stamps, a hop sent `sent` bytes. The queues in these stamps are first q', then q.
 * C is the rate of the hop, and tau the base round trip of the flow. `gamma`, `target` and `increase` are parameters. The
 * rates `old` and `own` depend on the form.
 *
 * There are three forms:
 *
 * - `rate` is the authors' simulator, which DSH used. `old` and `own` are the rate of the last full round. ACKs within a
 *   round set a provisional rate.
 * - `delay` is theta-PowerTCP of the same simulator. It estimates current by the slope of the round-trip time, and
 *   voltage by the round-trip time.
 * - `window` is the paper, whose window is rate * tau here. `own` is the present rate. `old` is the rate one tau ago,
 *   at which the bytes counted by the stamps were sent.
 *
 * Paper    addanki22; PowerTCP simulator, PowerTCP for Linux.
 * Needs    detection/int (not for `delay`), a window that scales with the rate.
 * Differs  tau is the base round trip of the flow's own path. In the form `window`, the paper's `old` is the window when the acknowledged
 *          packet was sent (`literal`). The stamp of this packet is newer by the queueing delay, because the packet gets it when it
 *          leaves the queue. With the paper's `old`, four flows oscillate.
 */
import { defineParams, type Needs, type Signal, type Unread, type Values } from "../../base/params.ts";
import { PS_PER_NS, type Bytes } from "../../base/units.ts";
import type { CongestionPolicy, CongestionView } from "../../contracts/congestion.ts";
import { RateHistory } from "./rate-history.ts";

export const about = "control by power, arrivals times backlog, from in-band telemetry or from delay";

/**
 * The maximum number of hops for which the sender stores the last INT record of a flow. Packets with more hops are
 * ignored.
 */
const HOPS = 5;
/** The number of values stored for each hop: time, bytes sent and bytes queued, in the units of the INT header. */
const KEPT = 3;

export const steady = "flows";

export const needs: Needs = { detection: "int", window: "always", scaleWindow: true };

export const params = defineParams({
  form: {
    unit: "choice",
    choices: ["rate", "window", "delay"],
    default: "rate",
    source: "dsh, which used PowerTCP simulator's defaults",
    about:
      "Form of the algorithm. `rate`: the authors' simulator on INT. `window`: the paper's window on INT. `delay`: theta-PowerTCP of the simulator.",
  },
  literal: {
    unit: "flag",
    default: false,
    source: "lab: the printed law does not converge with stamps taken at departure",
    about:
      "Form window: W_old is the window when the acknowledged packet was sent, as printed, instead of the window one base round trip ago.",
  },
  gamma: {
    unit: "ratio",
    derived: "0.9; form delay: 0.7",
    min: 0.001,
    max: 1,
    source: "PowerTCP simulator; addanki22 has 0.9",
    about: "Weight of the new rate against the previous one.",
  },
  increase: {
    unit: "bps",
    derived: "150 Mb/s; form window: a tenth of the line rate",
    min: 0,
    max: 1e12,
    source: "PowerTCP simulator; PowerTCP for Linux, 10 expected flows",
    about: "beta as a rate: the increase at each update. As a window: this rate times tau.",
  },
  target: {
    unit: "ratio",
    derived: "0.95; form window: 1; form delay: 1.05",
    min: 0.01,
    max: 2,
    source: "PowerTCP simulator; addanki22 has none",
    about: "Target power, where 1 is a full link without a queue.",
  },
  leastCurrent: {
    unit: "ratio",
    derived: "0.5; form window: 0.01",
    min: 0.001,
    max: 1,
    source: "PowerTCP simulator; PowerTCP for Linux, floor of power",
    about: "Arrivals count as at least this share of the hop's rate, so that the rate does not explode after a pause.",
  },
  minRate: {
    unit: "bps",
    derived: "100 Mb/s; form window: one packet each round trip",
    min: 1,
    max: 1e13,
    source: "PowerTCP simulator; PowerTCP for Linux",
    about: "Minimum rate after a cut.",
  },
});

export const reads = (p: Values<typeof params>): readonly Signal[] => (p.form === "delay" ? [] : ["INT stamps"]);

export const unread = ({ form }: Values<typeof params>): Unread =>
  form === "window" ? {} : { literal: `form is ${form}, not window` };

export function create(p: Values<typeof params>, view: CongestionView): CongestionPolicy {
  const { flows, rate, lineRate, sndNxt, baseRtt, stamps, payload } = view;
  const windowed = p.form === "window";
  const delayed = p.form === "delay";
  const gamma = p.gamma ?? (delayed ? 0.7 : 0.9);
  const target = p.target ?? (windowed ? 1 : delayed ? 1.05 : 0.95);
  const leastCurrent = p.leastCurrent ?? (windowed ? 0.01 : 0.5);

  const roundEnds = new Float64Array(flows);
  const old = new Float64Array(flows);
  /**
   * By flow: G, the smoothed power. In the form `window` it is 0 before the first sample, which is taken without
   * smoothing.
   */
  const smoothed = new Float64Array(flows).fill(windowed ? 0 : 1);
  const kept = new Int32Array(delayed ? 0 : flows * HOPS * KEPT);
  const lastRtt = new Float64Array(delayed ? flows : 0);
  const lastAt = new Float64Array(delayed ? flows : 0);
  const history = new RateHistory(windowed ? flows : 0);

  /** The power sample of the current ACK. */
  let power = 0;
  /** The interval that the power sample covers, in ns. 0: the ACK gave no sample. */
  let span = 0;

  function readHops(flow: number, tau: number): void {
    power = 0;
    span = 0;
    if (stamps.hops > HOPS) return;
    for (let hop = 0; hop < stamps.hops; hop++) {
      const at = (flow * HOPS + hop) * KEPT;
      const dt = (stamps.time(hop) - kept[at]) & 0xffffff;
      if (dt === 0) continue; // Both stamps are in the same nanosecond: no rate can be computed.
      const sent = ((stamps.bytes(hop) - kept[at + 1]) & 0xfffff) * 128 * stamps.scale;
      const queue = stamps.queue(hop) * 80 * stamps.scale;
      const grown = queue - kept[at + 2] * 80 * stamps.scale;
      // The units are bytes and ns. The hop sent `sent` bytes and its queue grew by `grown`, so the sum of both arrived at the hop. The
      // arrival rate is divided by the link rate, `capacity`.
      const capacity = stamps.rate(hop) / 8e9;
      const current = Math.max((sent + grown) / dt / capacity, leastCurrent);
      const voltage = 1 + queue / (capacity * tau);
      if (current * voltage > power) {
        power = current * voltage;
        span = dt;
      }
      keep(flow, hop);
    }
  }

  function keep(flow: number, hop: number): void {
    const at = (flow * HOPS + hop) * KEPT;
    kept[at] = stamps.time(hop);
    kept[at + 1] = stamps.bytes(hop);
    kept[at + 2] = stamps.queue(hop);
  }

  function readDelay(flow: number, tau: number, rtt: number): void {
    span = view.now / PS_PER_NS - lastAt[flow];
    if (span === 0) return;
    const current = Math.max(1 + (rtt - lastRtt[flow]) / span, leastCurrent);
    power = (current * rtt) / tau;
    keepDelay(flow, rtt);
  }

  function keepDelay(flow: number, rtt: number): void {
    lastRtt[flow] = rtt;
    lastAt[flow] = view.now / PS_PER_NS;
  }

  function update(flow: number, ack: Bytes, tau: number, full: boolean): void {
    const dt = Math.min(span, tau);
    smoothed[flow] = smoothed[flow] === 0 ? power : (smoothed[flow] * (tau - dt) + power * dt) / tau;
    const increase = p.increase ?? (windowed ? lineRate[flow] / 10 : 150e6);
    const least = p.minRate ?? (windowed ? (payload * 8e9) / tau : 100e6);
    if (windowed) old[flow] = history.before(flow, p.literal ? ack : view.now - tau * PS_PER_NS);
    const own = windowed ? rate[flow] : old[flow];
    const wanted = gamma * ((old[flow] * target) / smoothed[flow] + increase) + (1 - gamma) * own;
    view.changeRate(flow, Math.min(lineRate[flow], Math.max(least, wanted)));
    if (windowed) noteRate(flow, tau);
    else if (full) old[flow] = rate[flow];
  }

  /**
   * Stores the current rate in `history`, from which an update reads it one round trip later. The rate is stored at most
   * once in a sixteenth of a round trip. The key of an entry is the current time in ps. With the parameter `literal` it
   * is the number of bytes that the flow has sent.
   */
  function noteRate(flow: number, tau: number): void {
    if (p.literal) history.note(flow, sndNxt[flow], rate[flow], (rate[flow] * tau) / 8e9 / 16);
    else history.note(flow, view.now, rate[flow], (tau * PS_PER_NS) / 16);
  }

  return {
    onStart(flow) {
      old[flow] = rate[flow];
      // If the flow has sent nothing for some time, its stored stamps are too old. So the next ACK only replaces them.
      roundEnds[flow] = 0;
      if (windowed) history.note(flow, 0, rate[flow], 0);
    },
    onAck(flow, ack, _mark, rttPs) {
      const tau = baseRtt[flow] / PS_PER_NS;
      const rtt = rttPs / PS_PER_NS;
      const full = ack > roundEnds[flow];
      if (roundEnds[flow] === 0) {
        // The first ACK gives no sample. It only provides the values with which the next ACK is compared.
        if (delayed) keepDelay(flow, rtt);
        else for (let hop = 0; hop < Math.min(stamps.hops, HOPS); hop++) keep(flow, hop);
      } else {
        if (delayed) readDelay(flow, tau, rtt);
        else readHops(flow, tau);
        if (span > 0) update(flow, ack, tau, full);
      }
      if (full && sndNxt[flow] > roundEnds[flow]) roundEnds[flow] = sndNxt[flow];
    },
    // The rate changes a little even without congestion, so it cannot show whether a flow is at rest. This hook therefore always returns
    // true. Fast-forward detects congestion by the completion time instead: a congested flow takes longer than the flow-level model
    // predicts.
    isAtRest: () => true,
  };
}
