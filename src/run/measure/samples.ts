/** Stores samples in one growing array. A row is a time, a subject, and a fixed number of values. */
import type { Ps } from "../../base/units.ts";
import { inNs } from "./times.ts";

export class Samples {
  private rows = 0;
  /** The number of cells in a row: 2 for time and subject, plus the values. */
  private readonly width: number;
  private cells: Float64Array;

  constructor(values: number) {
    this.width = 2 + values;
    this.cells = new Float64Array(this.width * 256);
  }

  /** Adds a row. `subject` is a number whose meaning the caller knows, such as a port. */
  add(time: Ps, subject: number, ...values: number[]): void {
    let at = this.rows++ * this.width;
    if (at + this.width > this.cells.length) {
      const more = new Float64Array((this.cells.length + this.width) * 2);
      more.set(this.cells);
      this.cells = more;
    }
    this.cells[at++] = time;
    this.cells[at++] = subject;
    for (const value of values) this.cells[at++] = value;
  }

  /** All cells recorded in one partition, row by row. */
  get taken(): Float64Array {
    return this.cells.slice(0, this.rows * this.width);
  }

  /** Adds the rows of all partitions, then sorts all rows by time and by `rank` of their subjects. */
  put(parts: readonly Float64Array[], rank: (subject: number) => number): void {
    const before = this.taken;
    const length = parts.reduce((sum, { length }) => sum + length, before.length);
    this.cells = new Float64Array(Math.max(length, this.width * 256));
    let at = 0;
    for (const cells of [before, ...parts]) {
      this.cells.set(cells, at);
      at += cells.length;
    }
    this.rows = length / this.width;
    this.sort(rank);
  }

  /** Sorts the rows by time, then by `rank` of their subjects. */
  sort(rank: (subject: number) => number): void {
    const { rows, width } = this;
    const cells = this.taken;
    const order = Int32Array.from({ length: rows }, (_, row) => row).sort(
      (a, b) => cells[a * width] - cells[b * width] || rank(cells[a * width + 1]) - rank(cells[b * width + 1]) || a - b,
    );
    order.forEach((row, to) => {
      this.cells.set(cells.subarray(row * width, (row + 1) * width), to * width);
    });
  }

  columns() {
    const { rows, width, cells } = this;
    const column = (k: number): Float64Array => Float64Array.from({ length: rows }, (_, row) => cells[row * width + k]);
    const subject = (row: number): number => cells[row * width + 1];
    return {
      rows,
      time_ns: column(0).map(inNs),
      /**
       * `int32` and `text` compute a column of a table. For each row they call `make` with the row's subject, such as a
       * port number.
       */
      of: {
        int32: (make: (subject: number) => number): Int32Array =>
          Int32Array.from({ length: rows }, (_, row) => make(subject(row))),
        text: (make: (subject: number) => string): string[] =>
          Array.from({ length: rows }, (_, row) => make(subject(row))),
      },
      values: Array.from({ length: width - 2 }, (_, k) => column(k + 2)),
    };
  }
}
