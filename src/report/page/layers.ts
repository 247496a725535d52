/** The layers and collectives of the traces of a run. */
import { formatCount, formatPercent } from "../../base/format.ts";
import { unitOf, type Quantity } from "../../base/one-unit.ts";
import { PS_PER_NS } from "../../base/units.ts";
import type { TraceTotals } from "../../run/measure/layers.ts";
import type { Table } from "../../run/measure/tables.ts";
import type { LabelledRun } from "../labelled-run.ts";
import { algorithmBandwidth, collectivesOf, layersOf, meanTime } from "../layer-rows.ts";
import { html, tableOf, type Html } from "./html.ts";

/** Maximum rows of each table. */
const MAX_ROWS = 40;

/** The section on traces. Undefined if the run has none. */
export function layersOfTraces({ summary, tables }: LabelledRun): Html | undefined {
  const { layers } = tables;
  if (layers === undefined) return undefined;
  const parts = (summary.traces ?? []).map((trace) => [layerTable(layers, trace), collectiveTable(layers, trace)]);
  return html`<section id="layers">
    <h2>Layers</h2>
    <p class="note">
      Times are means over the ranks. Communication is exposed while a rank waits for it and computes nothing. algbw and
      busbw are the bandwidths of nccl-tests.
    </p>
    ${parts}
  </section> `;
}

function layerTable(layers: Table<"layers">, trace: TraceTotals): Html {
  const all = layersOf(layers, trace);
  const { ranks, time_ns, compute_ns, communication_ns, exposed_ns } = trace;
  const whole = { compute: compute_ns, communication: communication_ns, exposed: exposed_ns };
  const lines = [...all.slice(0, MAX_ROWS), { name: `whole trace, ${formatCount(ranks)} ranks`, ...whole }];
  const [compute, communication, exposed] = (["compute", "communication", "exposed"] as const).map((which) =>
    column(
      "time",
      which,
      lines.map((line) => line[which] * PS_PER_NS),
    ),
  );
  const share = (ns: number): string => (time_ns === null ? "–" : formatPercent(ns / time_ns));
  const rows = lines.map(({ name, exposed: ns }, row) => [
    ...[name, compute.cells[row], communication.cells[row], exposed.cells[row], share(ns)],
  ]);
  const head = ["layer", compute.head, communication.head, exposed.head, "exposed, of the time"];
  return html`<h3>By layer, most exposed first</h3>
    ${tableOf(head, rows)}${more(all.length, "layers")}`;
}

function collectiveTable(layers: Table<"layers">, trace: TraceTotals): Html | undefined {
  const all = collectivesOf(layers, trace);
  if (all.length === 0) return undefined;
  const shown = all.slice(0, MAX_ROWS);
  const of = (quantity: Quantity, head: string, value: (one: (typeof all)[0]) => number): Column =>
    column(quantity, head, shown.map(value));
  const columns = [
    of("bytes", "size", ({ size }) => size),
    { head: "ranks", cells: shown.map(({ ranks }) => formatCount(ranks)) },
    { head: "n", cells: shown.map(({ count }) => formatCount(count)) },
    of("time", "time", (one) => meanTime(one) * PS_PER_NS),
    of("time", "longest", ({ longest }) => longest * PS_PER_NS),
    of("rate", "algbw", algorithmBandwidth),
    of("rate", "busbw", (one) => algorithmBandwidth(one) * one.busFactor),
    of("time", "exposed", ({ exposed }) => exposed * PS_PER_NS),
  ];
  const rows = shown.map(({ name }, row) => [name, ...columns.map(({ cells }) => cells[row])]);
  return html`<h3>By collective</h3>
    ${tableOf(["collective", ...columns.map(({ head }) => head)], rows)}${more(all.length, "kinds of collectives")}`;
}

interface Column {
  readonly head: string;
  readonly cells: readonly string[];
}

/** A column whose head names the unit of its cells. */
function column(quantity: Quantity, head: string, values: readonly number[]): Column {
  const { name, number } = unitOf(quantity, values);
  return { head: `${head}, ${name}`, cells: values.map(number) };
}

const more = (count: number, what: string): Html | undefined =>
  count > MAX_ROWS ? html`<p class="note">And ${formatCount(count - MAX_ROWS)} more ${what}.</p>` : undefined;
