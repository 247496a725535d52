/**
 * The pace of each kind of flow. A pace is the part of a NIC's line rate that a flow and the ACKs of the NIC use
 * together.
 *
 * Without congestion, some congestion control settles below line rate, such as HPCC at 95% of the busiest link. The
 * exact value depends on the path and on how congestion control rounds its signals. So the memory of flows
 * (`memory.ts`) learns the pace from simulated flows. For each simulated flow, it calculates the pace at which the flow
 * would end in the model at the same time as in the simulation. The pace of a kind is the mean of these values.
 */
import type { Ps } from "../../base/units.ts";

/**
 * The pace of a kind of flow is the mean over its flows, up to this number of flows. With more flows, older ones have
 * less and less weight.
 */
const MAX_WEIGHT = 16;

export class Paces {
  private readonly paces: Float64Array;
  private readonly counts: Int32Array;

  constructor(kinds: number) {
    this.paces = new Float64Array(kinds).fill(1);
    this.counts = new Int32Array(kinds);
  }

  of(kind: number): number {
    return this.paces[kind];
  }

  /**
   * True if the pace of this kind of flow was learned from a simulated flow. Otherwise it is still 1, which is line
   * rate.
   */
  isLearned(kind: number): boolean {
    return this.counts[kind] > 0;
  }

  /**
   * Learns the pace of a kind (group of similar flows) from a simulated flow. Returns false for the first flow of the
   * kind, because the model knew no pace for it.
   *
   * - `used`: the pace (part of the NIC's line rate) that the model used for this flow
   * - `work`: the time in which the NIC could have sent the flow at line rate
   * - `expected`: the time for the bytes of the flow in the model, without the latency of its path
   * - `actual`: the same time in the simulation
   */
  learn(kind: number, used: number, work: Ps, expected: Ps, actual: Ps): boolean {
    const needed = Math.min(1, used + work / actual - work / expected);
    const count = Math.min(this.counts[kind]++, MAX_WEIGHT - 1);
    this.paces[kind] += (needed - this.paces[kind]) / (count + 1);
    return count > 0;
  }
}
