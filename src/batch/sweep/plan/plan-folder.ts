/**
 * The folder of a sweep, which many machines may share:
 *
 * - plan.json: the planned runs; signed, so that a user's file is not mistaken for a plan
 * - input/: the scenario and the files that it names, in a folder named by their hash
 * - rows/, tables/, failed/: the results (row.ts)
 * - collected/: the output of xoff sweep collect
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { RESULTS_ID, VERSION } from "../../../base/version.ts";
import { FolderError, notWritable } from "../../store/folder-error.ts";
import { isSignedFile, signedJson } from "../../store/signed-text.ts";
import { SWEEP_FORMAT, type InputFiles, type SweepPlan } from "./plan.ts";

const PLAN = "plan.json";

/** Writes a plan into a new folder, or over another plan of xoff. Results of runs in the folder are kept. Throws `FolderError`. */
export function writePlan(folder: string, plan: SweepPlan, input: InputFiles): void {
  const file = join(folder, PLAN);
  try {
    const names = existsSync(folder) ? readdirSync(folder) : [];
    const isSweep = existsSync(file) && isSignedFile(file);
    if (names.length > 0 && !isSweep) {
      const found = existsSync(file) ? `a ${PLAN} that xoff did not write or that was edited` : names[0];
      throw new FolderError(
        `${folder}: expected a new or empty folder, or that of a sweep, found ${found}. Choose another name with --out.`,
        "mistake",
      );
    }
    writeInput(join(folder, plan.input), input);
    const partial = `${file}.${process.pid}.partial`;
    writeFileSync(partial, signedJson(plan, 1));
    renameSync(partial, file);
  } catch (error) {
    throw notWritable(folder, error, " Choose another name with --out.");
  }
}

function writeInput(folder: string, input: InputFiles): void {
  // The name of the folder is a hash of its content, so a folder of that name already has the right content.
  if (existsSync(folder)) return;
  const partial = `${folder}.${process.pid}.partial`;
  rmSync(partial, { recursive: true, force: true });
  for (const [path, text] of input) {
    mkdirSync(dirname(join(partial, path)), { recursive: true });
    writeFileSync(join(partial, path), text);
  }
  renameSync(partial, folder);
}

/** Throws `FolderError` if the folder has no plan that this xoff can read. */
export function readPlan(folder: string): SweepPlan {
  const file = join(folder, PLAN);
  const mend = "xoff sweep plan writes it: xoff sweep plan my.yaml --vary buffer=st,dt --out my-sweep.";
  if (!existsSync(file)) throw new FolderError(`${file}: the plan of the sweep does not exist. ${mend}`, "mistake");
  if (!isSignedFile(file))
    throw new FolderError(`${file}: expected the plan of a sweep, found another or an edited file. ${mend}`, "mistake");
  const plan = JSON.parse(readFileSync(file, "utf8")) as SweepPlan;
  const found: number = plan.format;
  if (found === SWEEP_FORMAT) return plan;
  const other = `found format ${found}, of xoff ${plan.xoff}. Plan it again`;
  throw new FolderError(`${file}: expected a plan of format ${SWEEP_FORMAT}, ${other}.`, "mistake");
}

/** Throws `FolderError` if this xoff simulates differently from the one that made the plan, so that its numbers would differ. */
export function checkResults(folder: string, { results, xoff }: SweepPlan): void {
  if (results === RESULTS_ID) return;
  throw new FolderError(
    `${folder}: expected a plan for results ${RESULTS_ID} (xoff ${VERSION}), found one for ${results} (xoff ${xoff}). Run it with ` +
      "that xoff, or plan it again into the same folder, which keeps the rows of both versions apart.",
    "mistake",
  );
}
