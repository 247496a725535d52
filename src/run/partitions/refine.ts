/**
 * Improves a partitioning by moving one vertex at a time (Fiduccia and Mattheyses, A linear-time heuristic for
 * improving network partitions, 1982).
 *
 * Each move is the one that reduces the coupling between partitions most, or increases it least. A partition may be too
 * heavy for a moment, so that two vertices can change places. At the end of a pass, the moves after the best state are
 * undone.
 */
import type { Ps } from "../../base/units.ts";
import type { Graph } from "./graph.ts";

export interface Limits {
  readonly parts: number;
  /** The maximum weight of a partition. */
  readonly most: number;
  /**
   * The smallest delay of a link that may be cut, in ps. A coupling is a number of packets divided by a delay. So `cost`
   * multiplies a coupling by `lookahead` to get a number of packets.
   */
  readonly lookahead: Ps;
}

/**
 * The additional work for a packet that crosses between partitions, in the unit of a vertex's weight. In this unit each
 * packet-hop costs 2: 1 at each end of its link. The function `cost` divides the sum of the additional work evenly among all
 * partitions.
 */
const CROSSING = 0.5;
/** A pass ends after this many moves without a better state. */
const PATIENCE = 60;
/** The maximum number of passes. */
const PASSES = 8;

/** Moves vertices to other partitions as long as the moves reduce `cost`. `part` has the partition of each vertex. */
export function refine(graph: Graph, part: Int32Array, limits: Limits): void {
  const sharing = new Sharing(graph, part, limits);
  for (let pass = 0; pass < PASSES; pass++) if (!sharing.pass()) return;
}

/**
 * The estimated time of the run: the weight (work) of the heaviest partition, plus a share of the work for crossing
 * packets. These are packets from one partition to another. The share is all work for them, divided by the number of
 * partitions. Crossings over longer links cost less, because partitions then wait for each other less often. If the
 * heaviest partition weighs more than `limits.most`, the excess costs more than anything else.
 */
export function cost(graph: Graph, part: Int32Array, limits: Limits): number {
  return new Sharing(graph, part, limits).cost();
}

class Sharing {
  private readonly graph: Graph;
  private readonly part: Int32Array;
  private readonly limits: Limits;
  /** By partition: its weight, and its number of vertices. */
  private readonly filled: Float64Array;
  private readonly members: Int32Array;
  /** By vertex and partition: the coupling of the vertex with that partition. */
  private readonly near: Float64Array;
  /** By vertex: its coupling with the best other partition, less its coupling with its own. */
  private readonly gain: Float64Array;
  private crossing = 0;

  constructor(graph: Graph, part: Int32Array, limits: Limits) {
    const { weight, coupling } = graph;
    const { parts } = limits;
    this.graph = graph;
    this.part = part;
    this.limits = limits;
    this.filled = new Float64Array(parts);
    this.members = new Int32Array(parts);
    this.near = new Float64Array(weight.length * parts);
    this.gain = new Float64Array(weight.length);
    for (let v = 0; v < weight.length; v++) {
      this.filled[part[v]] += weight[v];
      this.members[part[v]]++;
      for (const [other, coupled] of coupling[v]) {
        this.near[v * parts + part[other]] += coupled;
        if (other > v && part[other] !== part[v]) this.crossing += coupled;
      }
    }
    for (let v = 0; v < weight.length; v++) this.reckon(v);
  }

  cost(): number {
    const { most, parts, lookahead } = this.limits;
    const heaviest = this.filled[this.heaviest()];
    const excess = heaviest > most * (1 + 1e-9) ? heaviest - most : 0;
    return heaviest + (CROSSING * lookahead * this.crossing) / parts + 1e6 * excess;
  }

  /**
   * Moves each vertex at most once, and keeps the partitioning with the lowest `cost` (estimated time of the run). Returns
   * true if this cost is lower than before the pass.
   */
  pass(): boolean {
    const locked = new Uint8Array(this.part.length);
    const moved: number[] = [];
    const from: number[] = [];
    const start = this.cost();
    let least = start;
    let best = 0;
    while (moved.length - best < PATIENCE) {
      const { vertex, to } = this.choose(locked);
      if (vertex < 0) break;
      locked[vertex] = 1;
      moved.push(vertex);
      from.push(this.part[vertex]);
      this.move(vertex, to);
      const now = this.cost();
      if (now < least * (1 - 1e-9)) {
        least = now;
        best = moved.length;
      }
    }
    for (let k = moved.length - 1; k >= best; k--) this.move(moved[k], from[k]);
    return best > 0;
  }

  private choose(locked: Uint8Array): { readonly vertex: number; readonly to: number } {
    const { part, filled, members, near, gain } = this;
    const { weight } = this.graph;
    const { parts, most } = this.limits;
    const heavy = this.heaviest();
    const over = filled[heavy] > most * (1 + 1e-9);
    let vertex = -1;
    let to = -1;
    let best = -Infinity;
    for (let v = 0; v < part.length; v++) {
      const own = part[v];
      if (gain[v] <= best || locked[v] === 1 || members[own] === 1 || (over && own !== heavy)) continue;
      for (let q = 0; q < parts; q++) {
        const gained = near[v * parts + q] - near[v * parts + own];
        if (q === own || gained <= best) continue;
        // While the heaviest partition is above the limit, only vertices of that partition move. The target must stay
        // lighter than the source was before the move. Otherwise the target could become too heavy in turn.
        if (over && filled[q] + weight[v] >= filled[own]) continue;
        vertex = v;
        to = q;
        best = gained;
      }
    }
    return { vertex, to };
  }

  private move(vertex: number, to: number): void {
    const { part, filled, members, near } = this;
    const { weight, coupling } = this.graph;
    const { parts } = this.limits;
    const own = part[vertex];
    this.crossing += near[vertex * parts + own] - near[vertex * parts + to];
    filled[own] -= weight[vertex];
    filled[to] += weight[vertex];
    members[own]--;
    members[to]++;
    part[vertex] = to;
    this.reckon(vertex);
    for (const [other, coupled] of coupling[vertex]) {
      near[other * parts + own] -= coupled;
      near[other * parts + to] += coupled;
      this.reckon(other);
    }
  }

  private reckon(v: number): void {
    const { parts } = this.limits;
    let best = -Infinity;
    for (let q = 0; q < parts; q++) if (q !== this.part[v]) best = Math.max(best, this.near[v * parts + q]);
    this.gain[v] = best - this.near[v * parts + this.part[v]];
  }

  private heaviest(): number {
    const { filled } = this;
    let heavy = 0;
    for (let q = 1; q < filled.length; q++) if (filled[q] > filled[heavy]) heavy = q;
    return heavy;
  }
}
