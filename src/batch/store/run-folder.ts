/**
 * A run as a folder: its scenario, its summary and its tables.
 *
 * - scenario.yaml: the scenario of the run; files that it names lie next to it, or in input/ if their names are taken
 * - summary.json: the summary of the whole run
 * - flows.parquet, flows.csv: a table; other tables are also stored as such a pair (docs/results.md)
 * - xoff-files.json: the list of these files, so that another run replaces them and no others
 *
 * A folder appears whole or not at all, and only another run replaces it (`staged-folder.ts`).
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

/** The input of a run. */
export interface RunSource {
  /** The scenario's text. */
  readonly text: string;
  /** Text of the other files that the scenario names, by their paths from the scenario's folder. */
  readonly included?: readonly { readonly path: string; readonly text: string }[];
  /** Settings that override the scenario. */
  readonly settings?: readonly Setting[];
}

/** The content of summary.json. */
interface StoredSummary extends Summary {
  /** Settings that override scenario.yaml, as written: "buffer.alpha=2". */
  readonly settings: readonly string[];
  readonly files: readonly string[];
  readonly tables: Readonly<Partial<Record<TableName, StoredTable>>>;
  /** Tables of the scenario's probes with their columns; absent if the scenario has no probes. */
  readonly probes?: Readonly<Record<string, StoredTable & ProbeTable["shape"]>>;
}

interface StoredTable {
  readonly rows: number;
  readonly files: readonly string[];
}

/** A stored run. */
export interface StoredRun {
  readonly folder: string;
  readonly summary: StoredSummary;
  /** Reads a table of the run; undefined if the run has no table of that name. Throws `FolderError`. */
  readonly table: <Name extends TableName>(name: Name) => Promise<Table<Name> | undefined>;
  /** Reads the table of a probe; undefined if the run has no probe of that name. Throws `FolderError`. */
  readonly probe: (name: string) => Promise<ProbeTable | undefined>;
}

/** The default folder of a run. */
export const defaultFolder = (scenario: Scenario): string =>
  join("results", `${scenario.name}-${scenarioHash(scenario).slice(0, 8)}`);

/** Prepares and checks the folder of a run before the run begins. Throws `FolderError`. */
export const stageRun = (folder: string, { force = false } = {}): StagedFolder =>
  new StagedFolder(folder, { command: "run", marker: SUMMARY, force });

/** Returns the content of summary.json. */
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

/**
 * Writes the whole folder of a run. On failure it throws `FolderError` and removes the new files. If foreign files have
 * appeared in the folder, the results are kept next to it, under an unused name (`StagedFolder.publish`).
 */
export function writeRun(
  folder: string,
  results: Results,
  source: RunSource,
  staged: StagedFolder = stageRun(folder),
): StoredSummary {
  const summary = storedSummary(results, source);
  try {
    // The folder may have been removed during the run, so it is created again.
    mkdirSync(staged.partial, { recursive: true });
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

/** Reads the folder of a run. Throws `FolderError` if the folder does not exist or contains no run. */
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

/** Throws `FolderError` unless the results, written by xoff `version`, have the expected format. */
export function checkFormat(file: string, found: number, expected: number, version: string): void {
  if (found === expected) return;
  const hint = `xoff ${version} wrote it: read it with that version, or run the scenario again with this one.`;
  throw new FolderError(`${file}: expected results of format ${expected}, found format ${found}. ${hint}`, "mistake");
}

/** Parses a summary; undefined if `text` is not a summary. */
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

/** The files that the scenario names, with their names in the folder of the run. */
function includedFiles({ included = [] }: RunSource): { readonly name: string; readonly text: string }[] {
  return included.map(({ path, text }) => ({ name: keptAs(path), text }));
}

/** File names that xoff itself uses in the folder of a run. */
const OWN = new Set([
  SUMMARY,
  SCENARIO,
  LIST,
  ...Object.keys(tableShapes).flatMap((name) => [`${name}.parquet`, `${name}.csv`]),
]);

/**
 * Returns the name under which a run's folder stores a file that the scenario names by `path`. A file from outside the scenario's folder
 * keeps only its own name. A name that the run itself uses, such as flows.csv, is stored in input/.
 */
export function keptAs(path: string): string {
  const inside = !isAbsolute(path) && !normalize(path).startsWith("..");
  const name = inside ? normalize(path) : basename(path);
  return OWN.has(name) ? `input/${name}` : name;
}
