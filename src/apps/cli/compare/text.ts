/**
 * Formats a comparison for a terminal. Each row shows the varied settings first, then as many columns as fit.
 *
 * A note below the table lists columns with the same value in all rows, and columns that do not fit. The least important columns are
 * dropped first. A long setting has a number, which a legend above the table explains. Over several seeds, a star rather than a colour
 * marks the best value of a column. It is only shown if every other row with the same traffic is significantly worse, or equal under every
 * seed. A second table shows these differences to the best row.
 */
import { table } from "../../../report/table.ts";
import { columns, type ColumnName } from "../../../report/columns.ts";
import type { SameRun } from "../../../report/same-runs.ts";
import { seedNotes } from "../../../report/seed-notes.ts";
import type { SeedsRow } from "../../../report/seeds-rows.ts";
import { idealNotes } from "../../../report/ideal-gains.ts";
import type { Comparison } from "../../../batch/sweep/comparison.ts";
import { tellingColumns, textsIn } from "./columns.ts";
import { differenceLines, differingColumns, rowLines, seedsLines, type Line } from "./lines.ts";
import type { Sort } from "./options.ts";
import { seedNoteLines } from "./seed-note-lines.ts";
import { marked, sameRunsOf } from "./same-run-lines.ts";
import { shortSettings, type ShortSettings } from "./short-settings.ts";
import { counted } from "../terminal/terminal.ts";
import { wrap } from "../../../base/wrap.ts";

const BY_IMPORTANCE: readonly ColumnName[] = [
  ...(["deadlock", "drops", "unfinished", "pauses"] as const),
  ...(["job_ns", "iteration_p99_ns", "busbw_bps"] as const),
  ...(["fct_mean_ns", "common_fct_mean_ns", "flows", "common_flows"] as const),
  ...(["slowdown_p99", "common_slowdown_p99", "goodput_bps", "paused_ns", "queue_pauses"] as const),
  ...(["common_fct_p99_ns", "common_slowdown_mean"] as const),
  ...(["skipped_share", "skip_error"] as const),
  ...(["fct_p99_ns", "slowdown_mean", "small_slowdown_p99", "large_slowdown_mean", "marked_share"] as const),
  ...(["repeated_packets", "reordering_bytes", "out_of_order_packets", "nacks"] as const),
  ...(["small_slowdown_mean", "large_slowdown_p99", "fct_p50_ns", "slowdown_p50"] as const),
  ...(["small_slowdown_p50", "large_slowdown_p50", "small_flows", "large_flows"] as const),
];

const SINGLE = "A single run each: no statement over seeds (--seeds 5).";
const STAR =
  "* best row of the column. Every other row with the same traffic is significantly worse, or equal under every seed.";
const DIFFERENCES =
  "Paired difference to the best row of each column: the mean over the seeds, and half its 95% confidence interval";

/** Largest number of rows that a note names individually. */
const MAX_NAMED = 6;

/** A note for columns about all flows. It is printed if some flows are unfinished. */
const OF_ALL =
  'FCT and slowdown: all n flows that count; an unfinished flow counts with its age. No star where "not done" differs.';
const OF_COMMON = "common: the flows that all rows with the same traffic finished, n of them.";

export interface Screen {
  /** Width of a line in characters. */
  readonly width: number;
  /** Emphasises a best value, if the terminal can show emphasis. */
  readonly stress: (text: string) => string;
  /** The columns to show, in this order. Undefined: as many columns as fit. */
  readonly columns?: readonly ColumnName[] | undefined;
  readonly sort?: Sort | undefined;
}

export function compareText({ base, vary, rows, over_seeds: means }: Comparison, screen: Screen): string {
  const paths = Object.keys(vary);
  const set = Object.entries(base.set).map(([path, value]) => `${path}=${value}`);
  const title = `${base.scenario}${set.length === 0 ? "" : ` with ${set.join(", ")}`}: ${counted(rows.length, "row")}`;
  const same = sameRunsOf({ rows });
  const single = means.length === 0 && rows.length > 1 ? [SINGLE] : [];
  const short = shortSettings(
    rows.map(({ settings }) => settings),
    screen.width,
  );
  const all = short.shorten(paths, marked(rowLines(rows), rows, same));
  const lines = sorted(all, (row, name) => rows[row].figures?.[name] ?? NaN, screen);
  const parts = [title, ...(short.legend.length === 0 ? [] : [short.legend.join("\n")])];
  parts.push(tableText(paths, lines, single, screen));
  if (means.length > 0) parts.push(...overSeedsText(vary, means, same, short, screen));
  const ideals = idealNotes(rows, means);
  if (ideals.length > 0) parts.push(ideals.flatMap((text) => wrap(text, screen.width)).join("\n"));
  if (same.length > 0) parts.push(same.flatMap(({ text }) => wrap(text, screen.width)).join("\n"));
  return `${parts.join("\n\n")}\n`;
}

/**
 * The table of means, then the differences from the best mean of each column, then the rows whose results are the same
 * under every seed. The differences decide which values get a star as the best of their column.
 */
