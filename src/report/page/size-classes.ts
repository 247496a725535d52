/**
 * Completion times and slowdowns by size class, as papers tabulate them. If some flows are unfinished, a second set of
 * columns is for the finished flows alone.
 */
import { formatCount } from "../../base/format.ts";
import type { LabelledRun } from "../labelled-run.ts";
import { unitOf, type Unit } from "../../base/one-unit.ts";
import { html, tableOf, type Html } from "./html.ts";

/** The table of one run. Undefined if no flow of the run is counted in a size class, for example because none began in the window. */
export function sizeClasses({ summary }: LabelledRun): Html | undefined {
  const { definition, window, classes } = summary.fct.by_size;
  const filled = classes.filter(({ flows }) => flows > 0);
  if (filled.length === 0) return undefined;
  const open = filled.some(({ unfinished }) => unfinished > 0);
  const both = filled.flatMap((one) => (open ? [one, one.finished] : [one]));
  const units = (["mean", "p50", "p99"] as const).map((which) => ({
    which,
    unit: unitOf(
      "time",
      both.map(({ fct_ns }) => (fct_ns[which] ?? NaN) * 1000),
    ),
  }));
  const time = ({ number }: Unit, ns: number | null): string => (ns === null ? "–" : number(ns * 1000));
  const ratio = (value: number | null): string => (value === null ? "–" : value.toFixed(2));
  const times = ({ fct_ns, slowdown }: (typeof both)[0]): string[] => [
    ...units.map(({ which, unit }) => time(unit, fct_ns[which])),
    ...[slowdown.mean, slowdown.p50, slowdown.p95, slowdown.p99, slowdown.max].map(ratio),
  ];
  const head = [
    ...units.map(({ which, unit }) => `FCT ${which}, ${unit.name}`),
    ...["slowdown mean", "p50", "p95", "p99", "max"],
  ];
  const rows = filled.map((one) => [
    ...[one.sizes, formatCount(one.flows), formatCount(one.unfinished)],
    ...times(one),
    ...(open ? [formatCount(one.flows - one.unfinished), ...times(one.finished)] : []),
  ]);
  const spans = [
    { text: "", columns: 1 },
    { text: "all flows that count, unfinished ones with their age", columns: head.length + 2 },
    { text: "flows done", columns: head.length + 1 },
  ];
  return html`<div class="full">
    <h3>By size of flow</h3>
    <p class="note">
      ${definition}; ${window}. The statistics by HPCC's and ConWeave's definitions are in summary.json.
    </p>
    ${tableOf(["flow size", "n", "not done", ...head, ...(open ? ["n", ...head] : [])], rows, open ? { spans, dense: true } : {})}
  </div> `;
}
