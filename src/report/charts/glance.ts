/**
 * A comparison at a glance: a chart for each important column, with the mean and confidence interval of every scheme.
 */
import type { Estimate } from "../../base/confidence.ts";
import { columnUnit } from "../column-text.ts";
import { columns, type ColumnName } from "../columns.ts";
import type { Settings } from "../labelled-run.ts";
import { linearAxis, plain } from "./axes.ts";
import type { Spec } from "./draw.ts";
import { layOut } from "./facets.ts";
import type { Drawing, Figure } from "./figure.ts";
import { COLOURS, MARKERS, THIRD } from "./theme.ts";

/** A row of a comparison: the means of a scheme over its seeds. */
export interface SchemeFigures {
  readonly label: string;
  readonly settings: Settings;
  readonly figures: Readonly<Record<ColumnName, Estimate>>;
}

const SHOWN: readonly ColumnName[] = [
  ...(["fct_mean_ns", "common_fct_mean_ns", "pauses", "queue_pauses"] as const),
  ...(["slowdown_p99", "common_slowdown_p99", "goodput_bps"] as const),
];
const TITLES: Partial<Readonly<Record<ColumnName, { readonly title: string; readonly about: string }>>> = {
  pauses: { title: "PAUSEs", about: "of classes or ports, decided by switches" },
  queue_pauses: { title: "queue PAUSEs", about: "of single queues or flows, sent by switches" },
  goodput_bps: { title: "goodput", about: "payload delivered in order, all flows" },
  fct_mean_ns: { title: "FCT mean", about: "all flows, unfinished ones with their age" },
  common_fct_mean_ns: { title: "FCT mean", about: "flows that all rows with the same traffic finished" },
  slowdown_p99: { title: "slowdown p99", about: "all flows, unfinished ones with their age" },
  common_slowdown_p99: { title: "slowdown p99", about: "flows that all rows with the same traffic finished" },
};
/** Estimated width of one character of a label in px. */
const CHARACTER = 6.2;
/** Maximum length of a label. The rest of a longer label is replaced by an ellipsis. */
const MAX_CHARACTERS = 24;
const LABEL = `length(datum.label) > ${MAX_CHARACTERS} ? substring(datum.label, 0, ${MAX_CHARACTERS - 1}) + "…" : datum.label`;

export function glance(rows: readonly SchemeFigures[]): Figure {
  const about = { id: "glance", title: "At a glance", table: "flows" } as const;
  const drawn = SHOWN.filter((name) => new Set(rows.map(({ figures }) => figures[name].mean)).size > 1);
  if (drawn.length === 0) return { ...about, notes: ["All rows have the same numbers."] };
  const { of, names, facets } = layOut(rows);
  const nameOf = new Map(facets.flatMap(({ lines }) => lines.map(({ name, scheme }) => [scheme, name] as const)));
  const labels = rows.map(({ label }) => label);
  const room = Math.min(MAX_CHARACTERS, Math.max(...labels.map(({ length }) => length))) * CHARACTER + 24;
  const charts = drawn.map((column): Drawing => {
    const values = rows.map(({ figures }) => figures[column].mean);
    const unit = columnUnit(columns[column], values);
    const most = Math.max(...rows.map(({ figures }) => figures[column]).map(({ mean, half }) => mean + (half || 0)));
    const reach = Math.min(most, Math.max(...values) * 2);
    const isCount = ["count", "ratio", "flag", "share"].includes(columns[column].unit);
    const axis = linearAxis(
      unit.name === "" ? (TITLES[column]?.title ?? columns[column].head) : unit.name,
      { low: 0, high: reach },
      isCount ? plain : unit.number,
      { ticks: 4 },
    );
    const [, end] = axis.scale.domain;
    const data = rows.map(({ label, figures }, scheme) => {
      const { mean, half } = figures[column];
      return {
        ...{ label, name: nameOf.get(scheme), mean: Number.isFinite(mean) ? mean : null },
        ...(Number.isFinite(half) ? { low: Math.max(0, mean - half), high: Math.min(end, mean + half) } : {}),
      };
    });
    const y = {
      field: "label",
      type: "nominal",
      scale: { domain: labels },
      title: null,
      axis: { grid: true, domain: false, ticks: false, labelLimit: 0, labelExpr: LABEL },
    } as const;
    const channel = { field: "name", type: "nominal", legend: null } as const;
    const place = { y, color: { ...channel, scale: { domain: names, range: COLOURS } } };
    const x = (field: string): object => ({ field, type: "quantitative", ...axis });
    const spec = {
      width: THIRD - room,
      height: { step: 17 },
      data: { values: data },
      layer: [
        {
          transform: [{ filter: "isValid(datum.low)" }],
          mark: { type: "rule", strokeWidth: 1.5 },
          encoding: { ...place, x: x("low"), x2: { field: "high" } },
        },
        {
          mark: { type: "point", filled: true, size: 46, opacity: 1 },
          encoding: { ...place, x: x("mean"), shape: { ...channel, scale: { domain: names, range: MARKERS } } },
        },
      ],
    } as Spec;
    return { ...(TITLES[column] ?? { title: columns[column].head }), spec };
  });
  const seeds = Math.max(...rows.map(({ figures }) => figures.pauses.count));
  const paths = Object.keys(rows[0].settings);
  return {
    ...about,
    charts,
    abreast: 3,
    legend: { of, names, marks: "markers" },
    notes: [
      ...(paths.join() === "run" || paths.length === 0 ? [] : [`Rows: ${paths.join(", ")}.`]),
      ...(seeds > 1
        ? [
            `Marker: the mean over ${seeds} seeds. Line: its 95% interval, clipped at the edge of the chart. The differences seed by seed decide whether rows differ.`,
          ]
        : []),
    ],
  };
}
