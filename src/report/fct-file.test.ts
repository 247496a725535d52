import { expect, test } from "vitest";
import { experiment, readScenario } from "../run/lab/lab.ts";
import { fctFile } from "./fct-file.ts";

const { tables } = experiment(
  readScenario(
    `until: 50us
topology: { kind: dumbbell, pairs: 2 }
traffic: [{ kind: flows, list: ["h0, r0, 64KB", "h1, r0, 1KB", "h0, r0, 2KB, 5us", "h1, r1, 10MB"] }]
`,
    "x.yaml",
  ),
);
const lines = (dialect: "hpcc" | "conweave"): string[][] => {
  const text = [...fctFile(tables.flows, dialect)].join("");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => line.split(" "));
};

test("a line a flow that is done, in the order of completion; hosts with other names after h0 and h1; pairs told apart by port", () => {
  const rows = lines("conweave");
  expect(rows.map((row) => row.slice(0, 5).join(" "))).toEqual([
    "1 2 10000 100 1000",
    "0 2 10001 100 2000",
    "0 2 10000 100 64000",
  ]);
  const { fct_ack_ns: fct, standalone_fct_ns: alone } = tables.flows.columns;
  expect(rows[0].slice(5)).toEqual(["0", String(Math.floor(fct[1])), String(Math.floor(alone[1]))]);
});

test("HPCC's dialect has addresses: host 17 is 0b001101, as there", () => {
  expect(lines("hpcc").map((row) => row.slice(0, 2).join(" "))).toEqual([
    "0b000101 0b000201",
    "0b000001 0b000201",
    "0b000001 0b000201",
  ]);
});
