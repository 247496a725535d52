import { expect, test } from "vitest";
import { againstOf } from "./against.ts";
import { labelOf } from "../../../batch/sweep/point-statistics.ts";

const points = ["16MiB", "32MiB"].flatMap((memory) =>
  ["dcqcn", "hpcc", "{name: dcqcn, g: 0.1}"].map((congestion) => ({ "switch.memory": memory, congestion })),
);

/** The point with which each point is compared. */
const compared = (given?: string): (string | undefined)[] => points.map(againstOf(points, given).of);

test("a value of an axis: within each value of the others", () => {
  const { text, within } = againstOf(points, "congestion=dcqcn");
  expect([text, within]).toEqual(["congestion=dcqcn", ["switch.memory"]]);
  const [first, , , second] = points.map(labelOf);
  expect(compared("congestion=dcqcn")).toEqual([first, first, first, second, second, second]);
});

test("without it: the first value of the first axis", () => {
  const labels = points.map(labelOf);
  expect(compared()).toEqual([...labels.slice(0, 3), ...labels.slice(0, 3)]);
});

test("the whole name of a point: that point, for all; a value may have commas", () => {
  const whole = "switch.memory=16MiB, congestion={name: dcqcn, g: 0.1}";
  expect(compared(whole)).toEqual(points.map(() => whole));
  expect(compared("congestion={name: dcqcn, g: 0.1}")[3]).toBe("switch.memory=32MiB, congestion={name: dcqcn, g: 0.1}");
});

test("points one by one, of which none has a counterpart: the first; with one point there is nothing to compare", () => {
  const rows = [
    { "switch.memory": "16MiB", congestion: "dcqcn" },
    { "switch.memory": "32MiB", congestion: "hpcc" },
  ];
  expect(rows.map(againstOf(rows, undefined).of)).toEqual(rows.map(() => labelOf(rows[0])));
  expect([{}].map(againstOf([{}], undefined).of)).toEqual([""]);
});

test("what no point has: the nearest, or all values", () => {
  expect(() => againstOf(points, "congestion=dcqn")).toThrow('got "congestion=dcqn". Did you mean "congestion=dcqcn"?');
  expect(() => againstOf(points, "nothing at all")).toThrow('Values are "switch.memory=16MiB", "congestion=dcqcn", ');
});
