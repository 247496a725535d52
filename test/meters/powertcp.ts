import { expect } from "vitest";
import type * as policy from "../../src/policies/congestion/powertcp.ts";
import { defaults } from "../../src/base/params.ts";
import { gbps } from "../../src/base/units.ts";
import { Clock, congestionBench } from "../../src/batch/suites/views.ts";
import { draws, type Meter } from "./meter.ts";
import { eachAck, RATES } from "./stamped.ts";

export const powertcp: Meter<typeof policy> = {
  file: "policies/congestion/powertcp.ts",
  says: "power is smoothed over a round trip, from counters that wrap around and hops read at different times",
  property({ create, params }) {
    const random = draws("powertcp");
    const p = defaults(params);
    const bench = congestionBench(new Clock());
    const { baseRtt, lineRate } = bench.view;
    const hooks = create(p, bench.view);
    hooks.onStart(1);
    const tau = baseRtt[1] / 1000;
    let [smoothed, old] = [1, gbps(100)];
    eachAck(random, bench, hooks, ({ readings, kept, isFull, before }) => {
      let [power, span] = [0, 0];
      readings.forEach((reading, hop) => {
        const dt = reading.time - kept[hop].time;
        if (dt === 0) return;
        const rate = RATES[hop] / 8e9;
        const arrived = (reading.sent - kept[hop].sent) * 128 + (reading.queue - kept[hop].queue) * 80;
        const current = Math.max(0.5, arrived / dt / rate);
        const found = current * (1 + (reading.queue * 80) / (rate * tau));
        if (found > power) [power, span] = [found, dt];
        kept[hop] = reading;
      });
      if (span > 0) {
        const share = Math.min(1, span / tau);
        smoothed = (1 - share) * smoothed + share * power;
        const wanted = 0.9 * ((old * 0.95) / smoothed + 150e6) + 0.1 * old;
        const expected = Math.min(lineRate[1], Math.max(100e6, wanted));
        expect(bench.set).toHaveLength(before + 1);
        expect(Math.abs(bench.set[before].rate - expected)).toBeLessThanOrEqual(2 + 1e-9 * expected);
        if (isFull) old = bench.set[before].rate;
      }
    });
    expect(bench.set.length).toBeGreaterThan(4000);
  },
  mutations: [
    ["(stamps.time(hop) - kept[at]) & 0xffffff", "stamps.time(hop) - kept[at]"],
    ["(stamps.bytes(hop) - kept[at + 1]) & 0xfffff)", "stamps.bytes(hop) - kept[at + 1])"],
    ["queue - kept[at + 2] * 80 * stamps.scale", "queue - kept[at + 2]"],
    ["const dt = Math.min(span, tau);", "const dt = span;"],
    ["(smoothed[flow] * (tau - dt) + power * dt) / tau", "(smoothed[flow] * dt + power * (tau - dt)) / tau"],
    ["        span = dt;\n", "        span = tau;\n"],
    ["      keep(flow, hop);\n    }", "    }"],
    ["else if (full) old[flow] = rate[flow];", "else old[flow] = rate[flow];"],
  ],
};
