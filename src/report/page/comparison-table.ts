/**
 * The numbers of a comparison as tables: a row for each scheme, with the means over its seeds and their confidence
 * intervals.
 */
import { columnUnit, withUnit } from "../column-text.ts";
import { columnNames, columns, type Column, type ColumnName } from "../columns.ts";
import type { NumberedRun } from "../numbered-runs.ts";
import type { Unit } from "../../base/one-unit.ts";
import { markOf, sameRuns, type SameRun } from "../same-runs.ts";
import { namesOf, schemesOf } from "../schemes.ts";
import { seedNotes } from "../seed-notes.ts";
import { seedsRows, type SeedsRow } from "../seeds-rows.ts";
import { idealNotes } from "../ideal-gains.ts";
import { html, tableOf, type Html } from "./html.ts";

interface Group {
  /** Over its columns. */
  readonly title: string;
  readonly columns: readonly ColumnName[];
}

const OF_ALL = "all flows that count, unfinished ones with their age";
const COMPLETION: readonly Group[] = [
  {
    title: OF_ALL,
    columns: [
      ...(["flows", "unfinished", "fct_mean_ns", "fct_p50_ns", "fct_p99_ns"] as const),
      ...(["slowdown_mean", "slowdown_p50", "slowdown_p99"] as const),
    ],
  },
  {
    title: "flows that all rows with the same traffic finished",
    columns: [
      ...(["common_flows", "common_fct_mean_ns", "common_fct_p99_ns"] as const),
      ...(["common_slowdown_mean", "common_slowdown_p99"] as const),
    ],
  },
];
const SIZES: readonly Group[] = [
  {
    title: `at most 100 KB: ${OF_ALL}`,
    columns: ["small_flows", "small_slowdown_mean", "small_slowdown_p50", "small_slowdown_p99"],
  },
  {
    title: `more than 1 MB: ${OF_ALL}`,
    columns: ["large_flows", "large_slowdown_mean", "large_slowdown_p50", "large_slowdown_p99"],
  },
];
const OTHERS: readonly Group[] = [
  { title: "PAUSE", columns: ["pauses", "paused_ns"] },
  {
    title: "packets",
    columns: [
      ...(["drops", "repeated_packets", "nacks", "out_of_order_packets", "reordering_bytes"] as const),
      "marked_share",
    ],
  },
  { title: "whole run", columns: ["goodput_bps", "queue_peak_bytes", "skipped_share", "skip_error", "deadlock"] },
];

/** Means over the seeds of each scheme. Interrupted runs are excluded, unless a scheme has no other runs. */
export function schemeFigures(runs: readonly NumberedRun[]): SeedsRow[] {
  const counted = schemesOf(runs).flatMap(({ runs: some }) => {
    const whole = some.filter(({ cut = false }) => !cut);
    return whole.length > 0 ? whole : some;
  });
  return seedsRows(counted, (settings) => Object.values(settings).join(", "));
}

const STARS =
  '* best row of the column. Every other row with the same traffic is significantly worse, or equal under every seed. Completion times of all flows have no star where "not done" differs.';

export function comparisonTables(runs: readonly NumberedRun[], rows: readonly SeedsRow[]): Html {
  const seeds = runs.length > rows.length;
  const cut = runs.filter((run) => run.cut).length;
  const alike = sameRuns(runs.filter((run) => run.cut !== true));
  const said = seeds
    ? `Means over seeds, with half of the 95% interval below. ${STARS}`
    : "Each row is a single run, so there is no statement over seeds.";
  return html`<section id="numbers">
    <h2>Numbers</h2>
    <p class="note">${said}${cut > 0 ? ` Means exclude interrupted runs: ${cut} of ${runs.length}.` : ""}</p>
    ${seeds ? seedNotes(rows, variedIn(runs)).map((note) => html`<p class="note">${note}</p>`) : undefined}
    ${idealNotes(rows, seeds ? rows : []).map((note) => html`<p class="note">${note}</p>`)}
    ${alike.map(({ text }) => html`<p class="note">${text}</p>`)}
    <h3>Flow completion</h3>
    ${groupTable(rows, COMPLETION, alike)}
    <h3>PAUSEs, packets, goodput</h3>
    ${groupTable(rows, OTHERS, alike)}
    <h3>Slowdown of small and of large flows</h3>
    ${groupTable(rows, SIZES, alike)} ${seeds ? differenceTable(rows) : undefined} ${seeds ? eachRun(runs) : undefined}
    <details>
      <summary>Meaning of the columns</summary>
      ${tableOf(
        ["column", "in compare.csv", "meaning"],
        columnNames.map((name) => [columns[name].head, name, columns[name].about]),
        { texts: 3 },
      )}
    </details>
  </section>`;
}

