import { expect } from "vitest";
import type * as policy from "../../src/policies/detection/tcd.ts";
import { defaults } from "../../src/base/params.ts";
import { us } from "../../src/base/units.ts";
import { Clock, detectionBench } from "../../src/batch/suites/views.ts";
import { between, draws, type Meter } from "./meter.ts";

const MAX_TON = us(24);
const [PORT, CLS] = [2, 3];

export const tcd: Meter<typeof policy> = {
  file: "policies/detection/tcd.ts",
  says: "marks at 6,000 random times equal those of a queue whose checks are scheduled events",
  property({ create, params }) {
    const random = draws("tcd");
    const clock = new Clock();
    const hooks = create({ ...defaults(params), maxTon: MAX_TON }, detectionBench(clock).view);
    let isUndetermined = false;
    let isPaused = false;
    let due = Infinity;
    let backlog = 0;
    let before = 0;
    const seen = [0, 0, 0];

    function check(): void {
      if (backlog > 2000 && backlog < before) {
        before = backlog;
        due += MAX_TON;
      } else {
        isUndetermined = false;
        due = Infinity;
      }
    }

    for (let k = 0; k < 6000; k++) {
      let to = clock.now + between(random, 1, random.next() < 0.05 ? us(60) : us(6));
      if (due !== Infinity && random.next() < 0.05) to = due;
      while (due <= to) check();
      clock.runTo(to);
      const what = random.next();
      if (what < 0.08) {
        if (isPaused) hooks.onResumed?.(PORT, CLS);
        else hooks.onPaused?.(PORT, CLS);
        isPaused = !isPaused;
        if (isPaused) isUndetermined = true;
        else before = backlog;
        due = isPaused ? Infinity : to + MAX_TON;
      } else if (what < 0.35) {
        backlog = Math.min(20_000, backlog + between(random, 64, 1500));
        hooks.onEnqueue?.(PORT, CLS, backlog);
      } else if (!isPaused) {
        backlog = Math.max(0, backlog - between(random, 64, 1500));
        const mark = isUndetermined ? 1 : backlog > 2000 ? 2 : 0;
        expect(hooks.mark?.(PORT, CLS, backlog)).toBe(mark);
        seen[mark]++;
      }
      hooks.onEnqueue?.(PORT, CLS + 1, between(random, 0, 10_000)); // an event of another queue of the port, which must not matter
    }
    expect(Math.min(...seen)).toBeGreaterThan(300);
  },
  mutations: [
    ["view.now < due[queue]) return;\n    const", "view.now <= due[queue]) return;\n    const"],
    ["backlogs[queue] < before[queue];", "backlogs[queue] <= before[queue] + 1000;"],
    ["      before[queue] = backlogs[queue];\n      due[queue] += maxTon[port];", "      due[queue] += maxTon[port];"],
    ["due[queue] += maxTon[port];", "due[queue] = view.now + maxTon[port];"],
    ["if (view.now < due[queue]) return;\n    }", "return;\n    }"],
    ["due[queue] = Infinity;", ""],
    ["before[queue] = backlogs[queue];\n      due[queue] = view.now", "due[queue] = view.now"],
    [
      "      settle(port, queue);\n      backlogs[queue] = backlog;\n      if",
      "      backlogs[queue] = backlog;\n      if",
    ],
  ],
};
