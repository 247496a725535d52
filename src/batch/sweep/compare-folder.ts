/**
 * A comparison as a folder, whole or absent:
 *
 *   compare.json      what was compared, and a row each
 *   compare.csv       a line a row: what was varied, how it ended, the figures, the digests of run and flows
 *   over-seeds.csv    where seeds were varied, a line for each row and column: the mean over seeds, and what is decided
 *   runs/             the folder of each run, by what tells it from the others
 *   xoff-files.json   which of these are xoff's, by which build
 *
 * The same comparison gives the same bytes, whether it was done in one go or taken up again: a run that is whole is never done twice.
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
import { buildId } from "./trials.ts";

const COMPARE = "compare.json";
const RUNS = "runs";

/** A place for a comparison's runs, with what an earlier one has left there. Throws `FolderError`. */
export const stageComparison = (folder: string, { force = false } = {}): StagedFolder =>
  new StagedFolder(folder, { command: "compare", marker: COMPARE, build: buildId(), force, resume: true });

/** A run that was done before. */
export interface KeptRun {
  readonly answer: RunAnswer;
  /** From the folder of the comparison, where it stays; undefined: it is among those that go there. */
  readonly inPlace?: string;
}

/** Of the scenario of that hash; undefined: it is to be run. */
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

/** What the run in `folder` came to, if it is whole, of that scenario, and as it was written. */
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
    if (error instanceof FolderError) return undefined; // of another format
    throw error;
  }
}

/** What compare.json holds, and `--json` prints. */
export const compareJson = (comparison: Comparison): string => `${JSON.stringify(comparison, null, 2)}\n`;

/** Writes what is beside the runs, and puts all of it in its place, to those of `kept` that are there. Throws `FolderError`. */
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
    // A thread that died as it wrote has left something behind, and so have rows that are compared no more.
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

/** Ends without a comparison. Runs that are whole stay for the next; how many there are is the answer. */
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

/** As it was written, so numbers that do not exist are null. Throws `FolderError` for a folder that holds no comparison. */
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

/** Long, so that a program filters it: the same decisions as compare.json, and as the table in the terminal. */
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
