/**
 * Selects the entropy value of each packet: the UDP source port, by which ECMP selects a path.
 *
 * A sender uses its values in turn. After each round it changes their order at random. With penalties a value has
 * points, and the sender skips the value once for each point. An ECN mark costs the value of its packet one point, a
 * trimmed packet costs four.
 *
 * Paper    UE specification 1.0, section 3.6.16. The numbers of points are those of `UecMpBitmap` of `uet-htsim`.
 */
export const MARKED = 1;
export const TRIMMED = 4;
const MAX_POINTS = 15;

export class Entropies {
  private readonly values: number;
  private readonly draw: (flow: number) => number;
  private readonly points: Uint8Array | null;
  private readonly turn: Int32Array;
  /** By flow: the order of the present round. The exclusive-or of this number and a counter gives the next value. */
  private readonly order: Int32Array;

  /**
   * `values` is the number of entropy values, a power of two. `draw` returns a random number in [0, 1) for the sender
   * of a flow.
   */
  constructor(flows: number, values: number, hasPenalties: boolean, draw: (flow: number) => number) {
    this.values = values;
    this.draw = draw;
    this.points = hasPenalties ? new Uint8Array(flows * values) : null;
    this.turn = new Int32Array(flows);
    this.order = new Int32Array(flows);
  }

  /** Draws the order of the first round, so that flows begin with different values. */
  start(flow: number): void {
    this.order[flow] = this.newOrder(flow);
  }

  /** Returns the entropy value for the next packet of a flow. */
  next(flow: number): number {
    let value = this.take(flow);
    if (this.points === null) return value;
    const base = flow * this.values;
    for (let skipped = 0; this.points[base + value] > 0 && skipped < this.values; skipped++) {
      this.points[base + value]--;
      value = this.take(flow);
    }
    return value;
  }

  /** Adds penalty points to an entropy value of a flow. */
  penalise(flow: number, value: number, points: number): void {
    if (this.points === null) return;
    const at = flow * this.values + value;
    this.points[at] = Math.min(MAX_POINTS, this.points[at] + points);
  }

  private take(flow: number): number {
    const value = this.turn[flow] ^ this.order[flow];
    if (++this.turn[flow] === this.values) {
      this.turn[flow] = 0;
      this.order[flow] = this.newOrder(flow);
    }
    return value;
  }

  private newOrder(flow: number): number {
    return Math.floor(this.draw(flow) * this.values);
  }
}
