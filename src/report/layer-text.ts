/** The layers and collectives of the traces of a run, as terminal text. */
import { inOneUnit, type Quantity } from "../base/one-unit.ts";
import { formatCount, formatPercent } from "../base/format.ts";
import { PS_PER_NS } from "../base/units.ts";
import type { TraceTotals } from "../run/measure/layers.ts";
import type { Results } from "../run/measure/results.ts";
import { algorithmBandwidth, collectivesOf, layersOf, meanTime } from "./layer-rows.ts";
import { table } from "./table.ts";

/** Maximum rows of each table. The rest are only counted. */
const SHOWN = 10;

/** The tables of all traces. "": the run has no traces, or its results are of a version without `layers`. */
export function layerText({ summary, tables }: Pick<Results, "summary" | "tables">): string {
  const { layers } = tables;
  if (layers === undefined) return "";
  return (summary.traces ?? [])
    .flatMap((trace) => [layerTable(layers, trace), collectiveTable(layers, trace)])
    .filter((text) => text !== "")
    .join("\n\n");
}

function layerTable(layers: NonNullable<Results["tables"]["layers"]>, trace: TraceTotals): string {
  const all = layersOf(layers, trace);
  const shown = all.slice(0, SHOWN);
  const { ranks, time_ns, compute_ns, communication_ns, exposed_ns } = trace;
  const whole = { compute: compute_ns, communication: communication_ns, exposed: exposed_ns };
  const lines = [...shown, { name: `whole trace, ${formatCount(ranks)} ranks`, ...whole }];
  const column = (which: keyof typeof whole): string[] =>
    inOneUnit(
      "time",
      lines.map((line) => line[which] * PS_PER_NS),
    );
  const cells = [column("compute"), column("communication"), column("exposed")];
  const share = (ns: number): string => (time_ns === null ? "-" : formatPercent(ns / time_ns));
  const rows = lines.map(({ name, exposed }, row) => [name, ...cells.map((cell) => cell[row]), share(exposed)]);
  const head = ["layer", "compute", "communication", "exposed", "of the time"];
  return table(head, rows) + more(all.length - shown.length, "layers");
}

function collectiveTable(layers: NonNullable<Results["tables"]["layers"]>, trace: TraceTotals): string {
  const all = collectivesOf(layers, trace);
  if (all.length === 0) return "";
  const shown = all.slice(0, SHOWN);
  const column = (quantity: Quantity, of: (one: (typeof all)[0]) => number): string[] =>
    inOneUnit(quantity, shown.map(of));
  const columns = [
    column("time", (one) => meanTime(one) * PS_PER_NS),
    column("time", ({ longest }) => longest * PS_PER_NS),
    column("rate", algorithmBandwidth),
    column("rate", (one) => algorithmBandwidth(one) * one.busFactor),
    column("time", ({ exposed }) => exposed * PS_PER_NS),
  ];
  const sizes = column("bytes", ({ size }) => size);
  const rows = shown.map(({ name, ranks, count }, row) => [
    ...[name, sizes[row], formatCount(ranks), formatCount(count)],
    ...columns.map((cells) => cells[row]),
  ]);
  const head = ["collective", "size", "ranks", "n", "time", "longest", "algbw", "busbw", "exposed"];
  return table(head, rows) + more(all.length - shown.length, "kinds of collectives");
}

const more = (count: number, what: string): string => (count > 0 ? `\nand ${formatCount(count)} more ${what}` : "");
