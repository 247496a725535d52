/** Tests the flows that all runs have finished, against hand calculations. */
import { expect, test } from "vitest";
import { commonFigures, type FlowTimes } from "./common-flows.ts";

const run = (fct: readonly number[], start: readonly number[] = fct.map((_, flow) => flow)): FlowTimes => ({
  start_ns: Float64Array.from(start),
  fct_ns: Float64Array.from(fct),
  slowdown: Float64Array.from(fct, (time) => time / 10),
});

test("who leaves the slow flow undone is no faster for it: both are compared on the two that both finished", () => {
  const [quick, whole] = commonFigures([run([10, 30, NaN]), run([10, 20, 900])]);
  expect(quick).toEqual({
    ...{ common_flows: 2, common_fct_mean_ns: 20, common_fct_p99_ns: 30 },
    ...{ common_slowdown_mean: 2, common_slowdown_p99: 3 },
  });
  expect([whole.common_fct_mean_ns, whole.common_slowdown_p99]).toEqual([15, 2]);
});

test("a flow that began at another moment, or not at all, is not the same flow", () => {
  const [one] = commonFigures([run([10, 20, 30, 40]), run([10, 20, 30], [0, 5, 2])]);
  expect([one.common_flows, one.common_fct_mean_ns]).toEqual([2, 20]);
});

test("none in common: a count of 0 and no numbers", () => {
  const [one] = commonFigures([run([10]), run([NaN])]);
  expect([one.common_flows, one.common_fct_mean_ns]).toEqual([0, NaN]);
});
