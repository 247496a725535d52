import { expect } from "vitest";
import type * as policy from "../../src/policies/congestion/hpcc.ts";
import { defaults } from "../../src/base/params.ts";
import { gbps } from "../../src/base/units.ts";
import { Clock, congestionBench } from "../../src/batch/suites/views.ts";
import { draws, type Meter } from "./meter.ts";
import { eachAck, RATES } from "./stamped.ts";

export const hpcc: Meter<typeof policy> = {
  file: "policies/congestion/hpcc.ts",
  says: "U is the average load of the fullest hop over a round trip, from counters that wrap around and hops read at different times",
  property({ create, params }) {
    const random = draws("hpcc");
    const p = defaults(params);
    const bench = congestionBench(new Clock());
    const { baseRtt, window, lineRate } = bench.view;
    const hooks = create(p, bench.view);
    hooks.onStart(1);
    const trip = baseRtt[1] / 1000;
    let [U, current] = [1, gbps(100)];
    eachAck(random, bench, hooks, ({ readings, kept, isFull, before }) => {
      let [most, span, seen] = [0, 0, 0];
      readings.forEach((reading, hop) => {
        const dt = reading.time - kept[hop].time;
        if (dt === 0) return;
        seen++;
        const bits = (reading.sent - kept[hop].sent) * 128 * 8;
        const queue = Math.min(reading.queue, kept[hop].queue) * 80;
        const load = bits / (dt * 1e-9 * RATES[hop]) + (queue * lineRate[1]) / RATES[hop] / window[1];
        if (load > most) [most, span] = [load, dt];
        kept[hop] = reading;
      });
      if (seen > 0) {
        const share = Math.min(span, trip) / trip;
        U = (1 - share) * U + share * most;
        const wanted = Math.trunc(current / (U / p.target)) + p.increase;
        const expected = Math.min(lineRate[1], Math.max(p.minRate, wanted));
        expect(bench.set).toHaveLength(before + 1);
        const set = bench.set[before].rate;
        expect(Math.abs(set - expected)).toBeLessThanOrEqual(2 + 1e-9 * expected);
        if (isFull) current = set;
      }
    });
    expect(bench.set.length).toBeGreaterThan(4000);
  },
  mutations: [
    ["(stamps.time(hop) - kept[at]) & 0xffffff", "stamps.time(hop) - kept[at]"],
    ["(stamps.bytes(hop) - kept[at + 1]) & 0xfffff)", "stamps.bytes(hop) - kept[at + 1])"],
    ["Math.min(stamps.queue(hop), kept[at + 2]) * 80", "stamps.queue(hop) * 80"],
    ["const dt = Math.min(mostSpan, trip);", "const dt = mostSpan;"],
    ["(smoothed[flow] * (trip - dt) + most * dt) / trip", "(smoothed[flow] * dt + most * (trip - dt)) / trip"],
    ["          mostSpan = span;\n", ""],
    ["      keep(flow, hop, stamps);\n      if (!p.perHop) {", "      if (!p.perHop) {"],
    ["if (load > most) {", "if (most === 0) {"],
  ],
};
