import { expect, test } from "vitest";
import { parseFct } from "../formats/hpcc/fct.ts";
import { experiment, readScenario } from "../run/lab/lab.ts";
import { fctBeside } from "./fct-comparison.ts";
import { fctFile } from "./fct-file.ts";

const { tables } = experiment(
  readScenario(
    `until: 50us
topology: { kind: star, hosts: 3 }
traffic: [{ kind: flows, list: ["h0, h2, 64KB", "h1, h2, 1KB", "h0, h2, 2KB, 5us", "h1, h2, 1KB", "h1, h2, 10MB"] }]
`,
    "x.yaml",
  ),
);
const text = (dialect: "hpcc" | "conweave"): string => [...fctFile(tables.flows, dialect)].join("");

test("what is written is read again, in both dialects: 4 flows that are done, hosts by number", () => {
  const rows = parseFct(text("hpcc"), "fct.txt");
  expect(rows).toEqual(parseFct(text("conweave"), "fct.txt"));
  expect(rows.map(({ source, destination, size }) => [source, destination, size])).toEqual([
    [1, 2, 1000],
    [1, 2, 1000],
    [0, 2, 2000],
    [0, 2, 64_000],
  ]);
  expect(() => parseFct("0 1 10000 100 5 0 7\n", "fct.txt")).toThrow(
    /fct\.txt:1: expected "sip dip .*, found 7 fields/,
  );
  expect(() => parseFct("0x1 1 10000 100 5 0 7 7\n", "fct.txt")).toThrow(
    /fct\.txt:1:1: expected a host: an address such as/,
  );
});

test("a run beside itself has the same times; beside one that took twice as long, half of them, flow by flow", () => {
  const same = fctBeside(parseFct(text("hpcc"), "fct.txt"), tables.flows);
  expect(same).toContain("4 flows match, of 4 there (the file) and 4 here (the run).");
  expect(same).toContain("median 1.000, p5 1.000, p95 1.000");
  const slow = parseFct(text("hpcc"), "fct.txt").map((row) => ({ ...row, fctNs: row.fctNs * 2 }));
  const beside = fctBeside([...slow, { ...slow[0], startNs: 7 }], tables.flows);
  expect(beside).toContain("4 flows match, of 5 there (the file) and 4 here (the run).");
  expect(beside).toContain("median 0.500");
  expect(beside).toMatch(/up to 64 KB +1 /);
  expect(fctBeside([{ ...slow[0], size: 5 }], tables.flows)).toMatch(/^0 flows match.*read the same flow file/s);
});
