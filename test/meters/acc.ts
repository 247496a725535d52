import { expect } from "vitest";
import type * as policy from "../../src/policies/congestion/acc.ts";
import { defaults } from "../../src/base/params.ts";
import { gbps, us } from "../../src/base/units.ts";
import { Clock, congestionBench } from "../../src/batch/suites/views.ts";
import { between, draws, type Meter } from "./meter.ts";

const PERIOD = us(10);

export const acc: Meter<typeof policy> = {
  file: "policies/congestion/acc.ts",
  says: "at the end of each period the rate of ACKs, excess and marks are those of all ACKs in it",
  property({ create, params }) {
    const random = draws("acc");
    const clock = new Clock();
    const bench = congestionBench(clock);
    const { sndNxt, sndUna } = bench.view;
    // Without halts and with CE marks only, the policy sets the rate to R if the flow has excess. So the rate that it
    // sets is R.
    const hooks = create({ ...defaults(params), period: PERIOD, halt: false }, bench.view);
    hooks.onStart(1);
    const acks: { at: number; acked: number; isMarked: boolean }[] = [];
    let expected = 0;
    let before = 0;
    let rate = gbps(100);
    let decided = 0;

    /** Computes the expected rate for the period that ends at `end`. */
    function decide(end: number): void {
      const within = acks.filter(({ at }) => at > end - PERIOD && at <= end);
      const earlier = acks.filter(({ at }) => at <= end - PERIOD).at(-1);
      const excess = before - sndUna[1];
      before = sndNxt[1];
      const count = bench.set.length;
      clock.runTo(end);
      const set = bench.set.slice(count);
      if (within.length === 0) expect(set).toEqual([]);
      else if (within.some(({ isMarked }) => isMarked)) {
        const bytes = within.reduce((sum, { acked }) => sum + acked, 0);
        const span = within[within.length - 1].at - (earlier?.at ?? NaN);
        expected = Math.min(rate, (bytes / span) * 8e12 * 1.082);
        expect(set.length).toBe(excess > 0 ? 1 : 0);
        if (excess > 0) {
          expect(Math.abs(set[0].rate - expected)).toBeLessThanOrEqual(1e-9 * expected);
          decided++;
        }
      } else {
        expect(set).toHaveLength(1);
        expect(set[0].rate).toBeGreaterThanOrEqual(rate);
      }
      rate = set.at(-1)?.rate ?? rate;
    }

    sndNxt[1] = 50_000;
    let end = Infinity;
    for (let k = 0, to = us(3); k < 6000; k++) {
      to += between(random, 1, random.next() < 0.01 ? us(40) : us(1.5));
      for (; end <= to; end += PERIOD) decide(end);
      clock.runTo(to);
      const acked = between(random, 1, 3000);
      sndUna[1] += acked;
      sndNxt[1] = Math.max(sndNxt[1], sndUna[1] + between(random, 0, 20_000));
      const isMarked = random.next() < 0.1;
      hooks.onAck(1, sndUna[1], isMarked ? 2 : 0, 0, acked, 1);
      if (k === 0) {
        // The first ACK begins the first period. Its bytes were sent before the period, so they do not count.
        end = to + PERIOD;
        before = sndNxt[1];
        acks.push({ at: to, acked: 0, isMarked });
        continue;
      }
      acks.push({ at: to, acked, isMarked });
    }
    expect(decided).toBeGreaterThan(50);
  },
  mutations: [
    ["    acknowledged[flow] = 0;\n", ""],
    ["    lastAckBefore[flow] = lastAck[flow];\n", ""],
    ["lastAck[flow] - lastAckBefore[flow])", "(p.period ?? 0))"],
    ["    sentBefore[flow] = sndNxt[flow];\n", ""],
    ["packetsSeen[flow] = packetsCongested[flow] = packetsUndetermined[flow] = 0;", "packetsSeen[flow] = 0;"],
    ["const excess = sentBefore[flow] - sndUna[flow];", "const excess = sndNxt[flow] - sndUna[flow];"],
    ["(8e12 * packetOnWire) / payload", "8e12"],
  ],
};
