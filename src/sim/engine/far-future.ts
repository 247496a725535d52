/**
 * The events that are too late for the calendar's ring: a 4-ary heap, ordered by time and order number (`seq`).
 *
 * The fields `time`, `seq` and `payload` are those of the earliest event, and meaningless while `size` is 0. Each field
 * is stored in an array of its own, so a push allocates only when the heap doubles.
 */
import type { Ps } from "../../base/units.ts";

export class FarFuture {
  size = 0;
  time: Ps = Infinity;
  seq = 0;
  payload = 0;

  private times = new Float64Array(256);
  private seqs = new Float64Array(256);
  private payloads = new Int32Array(256);

  push(time: Ps, seq: number, payload: number): void {
    if (this.size === this.times.length) this.grow();
    const { times, seqs, payloads } = this;
    let at = this.size++;
    while (at > 0) {
      const up = (at - 1) >> 2;
      if (times[up] < time || (times[up] === time && seqs[up] < seq)) break;
      times[at] = times[up];
      seqs[at] = seqs[up];
      payloads[at] = payloads[up];
      at = up;
    }
    times[at] = time;
    seqs[at] = seq;
    payloads[at] = payload;
    if (at === 0) this.showTop();
  }

  /** Calls `visit` with the time and the payload of each event, in any order. */
  each(visit: (time: Ps, payload: number) => void): void {
    for (let at = 0; at < this.size; at++) visit(this.times[at], this.payloads[at]);
  }

  /** Removes the earliest event. The heap must not be empty. */
  pop(): void {
    const { times, seqs, payloads } = this;
    const size = --this.size;
    const time = times[size];
    const seq = seqs[size];
    const payload = payloads[size];
    let at = 0;
    for (;;) {
      let least = at * 4 + 1;
      if (least >= size) break;
      const end = Math.min(least + 4, size);
      for (let child = least + 1; child < end; child++)
        if (times[child] < times[least] || (times[child] === times[least] && seqs[child] < seqs[least])) least = child;
      if (time < times[least] || (time === times[least] && seq < seqs[least])) break;
      times[at] = times[least];
      seqs[at] = seqs[least];
      payloads[at] = payloads[least];
      at = least;
    }
    times[at] = time;
    seqs[at] = seq;
    payloads[at] = payload;
    this.showTop();
  }

  private showTop(): void {
    this.time = this.times[0];
    this.seq = this.seqs[0];
    this.payload = this.payloads[0];
  }

  private grow(): void {
    const length = this.times.length * 2;
    const widen = <T extends Float64Array | Int32Array>(from: T, to: T): T => (to.set(from), to);
    this.times = widen(this.times, new Float64Array(length));
    this.seqs = widen(this.seqs, new Float64Array(length));
    this.payloads = widen(this.payloads, new Int32Array(length));
  }
}
