/**
 * A run as a folder: what was run, what it came to, and its tables.
 *
 *   scenario.yaml          as it was run; beside it the files that it names
 *   summary.json           the run as a whole
 *   flows.parquet, .csv    and so on, a pair a table (docs/results.md)
 *
 * A folder is whole or absent (`staged-folder.ts`). A run folder that is there already is replaced; any other is left alone.
 */
import {
  accessSync,
  appendFileSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, isAbsolute, join, normalize, resolve } from "node:path";
import { csvPieces } from "../formats/csv.ts";
import { parquetBytes, parquetTable } from "../formats/parquet.ts";
import {
  FORMAT,
  scenarioHash,
  type Results,
  type Scenario,
  type Setting,
  type Summary,
  type Table,
  type TableName,
  type Tables,
} from "../lab.ts";
import { StagedFolder } from "./staged-folder.ts";

const SUMMARY = "summary.json";
const SCENARIO = "scenario.yaml";

/** What was run. */
export interface RunSource {
  /** The scenario's text. */
  readonly text: string;
  /** Other files that it names: paths from its folder, and their text. */
  readonly included?: readonly { readonly path: string; readonly text: string }[];
  /** What was set over it. */
  readonly settings?: readonly Setting[];
}

/** What summary.json holds. */
interface StoredSummary extends Summary {
  /** What was set over scenario.yaml, as written: "buffer.alpha=2". */
  readonly settings: readonly string[];
  readonly files: readonly string[];
  readonly tables: Readonly<Partial<Record<TableName, { readonly rows: number; readonly files: readonly string[] }>>>;
}

/** A run that was stored. */
export interface StoredRun {
  readonly folder: string;
  readonly summary: StoredSummary;
  /** A table of it; undefined: it has none of that name. Throws `FolderError`. */
  readonly table: <Name extends TableName>(name: Name) => Promise<Table<Name> | undefined>;
}

/** A folder that cannot be read or written. */
export class FolderError extends Error {
  override name = "FolderError";
  /** Whoever named the folder can mend it: it is none of ours, or not there. Otherwise the disk refused. */
  readonly isMistake: boolean;

  constructor(message: string, isMistake: boolean) {
    super(message);
    this.isMistake = isMistake;
  }
}

/** Where a run goes that nobody named a folder for. */
export const defaultFolder = (scenario: Scenario): string =>
  join("results", `${scenario.name}-${scenarioHash(scenario).slice(0, 8)}`);

/**
 * Throws `FolderError` unless `folder` is not there, empty, or what may be replaced: a run, or what `isOurs` takes for its own.
 * Asked before a run, so that none is lost.
 */
export function checkFolder(folder: string, isOurs = isRun): void {
  const hint = "Name another with --out.";
  const mistake = (problem: string): FolderError => new FolderError(`${folder}: expected ${problem}. ${hint}`, true);
  const above = nearestThere(resolve(folder));
  if (!statSync(above).isDirectory()) {
    throw mistake(
      above === resolve(folder) ? "a folder, found a file" : `a folder that can be made, but ${above} is no folder`,
    );
  }
  try {
    accessSync(above, constants.W_OK);
  } catch {
    throw mistake(`a folder that can be written, but there is no permission to write in ${above}`);
  }
  if (above !== resolve(folder) || readdirSync(folder).length === 0 || isOurs(folder)) return;
  throw mistake("a new folder or the results of a run, found a folder with something else in it");
}

/** The path itself, or what there is of it. */
function nearestThere(path: string): string {
  return existsSync(path) ? path : nearestThere(dirname(path));
}

/** What summary.json will hold, or holds. */
export function storedSummary({ summary, tables }: Results, source: RunSource): StoredSummary {
  const named = Object.entries(tables) as [TableName, Table][];
  return {
    ...summary,
    settings: (source.settings ?? []).map(({ path, value }) => `${path}=${value}`),
    files: [SCENARIO, ...includedFiles(source).map(({ name }) => name)],
    tables: Object.fromEntries(
      named.map(([name, { rows }]) => [name, { rows, files: [`${name}.parquet`, `${name}.csv`] }]),
    ),
  };
}

