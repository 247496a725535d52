/** Tests the completion times of all begun flows, against hand calculations and against a run that ends too early. */
import { describe, expect, test } from "vitest";
import { experiment, readScenario, type Results } from "../lab/lab.ts";
import { distribution } from "./statistics.ts";
import { completionTimes, countedFlows, slowdownsOf, timesOf, type CompletedRun } from "./completion.ts";

/**
 * A run of 100 ns. Each row is a flow: [start, FCT, size]. FCT NaN: unfinished. Size NaN: long-lived. The ideal FCT is
 * 10 ns.
 */
function run(flows: readonly (readonly [start: number, fct: number, size?: number, entry?: number])[]): CompletedRun {
  const rows = flows.length;
  const columns = {
    traffic: Int32Array.from(flows, ([, , , entry = 0]) => entry),
    size_bytes: Float64Array.from(flows, ([, , size = 1000]) => size),
    start_ns: Float64Array.from(flows, ([start]) => start),
    fct_ns: Float64Array.from(flows, ([, fct]) => fct),
    fct_ack_ns: Float64Array.from(flows, ([, fct]) => fct + 5),
    ideal_fct_ns: new Float64Array(rows).fill(10),
    standalone_fct_ns: new Float64Array(rows).fill(20),
  };
  return {
    summary: { simulated_ns: 100, count: { from_ns: 0, to_ns: null } },
    tables: { flows: { rows, columns } as unknown as Results["tables"]["flows"] },
  };
}

test("a flow that is not done counts at its age, beside those that are", () => {
  const found = completionTimes(run([[0, 10], [10, 30], [20, NaN]])); // prettier-ignore
  expect([found.n, found.unfinished]).toEqual([3, 1]);
  expect(found.fct_ns).toEqual({ count: 3, mean: 40, p50: 30, p95: 80, p99: 80, max: 80 });
  expect(found.slowdown).toEqual({ count: 3, mean: 4, p50: 3, p95: 8, p99: 8, max: 8 });
  expect(found.finished.fct_ns).toEqual({ count: 2, mean: 20, p50: 30, p95: 30, p99: 30, max: 30 });
});

test("the sender's time is that of the last ACK, over the standalone FCT", () => {
  const found = completionTimes(run([[0, 15], [50, NaN]]), {}, "sender"); // prettier-ignore
  expect([found.fct_ns.mean, found.slowdown.mean, found.unfinished]).toEqual([35, 1.75, 1]);
});

describe("which flows count", () => {
  const some = run([
    [0, 10, 500],
    [10, 30, 1000, 1],
    [20, NaN, 2000, 2],
    [30, NaN, NaN],
    [100, NaN, 1000],
  ]);
  const rows = (counted: object): number[] => [...countedFlows(some, counted)];

  test.each([
    ["all that began and end: not the endless one, nor the one of the end of the run", {}, [0, 1, 2]],
    ["a window holds its first moment and not its last", { from: 10, to: 20 }, [1]],
    ["more than a size, and at most a size", { sizeAbove: 500, sizeTo: 2000 }, [1, 2]],
    ["of an entry of the traffic", { traffic: 1 }, [1]],
    ["of several", { traffic: [0, 2] }, [0, 2]],
    ["anything else", { where: (_: unknown, row: number) => row !== 1 }, [0, 2]],
  ])("%s", (_, counted, expected) => {
    expect(rows(counted)).toEqual(expected);
  });

  test("nothing: NaN, and n says why", () => {
    const found = completionTimes(some, { from: 99 });
    expect([found.n, found.unfinished]).toEqual([0, 0]);
    expect(found.fct_ns).toEqual({ count: 0, mean: NaN, p50: NaN, p95: NaN, p99: NaN, max: NaN });
  });

  test("left out, the window is that of the scenario", () => {
    const counted = { ...some, summary: { ...some.summary, count: { from_ns: 10, to_ns: 20 } } };
    expect([...countedFlows(counted)]).toEqual([1]);
    expect([...countedFlows(counted, { from: 0, to: 10 })]).toEqual([0]);
  });

  test("their times and slowdowns one by one", () => {
    const all = countedFlows(some);
    expect([...timesOf(some, all)]).toEqual([10, 30, 80]);
    expect([...slowdownsOf(some, all)]).toEqual([1, 3, 8]);
  });
});

test("percentile q of n values is the one of index floor(q n): of 100 the 51st, 96th and 100th", () => {
  const hundred = Float64Array.from({ length: 100 }, (_, k) => 100 - k);
  expect(distribution(hundred)).toEqual({ count: 100, mean: 50.5, p50: 51, p95: 96, p99: 100, max: 100 });
});

test("three senders to one, cut short: at their age all three take to the end of the run", () => {
  const scenario = (until: string): string =>
    JSON.stringify({
      until,
      topology: { kind: "star", hosts: 4 },
      traffic: [{ kind: "incast", to: "h0", size: "1MB", start: "1us" }],
    });
  const cut = completionTimes(experiment(readScenario(scenario("10us"), "cut.json")));
  expect([cut.n, cut.unfinished, cut.fct_ns.mean, cut.finished.fct_ns.mean]).toEqual([3, 3, 9000, NaN]);
  const whole = completionTimes(experiment(readScenario(scenario("10ms"), "whole.json")));
  expect([whole.n, whole.unfinished]).toEqual([3, 0]);
  expect(whole.fct_ns).toEqual(whole.finished.fct_ns);
  expect(whole.fct_ns.mean).toBeGreaterThan(cut.fct_ns.mean);
});
