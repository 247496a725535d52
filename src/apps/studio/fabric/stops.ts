/** Finds the PAUSE that is in effect at a port at a given time, or the latest one before. */
import type { Pauses } from "../lab/messages.ts";

export class Stops {
  /** Ports that sent at least one PAUSE. */
  readonly ports: readonly number[];
  private readonly pauses: Pauses;
  /**
   * Row numbers of `pauses`, grouped by port and ordered by start. `first[port]` is the index of a port's first row.
   */
  private readonly rows: Int32Array;
  private readonly first: Int32Array;
  /**
   * For each row of `pauses`, that is, for each PAUSE: the row of an earlier PAUSE of the same port that ends later. If
   * several earlier PAUSEs end later, the entry is the one that began last. -1: none.
   */
  private readonly outlasting: Int32Array;

  constructor(pauses: Pauses, ports: number) {
    this.pauses = pauses;
    this.ports = [...new Set(pauses.port)].sort((a, b) => a - b);
    this.first = new Int32Array(ports + 1);
    for (const port of pauses.port) this.first[port + 1]++;
    for (let port = 0; port < ports; port++) this.first[port + 1] += this.first[port];
    const next = this.first.slice();
    this.rows = new Int32Array(pauses.port.length);
    this.outlasting = new Int32Array(pauses.port.length).fill(-1);
    pauses.port.forEach((port, row) => {
      const place = next[port]++;
      this.rows[place] = row;
      let before = place === this.first[port] ? -1 : this.rows[place - 1];
      while (before >= 0 && pauses.end[before] <= pauses.end[row]) before = this.outlasting[before];
      this.outlasting[row] = before;
    });
  }

  /**
   * The last PAUSE from ingress port `port` to its upstream that was decided at or before `time`, as a row of `pauses`.
   * -1: none.
   */
  last(port: number, time: number): number {
    let [low, high] = [this.first[port], this.first[port + 1]];
    const start = low;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.pauses.start[this.rows[middle]] <= time) low = middle + 1;
      else high = middle;
    }
    return low === start ? -1 : this.rows[low - 1];
  }

  /**
   * The PAUSE of `port` that is in effect at `time`, or -1 if there is none. If several classes are paused, the result
   * is the PAUSE that began last.
   */
  at(port: number, time: number): number {
    let row = this.last(port, time);
    while (row >= 0 && this.pauses.end[row] <= time) row = this.outlasting[row];
    return row;
  }
}
