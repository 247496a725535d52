/**
 * Spraying by entropy values: the UDP source port of each packet, which ECMP hashes.
 *
 * A sender takes its values in turn. After each round it changes their order at random. With penalties it skips a value once for each
 * point: an ECN mark costs its value one point, a trimmed packet four.
 *
 * Paper    UE specification 1.0, section 3.6.16; points of `uet-htsim`, `UecMpBitmap`
 */
export const MARKED = 1;
export const TRIMMED = 4;
const MAX_POINTS = 15;

export class Entropies {
  private readonly values: number;
  private readonly draw: (flow: number) => number;
  private readonly points: Uint8Array | null;
  private readonly turn: Int32Array;
  /** Exclusive-or of the turn: the order of a round. */
  private readonly order: Int32Array;

  /** `values`: a power of two. `draw`: a number in [0, 1) for the sender of a flow. */
  constructor(flows: number, values: number, hasPenalties: boolean, draw: (flow: number) => number) {
    this.values = values;
    this.draw = draw;
    this.points = hasPenalties ? new Uint8Array(flows * values) : null;
    this.turn = new Int32Array(flows);
    this.order = new Int32Array(flows);
  }

  /** Draws the order of the first round, so that flows do not begin with the same value. */
  start(flow: number): void {
    this.order[flow] = this.newOrder(flow);
  }

  /** The value of the next packet of a flow. */
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

  /** Adds points to a value. */
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
