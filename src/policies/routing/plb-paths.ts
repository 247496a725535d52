/**
 * The measurements of a PLB leaf about its paths to another leaf, and algorithm 2, which chooses among these paths.
 *
 * A path that is kicked out is not chosen until a new measurement of it arrives. A path's name consists of its uplink
 * and the number of times it was kicked out. So a measurement from before a kick-out cannot end that kick-out. Times are
 * in ns. A path without a measurement counts as idle.
 *
 * Paper  plb, sections 3.2 and 3.4.
 */
import type { Ps } from "../../base/units.ts";

/** States of a path. */
export const FREE = 0;
export const CONGESTED = 1;
export const UNDETERMINED = 2;

const ROUNDS = 0x7fff;

export interface PathRules {
  /** A path is not congested while its RTT is at most the idle RTT plus this time. */
  readonly low: Ps;
  /** The utilisation at which a path is congested. Infinity: never. */
  readonly fullLoad: number;
  /** RTTs are rounded to multiples of this time before they are compared. */
  readonly resolution: Ps;
  /** The tolerable delay of a packet if no other path is active. */
  readonly alone: Ps;
}

export class Paths {
  /** The time at which the leaf probes the paths to the other leaf again. */
  probeAt: Ps = 0;
  // The following arrays have one entry for each uplink, because each uplink is a path.
  /** The round-trip time in ns. Infinity: the path is kicked out. */
  private readonly rtt: Float64Array;
  private readonly load: Float64Array;
  private readonly round: Int32Array;
  private readonly low: number;
  private readonly fullLoad: number;
  private readonly step: number;
  private readonly alone: number;
  private readonly random: () => number;

  /** `base` is the RTT of an idle path in ns. The limit `low` of `rules` is added to it. */
  constructor(ports: number, base: number, rules: PathRules, random: () => number) {
    this.random = random;
    this.rtt = new Float64Array(ports).fill(base);
    this.load = new Float64Array(ports);
    this.round = new Int32Array(ports);
    this.low = base + rules.low / 1000;
    this.fullLoad = rules.fullLoad;
    this.step = rules.resolution / 1000;
    this.alone = rules.alone / 1000;
  }

  /** The number that currently identifies the path through `port`, 1 or more. Packets sent now carry it. */
  name(port: number): number {
    return (port + 1) | (this.round[port] << 16);
  }

  active(port: number): boolean {
    return this.rtt[port] !== Infinity;
  }

  state(port: number): number {
    if (this.rtt[port] <= this.low) return FREE;
    return this.load[port] >= this.fullLoad ? CONGESTED : UNDETERMINED;
  }

  /**
   * Stores the measurement of a packet. `path`: the name of its path, a number that the packet carries (`name`). If the
   * path was kicked out (excluded from the choice) after the packet left, the measurement is ignored.
   */
  learn(path: number, rtt: number, load: number): void {
    const port = (path & 0xffff) - 1;
    if (path >> 16 !== this.round[port]) return;
    this.rtt[port] = rtt;
    this.load[port] = load;
  }

  /** Kicks the path out and changes its name. So later reports about packets that left before are ignored. */
  kickOut(path: number): void {
    const port = (path & 0xffff) - 1;
    if (path >> 16 !== this.round[port]) return;
    this.rtt[port] = Infinity;
    this.round[port] = this.round[port] === ROUNDS ? 0 : this.round[port] + 1;
  }

  /** The index of `port` among the candidates. -1: it is no candidate. `guess` is the index that is tried first. */
  indexOf(port: number, guess: number, ports: Int32Array, from: number, count: number): number {
    if (guess < count && ports[from + guess] === port) return guess;
    for (let k = 0; k < count; k++) if (ports[from + k] === port) return k;
    return -1;
  }

  /**
   * Algorithm 2: chooses a path for a packet. `now` is the index of the flow's current candidate, or -1 for a new flow.
   * If several paths are equally good, the flow's own path wins if it is one of them, or else a random one of them. If all
   * paths are kicked out, a flow keeps its path, and a new flow takes a random path.
   */
  choose(now: number, ports: Int32Array, from: number, count: number): number {
    let best = -1;
    let ties = 0;
    for (let k = 0; k < count; k++) {
      if (!this.active(ports[from + k])) continue;
      const better = best < 0 ? 1 : this.compare(ports[from + k], ports[from + best]);
      if (better < 0) continue;
      ties = better > 0 ? 1 : ties + 1;
      if (better > 0 || k === now) best = k;
    }
    if (best < 0) return now >= 0 ? now : Math.floor(this.random() * count);
    if (ties === 1 || best === now) return best;
    let nth = Math.floor(this.random() * ties);
    for (let k = 0; ; k++) {
      if (!this.active(ports[from + k]) || this.compare(ports[from + k], ports[from + best]) !== 0) continue;
      if (nth-- === 0) return k;
    }
  }

  /**
   * The tolerable delay t_td of candidate `k` in ns. If a packet is delayed longer than this on the path, some other
   * path would have been better.
   */
  tolerable(k: number, ports: Int32Array, from: number, count: number): number {
    const { rtt } = this;
    let least = Infinity;
    for (let other = 0; other < count; other++) {
      const theirs = rtt[ports[from + other]];
      if (theirs < least && other !== k) least = theirs;
    }
    return least === Infinity ? this.alone : Math.trunc(least - rtt[ports[from + k]]);
  }

  /** Positive if path `a` is the better choice, 0 if both paths are equally good. */
  private compare(a: number, b: number): number {
    const rank = order(this.state(a)) - order(this.state(b));
    if (rank !== 0) return -rank;
    if (this.state(a) === UNDETERMINED) return this.load[a] - this.load[b];
    return Math.floor(this.rtt[b] / this.step) - Math.floor(this.rtt[a] / this.step);
  }
}

/** The rank of a path's state. Free paths precede undetermined ones, and congested paths come last. */
const order = (state: number): number => (state === FREE ? 0 : state === UNDETERMINED ? 1 : 2);
