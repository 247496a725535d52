/**
 * Stores rows in chunks: blocks of columns with room for `CHUNK` rows. A row needs no allocation. A writer can take
 * full chunks during a run, and returns them empty. So memory stays small even for a long run.
 */

/** The number of rows of a chunk. */
export const CHUNK = 16_384;

export class Chunks<Chunk extends { count: number }> {
  private readonly make: () => Chunk;
  private readonly full: Chunk[] = [];
  private readonly spare: Chunk[] = [];
  private last: Chunk;

  constructor(make: () => Chunk) {
    this.make = make;
    this.last = make();
  }

  /** Returns the chunk with room for the next row. */
  open(): Chunk {
    if (this.last.count === CHUNK) this.close();
    return this.last;
  }

  /** Passes every non-empty chunk to `use`, in order. The chunk is reused afterwards, so `use` must not retain it. */
  take(use: (chunk: Chunk) => void): void {
    if (this.last.count > 0) this.close();
    for (const chunk of this.full.splice(0)) {
      use(chunk);
      chunk.count = 0;
      this.spare.push(chunk);
    }
  }

  private close(): void {
    this.full.push(this.last);
    this.last = this.spare.pop() ?? this.make();
  }
}