function overSeedsText(
  vary: Comparison["vary"],
  means: readonly SeedsRow[],
  same: readonly SameRun[],
  { shorten }: ShortSettings,
  screen: Screen,
): string[] {
  const asked = vary["seed"].length;
  const paths = Object.keys(vary).filter((path) => path !== "seed");
  const inOrder = (lines: readonly Line[]): Line[] =>
    sorted(shorten(paths, lines), (row, name) => means[row].figures[name].mean, screen);
  const lines = inOrder(marked(seedsLines(means, asked), means, same));
  const shown = shownColumns(paths, lines, screen);
  const differing = differingColumns(means);
  const notes = seedNoteLines(seedNotes(means, vary), screen.width);
  const isStarred = shown.some((name) => means.some(({ best }) => best.includes(name)));
  const parts = [
    `Over ${counted(asked, "seed")}: the mean, and half its 95% confidence interval`,
    tableText(paths, lines, isStarred ? [STAR] : [], screen),
  ];
  const informative = shown.filter((name) => differing.includes(name));
  const differences = inOrder(differenceLines(means));
  const room =
    screen.columns ?? roomFor(informative, (some) => widthOf(drawn(paths, differences, some)) <= screen.width);
  const some = room.filter((name) => informative.includes(name));
  if (some.length > 0) {
    const table = stressed(drawn(paths, differences, some), screen.stress);
    parts.push([...wrap(DIFFERENCES, screen.width), "", table].join("\n"));
  }
  return notes.length === 0 ? parts : [...parts, notes.join("\n")];
}

/** The lines in the requested order. Lines without a value come last. */
function sorted(lines: readonly Line[], valueOf: (row: number, name: ColumnName) => number, { sort }: Screen): Line[] {
  if (sort === undefined) return [...lines];
  const { column, descending } = sort;
  const values = lines.map((_, row) => valueOf(row, column));
  const key = (row: number): number => (Number.isNaN(values[row]) ? Infinity : values[row] * (descending ? -1 : 1));
  const rows = [...lines.keys()].sort((a, b) => (key(a) === key(b) ? a - b : key(a) - key(b)));
  return rows.map((row) => lines[row]);
}

const shownColumns = (paths: readonly string[], lines: readonly Line[], { columns: asked, width }: Screen) =>
  asked ?? roomFor(tellingColumns(lines).telling, (some) => widthOf(drawn(paths, lines, some)) <= width);

function tableText(
  paths: readonly string[],
  lines: readonly Line[],
  legends: readonly string[],
  screen: Screen,
): string {
  const { width, stress } = screen;
  const texts = textsIn(lines);
  const { telling, same } = tellingColumns(lines);
  const shown = shownColumns(paths, lines, screen);
  const text = drawn(paths, lines, shown);
  const left = texts("unfinished").some((one) => one !== "0");
  const notes = [
    ...legends,
    ...(left && shown.some((name) => "ages" in columns[name]) ? [OF_ALL] : []),
    ...(left && shown.some((name) => name.startsWith("common_")) ? [OF_COMMON] : []),
    ...(left && shown.some((name) => "ages" in columns[name] || name.startsWith("common_")) ? doneNote(lines) : []),
    ...(screen.columns === undefined ? elsewhere(same, telling, shown, texts) : []),
  ];
  return [stressed(text, stress), ...notes.flatMap((note) => wrap(note, width))].join("\n");
}

/** A note on the share of flows that are completed. It is printed with completion times and slowdowns. */
function doneNote(lines: readonly Line[]): string[] {
  const known = lines.filter(({ done }) => done < 1 || done === 1);
  const text = (share: number): string => `${Number((100 * share).toPrecision(4))}%`;
  const shares = known.map(({ done }) => done);
  const [least, most] = [Math.min(...shares), Math.max(...shares)];
  if (least === most) return [`Flows done: ${text(least)} in all rows.`];
  if (known.length > MAX_NAMED)
    return [`Flows done: ${text(least)} to ${text(most)}, by row (--columns unfinished,flows).`];
  return [`Flows done: ${known.map(({ settings, done }) => `${settings.join(", ")} ${text(done)}`).join("; ")}.`];
}

/**
 * The columns that fit into the line. The most important ones are chosen first, and the result keeps the order of
 * `telling`.
 */
function roomFor(telling: readonly ColumnName[], fits: (names: readonly ColumnName[]) => boolean): ColumnName[] {
  let shown: ColumnName[] = [];
  for (const name of BY_IMPORTANCE.filter((one) => telling.includes(one))) {
    const more = telling.filter((one) => one === name || shown.includes(one));
    if (fits(more)) shown = more;
  }
  return shown;
}

/**
 * Notes on the columns that the table of a comparison leaves out. A column is left out if all rows have the same value,
 * or if it does not fit into the line.
 */
function elsewhere(
  same: readonly ColumnName[],
  telling: readonly ColumnName[],
  shown: readonly ColumnName[],
  texts: (name: ColumnName) => string[],
): string[] {
  const hidden = telling.filter((name) => !shown.includes(name));
  return [
    ...(same.length > 0
      ? [`In all rows: ${same.map((name) => `${columns[name].head} ${texts(name)[0]}`).join(", ")}.`]
      : []),
    ...(hidden.length > 0 ? [`Further columns in compare.csv (--columns shows them): ${hidden.join(", ")}.`] : []),
  ];
}

function drawn(paths: readonly string[], lines: readonly Line[], names: readonly ColumnName[]): string {
  const flawed = lines.some(({ flaw }) => flaw !== "");
  const head = [...paths, ...names.map((name) => `${columns[name].head} `), ...(flawed ? [""] : [])];
  const rows = lines.map(({ settings, cells, flaw }) => [
    ...settings,
    ...names.map((name) => cells[name]),
    ...(flawed ? [flaw] : []),
  ]);
  return table(head, rows, paths.length);
}

const widthOf = (text: string): number => Math.max(...text.split("\n").map((line) => line.length));

/** Passes each cell that ends with a star to `stress`, such as "536*", "1.081 ms*", "1.081 ms ±2.3%*" or "1.081 ms ±2.3% (3 of 5)*". */
const stressed = (text: string, stress: (text: string) => string): string =>
  text.replaceAll(/\S+( [a-zA-Z]+)?( ±\S+)?( \(\d+ of \d+\))?\*/g, stress);
