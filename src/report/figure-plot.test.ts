import { expect, test } from "vitest";
import type { Plot } from "../experiments/contract.ts";
import { plotSvg } from "./figure-plot.ts";

const plot = (points: readonly (readonly [number, number])[], log?: Plot["log"]): Plot => ({
  title: "PAUSEs",
  x: "N",
  y: "PAUSEs per second",
  ...(log === undefined ? {} : { log }),
  lines: [
    { name: "ST", points },
    { name: "DT", points: [] },
  ],
});

test("axes with their titles, and every line by its name", async () => {
  const svg = await plotSvg(plot([[1, 10], [2, 20]])); // prettier-ignore
  for (const text of ["N", "PAUSEs per second", "ST", "DT"]) expect(svg).toContain(`>${text}<`);
});

test("what failed runs leave behind, and what has no place on a logarithmic axis, is left out", async () => {
  const svg = await plotSvg(plot([[1, 10], [2, NaN], [0, 5], [10, Infinity], [10, 1000]], "both")); // prettier-ignore
  expect(svg).toBe(await plotSvg(plot([[1, 10], [10, 1000]], "both"))); // prettier-ignore
});

test("nothing measured, no drawing", async () => {
  expect(await plotSvg(plot([]))).toBeUndefined();
  expect(await plotSvg(plot([[0, 5]], "x"))).toBeUndefined();
});
