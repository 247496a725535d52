/** The live watch: a run in which nothing can move any more ends, and says what waits for what. */
import { expect, test } from "vitest";
import { experiment, readScenario } from "../../src/lab.ts";

const fabric = (fail: string[], more: object[] = []) =>
  readScenario(
    JSON.stringify({
      until: "20ms",
      topology: { kind: "leaf-spine", leaves: 4, spines: 2, hostsPerLeaf: 10, rate: "100Gbps", delay: "2us", fail },
      switch: { memory: "4MiB" },
      traffic: [
        ["h0..h7", "h30..h37"],
        ["h30..h37", "h0..h7"],
        ["h10..h17", "h20..h27"],
        ["h20..h27", "h10..h17"],
      ]
        .map(([from, to]): object => ({ kind: "poisson", cdf: "fb-hadoop-hpcc", load: 0.9, from, to, stop: "1ms" }))
        .concat(more),
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

test("a run in which a part is locked goes on while flows are yet to start: one within a rack, at 10 ms, is served", () => {
  const late = { kind: "flows", list: [{ from: "h8", to: "h9", size: "10KB", start: "10ms" }] };
  const { run, flows } = experiment(fabric(["leaf3-spine0", "leaf0-spine1"], [late]));
  expect(flows.find(({ start }) => start === 10e9)?.slowdown).toBe(1);
  expect([run.ending, run.simulated > 10e9]).toEqual(["nothing can move", true]);
});

test("without failed links there is no cycle, and every flow finishes", () => {
  const { run } = experiment(fabric([]));
  expect(run.ending).toBe("all flows are done");
  expect(run.deadlock).toEqual([]);
});
