/**
 * The flows of a receiver in their order, served in turn. A flow that joins again gets its old place, so turns do not depend on which
 * flow was empty for a moment.
 *
 * Source  htsim's pull queue (priopullqueue.cpp): flows by number, in a circle
 */
export class Turns {
  private readonly order: ArrayLike<number>;
  /** Flows that take part, by their order. */
  private readonly flows: number[] = [];
  /** Order of the flow that was served last. */
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

  /** The flow after the last one; -1: none takes part. */
  next(): number {
    if (this.flows.length === 0) return -1;
    const after = this.place(this.last + 1);
    const flow = this.flows[after < this.flows.length ? after : 0];
    this.last = this.order[flow];
    return flow;
  }

  /** Index of the first flow whose order is `order` or more. */
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
