/** A binary min-heap of numbers, each with a key. Numbers and keys are two parallel arrays. */
export class MinHeap {
  private readonly keys: number[] = [];
  private readonly items: number[] = [];

  get size(): number {
    return this.keys.length;
  }

  /** The smallest key. Infinity for an empty heap. */
  get least(): number {
    return this.keys.length === 0 ? Infinity : this.keys[0];
  }

  push(key: number, item: number): void {
    const { keys, items } = this;
    let at = keys.length;
    while (at > 0) {
      const up = (at - 1) >> 1;
      if (keys[up] <= key) break;
      keys[at] = keys[up];
      items[at] = items[up];
      at = up;
    }
    keys[at] = key;
    items[at] = item;
  }

  /** Removes the item with the smallest key and returns it. Requires `size` > 0. */
  pop(): number {
    const { keys, items } = this;
    const [first] = items;
    const key = keys.pop() as number;
    const item = items.pop() as number;
    const size = keys.length;
    if (size === 0) return first;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= size) break;
      if (child + 1 < size && keys[child + 1] < keys[child]) child++;
      if (keys[child] >= key) break;
      keys[at] = keys[child];
      items[at] = items[child];
      at = child;
    }
    keys[at] = key;
    items[at] = item;
    return first;
  }
}
