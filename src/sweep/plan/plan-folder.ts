/**
 * The folder of a sweep, which many machines may share:
 *
 *   plan.json     what is to be run; signed, so that nobody's file is taken for one
 *   input/        the scenario and the files that it names, in a folder named by their hash
 *   rows/ tables/ failed/    what came of it (row.ts)
 *   collected/    what xoff sweep collect makes of that
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { RESULTS_ID, VERSION } from "../../base/version.ts";
import { builtIn, readScenario, readSetting, type Registry, type Scenario, type Setting } from "../../lab/lab.ts";
import { withKept } from "../../lab/modules.ts";
import { modulesAt } from "../../loader/modules-at.ts";
import { FolderError, notWritable } from "../../store/folder-error.ts";
import { checkFormat, keptAs } from "../../store/run-folder.ts";
import { isSignedFile, signedJson } from "../../store/signed-text.ts";
import { SCENARIO, type InputFiles } from "./make-plan.ts";
import { SWEEP_FORMAT, type SweepPlan } from "./plan.ts";

const PLAN = "plan.json";

/** Puts a plan into a new folder, or in the place of another of xoff's: rows that are there stay. Throws `FolderError`. */
export function writePlan(folder: string, plan: SweepPlan, input: InputFiles): void {
  const file = join(folder, PLAN);
  try {
    const names = existsSync(folder) ? readdirSync(folder) : [];
    const isSweep = existsSync(file) && isSignedFile(file);
    if (names.length > 0 && !isSweep) {
      const found = existsSync(file) ? `${PLAN}, which xoff did not write or which was changed since` : names[0];
      throw new FolderError(
        `${folder}: expected a new or empty folder, or that of a sweep, found ${found}. Name another with --out.`,
        "mistake",
      );
    }
    writeInput(join(folder, plan.input), input);
    const partial = `${file}.${process.pid}.partial`;
    writeFileSync(partial, signedJson(plan, 1));
    renameSync(partial, file);
  } catch (error) {
    throw notWritable(folder, error, " Name another with --out.");
  }
}

function writeInput(folder: string, input: InputFiles): void {
  if (existsSync(folder)) return; // named by its content
  const partial = `${folder}.${process.pid}.partial`;
  rmSync(partial, { recursive: true, force: true });
  for (const [path, text] of input) {
    mkdirSync(dirname(join(partial, path)), { recursive: true });
    writeFileSync(join(partial, path), text);
  }
  renameSync(partial, folder);
}

/** Throws `FolderError` where there is none that this xoff can read. */
export function readPlan(folder: string): SweepPlan {
  const file = join(folder, PLAN);
  const mend = "xoff sweep plan writes one: xoff sweep plan my.yaml --vary buffer=st,dt --out my-sweep.";
  if (!existsSync(file))
    throw new FolderError(`${file}: expected the plan of a sweep, there is none. ${mend}`, "mistake");
  if (!isSignedFile(file))
    throw new FolderError(
      `${file}: expected the plan of a sweep as xoff wrote it, found something else, or one that was edited. ${mend}`,
      "mistake",
    );
  const plan = JSON.parse(readFileSync(file, "utf8")) as SweepPlan;
  checkFormat(file, plan.format, SWEEP_FORMAT, plan.xoff);
  return plan;
}

/** Throws `FolderError` where this xoff would come to other numbers than the one that planned. */
export function checkResults(folder: string, { results, xoff }: SweepPlan): void {
  if (results === RESULTS_ID) return;
  throw new FolderError(
    `${folder}: expected a plan for results ${RESULTS_ID} (xoff ${VERSION}), found one for ${results} (xoff ${xoff}). ` +
      "Run it with that xoff, or plan it again into the same folder: rows of both stay apart.",
    "mistake",
  );
}

/** Reads scenarios of a plan. */
export interface ScenarioReader {
  readonly tables: Registry;
  readonly read: (point: number, seed: number) => Scenario;
}

/** From what the folder keeps, whatever became of the files that it was made from. */
export async function scenarioReader(folder: string, plan: SweepPlan): Promise<ScenarioReader> {
  const input = join(folder, plan.input);
  let tables = builtIn;
  for (const kept of plan.modules) {
    const [code] = await modulesAt(join(input, kept.file));
    tables = await withKept(tables, code, kept);
  }
  const text = readFileSync(join(input, SCENARIO), "utf8");
  const readFile = (path: string): string => readFileSync(join(input, keptAs(relative(input, path))), "utf8");
  const set = plan.set.map((one) => readSetting("set", one));
  return {
    tables,
    read: (point, seed) => {
      const { settings } = plan.points[point];
      const own = Object.entries(settings).map(([path, value]): Setting => ({ path, value, from: `${path}=${value}` }));
      const all = [...set, ...own, { path: "seed", value: String(seed), from: `seed=${seed}` }];
      return readScenario(text, join(input, `${plan.name}.yaml`), readFile, all, tables);
    },
  };
}
