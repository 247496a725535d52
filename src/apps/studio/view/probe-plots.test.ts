/** Charts of probes in the studio: from a run's tables to lines, dots and an SVG. */
import { expect, test } from "vitest";
import { readScenario, runSync } from "xoff";
import { inkOf } from "../chart/colours.ts";
import { svgOf } from "../chart/svg.ts";
import { fabricOf } from "../lab/fabric.ts";
import { buffersOf, viewOf } from "../lab/view-of.ts";
import type { RunView } from "../lab/messages.ts";
import { probeColumns, probePlot } from "./probe-plots.ts";

const scenario = readScenario(`until: 100us
topology: { kind: star, hosts: 5 }
traffic: [{ kind: incast, fanIn: 4, to: h0, size: 64KB }]
measure: { every: 10us, probes: [memory] }
`);
const view = viewOf({ ...runSync(scenario), threads: { count: 1 } }, fabricOf(scenario.wiring), scenario);

test("one chart for each column that was ever above 0, with joined samples and transferred memory", () => {
  const columns = probeColumns([view]);
  expect(columns.map(({ column, isSampled }) => [column, isSampled])).toEqual([
    ["used_bytes", true],
    ["capacity_bytes", true],
  ]);
  const plot = probePlot(view, columns[0], false);
  expect(plot.title).toBe("memory: Bytes of the shared pool in use");
  expect(Array.from(plot.x)).toEqual(Array.from({ length: plot.x.length }, (_, k) => (k + 1) * 1e4));
  expect(plot.lines.map(({ name, as }) => [name, as])).toEqual([["sw0", "joined"]]);
  expect(plot.yText(2e6)).toBe("2 MB");
  expect(buffersOf(view)).toContain(view.probes[0].series[0].lines[0].values.buffer);
});

test("a value that is no sample is a dot, and several lines share their times", () => {
  const [{ probe, series }] = view.probes;
  const lines = [
    { name: "a", times: Float64Array.of(1, 5), values: Float64Array.of(3, 4) },
    { name: "b", times: Float64Array.of(2), values: Float64Array.of(9) },
  ];
  const seen: RunView = { ...view, probes: [{ probe, series: [{ ...series[0], isSampled: false, lines }], every: 1 }] };
  const [column] = probeColumns([seen]);
  expect(column.lines).toEqual(["a", "b"]);
  const plot = probePlot(seen, column, false);
  expect(plot.lines.map(({ values }) => [...(values as readonly (number | null)[])])).toEqual([
    [3, null, 4],
    [null, 9, null],
  ]);
  const svg = svgOf(plot, { x: [0, 10], y: [0, 10], hidden: new Set() }, inkOf(false), String);
  expect(svg.match(/M[\d.]+ [\d.]+h0/g)).toHaveLength(3);
});
