/**
 * Selects the entropies of a flow. A cycle is one pass through all of them, and each cycle has another order. The entropy
 * of a trimmed or marked packet is skipped in one or more of the next cycles.
 *
 * The next entropy is a counter, XORed with a number that is drawn for each cycle. So the order of the entropies need not be
 * stored. The number of entropies is a power of two. The upper bits of a flow's entropies are drawn once.
 *
 * Source  htsim's `nextEntropy` and `penalizePath` (eqds.cpp); UE specification 1.0, section 3.6.16, and `UecMpBitmap`
 *         of `uet-htsim`
 */
export class SkippedPaths {
  private readonly paths: number;
  private readonly most: number;
  private readonly counter: Int32Array;
  /**
   * By flow: a 16-bit random number. The flow's next entropy is this number XOR `counter`. The lower bits are drawn again
   * for each cycle (one pass through all entropies). The upper bits are drawn once, so all entropies of the flow have the
   * same upper bits. -1: not drawn yet.
   */
  private readonly mask: Int32Array;
  /** By flow and entropy: the number of coming cycles that skip the entropy. A cycle is one pass through all entropies. */
  private readonly toSkip: Uint8Array;

  /** `most` is the maximum number of successive cycles that skip an entropy. 0: no entropy is ever skipped. */
  constructor(flows: number, paths: number, most: number) {
    this.paths = paths;
    this.most = most;
    this.counter = new Int32Array(flows);
    this.mask = new Int32Array(flows).fill(-1);
    this.toSkip = new Uint8Array(flows * paths);
  }

  /**
   * Returns the entropy for the next packet. `draw` returns a random number from [0, 1). If every entropy is to be
   * skipped, the next one in order is returned.
   */
  next(flow: number, draw: () => number): number {
    if (this.mask[flow] < 0) this.mask[flow] = Math.floor(draw() * 65_536);
    for (let skipped = 0; ; skipped++) {
      const entropy = this.mask[flow] ^ this.counter[flow];
      if (++this.counter[flow] === this.paths) {
        this.counter[flow] = 0;
        this.mask[flow] = (this.mask[flow] & ~(this.paths - 1)) | Math.floor(draw() * this.paths);
      }
      const at = this.place(flow, entropy);
      if (this.toSkip[at] === 0 || skipped > this.paths) return entropy;
      this.toSkip[at]--;
    }
  }

  /**
   * Makes a flow skip `entropy` in its next `times` cycles. A cycle is one pass through all entropies. If the flow will
   * already skip the entropy in some cycles, `times` is added to the number of these cycles.
   */
  skip(flow: number, entropy: number, times: number): void {
    const at = this.place(flow, entropy);
    this.toSkip[at] = Math.min(this.most, this.toSkip[at] + times);
  }

  private place(flow: number, entropy: number): number {
    return flow * this.paths + (entropy & (this.paths - 1));
  }
}