/** Writes the folder of a run, whole. Throws `FolderError`, and leaves no trace of it then. */
export function writeRun(folder: string, results: Results, source: RunSource): StoredSummary {
  checkFolder(folder);
  const summary = storedSummary(results, source);
  try {
    const staged = new StagedFolder(folder);
    try {
      writeFiles(staged.partial, results.tables, source);
      writeFileSync(join(staged.partial, SUMMARY), `${JSON.stringify(summary, null, 2)}\n`);
      staged.publish();
    } finally {
      staged.discard();
    }
  } catch (error) {
    throw new FolderError(`${folder} cannot be written: ${(error as Error).message}`, false);
  }
  return summary;
}

/** Throws `FolderError` for a folder that is not there or holds no run. */
export function readRun(folder: string): StoredRun {
  const summary = readSummary(folder);
  return {
    folder,
    summary,
    table: async (name) => {
      if (summary.tables[name] === undefined) return undefined;
      const file = join(folder, `${name}.parquet`);
      try {
        return await parquetTable(name, readFileSync(file));
      } catch (error) {
        throw new FolderError(`${file}: expected a table of a run, but ${(error as Error).message}`, true);
      }
    },
  };
}

function readSummary(folder: string): StoredSummary {
  const file = join(folder, SUMMARY);
  const mend = "A run of xoff writes one: xoff run my.yaml --out my-results.";
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === "ENOENT" || code === "ENOTDIR" ? "there is none" : message;
    throw new FolderError(`${file}: expected the summary of a run, but ${why}. ${mend}`, true);
  }
  const summary = parsed(text);
  if (summary === undefined)
    throw new FolderError(`${file}: expected the summary of a run, found something else. ${mend}`, true);
  checkFormat(file, summary.format, FORMAT, summary.xoff);
  return summary;
}

/** Throws `FolderError` unless what `xoff` of that version wrote is of the format that is read here. */
export function checkFormat(file: string, found: number, expected: number, version: string): void {
  if (found === expected) return;
  const hint = `xoff ${version} wrote it: read it with that version, or run it again with this one.`;
  throw new FolderError(`${file}: expected results of format ${expected}, found format ${found}. ${hint}`, true);
}

/** The summary that `text` spells; undefined: it is none. */
function parsed(text: string): StoredSummary | undefined {
  try {
    const value = JSON.parse(text) as Partial<StoredSummary> | null;
    const isSummary = typeof value?.xoff === "string" && typeof value.digest === "string" && value.tables !== undefined;
    return isSummary ? (value as StoredSummary) : undefined;
  } catch {
    return undefined;
  }
}

function isRun(folder: string): boolean {
  try {
    return parsed(readFileSync(join(folder, SUMMARY), "utf8")) !== undefined;
  } catch {
    return false;
  }
}

function writeFiles(folder: string, tables: Tables, source: RunSource): void {
  writeFileSync(join(folder, SCENARIO), source.text);
  for (const { name, text } of includedFiles(source)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  for (const [name, table] of Object.entries(tables) as [TableName, Table][]) {
    writeFileSync(join(folder, `${name}.parquet`), parquetBytes(name, table));
    for (const piece of csvPieces(name, table)) appendFileSync(join(folder, `${name}.csv`), piece);
  }
}

/** Files that the scenario names, under the names that they have in the folder. */
function includedFiles({ included = [] }: RunSource): { readonly name: string; readonly text: string }[] {
  return included.map(({ path, text }) => ({ name: keptAs(path), text }));
}

/** Name in the folder of a run of a file that its scenario names by `path`; one from elsewhere lies beside it under its own name. */
export function keptAs(path: string): string {
  const inside = !isAbsolute(path) && !normalize(path).startsWith("..");
  return inside ? normalize(path) : basename(path);
}
