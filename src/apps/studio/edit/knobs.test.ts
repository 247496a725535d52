import { expect, test } from "vitest";
import { knobsOf } from "./knobs.ts";
import { withValue } from "./set-value.ts";

const text = `# a comment
until: 2ms
traffic:
  - { kind: poisson, cdf: websearch-hpcc, load: 0.5, from: h0..h3 }
  - { kind: incast, fanIn: 8, size: 64KB, to: h0 }
`;

test("seed, end, memory and the amounts of the traffic are in the list", () => {
  expect(knobsOf(text).map(({ label, value }) => [label, value])).toEqual([
    ["seed", ""],
    ["until", "2ms"],
    ["switch memory", ""],
    ["poisson load", "0.5"],
    ["incast fanIn", "8"],
    ["incast size", "64KB"],
  ]);
});

test("a value goes to its place, and the rest of the text stays", () => {
  const changed = withValue(withValue(text, ["traffic", 1, "fanIn"], 16, ""), ["switch", "memory"], "4MiB", "");
  expect(changed).toContain("# a comment");
  expect(changed).toContain("{ kind: incast, fanIn: 16, size: 64KB, to: h0 }");
  expect(knobsOf(changed).find(({ label }) => label === "switch memory")?.value).toBe("4MiB");
});

test.each(["", "a: [", "- 1"])("%j has no values", (broken) => {
  expect(knobsOf(broken)).toEqual([]);
});
