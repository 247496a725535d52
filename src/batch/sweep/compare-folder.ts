/**
 * Writes a comparison as a folder. The folder appears whole or not at all:
 *
 * - compare.json: one entry per row, and the compared settings
 * - compare.csv: one line per row, with its settings and ending, its figures and its digests
 * - over-seeds.csv: if seeds were varied, a line per row and column with the mean over seeds and the verdict
 * - runs/: the folder of each run, named by its settings
 * - xoff-files.json: the list of these files and the build that wrote them
 *
 * The same comparison gives the same bytes, whether it ran in one go or was resumed. A completed run is never repeated.
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "csv-stringify/sync";
import { flowSet, flowTimes, VERSION, type Tables } from "../../run/lab/lab.ts";
import { inTheWay, LIST, readList } from "../store/file-list.ts";
import { FolderError, notWritten } from "../store/folder-error.ts";
import { readRun } from "../store/run-folder.ts";
import { StagedFolder } from "../store/staged-folder.ts";
import { columnNames, figures } from "../../report/columns.ts";
import type { SeedsRow } from "../../report/seeds-rows.ts";
import type { Comparison, RunAnswer } from "./comparison.ts";
import { buildId } from "./build-id.ts";

const COMPARE = "compare.json";
const RUNS = "runs";

/** Prepares the folder of a comparison and keeps the completed runs of an earlier one. Throws `FolderError`. */
export const stageComparison = (folder: string, { force = false } = {}): StagedFolder =>
  new StagedFolder(folder, { command: "compare", marker: COMPARE, build: buildId(), force, resume: true });

/** A run that an earlier comparison has completed. */
export interface KeptRun {
  readonly answer: RunAnswer;
  /**
   * The path of the run's folder if it is already in the folder of the comparison. Undefined: the run is not published
   * yet.
   */
  readonly inPlace?: string;
}

/**
 * The present path of a complete run's folder. A run of an earlier, published comparison (`inPlace`) stays in `target`,
 * the final folder. Any other run is in `partial`, the folder that the comparison renames at publication.
 */
export const runFolder = ({ partial, target }: StagedFolder, slug: string, kept: KeptRun | undefined): string =>
  join(kept?.inPlace === undefined ? partial : target, RUNS, slug);

/** Returns the completed run of the scenario with hash `hash`; undefined if this scenario must still run. */
export async function keptRun(
  { partial, target }: StagedFolder,
  slug: string,
  hash: string,
): Promise<KeptRun | undefined> {
  const path = `${RUNS}/${slug}`;
  const unfinished = await answerOf(join(partial, path), hash);
  if (unfinished !== undefined) return { answer: unfinished };
  const list = readList(target);
  if (list?.command !== "compare" || list.build !== buildId() || !list.folders.includes(path)) return undefined;
  const answer = await answerOf(join(target, path), hash);
  return answer && { answer, inPlace: path };
}

/**
 * Returns the result of the run in `folder`. The run must be complete, unchanged, and of the scenario with hash `hash`;
 * otherwise the result is undefined.
 */
async function answerOf(folder: string, hash: string): Promise<RunAnswer | undefined> {
  const files = readList(folder)?.files;
  if (files === undefined || !Object.keys(files).every((path) => existsSync(join(folder, path)))) return undefined;
  const { foreign, changed } = inTheWay(folder, "run");
  if (foreign.length + changed.length > 0) return undefined;
  try {
    const { summary, table } = readRun(folder);
    if (summary.hash !== hash || summary.xoff !== VERSION || summary.ending === "interrupted") return undefined;
    const [flows, ports] = [await table("flows"), await table("ports")];
    if (flows === undefined || ports === undefined) return undefined;
    const results = { summary, tables: { flows, ports } as Tables };
    const { ending, digest } = summary;
    return { ending, digest, flow_set: flowSet(results.tables), figures: figures(results), flows: flowTimes(results) };
  } catch (error) {
    // The folder holds a run in another format, which cannot be reused.
    if (error instanceof FolderError) return undefined;
    throw error;
  }
}

