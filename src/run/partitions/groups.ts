/** Things that are joined one pair after the other: which are in one group by now? */
export class Groups {
  private readonly up: Int32Array;

  constructor(count: number) {
    this.up = Int32Array.from({ length: count }, (_, one) => one);
  }

  /** Were they in two groups until now? */
  join(a: number, b: number): boolean {
    const [one, other] = [this.first(a), this.first(b)];
    this.up[Math.max(one, other)] = Math.min(one, other);
    return one !== other;
  }

  /** Groups numbered from 0 in the order of their first members, by member; and how many there are. */
  numbered(): Grouping {
    const of = new Int32Array(this.up.length);
    let count = 0;
    // The first of a group is its lowest, so it is numbered before all others.
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
