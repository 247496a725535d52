/** Tests the differences between a run with fast-forward and its exact run. */
import { expect, test } from "vitest";
import { experiment, readScenario, type Results } from "../run/lab/lab.ts";
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

test("the exact run equals itself", () => {
  expect(verified(exact, exact).text).toBe(
    `Verified: all ${exact.tables.flows.rows} completion times and the number of PAUSEs equal those of the exact run.`,
  );
});
