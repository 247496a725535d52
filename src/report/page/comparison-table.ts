/** The numbers of a comparison: a row a scheme, means over its seeds with their intervals, under each column what it is of. */
import { estimate, type Estimate } from "../../base/confidence.ts";
import { isBest, trafficOf } from "../best.ts";
import type { SchemeFigures } from "../charts/glance.ts";
import { columnUnit, withUnit } from "../column-text.ts";
import { columnNames, columns, type ColumnName } from "../columns.ts";
import type { NumberedRun } from "../numbered-runs.ts";
import type { Unit } from "../../base/one-unit.ts";
import { namesOf, schemesOf } from "../schemes.ts";
import { html, tableOf, type Html } from "./html.ts";

interface Group {
  /** Over its columns. */
  readonly title: string;
  readonly columns: readonly ColumnName[];
}

const OF_ALL = "all flows that count, those not done at their age";
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
  { title: "whole run", columns: ["goodput_bps", "deadlock"] },
];

/** Means over the seeds of each scheme; runs that were cut short are left out. */
export function schemeFigures(runs: readonly NumberedRun[]): SchemeFigures[] {
  return schemesOf(runs).flatMap(({ label, settings, runs: some }) => {
    const whole = some.filter(({ cut = false }) => !cut);
    const counted = whole.length > 0 ? whole : some;
    const figures = Object.fromEntries(
      columnNames.map((name) => [name, estimate(counted.map((run) => run.figures[name]))]),
    ) as Record<ColumnName, Estimate>;
    return [{ label, settings, figures }];
  });
}

export function comparisonTables(runs: readonly NumberedRun[], rows: readonly SchemeFigures[]): Html {
  const seeds = runs.length > rows.length;
  const cut = runs.filter((run) => run.cut).length;
  return html`<section id="numbers">
    <h2>Numbers</h2>
    <p class="note">
      ${seeds ? "Means over seeds, and below each half of its 95% interval. " : ""}* best of its column, of the rows
      with the same traffic${seeds ? ", and beyond chance: the intervals do not meet" : ""}; none on completion times of
      all flows where "not done"
      differs.${cut > 0 ? ` Runs that were cut short count in no mean: ${cut} of ${runs.length}.` : ""}
    </p>
    <h3>Flow completion</h3>
    ${groupTable(rows, COMPLETION)}
    <h3>PAUSEs, packets, goodput</h3>
    ${groupTable(rows, OTHERS)}
    <h3>Slowdown of small and of large flows</h3>
    ${groupTable(rows, SIZES)} ${seeds ? eachRun(runs) : undefined}
    <details>
      <summary>What each column is</summary>
      ${tableOf(
        ["column", "in compare.csv", "what it is"],
        columnNames.map((name) => [columns[name].head, name, columns[name].about]),
        { texts: 3 },
      )}
    </details>
  </section>`;
}

/** Columns that say the same in all rows stand in a sentence below, so that the table shows what differs. */
function groupTable(rows: readonly SchemeFigures[], groups: readonly Group[]): Html {
  const { paths, cells } = namesOf(rows);
  const texts = (name: ColumnName): string[] => {
    const unit = unitFor(rows, name);
    return rows.map(({ figures }) => withUnit(unit, figures[name].mean));
  };
  const all = groups.flatMap((group) => group.columns);
  // A single row differs from none: it has them all.
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

const unitFor = (rows: readonly SchemeFigures[], name: ColumnName): Unit =>
  columnUnit(
    columns[name],
    rows.map(({ figures }) => figures[name].mean),
  );

/** "FCT mean, us": what it is of stands above. */
function headOf(name: ColumnName, unit: Unit): string {
  const short = columns[name].head.replace(/^(common|small|large) /, "");
  const head = short === "slowdown" ? "slowdown mean" : short.replace(/^(FCT|slowdown) p/, "p");
  return unit.name === "" ? head : `${head}, ${unit.name}`;
}

function cell(rows: readonly SchemeFigures[], at: number, name: ColumnName): Html {
  const row = rows[at];
  const unit = unitFor(rows, name);
  const rivals = rows.filter((other) => trafficOf(other.settings) === trafficOf(row.settings));
  const of = rivals.map(({ figures }) => ({
    value: figures[name].mean,
    half: figures[name].count > 1 ? figures[name].half : NaN,
    unfinished: figures.unfinished.mean,
  }));
  const { mean, half } = row.figures[name];
  const text = Number.isFinite(mean) ? unit.number(mean) : "–";
  const star = isBest(columns[name], unit, of[rivals.indexOf(row)], of);
  const isSure =
    Number.isNaN(half) ||
    mean === 0 ||
    columns[name].unit === "flag" ||
    COUNTS.includes(name) ||
    !Number.isFinite(mean);
  return html`${star ? html`<b>${text}*</b>` : text}${
    isSure ? undefined : html`<span class="half">±${Number(((half / Math.abs(mean)) * 100).toPrecision(2))}%</span>`
  }`;
}

/** How many flows a row is of says nothing of chance. */
const COUNTS: readonly ColumnName[] = ["flows", "common_flows", "small_flows", "large_flows"];

/** Every seed of every scheme. */
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
