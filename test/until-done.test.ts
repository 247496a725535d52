/** Tests runs that end when all flows that count are done, while other traffic continues. */
import { describe, expect, test } from "vitest";
import { experiment, readScenario, type Results } from "../src/run/lab/lab.ts";
import { completionTimes, countedFlows } from "../src/run/measure/completion.ts";

const run = (fields: object, traffic: readonly object[]): Results =>
  experiment(
    readScenario(
      JSON.stringify({
        topology: { kind: "leaf-spine", leaves: 2, spines: 2, hostsPerLeaf: 4, rate: "100Gbps", delay: "1us" },
        until: "done",
        traffic,
        ...fields,
      }),
      "done.json",
    ),
  );

const load = { kind: "poisson", cdf: "solar2022", load: 0.5 };
const window = { from: 20_000, to: 100_000 };
const counted = { count: { from: "20us", to: "100us" } };

/** The arrival time of the last ACK of the counted flows, ns. */
function lastAck(results: Results): number {
  const { start_ns, fct_ack_ns } = results.tables.flows.columns;
  return countedFlows(results, window).reduce((last, row) => Math.max(last, start_ns[row] + fct_ack_ns[row]), 0);
}

describe("flows that begin from 20 to 100 us count", () => {
  const results = run(counted, [load]);
  const { summary, tables } = results;

  test("the run ends with their last ACK, and the summary says so", () => {
    expect(summary.ending).toBe("all flows that count are done");
    expect(summary.simulated_ns).toBeCloseTo(lastAck(results), 6);
    const { n, unfinished } = completionTimes(results, window);
    expect([n > 100, unfinished]).toEqual([true, 0]);
  });

  test("other flows continue until then, so the last counted flows meet the same load", () => {
    const { start_ns } = tables.flows.columns;
    expect(start_ns.filter((start) => start >= window.to && start < summary.simulated_ns).length).toBeGreaterThan(20);
  });

  test("with every limit, it is the same run to the last packet", () => {
    const longer = run({ ...counted, limit: "3ms" }, [load]).summary;
    expect([longer.digest, longer.simulated_ns]).toEqual([summary.digest, summary.simulated_ns]);
  });

  test("if traffic stops with the window, the run does not wait for flows outside the window", () => {
    const stopped = run(counted, [{ ...load, stop: "100us" }]);
    expect(stopped.summary.simulated_ns).toBeCloseTo(lastAck(stopped), 6);
    expect(stopped.tables.flows.columns.start_ns.every((start) => start < window.to)).toBe(true);
  });

  test("the limit ends the run, and an unfinished flow counts with its age", () => {
    const cut = run({ ...counted, limit: "110us" }, [load]);
    expect([cut.summary.ending, cut.summary.simulated_ns]).toEqual(["time is up", 110_000]);
    const found = completionTimes(cut, window);
    expect(found.unfinished).toBeGreaterThan(0);
    expect(found.n).toBe(completionTimes(results, window).n);
    expect(found.fct_ns.mean).toBeGreaterThan(found.finished.fct_ns.mean);
    expect(found.fct_ns.mean).toBeLessThan(completionTimes(results, window).fct_ns.mean);
  });
});

test("a long-lived flow does not delay the end", () => {
  const { summary, tables } = run({ limit: "10ms" }, [
    { kind: "long-lived", from: "h1", to: "h0" },
    { kind: "incast", from: "h2..h5", to: "h0", size: "64KB" },
  ]);
  const { fct_ack_ns } = tables.flows.columns;
  expect(summary.ending).toBe("all flows are done");
  expect(summary.simulated_ns).toBe(fct_ack_ns.reduce((last, fct) => (fct > last ? fct : last), 0));
});

test("endless bursts: the counted ones complete while the train continues", () => {
  const bursts = { kind: "bursts", from: "h1..h3", to: "h0", size: "64KB" };
  const results = run({ ...counted, policies: { congestion: "none" } }, [bursts]);
  const { start_ns } = results.tables.flows.columns;
  expect(results.summary.simulated_ns).toBeCloseTo(lastAck(results), 6);
  expect(completionTimes(results, window).unfinished).toBe(0);
  expect(start_ns.some((start) => start >= window.to)).toBe(true);
});

test("a complete deadlock ends the run, although other flows are still to begin", () => {
  const pairs = [
    ["h0..h7", "h30..h37"],
    ["h30..h37", "h0..h7"],
    ["h10..h17", "h20..h27"],
    ["h20..h27", "h10..h17"],
  ];
  const { summary } = run(
    {
      ...{ limit: "20ms", count: { to: "1ms" }, switch: { memory: "4MiB" }, policies: { congestion: "none" } },
      topology: {
        ...{ kind: "leaf-spine", leaves: 4, spines: 2, hostsPerLeaf: 10, rate: "100Gbps", delay: "2us" },
        fail: ["leaf3-spine0", "leaf0-spine1"],
      },
    },
    [
      ...pairs.map(([from, to]) => ({ kind: "poisson", cdf: "fb-hadoop-hpcc", load: 0.9, from, to, stop: "1ms" })),
      { kind: "flows", list: [{ from: "h8", to: "h9", size: "10KB", start: "10ms" }] },
    ],
  );
  expect(summary.ending).toBe("nothing can move");
  expect(summary.simulated_ns).toBeLessThan(10e6);
});
