/**
 * Selects the entropies of a flow in random order: each is used once, then a new order is drawn. This loads the paths
 * more evenly than a random entropy for each packet.
 *
 * The first packet of a flow draws its order. `forget` frees it.
 *
 * Source  NDP (SIGCOMM'17), section 3.1.1; htsim's `permute_paths` (ndp.cpp)
 */
export class PathCycle {
  private readonly paths: number;
  private readonly order: (Uint16Array | undefined)[] = [];
  /** By flow: the number of entropies that the flow has used since its order was last drawn. */
  private readonly used: Int32Array;

  constructor(flows: number, paths: number) {
    this.paths = paths;
    this.used = new Int32Array(flows);
  }

  /** Returns the next entropy of a flow. `draw` returns a random number from [0, 1). */
  next(flow: number, draw: () => number): number {
    const order = (this.order[flow] ??= Uint16Array.from({ length: this.paths }, (_, k) => k));
    if (this.used[flow] === 0) shuffle(order, draw);
    const entropy = order[this.used[flow]++];
    if (this.used[flow] === this.paths) this.used[flow] = 0;
    return entropy;
  }

  forget(flow: number): void {
    this.order[flow] = undefined;
    this.used[flow] = 0;
  }
}

function shuffle(order: Uint16Array, draw: () => number): void {
  for (let left = order.length; left > 1; left--) {
    const k = Math.floor(draw() * left);
    const last = order[left - 1];
    order[left - 1] = order[k];
    order[k] = last;
  }
}