/** The content of compare.json and the output of `--json`. */
export const compareJson = (comparison: Comparison): string => `${JSON.stringify(comparison, null, 2)}\n`;

/**
 * Writes the files next to the runs and publishes the folder. `kept` are the paths of runs that are published already and stay. Throws
 * `FolderError`.
 */
export function publishComparison(
  folder: string,
  staged: StagedFolder,
  comparison: Comparison,
  kept: readonly string[],
): void {
  const wanted = comparison.rows.map((row) => row.folder);
  try {
    const lost = wanted.find(
      (path) => path !== null && !kept.includes(path) && !existsSync(join(staged.partial, path)),
    );
    if (lost) throw new Error(`${lost} vanished during the run`);
    // Removes folders of runs that do not belong to this comparison. They remain from a thread that died while it
    // wrote, or from an earlier comparison with other rows.
    for (const name of runsIn(staged))
      if (!wanted.includes(`${RUNS}/${name}`)) rmSync(join(staged.partial, RUNS, name), { recursive: true });
    writeFileSync(join(staged.partial, "compare.csv"), compareCsv(comparison));
    if (comparison.over_seeds.length > 0)
      writeFileSync(join(staged.partial, "over-seeds.csv"), overSeedsCsv(comparison.over_seeds));
    writeFileSync(join(staged.partial, COMPARE), compareJson(comparison));
    staged.publish(kept);
  } catch (error) {
    throw notWritten(folder, error);
  }
}

/** Ends the comparison early. Completed runs are kept for the next call. Returns the number of these runs. */
export function leaveComparison(staged: StagedFolder): number {
  const whole = runsIn(staged).filter((name) => existsSync(join(staged.partial, RUNS, name, LIST)));
  if (whole.length > 0) staged.release();
  else staged.discard();
  return whole.length;
}

function runsIn({ partial }: StagedFolder): string[] {
  const runs = join(partial, RUNS);
  return existsSync(runs) ? readdirSync(runs) : [];
}

/**
 * Reads a stored comparison. In `figures`, a measure without a value (NaN) is null, as in the file. Throws `FolderError` for a folder
 * without a comparison.
 */
export function readComparison(folder: string): Comparison {
  const file = join(folder, COMPARE);
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Comparison;
  } catch (error) {
    throw new FolderError(`${file}: expected a comparison, but ${(error as Error).message}`, "mistake");
  }
}

function compareCsv({ vary, rows }: Comparison): string {
  const lines = rows.map(({ settings, ending, figures, digest, flow_set = "" }) => [
    ...Object.values(settings),
    ending,
    ...columnNames.map((name) => (figures === null || Number.isNaN(figures[name]) ? "" : figures[name])),
    ...[digest ?? "", flow_set],
  ]);
  return stringify([[...Object.keys(vary), "ending", ...columnNames, "digest", "flow_set"], ...lines]);
}

/**
 * Formats over-seeds.csv with one line per value, so that a program can filter the lines. The verdicts are those of
 * compare.json and of the table in the terminal.
 */
function overSeedsCsv(rows: readonly SeedsRow[]): string {
  const paths = Object.keys(rows[0].settings);
  const cell = (value: number | undefined): number | string => (Number.isFinite(value) ? (value as number) : "");
  const lines = rows.flatMap(({ settings, seeds, moves, figures, differences, best }) =>
    columnNames.map((name) => {
      const { mean, half, count } = figures[name];
      const found = differences[name];
      return [
        ...[...paths.map((path) => settings[path]), name, seeds, moves ?? "", count, cell(mean), cell(half)],
        ...[best.includes(name), found?.to ?? "", found?.how ?? "", found?.count ?? ""],
        ...[cell(found?.mean), cell(found?.half), cell(found?.p), found?.verdict ?? "", found?.why ?? ""],
      ];
    }),
  );
  const head = [
    ...[...paths, "column", "seeds", "moves", "count", "mean", "half", "best"],
    ...["against", "how", "pairs", "difference", "difference_half", "p", "verdict", "why"],
  ];
  return stringify([head, ...lines], { cast: { boolean: String } });
}
