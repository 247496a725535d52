/**
 * For each flow, a set of bytes, such as the bytes that its sender has sent. A transport may send the bytes of a flow in any order, and in
 * packets of any size. So the highest byte so far does not say which packets were sent before.
 *
 * A set consists of ranges. The first range begins at byte 0 and is one number, `missing`. Most packets extend it. Each further range is
 * a record of a list in ascending order. The records of all flows share arrays, which double when they are full. Nothing else is allocated.
 */
const NONE = 0;

export class ByteRanges {
  /** By flow: the first byte that is not in the flow's set of bytes. */
  readonly missing: Float64Array;
  /** By flow: the record of its lowest range above `missing`. NONE: it has no such range. */
  private readonly head: Int32Array;
  /** By flow: the record that the last search found, or NONE. The next search begins there if it can. */
  private readonly hint: Int32Array;

  // The records. A range has the bytes from `from` up to, but not including, `to`. No two ranges touch. Record 0 is not used.
  private from = new Float64Array(16);
  private to = new Float64Array(16);
  private next = new Int32Array(16);
  /** The first record of the list of free ones. Records from `used` on were never in use. */
  private spare = NONE;
  private used = 1;

  constructor(flows: number) {
    this.missing = new Float64Array(flows);
    this.head = new Int32Array(flows);
    this.hint = new Int32Array(flows);
  }

  has(flow: number, byte: number): boolean {
    if (byte < this.missing[flow]) return true;
    if (this.head[flow] === NONE) return false;
    const range = this.lastUpTo(flow, byte);
    return range !== NONE && byte < this.to[range];
  }

  /** Adds the bytes from `from` up to, but not including, `to`. */
  add(flow: number, from: number, to: number): void {
    if (from <= this.missing[flow]) this.extendFirst(flow, to);
    else this.insert(flow, from, to);
  }

  private extendFirst(flow: number, to: number): void {
    let end = Math.max(this.missing[flow], to);
    while (this.head[flow] !== NONE && this.from[this.head[flow]] <= end) {
      const range = this.head[flow];
      end = Math.max(end, this.to[range]);
      if (this.hint[flow] === range) this.hint[flow] = NONE;
      this.head[flow] = this.next[range];
      this.free(range);
    }
    this.missing[flow] = end;
  }

  private insert(flow: number, from: number, to: number): void {
    const before = this.lastUpTo(flow, from);
    let range = before;
    if (before === NONE || this.to[before] < from) {
      range = this.take();
      this.from[range] = from;
      this.to[range] = to;
      this.next[range] = before === NONE ? this.head[flow] : this.next[before];
      if (before === NONE) this.head[flow] = range;
      else this.next[before] = range;
    }
    let end = Math.max(this.to[range], to);
    for (let after = this.next[range]; after !== NONE && this.from[after] <= end; after = this.next[range]) {
      end = Math.max(end, this.to[after]);
      this.next[range] = this.next[after];
      this.free(after);
    }
    this.to[range] = end;
    this.hint[flow] = range;
  }

  /** The last range that begins at `byte` or before it. */
  private lastUpTo(flow: number, byte: number): number {
    const hint = this.hint[flow];
    let found = hint !== NONE && this.from[hint] <= byte ? hint : NONE;
    let after = found === NONE ? this.head[flow] : this.next[found];
    while (after !== NONE && this.from[after] <= byte) {
      found = after;
      after = this.next[found];
    }
    this.hint[flow] = found;
    return found;
  }

  private take(): number {
    const range = this.spare;
    if (range !== NONE) {
      this.spare = this.next[range];
      return range;
    }
    if (this.used === this.next.length) this.grow();
    return this.used++;
  }

  private free(range: number): void {
    this.next[range] = this.spare;
    this.spare = range;
  }

  private grow(): void {
    const { from, to, next } = this;
    const size = 2 * next.length;
    this.from = new Float64Array(size);
    this.to = new Float64Array(size);
    this.next = new Int32Array(size);
    this.from.set(from);
    this.to.set(to);
    this.next.set(next);
  }
}
