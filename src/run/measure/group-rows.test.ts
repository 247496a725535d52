import { expect, test } from "vitest";
import { groupRows } from "./group-rows.ts";

test("rows of equal node and number, groups in the order of their first row", () => {
  const node = ["b", "a", "b", "b", "a"];
  const number = [1, 1, 2, 1, 1];
  expect(groupRows(node, (row) => number[row]).map((rows) => [...rows])).toEqual([[0, 3], [1, 4], [2]]);
});
