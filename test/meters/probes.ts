import { expect } from "vitest";
import type * as probes from "../../src/run/measure/probes.ts";
import { us } from "../../src/base/units.ts";
import type { ProbeModule, ProbeView } from "../../src/contracts/probe.ts";
import { flow, input, network, star } from "../lab-bench.ts";
import { between, draws, type Meter } from "./meter.ts";

export const probeSamples: Meter<typeof probes> = {
  file: "run/measure/probes.ts",
  says: "probes with their own intervals are sampled at every multiple of these and at no other time, independent of other probes",
  property({ ProbeRun, Samplers }) {
    const random = draws("probes");
    const lab = network(input(star(3), [flow(1, 0, 1e9)]));
    const intervals = Array.from({ length: 6 }, () => between(random, us(0.3), us(3)));
    const seen: number[][] = intervals.map(() => []);
    const runs = intervals.map((every, k) => {
      const module: ProbeModule & { readonly about: string } = {
        ...{ about: "a clock", of: "network", params: {}, columns: { k: { unit: "count", about: "k" } } },
        create: (_values, view: ProbeView) => ({
          // The last probe has no interval of its own, so the scenario's interval applies.
          ...(k === intervals.length - 1 ? {} : { every }),
          onSample() {
            seen[k].push(view.now);
            view.record(0, k);
          },
        }),
      };
      const common = { every, lossless: [3] };
      return new ProbeRun(lab, { name: `clock${k}`, values: {}, module }, { name: `clock${k}`, at: "" }, common);
    });
    const all = new Samplers(runs);
    const until = us(1500);
    while (all.next <= until) {
      lab.run(all.next);
      all.sample();
    }
    intervals.forEach((every, k) => {
      const expected = Array.from({ length: Math.floor(until / every) }, (_, at) => (at + 1) * every);
      expect(seen[k]).toEqual(expected);
      expect([...runs[k].table().columns["time_ns"]]).toEqual(expected.map((at) => at / 1000));
    });
  },
  mutations: [
    ["this.next += this.every;", "this.next = this.network.queue.now + 2 * this.every;"],
    ["this.probe.every ?? every", "every + 1"],
    ["if (one.next === due) one.sample();", "if (one.next >= due) one.sample();"],
    [
      "this.all.reduce((next, one) => Math.min(next, one.next), Infinity)",
      "this.all.reduce((next, one) => Math.max(next, one.next), 0)",
    ],
    [
      'this.add("record", network.queue.now, subject, row);',
      'this.add("record", network.queue.now + 1, subject, row);',
    ],
  ],
};
