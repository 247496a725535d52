import { expect, test } from "vitest";
import { parityCases, parityText } from "../../../test/parity/files.ts";
import { parseTraceList } from "./trace-list.ts";

const parse = (text: string) => parseTraceList(text, "trace.txt", 4);

test.each(parityCases)("the list of %s: every node in R1_trace, none in the others", (name) => {
  const { traced } = parse(parityText(`cases/${name}/trace.txt`));
  expect(traced).toEqual(name === "R1_trace" ? [0, 1, 2, 3] : []);
});

test("nodes that the topology lacks are passed over, with a warning; so is prose after the list", () => {
  expect(parse("3\n5 1\n300\nFirst line: how many")).toEqual({
    traced: [1],
    warnings: ["trace.txt:1: not traced, since the topology lacks them: 2 of 3 nodes."],
  });
});

test.each([
  ["3\n0 1\n", "2: expected node 3 of 3, found the end of the file. Line 1 declares this number."],
  ["2\n1 1\n", '2:3: expected node 2 of 2, found "1". It is listed twice.'],
  ["1\nall\n", '2:1: expected node 1 of 1, found "all". Line 1 declares this number.'],
  ["", "1: expected the number of traced nodes, found the end of the file"],
])("%j is refused", (text, message) => {
  expect(() => parse(text)).toThrow(`trace.txt:${message}`);
});
