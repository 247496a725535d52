/**
 * The stored result of each run of a sweep. Each file is named by its run and created by a rename, so it is whole or absent.
 *
 * - rows/3f/3fa9....json: the figures of the run
 * - tables/3f/3fa9.../: the stored tables, if any; written before the row
 * - failed/3fa9....json: the reason of a failure; xoff sweep retry removes it
 *
 * A row that does not parse counts as absent; a power failure may leave one. Two machines that make the same run write the same bytes, so
 * no lock is needed.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { threadId } from "node:worker_threads";
import type { FixedPart, Summary } from "../../../run/lab/lab.ts";
import type { OwnFigures } from "../../../report/columns.ts";
import type { Whose } from "../pool.ts";
import { SWEEP_FORMAT } from "./plan.ts";

export interface StoredRow {
  readonly format: typeof SWEEP_FORMAT;
  readonly run: string;
  /** `RESULTS_ID` of the program that made the run. */
  readonly results: string;
  /** `buildId` of the program that made the run. */
  readonly build: string;
  readonly ending: Summary["ending"];
  readonly digest: string;
  /** A hash of the flows of the run. Absent in rows of an earlier xoff. */
  readonly flow_set?: string;
  /** The parts of the scenario that do not depend on the seed. Absent in rows of an earlier xoff. */
  readonly fixed?: readonly FixedPart[];
  /** The numbers of the run by result column. A number without a value (NaN) is stored as null. */
  readonly figures: Readonly<Record<keyof OwnFigures, number | null>>;
  /** Wall-clock time of the run. It depends on the machine, so the collected table of results omits it. */
  readonly seconds: number;
}

export interface StoredFailure {
  readonly run: string;
  readonly label: string;
  readonly why: string;
  readonly whose: Whose;
  readonly host: string;
}

const PARTIAL = ".partial";
/** Age in ms from which a partial file counts as abandoned. */
const LEFT_MS = 3_600_000;

const shelf = (run: string): string => run.slice(0, 2);
export const rowFile = (folder: string, run: string): string => join(folder, "rows", shelf(run), `${run}.json`);
export const tablesFolder = (folder: string, run: string): string => join(folder, "tables", shelf(run), run);
const failedFile = (folder: string, run: string): string => join(folder, "failed", `${run}.json`);

/** Reads the row of a run. Returns undefined if the run must still be made. */
export const readRow = (folder: string, run: string): StoredRow | undefined => {
  const row = parsed(rowFile(folder, run)) as StoredRow | undefined;
  return row?.format === SWEEP_FORMAT && row.run === run ? row : undefined;
};

export const readFailure = (folder: string, run: string): StoredFailure | undefined =>
  parsed(failedFile(folder, run)) as StoredFailure | undefined;

function parsed(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

/** Names of the failed runs of all plans in the folder. */
export function failedRuns(folder: string): Set<string> {
  const failed = join(folder, "failed");
  const names = existsSync(failed) ? readdirSync(failed) : [];
  return new Set(names.flatMap((name) => /^([0-9a-f]{20})\.json$/.exec(name)?.[1] ?? []));
}

let written = 0;

/** Returns a path that is unique to this thread, process and machine, so that many can write to one folder. */
function partialPath(folder: string): string {
  mkdirSync(join(folder, PARTIAL), { recursive: true });
  return join(folder, PARTIAL, `${hostname()}-${process.pid}-${threadId}-${++written}`);
}

/** Writes a row and its tables. `tables` has the bytes of each table, by file name. Throws the system's error. */
export function writeRow(folder: string, row: StoredRow, tables: ReadonlyMap<string, Uint8Array>): void {
  if (tables.size > 0) writeTables(folder, row.run, tables);
  place(folder, rowFile(folder, row.run), `${JSON.stringify(row)}\n`);
}

export function writeFailure(folder: string, failure: StoredFailure): void {
  place(folder, failedFile(folder, failure.run), `${JSON.stringify(failure, null, 1)}\n`);
}

export function forgetFailure(folder: string, run: string): void {
  rmSync(failedFile(folder, run), { force: true });
}

function place(folder: string, file: string, text: string): void {
  const partial = partialPath(folder);
  writeFileSync(partial, text);
  mkdirSync(dirname(file), { recursive: true });
  renameSync(partial, file);
}

/**
 * Writes the tables of a run and flushes them to disk before the row is written. A row must never exist without its
 * tables.
 */
function writeTables(folder: string, run: string, tables: ReadonlyMap<string, Uint8Array>): void {
  const partial = partialPath(folder);
  mkdirSync(partial);
  for (const [name, bytes] of tables) {
    const file = openSync(join(partial, name), "w");
    try {
      writeFileSync(file, bytes);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  }
  const target = tablesFolder(folder, run);
  mkdirSync(dirname(target), { recursive: true });
  try {
    renameSync(partial, target);
  } catch (error) {
    if (!existsSync(target)) throw error;
    // Another process made the same run at the same time, and its files have the same bytes. The files of this process
    // are removed.
    rmSync(partial, { recursive: true });
  }
}

/** Removes partial files that have not changed for an hour. Their age shows that the process that wrote them was killed. */
export function sweepPartials(folder: string): void {
  const partials = join(folder, PARTIAL);
  for (const name of existsSync(partials) ? readdirSync(partials) : []) {
    const stat = statSync(join(partials, name), { throwIfNoEntry: false });
    if (stat !== undefined && Date.now() - stat.mtimeMs > LEFT_MS)
      rmSync(join(partials, name), { recursive: true, force: true });
  }
}
