import { expect, test } from "vitest";

import { ParamError } from "../base/params.ts";
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

test("lines may end in CR LF, a byte order mark may stand first, and brackets may close in the column of their key", () => {
  expect(new Source("\u{feff}a: {\r\n  b: 1\r\n}\r\nc: 2\r\n", "x.yaml").value).toEqual({ a: { b: 1 }, c: 2 });
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
    'x.yaml:2:10: expected values that do not contain themselves, got "*a" inside its own anchor',
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
  ["a file cut off", "a: { b: [1, 2", "x.yaml:1:14: expected ] to close the [, got the end of the file"],
  ["an open quote", 'a: "b\n', 'x.yaml:1:4: expected text that ends with a quotation mark too, got "\\"b"'],
  [
    "nonsense",
    "a: b: c",
    'x.yaml:1:4: expected one value after a colon, got "b: c". Put text that holds ": " in quotes.',
  ],
  ["binary", "PK\u0003\u0004\u0000", 'x.yaml:1:3: expected text in UTF-8, got "\\u0003". Name a scenario file.'],
  ["bytes", "a: b\n\u{fffd}\u{fffd}", "x.yaml:2:1: expected text in UTF-8, got other bytes. Save the file as UTF-8."],
  ["100 MB on a line", `a: ${"x".repeat(1e8)}`, "x.yaml: expected at most 8 million characters, got 101 million"],
  ["many tags", "! ".repeat(2e4), "x.yaml:1:3: expected plain values, got a tag"],
  ["many aliases", `a: &a 1\nb: [${"*a,".repeat(2e4)}]`, "x.yaml:2:3002: expected at most 1000 anchors and aliases"],
  ["quotes", '"'.repeat(7e6), "x.yaml:1:1000001: expected at most 1 million punctuation marks and line ends"],
  [
    "a merge of no map",
    "a: &a 5\nb: { <<: *a }\n",
    "x.yaml:2:10: expected a map after <<, or a list of maps, got something else",
  ],
  [
    "UTF-16",
    Buffer.from("\u{feff}a: 1\n", "utf16le").toString(),
    "x.yaml:1:1: expected text in UTF-8, got other bytes. It looks like UTF-16: save it as UTF-8.",
  ],
  ["lines of old Macs", "a: 1\rb: 2\r", 'x.yaml:1:5: expected text in UTF-8, got "\\r". End lines with LF'],
  ["nested lists", "[".repeat(1e5), "x.yaml:1:101: expected at most 100 brackets open at once"],
  ["nested dashes", "- ".repeat(1e5), "x.yaml:1:1: expected at most 200 columns of indentation"],
  ["nested maps", many(300, (k) => `${" ".repeat(k)}a:`), "x.yaml:201:1: expected at most 200 columns of indentation"],
  [
    "a billion laughs",
    `a0: &a0 x\n${many(9, (k) => `a${k + 1}: &a${k + 1} [${`*a${k},`.repeat(9)}]`)}`,
    "x.yaml:1:1: expected aliases of at most 100000 values, got more",
  ],
])("%s: a place and a reason", (_, text, message) => {
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
