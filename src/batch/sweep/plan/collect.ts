/**
 * Collects the rows of a sweep, from one folder or several, as one table in the order of the plan. The bytes do not depend on where and in
 * which order the rows were made.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "csv-stringify/sync";
import type { ProbeTable, TableShape } from "../../../run/lab/lab.ts";
import { rowColumns } from "../../../report/columns.ts";
import { joinedParquet, plainParquet, type PlainColumn } from "../../../report/tables/joined.ts";
import { parquetTable } from "../../../report/tables/parquet.ts";
import { notWritten } from "../../store/folder-error.ts";
import { StagedFolder } from "../../store/staged-folder.ts";
import type { PlannedRun, SweepPlan } from "./plan.ts";
import { SweepState } from "./progress.ts";
import { readRow, rowFile, tablesFolder, type StoredRow } from "./row.ts";

/** A row with the settings of its run. */
export interface CollectedRow {
  readonly run: PlannedRun;
  readonly settings: Readonly<Record<string, string>>;
  readonly row: StoredRow;
}

export interface Collected {
  readonly rows: readonly CollectedRow[];
  /** Number of wanted runs without a row, that is, without a stored result. */
  readonly missing: number;
  /** Number of those `missing` runs that were tried and failed. */
  readonly failed: number;
}

/** Returns the wanted runs of each plan, ordered by point. A run of two plans counts once. */
export function collected(plans: readonly SweepPlan[], folders: readonly string[]): Collected {
  const rows = new Map<string, CollectedRow>();
  let [missing, failed] = [0, 0];
  for (const plan of plans) {
    const state = new SweepState(plan, ...folders);
    // `wanted` returns the runs ordered by seed. The sort is stable, so the runs of a point stay in this order.
    const wanted = state.wanted().sort((a, b) => a.point - b.point);
    for (const run of wanted) {
      const row = rows.has(run.name) ? undefined : rowIn(folders, run.name);
      if (row !== undefined) rows.set(run.name, { run, settings: plan.points[run.point].settings, row });
      if (rows.has(run.name)) continue;
      missing++;
      if (state.hasFailed(run)) failed++;
    }
  }
  return { rows: [...rows.values()], missing, failed };
}

function rowIn(folders: readonly string[], run: string): StoredRow | undefined {
  for (const folder of folders) {
    const row = readRow(folder, run);
    if (row !== undefined) return row;
  }
  return undefined;
}

/**
 * Returns the columns of the table, in this order:
 *
 * - a column for each setting
 * - seed, run, ending and digest
 * - the measured values (`figures`)
 * - the hash of the flows
 */
export function columnsFrom(rows: readonly CollectedRow[]): PlainColumn[] {
  const paths = [...new Set(rows.flatMap(({ settings }) => Object.keys(settings)))];
  return [
    ...paths.map((path) => ({ name: path, cells: typed(rows.map(({ settings }) => settings[path] ?? null)) })),
    { name: "seed", cells: rows.map(({ run }) => run.seed) },
    { name: "run", cells: rows.map(({ run }) => run.name) },
    { name: "ending", cells: rows.map(({ row }) => row.ending) },
    { name: "digest", cells: rows.map(({ row }) => row.digest) },
    ...rowColumns.map((name) => ({
      name,
      cells: rows.map(({ row }) => (row.figures as Readonly<Record<string, number | null>>)[name] ?? null),
    })),
    { name: "flow_set", cells: rows.map(({ row }) => row.flow_set ?? null) },
  ];
}

/** Converts the cells of a column to numbers if each cell that is not null is a number. */
function typed(cells: readonly (string | null)[]): (string | number | null)[] {
  const isNumber = (cell: string | null): boolean => cell === null || /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(cell);
  return cells.every(isNumber) ? cells.map((cell) => (cell === null ? null : Number(cell))) : [...cells];
}

export const ROWS = "rows.parquet";

/** Prepares the folder of collected rows. Throws `FolderError`. */
export const stageCollected = (folder: string, { force = false } = {}): StagedFolder =>
  new StagedFolder(folder, { command: "sweep collect", marker: ROWS, force });

/** Writes the rows and the requested tables, and publishes the folder. Throws `FolderError`. */
export async function writeCollected(
  folder: string,
  staged: StagedFolder,
  rows: readonly CollectedRow[],
  folders: readonly string[],
  tables: ReadonlyMap<string, TableShape>,
): Promise<void> {
  const { partial } = staged;
  try {
    mkdirSync(partial, { recursive: true });
    const columns = columnsFrom(rows);
    for (const [name, shape] of tables)
      for await (const piece of joinedParquet(shape, tablesOf(name, shape, rows, folders)))
        appendFileSync(join(partial, `${name}.parquet`), piece);
    const lines = rows.map((_, k) => columns.map(({ cells }) => cells[k] ?? ""));
    writeFileSync(join(partial, "rows.csv"), stringify([columns.map(({ name }) => name), ...lines]));
    writeFileSync(join(partial, ROWS), plainParquet(columns));
    staged.publish();
  } catch (error) {
    throw notWritten(folder, error);
  }
}

/** Yields the tables of one name from all runs. A run may have no such table. */
async function* tablesOf(
  name: string,
  shape: TableShape,
  rows: readonly CollectedRow[],
  folders: readonly string[],
): AsyncGenerator<readonly [string, Pick<ProbeTable, "rows" | "columns">]> {
  for (const { run } of rows) {
    const folder = folders.find((one) => existsSync(rowFile(one, run.name)));
    const file = folder === undefined ? "" : join(tablesFolder(folder, run.name), `${name}.parquet`);
    if (existsSync(file)) yield [run.name, await parquetTable(name, shape, readFileSync(file))];
  }
}
