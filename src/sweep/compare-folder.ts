/**
 * A comparison as a folder, whole or absent:
 *
 *   compare.json   what was compared, and a row each
 *   compare.csv    a line a row: what was varied, how it ended, the figures
 *   runs/          the folder of each run, by what tells it from the others
 *
 * The same comparison gives the same bytes.
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "csv-stringify/sync";
import { checkFolder, FolderError } from "../store/run-folder.ts";
import { StagedFolder } from "../store/staged-folder.ts";
import { columnNames } from "../report/columns.ts";
import type { Comparison } from "./comparison.ts";

const COMPARE = "compare.json";

/** A place for a comparison's runs. Throws `FolderError` unless `folder` is not there, empty, or a comparison that may be replaced. */
export function stageComparison(folder: string): StagedFolder {
  checkFolder(folder, (one) => existsSync(join(one, COMPARE)));
  return writing(folder, () => new StagedFolder(folder));
}

/** What compare.json holds, and `--json` prints. */
export const compareJson = (comparison: Comparison): string => `${JSON.stringify(comparison, null, 2)}\n`;

/** Writes what is beside the runs, and puts all of it in its place. Throws `FolderError`. */
export function publishComparison(folder: string, staged: StagedFolder, comparison: Comparison): void {
  const runs = join(staged.partial, "runs");
  const kept = comparison.rows.map((row) => row.folder);
  writing(folder, () => {
    // A thread that died as it wrote has left something behind.
    const lost = readdirSync(runs).filter((name) => !kept.includes(`runs/${name}`));
    for (const name of lost) rmSync(join(runs, name), { recursive: true });
    writeFileSync(join(staged.partial, "compare.csv"), compareCsv(comparison));
    writeFileSync(join(staged.partial, COMPARE), compareJson(comparison));
    staged.publish();
  });
}

function writing<Result>(folder: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw new FolderError(`${folder} cannot be written: ${(error as Error).message}`, false);
  }
}

/** As it was written, so numbers that do not exist are null. Throws `FolderError` for a folder that holds no comparison. */
export function readComparison(folder: string): Comparison {
  const file = join(folder, COMPARE);
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Comparison;
  } catch (error) {
    throw new FolderError(`${file}: expected a comparison, but ${(error as Error).message}`, true);
  }
}

function compareCsv({ vary, rows }: Comparison): string {
  const lines = rows.map(({ settings, ending, figures }) => [
    ...Object.values(settings),
    ending,
    ...columnNames.map((name) => (figures === null || Number.isNaN(figures[name]) ? "" : figures[name])),
  ]);
  return stringify([[...Object.keys(vary), "ending", ...columnNames], ...lines]);
}
