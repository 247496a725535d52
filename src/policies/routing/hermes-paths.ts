/**
 * The paths of a Hermes leaf to another leaf. This file keeps measurements of each path, derives the path's class, and
 * chooses paths for flows. Times are in ns.
 *
 * Paper  zhang17, with the rules of its authors' simulator.
 */
import type { Bytes, Ps } from "../../base/units.ts";

/** The classes of a path, the best first. */
export const GOOD = 0;
export const GREY = 1;
export const BAD = 2;

export interface PathRules {
  /** The threshold T_low of the RTT, less the base RTT. */
  readonly low: Ps;
  /** The threshold T_high of the RTT, less the base RTT. */
  readonly high: Ps;
  readonly signals: string;
  /** T_ecn, the share of marked bytes that separates good from bad paths. */
  readonly ecn: number;
  /** In each interval, marks count only after this number of bytes. */
  readonly ecnAfter: Bytes;
  /** T1: the time for which a sample of a path counts as fresh. */
  readonly fresh: Ps;
}

/** Without fresh samples, an RTT drifts towards 1.5 T_low. In each interval T1 (`fresh`) it moves by this share of the distance. */
const DRIFT = 0.01;
/** If a path has no sample in this number of successive intervals T1 (`fresh`), its RTT is set to 1.5 T_low. */
const DRIFTS = 1000;

export class Paths {
  /** The time at which the leaf probes some paths to the other leaf again. */
  probeAt: Ps = 0;
  // The following arrays have one entry for each uplink, because each uplink is a path.
  /** The number of active flows on each path. */
  readonly flows: Int32Array;
  private readonly rtt: Float64Array;
  private readonly bytes: Float64Array;
  private readonly marked: Float64Array;
  /** The share of marked bytes in the last interval with at least `ecnAfter` bytes. 0 if the samples are no longer fresh. */
  private readonly share: Float64Array;
  /** The time until which the samples of a path are fresh, in ps. */
  private readonly freshUntil: Float64Array;
  private readonly countUntil: Float64Array;
  private readonly rules: PathRules;
  private readonly random: () => number;
  private readonly low: number;
  private readonly high: number;

  /** `base`: the RTT of the idle path in ns. A path without a sample gets the RTT T_low. So it is grey: only an RTT below T_low is good. */
  constructor(ports: number, base: number, rules: PathRules, random: () => number) {
    this.rules = rules;
    this.random = random;
    this.low = base + rules.low / 1000;
    this.high = base + rules.high / 1000;
    this.flows = new Int32Array(ports);
    this.rtt = new Float64Array(ports).fill(this.low);
    this.bytes = new Float64Array(ports);
    this.marked = new Float64Array(ports);
    this.share = new Float64Array(ports);
    this.freshUntil = new Float64Array(ports).fill(Infinity);
    this.countUntil = new Float64Array(ports);
  }

  /** Handles a sample: a packet of `bytes` bytes had a round trip of `rtt` ns on the path by `port`. */
  learn(port: number, now: Ps, rtt: number, bytes: Bytes, marked: boolean): void {
    this.age(port, now);
    const first = this.freshUntil[port] === Infinity;
    this.rtt[port] = first ? rtt : 0.5 * this.rtt[port] + 0.5 * rtt;
    this.freshUntil[port] = now + this.rules.fresh;
    if (now >= this.countUntil[port]) {
      this.bytes[port] = this.marked[port] = 0;
      this.countUntil[port] = now + this.rules.fresh;
    }
    this.bytes[port] += bytes;
    if (marked) this.marked[port] += bytes;
    if (this.bytes[port] >= this.rules.ecnAfter) this.share[port] = this.marked[port] / this.bytes[port];
  }

  classOf(port: number, now: Ps): number {
    this.age(port, now);
    const { signals, ecn } = this.rules;
    const [rtt, share] = [this.rtt[port], this.share[port]];
    const byBoth = signals === "both";
    if (rtt < this.low && (!byBoth || share < ecn)) return GOOD;
    if (rtt >= this.high && (!byBoth || share > ecn)) return BAD;
    return GREY;
  }

