/** Groups of items, built by joining one pair after the other (union-find). */
export class Groups {
  private readonly up: Int32Array;

  constructor(count: number) {
    this.up = Int32Array.from({ length: count }, (_, one) => one);
  }

  /** Joins two items. Returns true if they were in different groups before. */
  join(a: number, b: number): boolean {
    const [one, other] = [this.first(a), this.first(b)];
    this.up[Math.max(one, other)] = Math.min(one, other);
    return one !== other;
  }

  /** By member: its group's number, from 0 in the order of their first members. Also the number of groups. */
  numbered(): Grouping {
    const of = new Int32Array(this.up.length);
    let count = 0;
    // The first member of a group has its lowest number, so it is visited before all others.
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

/** By member: its group, from 0. */
export interface Grouping {
  readonly of: Int32Array;
  readonly count: number;
}
