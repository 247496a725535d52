/**
 * Rows in chunks of columns: nothing is allocated per row, and a run of any length can be taken away while it goes on, since whoever takes
 * the chunks gives them back empty.
 */

/** Rows of a chunk. */
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

  /** The chunk that the next row goes into. */
  open(): Chunk {
    if (this.last.count === CHUNK) this.close();
    return this.last;
  }

  /** Hands every chunk that has something in it to `use`, in order, which must not keep it. */
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
