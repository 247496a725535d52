/**
 * Serves flows in turn, in the order of their ranks. A flow that has nothing to serve leaves. When it joins again, it
 * gets its old place. So a short absence of a flow does not change the order of turns.
 *
 * Source  htsim's pull queue (priopullqueue.cpp): flows by number, in a circle
 */
export class Turns {
  private readonly order: ArrayLike<number>;
  /** The flows that take turns, sorted by their ranks. */
  private readonly flows: number[] = [];
  /** The rank of the flow that was served last. */
  private last = -Infinity;

  /** `order`: by flow. */
  constructor(order: ArrayLike<number>) {
    this.order = order;
  }

  get size(): number {
    return this.flows.length;
  }

  add(flow: number): void {
    const at = this.place(this.order[flow]);
    if (this.flows[at] !== flow) this.flows.splice(at, 0, flow);
  }

  remove(flow: number): void {
    const at = this.place(this.order[flow]);
    if (this.flows[at] === flow) this.flows.splice(at, 1);
  }

  /** Returns the flow after the one served last, or -1 if no flow takes turns. */
  next(): number {
    if (this.flows.length === 0) return -1;
    const after = this.place(this.last + 1);
    const flow = this.flows[after < this.flows.length ? after : 0];
    this.last = this.order[flow];
    return flow;
  }

  /** The index of the first flow whose rank is at least `order`. */
  private place(order: number): number {
    let low = 0;
    let high = this.flows.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.order[this.flows[middle]] < order) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
