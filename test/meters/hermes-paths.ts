import { expect } from "vitest";
import type * as paths from "../../src/policies/routing/hermes-paths.ts";
import { us } from "../../src/base/units.ts";
import { between, draws, type Meter } from "./meter.ts";

const BASE = 20_000;
const RULES = { low: us(30), high: us(180), signals: "both", ecn: 0.4, ecnAfter: 14_000, fresh: us(100) };
const READINGS = 6000;
const [LOW, HIGH] = [50_000, 200_000];

/** The brute force for one path. It applies each end of a `fresh` period when the time passes, as if by a clock. */
class Ticking {
  rtt = LOW;
  share = 0;
  private freshUntil = Infinity;
  private countUntil = 0;
  private samples: [bytes: number, marked: boolean][] = [];

  runTo(now: number): void {
    for (; this.freshUntil <= now; this.freshUntil += RULES.fresh) {
      this.rtt += 0.01 * (1.5 * LOW - this.rtt);
      this.share = 0;
    }
  }

  learn(now: number, rtt: number, bytes: number, marked: boolean): void {
    this.rtt = this.freshUntil === Infinity ? rtt : (this.rtt + rtt) / 2;
    this.freshUntil = now + RULES.fresh;
    if (now >= this.countUntil) {
      this.samples = [];
      this.countUntil = now + RULES.fresh;
    }
    this.samples.push([bytes, marked]);
    const sum = (some: typeof this.samples): number => some.reduce((total, [one]) => total + one, 0);
    const all = sum(this.samples);
    if (all >= RULES.ecnAfter) this.share = sum(this.samples.filter(([, isMarked]) => isMarked)) / all;
  }

  get class(): number {
    if (this.rtt < LOW && this.share < RULES.ecn) return 0;
    return this.rtt >= HIGH && this.share > RULES.ecn ? 2 : 1;
  }
}

export const hermesPaths: Meter<typeof paths> = {
  file: "policies/routing/hermes-paths.ts",
  says: `RTT, share of marks and their age at ${READINGS} random times match a clock that ticks at every T1`,
  property({ Paths }) {
    const random = draws("hermes");
    const meter = new Paths(2 * READINGS + 1, BASE, RULES, () => 0);
    const path = new Ticking();
    const counts = [0, 0, 0];
    let [center, marks] = [BASE, 0];
    for (let k = 0, now = 0; k < READINGS; k++) {
      now += random.next() < 0.05 ? RULES.fresh : between(random, 1, us(random.next() < 0.01 ? 30_000 : 15));
      if (k % 60 === 0) [center, marks] = [between(random, BASE, 600_000), random.next()];
      path.runTo(now);
      if (random.next() < 0.7) {
        const rtt = between(random, center / 2, center);
        const [bytes, marked] = [between(random, 64, 9000), random.next() < marks];
        meter.learn(0, now, rtt, bytes, marked);
        path.learn(now, rtt, bytes, marked);
      }
      const state = meter.classOf(0, now);
      expect(state).toBe(path.class);
      counts[state]++;
      // The meter shows its RTT only by comparison. Two paths with RTTs just below and above the expected one enclose
      // it.
      [-1e-6, 1e-6].forEach((more, side) => {
        const other = 1 + 2 * k + side;
        meter.learn(other, now, path.rtt + more, 1, false);
        expect(meter.leastRtt(Int32Array.of(0, other), 0, 2, now)).toBe(1 - side);
      });
    }
    expect(Math.min(...counts)).toBeGreaterThan(100);
  },
  mutations: [
    ["0.5 * this.rtt[port] + 0.5 * rtt", "0.4 * this.rtt[port] + 0.6 * rtt"],
    ["if (now >= this.countUntil[port]) {", "if (now > this.countUntil[port]) {"],
    ["this.bytes[port] = this.marked[port] = 0;", "this.bytes[port] = 0;"],
    ["this.bytes[port] >= this.rules.ecnAfter", "this.bytes[port] >= 2 * this.rules.ecnAfter"],
    ["if (now < this.freshUntil[port]) return;", "if (now <= this.freshUntil[port]) return;"],
    ["/ fresh) + 1;", "/ fresh);"],
    ["rtt += DRIFT * (goal - rtt)", "rtt += 2 * DRIFT * (goal - rtt)"],
    ["this.share[port] = 0;", ""],
  ],
};