/** The varied settings with their values, as in the options of `xoff compare`. */
function variedIn(runs: readonly NumberedRun[]): Record<string, string[]> {
  const paths = [...new Set(runs.flatMap(({ settings }) => Object.keys(settings)))];
  return Object.fromEntries(
    paths.map((path) => [path, [...new Set(runs.flatMap(({ settings }) => settings[path] ?? []))]]),
  );
}

/**
 * The table of paired differences. Each column compares its rows with the row that has the best mean in this column. These
 * differences decide which rows of the column get a star (`best`).
 */
function differenceTable(rows: readonly SeedsRow[]): Html | undefined {
  const shown = columnNames.filter((name) => rows.some(({ differences }) => (differences[name]?.mean ?? 0) !== 0));
  if (shown.length === 0) return undefined;
  const { paths, cells } = namesOf(rows);
  const head = shown.map((name) => {
    const unit = unitFor(rows, name);
    return unit.name === "" ? columns[name].head : `${columns[name].head}, ${unit.name}`;
  });
  const body = rows.map((row) => [...cells(row), ...shown.map((name) => differenceCell(rows, row, name))]);
  return html`<h3>Differences, seed by seed</h3>
    <p class="note">
      Paired difference to the best row of the column, among rows with the same traffic: the mean over the seeds, and
      below it half of its 95% interval. A difference without an interval is no statement over seeds.
    </p>
    ${tableOf([...paths, ...head], body, { texts: paths.length, grouped: paths.length, dense: true })}`;
}

function differenceCell(rows: readonly SeedsRow[], { figures, differences, best }: SeedsRow, name: ColumnName): Html {
  if (!Number.isFinite(figures[name].mean)) return html`–`;
  const unit = unitFor(rows, name);
  const found = differences[name];
  const star = best.includes(name) ? "*" : "";
  if (found === undefined) return html`${(columns[name] as Column).best ?? "–"}${star}`;
  const { mean, half } = found;
  return html`${mean > 0 ? "+" : ""}${unit.number(mean)}${star}${
    half > 0 ? html`<span class="half">±${unit.number(half)}</span>` : undefined
  }`;
}

/**
 * The table of several column groups. If a column has the same value in all rows, a sentence below the table has this
 * value instead. The columns `flows` and `common_flows` always stay in the table. `alike` lists the rows whose runs are
 * identical. These rows get a mark.
 */
