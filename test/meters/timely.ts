import { expect } from "vitest";
import type * as policy from "../../src/policies/congestion/timely.ts";
import { defaults } from "../../src/base/params.ts";
import { gbps, us } from "../../src/base/units.ts";
import { Clock, congestionBench } from "../../src/batch/suites/views.ts";
import { between, draws, type Meter } from "./meter.ts";

const LINE = gbps(100);

export const timely: Meter<typeof policy> = {
  file: "policies/congestion/timely.ts",
  says: "every rate follows from the round trips at the ends of rounds, whose differences have geometrically decreasing weights",
  property({ create, params }) {
    const random = draws("timely");
    const p = defaults(params);
    const bench = congestionBench(new Clock());
    const { sndNxt } = bench.view;
    const hooks = create(p, bench.view);
    hooks.onStart(1);
    /** The RTT in ns of the ACK that ended each round. */
    const rounds: number[] = [];
    const expected: number[] = [];
    let [end, rate, rises] = [0, LINE, 0];
    for (let k = 0, ack = 0, center = us(60); k < 5000; k++) {
      if (k % 50 === 0) center = random.next() < 0.3 ? us(600) : us(between(random, 20, 120));
      ack = random.next() < 0.1 ? Math.max(ack, end) : ack + between(random, 0, 4000);
      sndNxt[1] = Math.max(sndNxt[1], ack + between(random, 0, 20_000));
      const rtt = between(random, center - us(15), center + us(15));
      hooks.onAck(1, ack, 0, rtt, 1000, 1);
      if (ack <= end) continue;
      rounds.push(rtt / 1000);
      if (end !== 0) {
        // The sum runs from the newest difference backwards. Differences older than 30 rounds do not change any digit
        // of it.
        let diff = 0;
        for (let age = 0; age < Math.min(30, rounds.length - 1); age++) {
          const at = rounds.length - 1 - age;
          diff += p.weight * (1 - p.weight) ** age * (rounds[at] - rounds[at - 1]);
        }
        const gradient = diff / (p.minRtt / 1000);
        const now = rtt / 1000;
        if (now < p.tLow / 1000 || (now <= p.tHigh / 1000 && gradient <= 0)) {
          rate = Math.min(LINE, rate + (rises < p.hyperAfter ? p.additiveIncrease : p.hyperIncrease));
          rises++;
        } else {
          const kept = now > p.tHigh / 1000 ? 1 - p.beta * (1 - p.tHigh / rtt) : Math.max(0, 1 - p.beta * gradient);
          rate = Math.max(p.minRate, Math.trunc(rate * kept));
          rises = 0;
        }
        expected.push(rate);
        const seen = bench.set[expected.length - 1].rate;
        expect(Math.abs(seen - rate)).toBeLessThanOrEqual(Math.max(2, 1e-9 * rate));
        rate = seen; // takes the policy's value, so rounding errors do not accumulate
      }
      end = Math.max(end, sndNxt[1]);
    }
    expect(bench.set).toHaveLength(expected.length);
    expect(expected.length).toBeGreaterThan(500);
  },
  mutations: [
    ["(1 - p.weight) * diff[flow] + p.weight", "p.weight * diff[flow] + p.weight"],
    ["(rtt - lastRtt[flow])", "(rtt - minRtt)"],
    ["      lastRtt[flow] = rtt;", "      if (lastRtt[flow] === 0) lastRtt[flow] = rtt;"],
    ["if (ack <= roundEnds[flow]) return;", "if (ack < roundEnds[flow]) return;"],
    ["rtt < tLow || (rtt <= tHigh && gradient <= 0)", "rtt < tLow || gradient <= 0"],
    ["rises[flow] < p.hyperAfter", "rises[flow] <= p.hyperAfter"],
    ["    rises[flow] = 0;\n", ""],
  ],
};
