/** Divides items into groups. Each item is first a group of its own, and `join` merges two groups (union-find). */
export class Groups {
  private readonly up: Int32Array;

  constructor(count: number) {
    this.up = Int32Array.from({ length: count }, (_, one) => one);
  }

  /** Merges the groups of two items. Returns true if the groups were different before. */
  join(a: number, b: number): boolean {
    const [one, other] = [this.first(a), this.first(b)];
    this.up[Math.max(one, other)] = Math.min(one, other);
    return one !== other;
  }

  /**
   * Numbers the groups from 0, in the order of their first items. Returns the group of each item, and the number of
   * groups.
   */
  numbered(): Grouping {
    const of = new Int32Array(this.up.length);
    let count = 0;
    // The first item of a group has the lowest number in it, so the loop visits it before the others.
    for (let one = 0; one < of.length; one++) {
      const first = this.first(one);
      of[one] = first === one ? count++ : of[first];
    }
    return { of, count };
  }

  private first(one: number): number {
    const { up } = this;
    while (up[one] !== one) one = up[one] = up[up[one]];
    return one;
  }
}

/** A division of items into groups. `of`, by item: its group, from 0. `count`: the number of groups. */
export interface Grouping {
  readonly of: Int32Array;
  readonly count: number;
}
