import { expect } from "vitest";
import type * as policy from "../../src/congestion/hpcc.ts";
import { defaults } from "../../src/base/params.ts";
import { gbps } from "../../src/base/units.ts";
import { Clock, congestionBench } from "../../src/suites/views.ts";
import { between, draws, type Meter } from "./meter.ts";
import { path, RATES } from "./stamped.ts";

export const hpcc: Meter<typeof policy> = {
  file: "congestion/hpcc.ts",
  says: "U is the average of the loads of the fullest hop over a round trip, from counters that turn over and hops read at different times",
  property({ create, params }) {
    const random = draws("hpcc");
    const p = defaults(params);
    const bench = congestionBench(new Clock());
    const { sndNxt, baseRtt, window, lineRate } = bench.view;
    const hooks = create(p, bench.view);
    hooks.onStart(1);
    const hops = path(random, bench);
    const trip = baseRtt[1] / 1000;
    const kept = hops.next(0).map((reading) => ({ ...reading }));
    let [U, current, end] = [1, gbps(100), 0];
    for (let k = 0, ack = 0; k < 5000; k++) {
      ack += between(random, 0, 3000);
      sndNxt[1] = Math.max(sndNxt[1], ack + between(random, 0, 20_000));
      const readings = hops.next(random.next() < 0.02 ? 2_500_000 : 4000);
      const before = bench.set.length;
      hooks.onAck(1, ack, 0, 0, 1000, 1);
      const isFull = ack > end;
      if (end === 0) readings.forEach((reading, hop) => (kept[hop] = reading));
      else {
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
      }
      if (isFull) end = Math.max(end, sndNxt[1]);
    }
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
