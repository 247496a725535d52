/** Tests the columns of probes as lines: their subject, their unit, and whether their points may be joined. */
import { expect, test } from "vitest";
import { experiment, readScenario, type ProbeTable, type Results } from "../lab/lab.ts";
import { probeShape } from "./probe-columns.ts";
import { probeSeries } from "./probe-series.ts";

const { tables }: Results = experiment(
  readScenario(
    "until: 10us\ntopology: { kind: star, hosts: 3 }\ntraffic: [{ kind: long-lived, from: h0, to: h1 }]",
    "a.yaml",
  ),
);
const units = {
  wait: { unit: "ps", about: "Waited." },
  hits: { unit: "count", about: "Hits.", empty: "there was none" },
  up: { unit: "flag", about: "Up?" },
  why: { unit: "choice", choices: ["a", "b"], about: "Why." },
} as const;
const own = (wait_ns: number[], hits: number[]): ProbeTable["columns"] => ({
  wait_ns: Float64Array.from(wait_ns),
  hits: Int32Array.from(hits),
  up: Uint8Array.from(wait_ns, () => 1),
  why: wait_ns.map(() => "a"),
});

test("a line for each queue, named by its link and class, without the cells that are empty; no line of text", () => {
  const table: ProbeTable = {
    ...{ shape: probeShape("x", "queue", units), rows: 3 },
    columns: {
      time_ns: Float64Array.of(10, 10, 20),
      node: ["sw0", "h0", "sw0"],
      port: Int32Array.of(2, 1, 2),
      peer: ["h1", "sw0", "h1"],
      class: Int32Array.of(3, 4, 3),
      ...own([1, 2, NaN], [-1, 5, 6]),
    },
  };
  const [wait, hits, up, ...none] = probeSeries(table, tables);
  expect(none).toEqual([]);
  expect(wait).toMatchObject({ column: "wait_ns", of: "queue", quantity: "time", isSampled: true, about: "Waited." });
  expect([hits.quantity, up.quantity]).toEqual(["number", "number"]);
  expect(wait.lines).toEqual([
    { name: "sw0-h1, class 3", times: Float64Array.of(10), values: Float64Array.of(1) },
    { name: "h0-sw0, class 4", times: Float64Array.of(10), values: Float64Array.of(2) },
  ]);
  expect(hits.lines[0]).toMatchObject({ times: Float64Array.of(20), values: Float64Array.of(6) });
});

test("rows of what happened are no samples; flows have their ends in their names, the network has none", () => {
  const flows = {
    time_ns: Float64Array.of(10.3, 11, 25.7),
    flow: Int32Array.of(0, 0, 0),
    ...own([1, 2, 3], [1, 2, 3]),
  };
  const [ofFlow] = probeSeries({ shape: probeShape("x", "flow", units), rows: 3, columns: flows }, tables);
  expect([ofFlow.isSampled, ofFlow.lines.map(({ name }) => name)]).toEqual([false, ["flow 0, h0 → h1"]]);
  const columns = { time_ns: Float64Array.of(5, 10, 20), ...own([1, 2, 3], [1, 2, 3]) };
  const [whole] = probeSeries({ shape: probeShape("x", "network", units), rows: 3, columns }, tables);
  expect([whole.of, whole.isSampled, whole.lines.map(({ name }) => name)]).toEqual(["network", true, [""]]);
});
