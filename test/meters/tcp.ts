import { expect } from "vitest";
import type * as policy from "../../src/policies/recovery/tcp.ts";
import { defaults } from "../../src/base/params.ts";
import { us } from "../../src/base/units.ts";
import { Clock, recoveryBench } from "../../src/batch/suites/views.ts";
import { between, draws, type Meter } from "./meter.ts";

export const tcp: Meter<typeof policy> = {
  file: "policies/recovery/tcp.ts",
  says: "a retransmission timeout fires at the picosecond that RFC 6298 computes from all earlier round trips",
  property({ create, params }) {
    const random = draws("tcp");
    const p = { ...defaults(params), handshake: false, minRto: us(12), maxRto: us(2000) };
    const clock = new Clock();
    const bench = recoveryBench(clock);
    const hooks = create(p, bench.view);
    const { sndNxt, sndUna } = bench.view;
    const samples: number[] = [];
    let fired = 0;
    for (let k = 0, center = us(10); k < 3000; k++) {
      if (k % 40 === 0) center = between(random, us(2), us(100));
      const rtt = between(random, 0.9 * center, 1.1 * center);
      sndNxt[1] = 1e9;
      sndUna[1] += 1000;
      hooks.onAck?.(1, sndUna[1], 0, rtt);
      samples.push(rtt);
      // Samples before the last 200 are too old to change any digit of the sum.
      const recent = samples.slice(-200);
      let [srtt, rttvar] = [recent[0], recent[0] / 2];
      for (const one of recent.slice(1)) {
        rttvar = 0.75 * rttvar + 0.25 * Math.abs(srtt - one);
        srtt = 0.875 * srtt + 0.125 * one;
      }
      const due = clock.now + Math.min(p.maxRto, Math.max(p.minRto, Math.round(srtt + 4 * rttvar)));
      const lost = bench.losses.length;
      if (random.next() < 0.8) {
        clock.runTo(between(random, clock.now, Math.min(due - 1, clock.now + us(2))));
        expect(bench.losses.length).toBe(lost);
        continue;
      }
      clock.runTo(due - 1);
      expect(bench.losses.length).toBe(lost);
      clock.runTo(due);
      expect(bench.losses.length).toBe(lost + 1);
      fired++;
    }
    expect(fired).toBeGreaterThan(300);
  },
  mutations: [
    [
      "(Math.abs(smoothed[flow] - rtt) - variation[flow]) / 4",
      "(Math.abs(smoothed[flow] - rtt) - variation[flow]) / 8",
    ],
    ["smoothed[flow] += (rtt - smoothed[flow]) / 8;", "smoothed[flow] = rtt;"],
    ["variation[flow] = rtt / 2;", "variation[flow] = rtt;"],
    ["smoothed[flow] + 4 * variation[flow]", "smoothed[flow] + 2 * variation[flow]"],
    ["Math.max(minRto, Math.round", "Math.max(0, Math.round"],
    ["if (ack < sndNxt[flow]) timer.arm(flow, view.now + timeout[flow]);\n    else timer.cancel(flow);", ""],
  ],
};
