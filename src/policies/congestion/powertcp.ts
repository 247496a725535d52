/**
 * PowerTCP: steer by power, what arrives at a hop times what stands there, so by a queue's growth and by its size at once.
 *
 *   per hop  current = (sent + q - q') / dt,  voltage = q + C tau          power = current * voltage / (C * C tau)
 *   smooth   G <- (G (tau - dt) + power dt) / tau        power, dt: of the hop with the largest
 *   rate  <- gamma (old * target / G + increase) + (1 - gamma) own
 *
 * Three forms. `rate` is the authors' simulator, which DSH ran: `old` and `own` are the rate of the last full round, and ACKs in between set
 * the rate provisionally. `delay` is theta-PowerTCP of the same simulator, which estimates current by the slope of the round-trip time,
 * and voltage by the round-trip time itself. `window` is the paper, whose window is rate * tau here: `own` is the present one, `old` the one
 * under which what the stamps count was sent, tau ago.
 *
 * Paper    addanki22; PowerTCP simulator, PowerTCP for Linux
 * Needs    detection/int (not for `delay`), a window that scales with the rate
 * Differs  tau is the base round trip of the flow's own path; `window`: the paper's `old` was in force when the acknowledged packet was
 *          sent (`literal`), a queueing delay before what is stamped on it as it leaves the queue; that makes four flows swing
 */
import { defineParams, type Needs, type Signal, type Values } from "../../base/params.ts";
import { PS_PER_NS, type Bytes } from "../../base/units.ts";
import type { CongestionPolicy, CongestionView } from "../../contracts/congestion.ts";
import { RateHistory } from "./rate-history.ts";

export const about = "steer by power, arrivals times backlog, from in-band telemetry or from delay";

/** Hops whose state a flow keeps; packets that passed more are not read. */
const HOPS = 5;
/** Kept of a hop: time, bytes sent, bytes queued, as the header has them. */
const KEPT = 3;

export const needs: Needs = { detection: "int", window: "always", scaleWindow: true };

export const params = defineParams({
  form: {
    unit: "choice",
    choices: ["rate", "window", "delay"],
    default: "rate",
    source: "dsh, which took PowerTCP simulator's defaults",
    about: "Authors' simulator on INT, the paper's window on INT, or theta-PowerTCP of the simulator on delay.",
  },
  literal: {
    unit: "flag",
    default: false,
    source: "lab: the printed law does not come to rest with stamps taken at departure",
    about:
      "Form window: W_old is the window in force when the acknowledged packet was sent, as printed, rather than a base round trip ago.",
  },
  gamma: {
    unit: "ratio",
    derived: "0.9; form delay: 0.7",
    min: 0.001,
    max: 1,
    source: "PowerTCP simulator; addanki22 has 0.9",
    about: "Weight of the new rate against the one before.",
  },
  increase: {
    unit: "bps",
    derived: "150 Mb/s; form window: a tenth of the line rate",
    min: 0,
    max: 1e12,
    source: "PowerTCP simulator; PowerTCP for Linux, 10 expected flows",
    about: "beta as a rate: added at each update. In bytes of window: times tau.",
  },
  target: {
    unit: "ratio",
    derived: "0.95; form window: 1; form delay: 1.05",
    min: 0.01,
    max: 2,
    source: "PowerTCP simulator; addanki22 has none",
    about: "Power aimed at, where 1 is a full link without a queue.",
  },
  leastCurrent: {
    unit: "ratio",
    derived: "0.5; form window: 0.01",
    min: 0.001,
    max: 1,
    source: "PowerTCP simulator; PowerTCP for Linux, floor of power",
    about: "Arrivals count as at least this share of the hop's rate, lest the rate explodes after a pause.",
  },
  minRate: {
    unit: "bps",
    derived: "100 Mb/s; form window: a packet a round trip",
    min: 1,
    max: 1e13,
    source: "PowerTCP simulator; PowerTCP for Linux",
    about: "No cut goes below.",
  },
});

export const reads = (p: Values<typeof params>): readonly Signal[] => (p.form === "delay" ? [] : ["INT stamps"]);

export function create(p: Values<typeof params>, view: CongestionView): CongestionPolicy {
  const { flows, rate, lineRate, sndNxt, baseRtt, stamps, payload } = view;
  const windowed = p.form === "window";
  const delayed = p.form === "delay";
  const gamma = p.gamma ?? (delayed ? 0.7 : 0.9);
  const target = p.target ?? (windowed ? 1 : delayed ? 1.05 : 0.95);
  const leastCurrent = p.leastCurrent ?? (windowed ? 0.01 : 0.5);

  const roundEnds = new Float64Array(flows);
  const old = new Float64Array(flows);
  /** G; 0 before the first sample, which the paper's form takes as it is. */
  const smoothed = new Float64Array(flows).fill(windowed ? 0 : 1);
  const kept = new Int32Array(delayed ? 0 : flows * HOPS * KEPT);
  const lastRtt = new Float64Array(delayed ? flows : 0);
  const lastAt = new Float64Array(delayed ? flows : 0);
  const history = new RateHistory(windowed ? flows : 0);

  /** The sample of this ACK, and the time it is of, ns; 0: it tells nothing. */
  let power = 0;
  let span = 0;

  function readHops(flow: number, tau: number): void {
    power = 0;
    span = 0;
    if (stamps.hops > HOPS) return;
    for (let hop = 0; hop < stamps.hops; hop++) {
      const at = (flow * HOPS + hop) * KEPT;
      const dt = (stamps.time(hop) - kept[at]) & 0xffffff;
      if (dt === 0) continue; // the same nanosecond: it tells no rate
      const sent = ((stamps.bytes(hop) - kept[at + 1]) & 0xfffff) * 128 * stamps.scale;
      const queue = stamps.queue(hop) * 80 * stamps.scale;
      const grown = queue - kept[at + 2] * 80 * stamps.scale;
      // Bytes a nanosecond. The counter is of bytes sent, so the queue's growth is added; one of bytes enqueued would hold it already.
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

  /** Every sixteenth of a round trip, by the clock or by what is sent in it. */
  function noteRate(flow: number, tau: number): void {
    if (p.literal) history.note(flow, sndNxt[flow], rate[flow], (rate[flow] * tau) / 8e9 / 16);
    else history.note(flow, view.now, rate[flow], (tau * PS_PER_NS) / 16);
  }

  return {
    onStart(flow) {
      old[flow] = rate[flow];
      if (windowed) history.note(flow, 0, rate[flow], 0);
    },
    onAck(flow, ack, _mark, rttPs) {
      const tau = baseRtt[flow] / PS_PER_NS;
      const rtt = rttPs / PS_PER_NS;
      const full = ack > roundEnds[flow];
      if (roundEnds[flow] === 0) {
        // The first ACK is only remembered.
        if (delayed) keepDelay(flow, rtt);
        else for (let hop = 0; hop < Math.min(stamps.hops, HOPS); hop++) keep(flow, hop);
      } else {
        if (delayed) readDelay(flow, tau, rtt);
        else readHops(flow, tau);
        if (span > 0) update(flow, ack, tau, full);
      }
      if (full && sndNxt[flow] > roundEnds[flow]) roundEnds[flow] = sndNxt[flow];
    },
  };
}
