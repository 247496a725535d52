/** Tests the detection of deadlocks during a run: the run ends, and names the cycle of waiting queues. */
import { expect, test } from "vitest";
import { experiment, readScenario } from "../../src/run/lab/lab.ts";

const fabric = (fail: string[], more: object[] = [], onDeadlock = "go-on") =>
  readScenario(
    JSON.stringify({
      until: "20ms",
      onDeadlock,
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

test("S0-L3 and S1-L0 failed: up-down routes form a cycle that deadlocks, and the run ends and names it", () => {
  const { summary } = experiment(fabric(["leaf3-spine0", "leaf0-spine1"]));
  expect(summary.ending).toBe("nothing can move");
  expect(summary.simulated_ns).toBeLessThan(20e6);
  // The static check finds two cycles in this fabric. This is one of them: S0 > L1 > S1 > L2 > S0, or its reverse.
  expect(summary.deadlock.map((queue) => queue.split(" ")[0]).sort()).toEqual(["leaf1", "leaf2", "spine0", "spine1"]);
});

test("a run with a partial deadlock continues while flows are still to start: one within a rack, at 10 ms, completes", () => {
  const late = { kind: "flows", list: [{ from: "h8", to: "h9", size: "10KB", start: "10ms" }] };
  const { summary, tables } = experiment(fabric(["leaf3-spine0", "leaf0-spine1"], [late]));
  const { start_ns, slowdown } = tables.flows.columns;
  expect(slowdown[start_ns.indexOf(10e6)]).toBe(1);
  expect([summary.ending, summary.simulated_ns > 10e6]).toEqual(["nothing can move", true]);
});

test("onDeadlock: stop ends it 1 to 2 ms after the onset, when the last queue of the circle was paused", () => {
  const late = { kind: "flows", list: [{ from: "h8", to: "h9", size: "10KB", start: "10ms" }] };
  const { summary, tables } = experiment(fabric(["leaf3-spine0", "leaf0-spine1"], [late], "stop"));
  const onset = summary.deadlock_since_ns ?? NaN;
  expect(summary.ending).toBe("deadlock");
  expect(summary.simulated_ns - onset).toBeGreaterThanOrEqual(1e6);
  expect(summary.simulated_ns - onset).toBeLessThan(2e6);
  // The PAUSE takes effect after the frame's transmission, the link's delay and the reaction time.
  const { start_ns, duration_ns } = tables.pauses.columns;
  const held = start_ns.filter(
    (start, row) => Number.isNaN(duration_ns[row]) && onset - start > 2000 && onset - start < 2600,
  );
  expect(held.length).toBeGreaterThan(0);
  expect(experiment(fabric(["leaf3-spine0", "leaf0-spine1"])).summary.deadlock_since_ns).toBe(onset);
});

test("without failed links there is no cycle, and every flow finishes", () => {
  const { summary } = experiment(fabric([]));
  expect(summary.ending).toBe("all flows are done");
  expect(summary.deadlock).toEqual([]);
  expect(summary.deadlock_since_ns).toBeNull();
});
