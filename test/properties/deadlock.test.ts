/** The live watch: a run in which nothing can move any more ends, and says what waits for what. */
import { expect, test } from "vitest";
import { experiment, readScenario } from "../../src/lab.ts";

const fabric = (fail: string[]) =>
  readScenario(
    JSON.stringify({
      until: "20ms",
      topology: { kind: "leaf-spine", leaves: 4, spines: 2, hostsPerLeaf: 8, rate: "100Gbps", delay: "2us", fail },
      switch: { memory: "4MiB" },
      traffic: [
        ["h0..h7", "h24..h31"],
        ["h24..h31", "h0..h7"],
        ["h8..h15", "h16..h23"],
        ["h16..h23", "h8..h15"],
      ].map(([from, to]) => ({ kind: "poisson", cdf: "fb-hadoop-hpcc", load: 0.9, from, to, stop: "1ms" })),
      policies: { congestion: "none" },
    }),
    "deadlock.json",
  );

test("S0-L3 and S1-L0 failed: up-down routes form a cycle, it locks, and the run ends with its name", () => {
  const { run } = experiment(fabric(["leaf3-spine0", "leaf0-spine1"]));
  expect(run.ending).toBe("nothing can move");
  expect(run.simulated).toBeLessThan(20e9);
  // One of the two cycles that the static view of this fabric has: S0 > L1 > S1 > L2 > S0, or the other way round.
  expect(run.deadlock.map((queue) => queue.split(" ")[0]).sort()).toEqual(["leaf1", "leaf2", "spine0", "spine1"]);
});

test("without failed links there is no cycle, and every flow finishes", () => {
  const { run } = experiment(fabric([]));
  expect(run.ending).toBe("all flows are done");
  expect(run.deadlock).toEqual([]);
});
