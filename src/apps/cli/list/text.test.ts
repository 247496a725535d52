import { describe, expect, test } from "vitest";
import { listText } from "./text.ts";

const widest = (text: string) => Math.max(...text.split("\n").map((line) => line.length));

describe("names with a few words each", () => {
  const text = listText(undefined, {}, 80);

  test("by role, what a scenario gets by itself marked; then topologies, traffic, distributions", () => {
    expect(text).toMatch(/^buffer: above which occupancy .*\n( {2}\w+ .*\n)*\* dt +every queue's threshold/m);
    expect(text).toMatch(/^topologies: which [^]*^traffic: which [^]*^cdfs: which /m);
    expect(text).toMatch(/^ {2}websearch-hpcc +1,711 KB +1 B +30 MB +12$/m);
  });

  test("as wide as asked for", () => {
    expect(widest(text)).toBeLessThanOrEqual(80);
    expect(widest(listText(undefined, {}, 160))).toBeGreaterThan(80);
  });
});

describe("every parameter with unit, range, default and source", () => {
  test("of one name", () => {
    expect(listText("red", {}, 80)).toContain(
      "  kmin     size, 0 to 1 TiB; default 400 KB\n" +
        "           Backlog up to which no packet is marked.\n" +
        "           Source: HPCC simulator, 100G\n",
    );
    expect(listText("st", {}, 80)).toContain(
      "  xoff  size, 0 to 1 TiB; if omitted: shared pool / (ports * lossless classes)\n",
    );
    expect(listText("bursts", {}, 80)).toContain("  to         one host; required\n");
    expect(listText("file", {}, 80)).toMatch(/^ {2}links: a list\. .*\n {4}a +name; required$/m);
  });

  test("of all there is, with --params", () => {
    const text = listText(undefined, { params: true }, 80);
    expect(text).toContain("fat-tree: topology\n");
    expect(text).toContain("dcqcn: congestion policy, the default\n");
    expect(widest(text)).toBeLessThanOrEqual(80);
  });

  test("distributions with their source", () => {
    expect(listText("cdfs", {}, 200)).toContain("Mean 1.711 MB, 1 B to 30 MB, 12 points.\n  Source: alibaba-edu/");
  });
});

test("--json: entries with their tables, numbers in base units", () => {
  const entries = JSON.parse(listText("buffer", { json: true }, 80)) as { name: string }[];
  expect(entries.find(({ name }) => name === "dt")).toMatchObject({
    section: "policies",
    role: "buffer",
    default: true,
    parameters: [{ name: "alpha", unit: "ratio", default: 1, max: 1024 }],
  });
  expect(JSON.parse(listText("file", { json: true }, 80))).toMatchObject([
    {
      lists: [
        { name: "nodes", parameters: [{ name: "name", required: true }, { name: "kind" }] },
        { name: "links" },
        { name: "memory" },
      ],
    },
  ]);
});

test("an unknown name: what may have been meant", () => {
  expect(() => listText("dcqn", {}, 80)).toThrow(
    'expected a name that a scenario may use, or a role, got "dcqn". Did you mean "dcqcn"?',
  );
});

test("sizes of distributions: one unit a column, KiB beside KB in none", () => {
  const rows = Array.from(
    listText(undefined, {}, 200).matchAll(/^ {2}\S+ +(?:[\d.,]+ (\w+) +){3}\d+$/gm),
    ([row]) => row,
  );
  const units = rows.map((row) => Array.from(row.matchAll(/[\d.,]+ ([KMGT]?i?B)\b/g), ([, unit]) => unit).join(" "));
  expect(units.length).toBeGreaterThan(10);
  expect(new Set(units)).toEqual(new Set(["KB B MB"]));
});
