import { expect } from "vitest";
import type * as histogram from "../../src/run/measure/queue-histogram.ts";
import { ns, us } from "../../src/base/units.ts";
import { flow, input, network, star } from "../lab-bench.ts";
import { between, draws, type Meter } from "./meter.ts";

const [EVERY, START, END, DUMP] = [100, 300, 400_000, 50_000];

export const queueHistogram: Meter<typeof histogram> = {
  file: "run/measure/queue-histogram.ts",
  says: "every dump counts a port's samples by kilobyte like a second run that is sampled every 100 ns",
  property({ QueueHistogram }) {
    const random = draws("histogram");
    // Start times that keep all events of the network apart from the sampling times.
    const flows = Array.from({ length: 30 }, (_, k) =>
      flow(1 + (k % 4), 0, between(random, 1, 60_000), us(40) * (k >> 2) + 80 * between(random, 0, 1000) + 37),
    ).sort((a, b) => a.start - b.start);
    const made = () => network(input(star(5), [...flows, flow(1, 2, 1e9, us(300) + 37)]));
    const lab = made();
    const meter = new QueueHistogram(lab, { startNs: START, endNs: END, dumpNs: DUMP });
    lab.run(ns(END) + 1);
    const dumps = meter.take();

    const other = made();
    const node = other.switches.find((one) => one !== null)!;
    const counts = Array.from({ length: node.ports }, (): number[] => []);
    const expected: { timeNs: number; counts: number[][] }[] = [];
    for (let timeNs = START; timeNs <= END; timeNs += EVERY) {
      other.run(ns(timeNs));
      counts.forEach((of, k) => {
        const bytes = [1, 2, 3, 4, 5, 6, 7].reduce((sum, cls) => sum + node.backlog((node.base + k) * 8 + cls), 0);
        const bin = Math.floor(bytes / 1000);
        while (of.length <= bin) of.push(0);
        of[bin]++;
      });
      if (timeNs % DUMP === 0) expected.push({ timeNs, counts: counts.map((of) => [...of]) });
    }
    expect(dumps.map(({ timeNs, ports }) => ({ timeNs, counts: ports.map((port) => [...port.counts]) }))).toEqual(
      expected,
    );
    expect(counts[0].length).toBeGreaterThan(20);
  },
  mutations: [
    ["const bin = Math.floor(bytes / BIN);", "const bin = Math.ceil(bytes / BIN);"],
    ["    this.above[k]++;\n", ""],
    ["now + EVERY_NS * PS_PER_NS", "now + 2 * EVERY_NS * PS_PER_NS"],
    ["    this.samples++;\n", ""],
    ["for (let cls = 1; cls < 8; cls++)", "for (let cls = 4; cls < 8; cls++)"],
    ["if (bin > this.fullest[k]) this.fullest[k] = bin;", "this.fullest[k] = bin;"],
    ["counts.set(this.counts[k]);", ""],
  ],
};
