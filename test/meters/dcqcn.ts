import { expect } from "vitest";
import type * as policy from "../../src/policies/congestion/dcqcn.ts";
import { defaults } from "../../src/base/params.ts";
import { gbps, ns, us } from "../../src/base/units.ts";
import { Clock, congestionBench } from "../../src/batch/suites/views.ts";
import { between, draws, type Meter } from "./meter.ts";

const LINE = gbps(100);

export const dcqcn: Meter<typeof policy> = {
  file: "policies/congestion/dcqcn.ts",
  says: "every rate change and its time follow from the list of marks: alpha from the marked intervals, cuts and increases from the marks",
  property({ create, params }) {
    const random = draws("dcqcn");
    const p = {
      ...defaults(params),
      ...{ alphaInterval: us(3), decreaseInterval: us(4), increaseInterval: us(7) + 1, fastRecovery: 2 },
    };
    const clock = new Clock();
    const bench = congestionBench(clock);
    const hooks = create(p, bench.view);
    hooks.onStart(1);
    /**
     * Times of marks. They are 1 to 999 ps after a whole ns. Timers fire at whole ns, so no mark coincides with a
     * timer.
     */
    const marks: number[] = [];
    for (let k = 0, to = us(1); k < 3000; k++) {
      to += ns(between(random, 1, random.next() < 0.03 ? 60_000 : 1500));
      clock.runTo(to + between(random, 1, 999));
      const isMarked = random.next() < 0.3;
      if (isMarked) marks.push(clock.now);
      if (marks.length === 1) to += p.alphaInterval; // no mark in the first interval, so that the test detects a first mark that counts for it
      hooks.onAck(1, k, isMarked ? 2 : 0, us(10), 1000, 1);
    }
    const end = clock.now;

    const start = marks[0];
    // The first mark, which starts the timers, counts for the first cut but not for alpha.
    const isMarked = (from: number, until: number, first: number): boolean =>
      marks.some((at, k) => k >= first && at > from && at <= until);
    const alphaAt = (now: number): number => {
      let alpha = 1;
      for (let at = start + p.alphaInterval; at <= now; at += p.alphaInterval)
        alpha = (1 - p.g) * alpha + (isMarked(at - p.alphaInterval, at, 1) ? p.g : 0);
      return alpha;
    };
    const expected: [at: number, rate: number][] = [];
    let [rate, target, stage, rise] = [LINE, LINE, 0, Infinity];
    let last = start - 1;
    for (let cut = start + p.decreaseInterval + p.firstDecreaseLag; cut <= end; cut += p.decreaseInterval) {
      for (; rise < cut; rise += p.increaseInterval) {
        if (stage >= p.fastRecovery)
          target = Math.min(LINE, target + (stage === p.fastRecovery ? p.additiveIncrease : p.hyperIncrease));
        rate = Math.trunc(rate / 2) + Math.trunc(target / 2);
        stage++;
        expected.push([rise, rate]);
      }
      if (isMarked(last, cut, 0)) {
        if (stage !== 0) target = rate;
        rate = Math.max(p.minRate, Math.trunc(rate * (1 - Math.min(1, alphaAt(cut)) / 2)));
        stage = 0;
        rise = cut + p.increaseInterval;
        expected.push([cut, rate]);
      }
      last = cut;
    }
    const until = last;
    const seen = bench.set.filter(({ at }) => at <= until);
    expect(seen.map(({ at, rate: to }) => [at, to])).toEqual(expected);
    expect(seen.length).toBeGreaterThan(500);
  },
  mutations: [
    ["markedForAlpha[flow] === 1 ? kept + g : kept", "markedForAlpha[flow] === 1 ? kept + g / 2 : kept"],
    [
      "alpha[flow] = markedForAlpha[flow] === 1 ? kept + g : kept;\n    markedForAlpha[flow] = 0;",
      "alpha[flow] = markedForAlpha[flow] === 1 ? kept + g : kept;",
    ],
    ["const kept = (1 - g) * alpha[flow];", "const kept = alpha[flow];"],
    ["    alpha[flow] = 1;\n    markedForAlpha[flow] = 0;", "    alpha[flow] = 1;"],
    ["view.now + p.decreaseInterval + p.firstDecreaseLag", "view.now + p.decreaseInterval"],
    ["stage[flow] < fastRecovery ? 0", "stage[flow] <= fastRecovery ? 0"],
    [
      "    holds[flow] = 0;\n    riseTimer.arm(flow, view.now + p.increaseInterval);",
      "    holds[flow] = 0;\n    if (riseTimer.due(flow) === Infinity) riseTimer.arm(flow, view.now + p.increaseInterval);",
    ],
    ["    stage[flow] = 0;\n    markedForCut[flow] = 0;", "    stage[flow] = 0;"],
  ],
};
