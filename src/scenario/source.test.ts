import { expect, test } from "vitest";

import { ParamError } from "../params.ts";
import { ScenarioError } from "./error.ts";
import { Source } from "./source.ts";

const place = (text: string, path: (string | number)[], of?: "key") => {
  const { line, column } = new Source(text, "x.yaml").place(path, of);
  return `${line}:${column}`;
};

test("YAML with anchors and merge keys comes out as plain values", () => {
  const text = "base: &base { size: 64KB, to: h0 }\nlist:\n  - { <<: *base, to: h1 }\n  - *base\n";
  expect(new Source(text, "x.yaml").value).toEqual({
    base: { size: "64KB", to: "h0" },
    list: [
      { size: "64KB", to: "h1" },
      { size: "64KB", to: "h0" },
    ],
  });
});

test("JSON is YAML, tabs between its values included", () => {
  expect(new Source('{\n\t"until": "1ms",\n\t"traffic": [\n\t\t1\n\t]\n}', "x.json").value).toEqual({
    until: "1ms",
    traffic: [1],
  });
});

test("a value is found by its path: in lists, through aliases and merge keys; what is missing, at what should hold it", () => {
  const text = "a: 1\nlist:\n  - { b: 2, c: [3, 4] }\n  - &x { d: 5 }\n  - *x\n  - { <<: *x, e: 6 }\n";
  expect(place(text, ["a"])).toBe("1:4");
  expect(place(text, ["a"], "key")).toBe("1:1");
  expect(place(text, ["list", 0, "c", 1])).toBe("3:20");
  expect(place(text, ["list", 2, "d"])).toBe("4:13");
  expect(place(text, ["list", 3, "d"])).toBe("4:13");
  expect(place(text, ["list", 3, "e"], "key")).toBe("6:15");
  expect(place(text, ["list", 0, "z"])).toBe("3:5");
  expect(place(text, ["z"])).toBe("1:1");
});

test("a ParamError gets its place, and shows what was written there", () => {
  const source = new Source("topology:\n  hosts: 1us\n", "x.yaml");
  const work = () =>
    source.within(["topology"], () => {
      throw new ParamError("hosts", "a number", 1_000_000, "Mend it.");
    });
  expect(work).toThrow('x.yaml:2:10: topology.hosts: expected a number, got "1us". Mend it.');
  expect(work).toThrow(ScenarioError);
});

const many = (count: number, line: (k: number) => string) =>
  Array.from({ length: count }, (_, k) => line(k)).join("\n");

test.each([
  ["an empty file", "", "x.yaml:1:1: expected a scenario, got an empty file"],
  ["blanks", " \n\n", "x.yaml:1:1: expected a scenario, got an empty file"],
  ["a tab", "until: 1ms\ntopology:\n\tkind: star\n", "x.yaml:3:1: expected spaces before a key, got a tab."],
  ["a key twice", "seed: 1\nabout: x\nseed: 2\n", 'x.yaml:3:1: expected each key once, got a second "seed"'],
  [
    "a circle",
    "a: &a\n  b: [1, *a]\n",
    'x.yaml:2:10: expected values without a circle, got "*a" inside its own anchor',
  ],
  [
    "no anchor",
    "a: &first 1\nb: *frist\n",
    'x.yaml:2:4: expected an alias after its anchor, got "*frist". Did you mean',
  ],
  ["a list as key", "? [1, 2]\n: 3\n", "x.yaml:1:3: expected a name before the colon, got a list or a map"],
  ["a tag", "a: !ruby/object x\n", "x.yaml:1:4: expected plain values, got a tag, which begins with !"],
  ["an unknown handle", "a: !x!y z\n", "x.yaml:1:4: expected plain values, got a tag, which begins with !"],
  ["two documents", "a: 1\n---\nb: 2\n", 'x.yaml:2:1: expected one scenario in the file, got a second one after "---"'],
  ["a file cut off", "a: { b: [1, 2", "x.yaml:1:14: expected YAML or JSON, got what is neither. Flow"],
  ["an open quote", 'a: "b\n', "x.yaml:2:1: expected YAML or JSON, got what is neither. Missing closing"],
  ["nonsense", "a: b: c", "x.yaml:1:4: expected YAML or JSON, got what is neither. Nested mappings are not allowed"],
  ["binary", "PK\u0003\u0004\u0000", 'x.yaml:1:3: expected text, got "\\u0003". Is this a scenario file?'],
  ["bytes", "a: b\n\u{fffd}\u{fffd}", "x.yaml:2:1: expected text, got bytes that are none."],
  ["100 MB on a line", `a: ${"x".repeat(1e8)}`, "x.yaml: expected at most 8 million characters, got 101 million"],
  ["8 MB on a line", `${"!".repeat(7e6)} x`, "x.yaml:1:1: expected plain values"],
  ["nested lists", "[".repeat(1e5), "x.yaml:1:101: expected at most 100 brackets open at once"],
  ["nested dashes", "- ".repeat(1e5), "x.yaml:1:1: expected at most 200 columns of indentation"],
  ["nested maps", many(300, (k) => `${" ".repeat(k)}a:`), "x.yaml:201:1: expected at most 200 columns of indentation"],
  [
    "a billion laughs",
    `a0: &a0 x\n${many(9, (k) => `a${k + 1}: &a${k + 1} [${`*a${k},`.repeat(9)}]`)}`,
    "x.yaml:1:1: expected aliases for at most 100000 values, got more",
  ],
])("%s: a place and a reason, within two seconds", { timeout: 2000 }, (_, text, message) => {
  let caught: unknown;
  try {
    new Source(text, "x.yaml");
  } catch (error) {
    caught = error;
  }
  expect(caught).toBeInstanceOf(ScenarioError);
  expect((caught as ScenarioError).message.slice(0, message.length)).toBe(message);
  expect((caught as ScenarioError).message.length).toBeLessThan(250);
});
