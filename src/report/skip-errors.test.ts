/** Tests the differences between a run with fast-forward and its exact run. */
import { describe, expect, test } from "vitest";
import { experiment, readScenario, setUp, type Results } from "../run/lab/lab.ts";
import { verified } from "./skip-errors.ts";

const ring = `until: done
limit: 100ms
topology: { kind: leaf-spine, leaves: 2, spines: 2, hostsPerLeaf: 4, rate: 100Gbps, delay: 1us }
traffic:
  - { kind: collective, operation: all-reduce-ring, ranks: [h0, h1, h2, h4, h5, h6], size: 3MB, iterations: 2 }
`;
const run = (more: string): Results => experiment(readScenario(`${ring}${more}\n`, "ring.yaml"));
const exact = run("");
const fast = run("fastForward: true");

test("the table has every flow, the largest error first, each as the difference of the two completion times", () => {
  const { errors, text, isWithinBound } = verified(exact, fast);
  const { flow, source, exact_fct_ns, fct_ns, difference_ns, error } = errors.columns;
  expect(errors.rows).toBe(fast.tables.flows.rows);
  expect([...flow].sort((a, b) => a - b)).toEqual([...fast.tables.flows.columns.flow]);
  expect([...error]).toEqual([...error].sort((a, b) => b - a));
  for (let row = 0; row < errors.rows; row++) {
    expect(fct_ns[row]).toBe(fast.tables.flows.columns.fct_ns[flow[row]]);
    expect(source[row]).toBe(fast.tables.flows.columns.source[flow[row]]);
    expect(difference_ns[row]).toBeCloseTo(fct_ns[row] - exact_fct_ns[row], 2);
    expect(error[row]).toBeCloseTo(Math.abs(fct_ns[row] - exact_fct_ns[row]) / exact_fct_ns[row], 6);
  }
  const differing = error.filter((by) => by > 0).length;
  expect(differing).toBeGreaterThan(10);
  expect(isWithinBound).toBe(true);
  const lines = text.split("\n");
  expect(lines[0]).toMatch(new RegExp(`^Verified: ${differing} of ${errors.rows} completion times differ`));
  expect(lines.slice(2)).toHaveLength(1 + 10 + 1);
  expect(lines.at(-1)).toBe(`and ${differing - 10} more flows, in skip_errors.csv`);
});

test("an error beyond the bound is no verification", () => {
  const { fast_forward } = fast.summary;
  if (fast_forward === undefined) throw new Error("no fast-forward");
  const strict = { ...fast, summary: { ...fast.summary, fast_forward: { ...fast_forward, error_bound: 1e-6 } } };
  const { text, isWithinBound } = verified(exact, strict);
  expect(isWithinBound).toBe(false);
  expect(text).not.toContain("Verified");
});

test("a flow that is done in only one of the runs has its age as the other time", () => {
  const { columns } = exact.tables.flows;
  const fct_ns = columns.fct_ns.slice();
  fct_ns[3] = NaN;
  const cut = {
    ...exact,
    tables: { ...exact.tables, flows: { ...exact.tables.flows, columns: { ...columns, fct_ns } } },
  };
  const { errors } = verified(exact, cut);
  const age = exact.summary.simulated_ns - columns.start_ns[3];
  expect([errors.columns.flow[0], errors.columns.fct_ns[0]]).toEqual([3, NaN]);
  expect(errors.columns.difference_ns[0]).toBeCloseTo(age - columns.fct_ns[3], 2);
  expect(errors.columns.error[1]).toBe(0);
});

/** The exact run up to a time in ns. */
function upTo(ns: number, text = ring): Results {
  const one = setUp(readScenario(text, "ring.yaml"));
  one.run(1000 * ns);
  return one.results("interrupted");
}

describe("flows that began in only one run", () => {
  /** In each iteration the ranks compute, so their first flows begin long after all others are done. */
  const short = ring.replace("3MB", "300KB").replace("iterations: 2", "iterations: 2, compute: 20us");
  const { columns } = experiment(readScenario(short, "ring.yaml")).tables.flows;
  const second = columns.start_ns.length / 2;
  const start = columns.start_ns[second];

  /** The run up to 1 ns before or after the second iteration begins. Its results are as if it ended `end` ns later. */
  function run(isBegun: boolean, end: number, bound: number): Results {
    const results = upTo(isBegun ? start + 1 : start - 1, short);
    const fast_forward = { skips: 0, skipped_ns: 0, skipped_bytes: 0, share: 0, error_bound: bound };
    return { ...results, summary: { ...results.summary, ending: "time is up", simulated_ns: end, fast_forward } };
  }

  test.each([true, false])(
    "count against the bound, by the smallest difference of their starts (exact: %s)",
    (isExact) => {
      const by = 0.001;
      const end = isExact ? (1 + by) * start : start / (1 - by);
      for (const [bound, isWithin] of [
        [1.01 * by, true],
        [0.99 * by, false],
      ] as const) {
        const { text, isWithinBound } = verified(run(isExact, end, bound), run(!isExact, end, bound));
        expect(isWithinBound).toBe(isWithin);
        expect(text.startsWith("Verified")).toBe(isWithin);
        const hosts = `${columns.source[second]} -> ${columns.destination[second]}`;
        const where = isExact ? "packet by packet" : "with fast-forward";
        expect(text).toContain(`2 flows began in only one of the runs, first ${hosts}, begun ${where} at`);
        expect(text).toContain("\nIts start differs by at least 0.10%.");
      }
    },
  );

  test("are beyond any bound if the other run ended by itself", () => {
    const done = run(false, start, 1);
    const ended: Results = { ...done, summary: { ...done.summary, ending: "all flows are done" } };
    expect(verified(run(true, start, 1), ended).isWithinBound).toBe(false);
  });
});

describe("after an interruption of the exact run", () => {
  const cut = upTo(exact.tables.flows.columns.start_ns[14]);

  test("only flows are compared that one run completed before it", () => {
    const done = cut.tables.flows.columns.fct_ns.filter((fct) => !Number.isNaN(fct)).length;
    const { errors, text, isWithinBound } = verified(cut, exact);
    expect(isWithinBound).toBe(true);
    expect([done > 5, errors.columns.error.filter((by) => by === 0).length]).toEqual([true, done]);
    const [first, second] = text.split("\n");
    expect(first).toBe(`Interrupted: all ${done} completion times equal those of the exact run.`);
    const rest = exact.tables.flows.rows - done;
    expect(second).toBe(
      `The exact run ended at 99.61 us. Not compared: the PAUSEs, and ${rest} of the completion times.`,
    );
  });

  test("a flow counts that only fast-forward had completed by then", () => {
    const open = cut.tables.flows.columns.fct_ns.findIndex((fct) => Number.isNaN(fct));
    const { columns } = exact.tables.flows;
    const fct_ns = columns.fct_ns.slice();
    fct_ns[open] = 1;
    const flows = { ...exact.tables.flows, columns: { ...columns, fct_ns } };
    const { errors, isWithinBound } = verified(cut, { ...exact, tables: { ...exact.tables, flows } });
    expect([isWithinBound, errors.columns.flow[0], errors.columns.exact_fct_ns[0]]).toEqual([false, open, NaN]);
  });
});

test("the exact run equals itself", () => {
  expect(verified(exact, exact).text).toBe(
    `Verified: all ${exact.tables.flows.rows} completion times and the number of PAUSEs equal those of the exact run.`,
  );
});
