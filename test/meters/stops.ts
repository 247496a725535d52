import { expect } from "vitest";
import type * as stops from "../../src/sim/model/pause-times.ts";
import { us } from "../../src/base/units.ts";
import { between, draws, type Meter } from "./meter.ts";

const [PORT, CLS] = [1, 3];
const QUEUE = PORT * 8 + CLS;

export const stoppedTimes: Meter<typeof stops> = {
  file: "sim/model/pause-times.ts",
  says: "the time for which a queue was blocked, in total and since any time, is the sum over all PAUSEs and times without credits",
  property({ PauseTimes }) {
    const random = draws("stops");
    const meter = new PauseTimes(2, () => true);
    const spells: [from: number, to: number][] = [];
    let [stopped, short, since] = [false, false, NaN];
    for (let k = 0, now = 0; k < 6000; k++) {
      now += between(random, 0, us(5));
      const wasHeld = stopped || short;
      const other = random.int(256) & ~(1 << CLS);
      if (random.next() < 0.5) {
        stopped = random.next() < 0.4;
        meter.setStopped(PORT, other | (stopped ? 1 << CLS : 0), now);
      } else {
        short = random.next() < 0.4;
        meter.setShort(PORT, short ? 1 << CLS : 0, now);
      }
      const isHeld = stopped || short;
      if (isHeld && !wasHeld) since = now;
      if (!isHeld && wasHeld) spells.push([since, now]);
      const read = now + between(random, 0, us(1));
      const all = isHeld ? [...spells, [since, read] as const] : spells;
      const sum = (from: number): number =>
        all.reduce((total, [start, end]) => total + Math.max(0, end - Math.max(from, start)), 0);
      expect(meter.upTo(QUEUE, read)).toBe(sum(0));
      // A time within the period for which the meter stores single PAUSEs.
      const from = between(random, Math.max(0, read - us(150)), read);
      expect(meter.within(QUEUE, from, read)).toBe(sum(from));
      now = read;
    }
  },
  mutations: [
    ["this.total[queue] + now - this.since[queue]", "this.total[queue]"],
    ["now - Math.max(from, this.since[queue])", "now - this.since[queue]"],
    ["times[at + 1] - Math.max(from, times[at])", "times[at + 1] - times[at]"],
    ["const after = this.stopped[port] | this.short[port];", "const after = this.stopped[port];"],
    ["this.total[queue] += now - since;", "this.total[queue] = now - since;"],
    ["if (times[at + 1] <= from) break;", ""],
    ["k >= count - KEPT; k--", "k >= count - 8; k--"],
  ],
};
