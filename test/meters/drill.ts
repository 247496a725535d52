import { expect } from "vitest";
import type * as policy from "../../src/policies/routing/drill.ts";
import { defaults } from "../../src/base/params.ts";
import { Clock, routingView } from "../../src/batch/suites/views.ts";
import { between, draws, type Meter } from "./meter.ts";

const LEAF = 2500;
const PORTS = Int32Array.from({ length: 8 }, (_, k) => k + 4);

export const drill: Meter<typeof policy> = {
  file: "policies/routing/drill.ts",
  says: "each of 6,000 packets goes to the queue that is now shortest among the drawn and the remembered ones",
  property({ create, params }) {
    const random = draws("drill");
    const queues = new Float64Array(64);
    const drawn: number[] = [];
    const view = routingView(new Clock(), LEAF, 1, () => 0, {
      queued: (port) => queues[port],
      pick(_here, count) {
        drawn.push(random.int(count));
        return drawn[drawn.length - 1];
      },
    });
    const [d, m] = [2, 2];
    const hooks = create({ ...defaults(params), d, m }, view);
    const order = [...PORTS.keys()];
    let remembered: number[] = [];
    for (let k = 0; k < 6000; k++) {
      for (let times = 0; times < 4; times++) queues[PORTS[random.int(PORTS.length)]] = between(random, 0, 5);
      drawn.length = 0;
      const chosen = hooks.choose(LEAF, 0, false, 1000, PORTS, 0, PORTS.length, 1);
      // The policy draws without replacement: draw j swaps entry j of `order` with the drawn one. So the drawn
      // candidates are its first entries.
      const candidates = [...remembered];
      drawn.forEach((by, j) => {
        [order[j], order[j + by]] = [order[j + by], order[j]];
        if (!candidates.includes(order[j])) candidates.push(order[j]);
      });
      expect(drawn).toHaveLength(d);
      // The sort is stable, so remembered candidates precede others with an equal queue.
      candidates.sort((a, b) => queues[PORTS[a]] - queues[PORTS[b]]);
      expect(chosen).toBe(candidates[0]);
      remembered = candidates.slice(0, m);
    }
  },
  mutations: [
    [
      "consider(k, view.queued(base + ports[from + k]), most);\n      }\n      const order",
      "consider(k, 0, most);\n      }\n      const order",
    ],
    ["queued >= queue[found - 1]", "queued > queue[found - 1]"],
    ["queue[at - 1] > queued; at--", "queue[at - 1] >= queued; at--"],
    ["memory[first + j] = best[j] + 1;", "memory[first + j] = best[0] + 1;"],
    ["if (best[j] === k) return;", ""],
    ["queue[at] = queue[at - 1];", ""],
  ],
};
