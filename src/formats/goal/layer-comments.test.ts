import { expect, test } from "vitest";
import { parseGoal } from "./goal.ts";
import { placeComment, rowComment } from "./layer-comments.ts";

const row = {
  ...{ layer: 3, name: "mlp; {of} one }", pass: "forward", operation: "all-reduce", group: "TP" },
  ...{ ranks: 2, bytes: 1000 },
};
const parsed = (...lines: string[]) => parseGoal(["num_ranks 2", ...lines].join("\n"), "w.goal");
const RANK1 = ["rank 1 {", "recv 9b from 0", "}"];

test("operations have the row and the collective of the comment before them, up to the end of the rank", () => {
  const { layers, operations } = parsed(
    ...[
      rowComment(0, row),
      rowComment(1, { ...row, layer: 4 }),
      "rank 0 {",
      "calc 5",
      `  ${placeComment(1)}`,
      "calc 6",
    ],
    ...[placeComment(0, 7), "send 9b to 1 //xoff is no comment of a layer here", "}", ...RANK1],
  );
  expect(layers).toEqual([row, { ...row, layer: 4 }]);
  expect(operations.map(({ row, collective }) => [row, collective])).toEqual([
    [undefined, undefined],
    [1, undefined],
    [0, 7],
    [undefined, undefined],
  ]);
});

test.each([
  [[placeComment(0)], 'w.goal:2: expected "//xoff row 0 {...}" with the next number'],
  [[rowComment(1, row)], "w.goal:2: expected"],
  [[rowComment(0, row), "//xoff in row x"], "w.goal:3: expected"],
  [["//xoff row 0 {"], "w.goal:2: expected"],
  [["//xoff row 0 {,}"], "expected a row in JSON"],
  [[rowComment(0, row).replace('"mlp', "5,")], "expected"],
  [[rowComment(0, { ...row, ranks: -1 })], "expected a whole number as ranks of the row"],
  [['//xoff row 0 {"layer":0}'], "expected a text as name of the row"],
])("%j is an error", (lines, message) => {
  expect(() => parsed(...lines, ...RANK1)).toThrow(message);
});