function groupTable(rows: readonly SeedsRow[], groups: readonly Group[], alike: readonly SameRun[]): Html {
  const { paths, cells: names } = namesOf(rows);
  const cells = (row: SeedsRow): string[] => marked(names(row), markOf(alike, row.settings));
  const texts = (name: ColumnName): string[] => {
    const unit = unitFor(rows, name);
    return rows.map(({ figures }) => withUnit(unit, figures[name].mean));
  };
  const all = groups.flatMap((group) => group.columns);
  // A single row has no other to compare with, so all values that it has are shown.
  const isKept = (name: ColumnName): boolean =>
    name === "flows" ||
    name === "common_flows" ||
    new Set(texts(name)).size > 1 ||
    (rows.length === 1 && texts(name)[0] !== "-");
  const shown = groups.map((group) => ({ ...group, columns: group.columns.filter(isKept) }));
  const same = all.filter((name) => !isKept(name));
  const known = same.filter((name) => texts(name)[0] !== "-");
  const said =
    known.length === 0
      ? undefined
      : html`<p class="note">
          In all rows: ${known.map((name) => `${columns[name].head} ${texts(name)[0]}`).join(", ")}.
        </p>`;
  const drawn = shown.filter((group) => group.columns.length > 0);
  if (drawn.length === 0) return html`${said}`;
  const body = rows.map((row, at) => [
    ...cells(row),
    ...drawn.flatMap((group) => group.columns.map((name) => cell(rows, at, name))),
  ]);
  const spans = [
    ...(paths.length === 0 ? [] : [{ text: "", columns: paths.length }]),
    ...drawn.map(({ title, columns: some }) => ({ text: title, columns: some.length })),
  ];
  const head = drawn.flatMap((group) => group.columns.map((name) => headOf(name, unitFor(rows, name))));
  return html`${tableOf([...paths, ...head], body, { texts: paths.length, grouped: paths.length, spans, dense: true })}${said}`;
}

/** Appends the mark of identical runs to the last of the row's names. */
const marked = (names: readonly string[], mark: string): string[] =>
  names.map((name, k) => (k === names.length - 1 && mark !== "" ? `${name} ${mark}` : name));

const unitFor = (rows: readonly SeedsRow[], name: ColumnName): Unit =>
  columnUnit(
    columns[name],
    rows.map(({ figures }) => figures[name].mean),
  );

/** Header of a column: "FCT mean, us". The group's title above it names the flows. */
function headOf(name: ColumnName, unit: Unit): string {
  const short = columns[name].head.replace(/^(common|small|large) /, "");
  const head = short === "slowdown" ? "slowdown mean" : short.replace(/^(FCT|slowdown) p/, "p");
  return unit.name === "" ? head : `${head}, ${unit.name}`;
}

function cell(rows: readonly SeedsRow[], at: number, name: ColumnName): Html {
  const { figures, best, seeds } = rows[at];
  const { mean, half, count } = figures[name];
  const text = Number.isFinite(mean) ? unitFor(rows, name).number(mean) : "–";
  const isBare = !(half > 0) || mean === 0 || columns[name].unit === "flag" || COUNTS.includes(name);
  return html`${best.includes(name) ? html`<b>${text}*</b>` : text}${
    isBare ? undefined : html`<span class="half">±${Number(((half / Math.abs(mean)) * 100).toPrecision(2))}%</span>`
  }${count > 0 && count < seeds ? html`<span class="half">${count} of ${seeds}</span>` : undefined}`;
}

/** Numbers of flows, which have no confidence interval. */
const COUNTS: readonly ColumnName[] = ["flows", "common_flows", "small_flows", "large_flows"];

/** A table with a row for each run: every seed of every scheme. */
function eachRun(runs: readonly NumberedRun[]): Html {
  const { paths, cells } = namesOf(runs);
  const shown = columnNames.filter((name) => new Set(runs.map(({ figures }) => figures[name])).size > 1);
  const units = shown.map((name) =>
    columnUnit(
      columns[name],
      runs.map(({ figures }) => figures[name]),
    ),
  );
  const head = shown.map((name, k) =>
    units[k].name === "" ? columns[name].head : `${columns[name].head}, ${units[k].name}`,
  );
  const rows = runs.map((run) => [
    ...cells(run),
    ...shown.map((name, k) => (Number.isFinite(run.figures[name]) ? units[k].number(run.figures[name]) : "–")),
  ]);
  return html`<details>
    <summary>Each of the ${runs.length} runs</summary>
    ${tableOf([...paths, ...head], rows, { texts: paths.length, grouped: paths.length, dense: true })}
  </details>`;
}
