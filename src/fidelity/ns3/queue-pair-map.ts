/**
 * The order of a host's queue pairs in HPCC's ns-3 simulator: the iteration order of a `std::unordered_map` of
 * libstdc++.
 *
 * The key of a pair consists of destination address, source port and priority group. Pairs of one bucket are adjacent
 * in one list. A new pair goes to the front of its bucket, or to the front of the list if the bucket is empty.
 *
 * When the table of buckets is full, libstdc++ enlarges the table. All pairs are then inserted again by the same rule, in
 * the order of the old list (docs/ns3-semantics.md, section 18).
 */

interface Pair {
  readonly flow: number;
  readonly address: number;
  readonly low: number;
  before: Pair | null;
  behind: Pair | null;
}

/**
 * Numbers of buckets: of the first table, and of each larger one. A table grows when it has as many pairs as buckets.
 */
const SIZES = [13, 29, 59, 127, 257, 541, 1109, 2357, 5087, 10273, 20753, 42043, 85229, 172933, 351061, 712697];

export class QueuePairMap {
  private readonly pairs = new Map<number, Pair>();
  private first: Pair | null = null;
  private size = 0;
  /** The first pair of each bucket. Empty buckets have no entry. */
  private buckets = new Map<number, Pair>();

  /** Inserts a flow's queue pair. `address` is the upper 32 bits of the pair's key, `low` the lower 32 bits. */
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

  /** The flows of the queue pairs, in the iteration order of the map. */
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

  /** The bucket of a queue pair: its 64-bit key modulo the number of buckets. */
  private bucketOf({ address, low }: Pair): number {
    const buckets = SIZES[this.size];
    return ((((address % buckets) * (2 ** 32 % buckets)) % buckets) + (low % buckets)) % buckets;
  }
}
