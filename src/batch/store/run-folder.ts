/**
 * A run as a folder: what was run, what it came to, and its tables.
 *
 *   scenario.yaml          as it was run; beside it the files that it names, those that are called as others here in input/
 *   summary.json           the run as a whole
 *   flows.parquet, .csv    and so on, a pair a table (docs/results.md)
 *
 *   xoff-files.json        which files these are, so that another run takes their place and nobody else's
 *
 * A folder is whole or absent, and gives way to a run alone (`staged-folder.ts`).
 */
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, isAbsolute, join, normalize } from "node:path";
import { csvPieces } from "../../report/tables/csv.ts";
import { parquetBytes, parquetTable } from "../../report/tables/parquet.ts";
import {
  FORMAT,
  scenarioHash,
  tableShapes,
  type ProbeTable,
  type Results,
  type Scenario,
  type Setting,
  type Summary,
  type Table,
  type TableName,
} from "../../run/lab/lab.ts";
import { LIST } from "./file-list.ts";
import { FolderError, notWritten } from "./folder-error.ts";
import { StagedFolder } from "./staged-folder.ts";

export { FolderError };

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
  readonly tables: Readonly<Partial<Record<TableName, StoredTable>>>;
  /** Those of the scenario's probes, with what their columns are; absent: it had none. */
  readonly probes?: Readonly<Record<string, StoredTable & ProbeTable["shape"]>>;
}

interface StoredTable {
  readonly rows: number;
  readonly files: readonly string[];
}

/** A run that was stored. */
export interface StoredRun {
  readonly folder: string;
  readonly summary: StoredSummary;
  /** A table of it; undefined: it has none of that name. Throws `FolderError`. */
  readonly table: <Name extends TableName>(name: Name) => Promise<Table<Name> | undefined>;
  /** The same of a probe. */
  readonly probe: (name: string) => Promise<ProbeTable | undefined>;
}

/** Where a run goes that nobody named a folder for. */
export const defaultFolder = (scenario: Scenario): string =>
  join("results", `${scenario.name}-${scenarioHash(scenario).slice(0, 8)}`);

/** A place for a run, made and checked before it begins. Throws `FolderError`. */
export const stageRun = (folder: string, { force = false } = {}): StagedFolder =>
  new StagedFolder(folder, { command: "run", marker: SUMMARY, force });

/** What summary.json will hold, or holds. */
export function storedSummary({ summary, tables, probes }: Results, source: RunSource): StoredSummary {
  const stored = (name: string, rows: number): StoredTable => ({ rows, files: [`${name}.parquet`, `${name}.csv`] });
  return {
    ...summary,
    settings: (source.settings ?? []).map(({ path, value }) => `${path}=${value}`),
    files: [SCENARIO, ...includedFiles(source).map(({ name }) => name)],
    tables: Object.fromEntries(Object.entries(tables).map(([name, { rows }]) => [name, stored(name, rows)])),
    ...(probes === undefined
      ? {}
      : {
          probes: Object.fromEntries(
            Object.entries(probes).map(([name, { rows, shape }]) => [name, { ...stored(name, rows), ...shape }]),
          ),
        }),
  };
}

/** Writes the folder of a run, whole. Throws `FolderError`, and leaves no trace of it then. */
export function writeRun(
  folder: string,
  results: Results,
  source: RunSource,
  staged: StagedFolder = stageRun(folder),
): StoredSummary {
  const summary = storedSummary(results, source);
  try {
    mkdirSync(staged.partial, { recursive: true }); // again, where somebody has removed it
    writeFiles(staged.partial, results, source);
    writeFileSync(join(staged.partial, SUMMARY), `${JSON.stringify(summary, null, 2)}\n`);
    staged.publish();
  } catch (error) {
    throw notWritten(folder, error);
  } finally {
    staged.discard();
  }
  return summary;
}

/** Throws `FolderError` for a folder that is not there or holds no run. */
export function readRun(folder: string): StoredRun {
  const summary = readSummary(folder);
  const read = async (name: string, shape: ProbeTable["shape"]): ReturnType<typeof parquetTable> => {
    const file = join(folder, `${name}.parquet`);
    try {
      return await parquetTable(name, shape, readFileSync(file));
    } catch (error) {
      throw new FolderError(`${file}: expected a table of a run, but ${(error as Error).message}`, "mistake");
    }
  };
  return {
    folder,
    summary,
    table: async <Name extends TableName>(name: Name) =>
      summary.tables[name] === undefined ? undefined : ((await read(name, tableShapes[name])) as Table<Name>),
    probe: async (name) => {
      const stored = summary.probes?.[name];
      if (stored === undefined) return undefined;
      const shape = { about: stored.about, columns: stored.columns };
      return { shape, ...(await read(name, shape)) };
    },
  };
}

function readSummary(folder: string): StoredSummary {
  const file = join(folder, SUMMARY);
  const mend = "A run writes it: xoff run my.yaml --out my-results.";
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === "ENOENT" || code === "ENOTDIR" ? "it does not exist" : message;
    throw new FolderError(`${file}: expected the summary of a run, but ${why}. ${mend}`, "mistake");
  }
  const summary = parsed(text);
  if (summary === undefined)
    throw new FolderError(`${file}: expected the summary of a run, found another file. ${mend}`, "mistake");
  checkFormat(file, summary.format, FORMAT, summary.xoff);
  return summary;
}

/** Throws `FolderError` unless what `xoff` of that version wrote is of the format that is read here. */
export function checkFormat(file: string, found: number, expected: number, version: string): void {
  if (found === expected) return;
  const hint = `xoff ${version} wrote it: read it with that version, or run the scenario again with this one.`;
  throw new FolderError(`${file}: expected results of format ${expected}, found format ${found}. ${hint}`, "mistake");
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

function writeFiles(folder: string, { tables, probes = {} }: Results, source: RunSource): void {
  writeFileSync(join(folder, SCENARIO), source.text);
  for (const { name, text } of includedFiles(source)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const write = (name: string, shape: ProbeTable["shape"], table: Table | ProbeTable): void => {
    writeFileSync(join(folder, `${name}.parquet`), parquetBytes(shape, table));
    for (const piece of csvPieces(shape, table)) appendFileSync(join(folder, `${name}.csv`), piece);
  };
  for (const [name, table] of Object.entries(tables)) write(name, tableShapes[name as TableName], table);
  for (const [name, table] of Object.entries(probes)) write(name, table.shape, table);
}

/** Files that the scenario names, under the names that they have in the folder. */
function includedFiles({ included = [] }: RunSource): { readonly name: string; readonly text: string }[] {
  return included.map(({ path, text }) => ({ name: keptAs(path), text }));
}

/** Names that are the run's own. */
const OWN = new Set([
  SUMMARY,
  SCENARIO,
  LIST,
  ...Object.keys(tableShapes).flatMap((name) => [`${name}.parquet`, `${name}.csv`]),
]);

/**
 * Name in the folder of a run of a file that its scenario names by `path`; one from elsewhere lies beside it under its own name, and one that is called as
 * the run's own files are, such as flows.csv, in a folder input/.
 */
export function keptAs(path: string): string {
  const inside = !isAbsolute(path) && !normalize(path).startsWith("..");
  const name = inside ? normalize(path) : basename(path);
  return OWN.has(name) ? `input/${name}` : name;
}
