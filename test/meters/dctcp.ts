import { expect } from "vitest";
import type * as policy from "../../src/policies/congestion/dctcp.ts";
import { defaults } from "../../src/base/params.ts";
import { gbps } from "../../src/base/units.ts";
import { Clock, congestionBench } from "../../src/batch/suites/views.ts";
import { between, draws, type Meter } from "./meter.ts";

export const dctcp: Meter<typeof policy> = {
  file: "policies/congestion/dctcp.ts",
  says: "every cut follows from the shares of marks in all earlier rounds, with weight g for the newest",
  property({ create, params }) {
    const random = draws("dctcp");
    const p = defaults(params);
    const bench = congestionBench(new Clock());
    const { sndNxt, payload } = bench.view;
    const hooks = create(p, bench.view);
    hooks.onStart(1);
    /**
     * The share of marked packets in each round. `marks` is the number of marks in the current round. `packets` is the
     * number of packets in flight at its start.
     */
    const shares: number[] = [];
    let [marks, packets, end, reducedUntil] = [0, 0, 0, -1];
    let rate = gbps(100);
    let cuts = 0;
    for (let k = 0, ack = 0, chance = 0; k < 6000; k++) {
      if (k % 200 === 0) chance = random.next() < 0.3 ? 0 : random.next();
      ack += payload * between(random, 0, 2);
      sndNxt[1] = Math.max(sndNxt[1], ack + payload * between(random, 0, 12));
      const isMarked = random.next() < chance;
      const before = bench.set.length;
      hooks.onAck(1, ack, isMarked ? 2 : 0, 0, 1000, 1);
      if (isMarked) marks++;
      const isNew = ack > end;
      if (isNew) {
        if (end > 0) shares.push(Math.min(1, marks / packets));
        if (end > 0) marks = 0;
        packets = Math.trunc((sndNxt[1] - (end > 0 ? ack : 0)) / payload) + 1;
        end = sndNxt[1];
      }
      const alpha = shares.reduce((sum, share) => (1 - p.g) * sum + p.g * share, 1);
      let expected = rate;
      if (ack > reducedUntil) {
        if (isMarked) {
          expected = Math.max(p.minRate, Math.trunc(rate * (1 - alpha / 2)));
          reducedUntil = sndNxt[1];
          cuts++;
        } else if (isNew) expected = Math.min(gbps(100), rate + p.increase);
      }
      if (bench.set.length > before) rate = bench.set[before].rate;
      expect(rate).toBe(expected);
    }
    expect(cuts).toBeGreaterThan(100);
  },
  mutations: [
    ["(1 - g) * alpha[flow] + g * share", "alpha[flow] + g * (share - 1)"],
    ["          marks[flow] = 0;\n", ""],
    ["Math.trunc((next - ack) / payload) + 1", "Math.trunc(next / payload) + 1"],
    ["const newRound = ack > roundEnds[flow];", "const newRound = ack >= roundEnds[flow];"],
    ["ack > reducedUntil[flow]", "ack >= reducedUntil[flow]"],
    ["Math.min(1, marks[flow] / packets[flow])", "marks[flow] / packets[flow]"],
  ],
};
