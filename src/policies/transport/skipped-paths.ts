/**
 * Selects the entropies of a flow in an order that changes with each cycle. An entropy whose packet was trimmed or
 * marked is skipped once.
 *
 * The order is a counter combined with a number that is drawn for each cycle, so it needs one word for each flow. The
 * number of entropies is a power of two. The upper bits of a flow's entropies are drawn once.
 *
 * Source  htsim's `nextEntropy` and `penalizePath` (eqds.cpp)
 */
export class SkippedPaths {
  private readonly paths: number;
  private readonly counter: Int32Array;
  /**
   * By flow: the random number of the present cycle in the lower bits, and the upper bits of all its entropies. -1: not
   * drawn yet.
   */
  private readonly mask: Int32Array;
  /** By flow: a bit mask with one bit for each entropy, set if the entropy is to be skipped once. */
  private readonly skipped: Int32Array;
  private readonly wordsPerFlow: number;

  constructor(flows: number, paths: number) {
    this.paths = paths;
    this.wordsPerFlow = Math.ceil(paths / 32);
    this.counter = new Int32Array(flows);
    this.mask = new Int32Array(flows).fill(-1);
    this.skipped = new Int32Array(flows * this.wordsPerFlow);
  }

  /** Returns the next entropy of a flow. `draw` returns a random number from [0, 1). */
  next(flow: number, draw: () => number): number {
    if (this.mask[flow] < 0) this.mask[flow] = Math.floor(draw() * 65_536);
    for (;;) {
      const entropy = this.mask[flow] ^ this.counter[flow];
      if (++this.counter[flow] === this.paths) {
        this.counter[flow] = 0;
        this.mask[flow] = (this.mask[flow] & ~(this.paths - 1)) | Math.floor(draw() * this.paths);
      }
      const word = this.word(flow, entropy);
      const bit = 1 << (entropy & 31);
      if ((this.skipped[word] & bit) === 0) return entropy;
      this.skipped[word] &= ~bit;
    }
  }

  skip(flow: number, entropy: number): void {
    this.skipped[this.word(flow, entropy)] |= 1 << (entropy & 31);
  }

  private word(flow: number, entropy: number): number {
    return flow * this.wordsPerFlow + ((entropy & (this.paths - 1)) >> 5);
  }
}
