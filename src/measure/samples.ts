/** Samples as columns that grow: when, of what, and so many values. */
import type { Ps } from "../units.ts";
import { inNs } from "./times.ts";

export class Samples {
  private rows = 0;
  /** Time and subject, then the values, side by side. */
  private readonly width: number;
  private cells: Float64Array;

  constructor(values: number) {
    this.width = 2 + values;
    this.cells = new Float64Array(this.width * 256);
  }

  /** `subject` is a number by which whoever reads the samples knows what they are of. */
  add(time: Ps, subject: number, ...values: number[]): void {
    let at = this.rows++ * this.width;
    if (at === this.cells.length) {
      const more = new Float64Array(this.cells.length * 2);
      more.set(this.cells);
      this.cells = more;
    }
    this.cells[at++] = time;
    this.cells[at++] = subject;
    for (const value of values) this.cells[at++] = value;
  }

  columns() {
    const { rows, width, cells } = this;
    const column = (k: number): Float64Array => Float64Array.from({ length: rows }, (_, row) => cells[row * width + k]);
    const subject = (row: number): number => cells[row * width + 1];
    return {
      rows,
      time_ns: column(0).map(inNs),
      /** A column made of what each sample is of. */
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
