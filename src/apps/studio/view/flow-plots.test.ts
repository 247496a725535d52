import { expect, test } from "vitest";
import { endedText, flowPlots, type NamedView } from "./flow-plots.ts";

/** A run whose flows have these completion times. NaN: the flow is unfinished. The last flow is long-lived. */
const run = (name: string, fct: readonly number[]): NamedView => {
  const times = Float64Array.from([...fct, NaN]);
  const size = times.map((_, k) => (k === fct.length ? NaN : 1000));
  return { name, view: { flows: { fct: times, slowdown: times, size } } as unknown as NamedView["view"] };
};

test("charts of completed flows have their number, and that of all flows with an end", () => {
  const [quick, slow] = [run("a", [1, 2, 3, 4, 5, NaN]), run("b", [1, 2, 3, 4, 5, 6])];
  expect(endedText([quick])).toBe(" (5 of 6)");
  expect(endedText([quick, slow])).toBe(" (a: 5 of 6; b: 6 of 6)");
  expect(flowPlots([quick], false).map(({ unit }) => unit)).toEqual([
    "FCT / ideal FCT, completed flows (5 of 6)",
    "share of completed flows (5 of 6)",
    "share of completed flows (5 of 6)",
  ]);
});