  isBad(port: number, now: Ps): boolean {
    return this.classOf(port, now) === BAD;
  }

  indexOf(port: number, ports: Int32Array, from: number, count: number): number {
    for (let k = 0; k < count; k++) if (ports[from + k] === port) return k;
    return -1;
  }

  leastRtt(ports: Int32Array, from: number, count: number, now: Ps): number {
    let best = 0;
    for (let k = 0; k < count; k++) {
      this.age(ports[from + k], now);
      if (this.rtt[ports[from + k]] < this.rtt[ports[from + best]]) best = k;
    }
    return best;
  }

  /** Chooses a path for a new flow. Returns the index of a candidate. */
  chooseFirst(ports: Int32Array, from: number, count: number, now: Ps): number {
    const good = this.fewestFlows(-1, ports, from, count, now);
    if (good >= 0) return good;
    let best = -1;
    let ties = 0;
    for (let k = 0; k < count; k++) {
      const better = best < 0 ? 1 : this.compare(ports[from + k], ports[from + best], now);
      if (better < 0) continue;
      ties = better > 0 ? 1 : ties + 1;
      // Among equally good candidates, each is chosen with equal probability.
      if (better > 0 || this.random() * ties < 1) best = k;
    }
    return best;
  }

  /**
   * Chooses a path for a flow that is allowed to leave its present path, the candidate with index `here`. If some candidates
   * are good, the good one with the fewest flows is chosen. Otherwise another path is chosen only if its round-trip time is
   * lower by at least `gain` ns.
   */
  chooseBetter(here: number, ports: Int32Array, from: number, count: number, now: Ps, gain: number): number {
    const good = this.fewestFlows(here, ports, from, count, now);
    if (good >= 0) return good;
    const most = this.rtt[ports[from + here]] - gain;
    for (const cls of [GREY, BAD]) {
      let best = here;
      for (let k = 0; k < count; k++) {
        const port = ports[from + k];
        if (this.classOf(port, now) !== cls || this.rtt[port] > most) continue;
        if (best === here || this.rtt[port] < this.rtt[ports[from + best]]) best = k;
      }
      if (best !== here) return best;
    }
    return here;
  }

  /**
   * The good candidate with the fewest flows. Among tied candidates, `here` (the flow's present one, -1: none) is preferred.
   * Otherwise a tie is broken at random. The result is -1 if no candidate is good.
   */
  private fewestFlows(here: number, ports: Int32Array, from: number, count: number, now: Ps): number {
    let best = -1;
    let ties = 0;
    for (let k = 0; k < count; k++) {
      const port = ports[from + k];
      if (this.classOf(port, now) !== GOOD) continue;
      const fewer = best < 0 ? 1 : this.flows[ports[from + best]] - this.flows[port];
      if (fewer < 0 || (fewer === 0 && best === here)) continue;
      ties = fewer > 0 ? 1 : ties + 1;
      if (fewer > 0 || k === here || this.random() * ties < 1) best = k;
    }
    return best;
  }

  /** Positive if path `a` is better than path `b`. The class decides first, then the RTT. */
  private compare(a: number, b: number, now: Ps): number {
    const rank = this.classOf(b, now) - this.classOf(a, now);
    return rank !== 0 ? rank : this.rtt[b] - this.rtt[a];
  }

  /**
   * Moves the RTT of a path without fresh samples towards 1.5 T_low. So the path becomes grey, which means neither
   * avoided nor preferred.
   */
  private age(port: number, now: Ps): void {
    if (now < this.freshUntil[port]) return;
    const { fresh } = this.rules;
    const times = Math.floor((now - this.freshUntil[port]) / fresh) + 1;
    const goal = 1.5 * this.low;
    let rtt = this.rtt[port];
    for (let k = 0; k < times && k < DRIFTS; k++) rtt += DRIFT * (goal - rtt);
    this.rtt[port] = times > DRIFTS ? goal : rtt;
    this.freshUntil[port] += times * fresh;
    this.share[port] = 0;
  }
}
