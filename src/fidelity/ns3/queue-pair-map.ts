/**
 * The order in which the reference simulator walks a host's queue pairs: that of its `std::unordered_map`, as libstdc++ has it.
 *
 * The key of a pair is its destination's address, source port and priority group. Pairs of one bucket stand side by side in one list. A new pair
 * goes to the front of its bucket, or to the front of the list if the bucket is empty. A larger table takes the pairs over one by one, by the
 * same rule, in the order of the old list (ns-3 semantics, section 18).
 */

interface Pair {
  readonly flow: number;
  readonly address: number;
  readonly low: number;
  before: Pair | null;
  behind: Pair | null;
}

/** Buckets of the first table, and what each number of pairs that fills one grows to. */
const SIZES = [13, 29, 59, 127, 257, 541, 1109, 2357, 5087, 10273, 20753, 42043, 85229, 172933, 351061, 712697];

export class QueuePairMap {
  private readonly pairs = new Map<number, Pair>();
  private first: Pair | null = null;
  private size = 0;
  /** The first pair of each bucket that has any. */
  private buckets = new Map<number, Pair>();

  /** `address` is the upper half of its key, `low` the lower one, 32 bits each. */
  insert(flow: number, address: number, low: number): void {
    if (this.pairs.size === SIZES[this.size]) this.grow();
    const pair: Pair = { flow, address, low, before: null, behind: null };
    this.pairs.set(flow, pair);
    this.put(pair);
  }

  erase(flow: number): void {
    const pair = this.pairs.get(flow);
    if (pair === undefined) return;
    this.pairs.delete(flow);
    const { before, behind } = pair;
    const bucket = this.bucketOf(pair);
    if (this.buckets.get(bucket) === pair) {
      if (behind !== null && this.bucketOf(behind) === bucket) this.buckets.set(bucket, behind);
      else this.buckets.delete(bucket);
    }
    if (before === null) this.first = behind;
    else before.behind = behind;
    if (behind !== null) behind.before = before;
  }

  /** Flows of the pairs, in the order of the list. */
  get order(): number[] {
    const flows: number[] = [];
    for (let pair = this.first; pair !== null; pair = pair.behind) flows.push(pair.flow);
    return flows;
  }

  private grow(): void {
    this.size++;
    this.buckets = new Map();
    let pair = this.first;
    this.first = null;
    while (pair !== null) {
      const { behind } = pair;
      this.put(pair);
      pair = behind;
    }
  }

  private put(pair: Pair): void {
    const bucket = this.bucketOf(pair);
    const behind = this.buckets.get(bucket) ?? this.first;
    pair.behind = behind;
    pair.before = behind?.before ?? null;
    if (behind !== null) behind.before = pair;
    if (pair.before === null) this.first = pair;
    else pair.before.behind = pair;
    this.buckets.set(bucket, pair);
  }

  /** The key modulo the number of buckets. */
  private bucketOf({ address, low }: Pair): number {
    const buckets = SIZES[this.size];
    return ((((address % buckets) * (2 ** 32 % buckets)) % buckets) + (low % buckets)) % buckets;
  }
}
