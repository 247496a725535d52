/** Figures from a user's file: the exports that `defineExperiment` (`xoff/experiment`) made. */
import { experiments } from "../../papers/index.ts";
import type { Experiment } from "../../papers/figures/contract.ts";
import { PolicyError } from "../../run/lab/lab.ts";
import { importModule, placeIn } from "../../run/lab/modules.ts";
import { loadModule } from "../loader/load-module.ts";
import { ModuleError } from "../loader/module-error.ts";

/** A figure's name has two parts, the first of which is a folder: "mine/fig1". */
const ID = /^[\w-]+\/[\w.-]+$/;

/** Returns the figures of the file at `path`, whose code is run. Throws `ModuleError`. */
export async function figuresInFile(path: string): Promise<readonly Experiment[]> {
  const { url, hash, exports } = await loadModule(path, { sameEverywhere: false });
  const found = await figuresAt(url);
  if (found.length === 0)
    throw new ModuleError(
      "a module that exports figures made by defineExperiment",
      exports.length === 0 ? "no export" : `exports ${exports.join(", ")}`,
      'For example: export const fig1 = defineExperiment({ ... }), imported from "xoff/experiment".',
    );
  for (const { id } of found) checkId(id);
  return found.map((experiment) => ({ ...experiment, from: { file: path, url, hash } }));
}

/** Returns the figures of a module that another thread has already read. */
export async function figuresAt(url: string): Promise<readonly Experiment[]> {
  return Object.values(await importModule(url))
    .filter(isFigure)
    .map(placed);
}

/** Wraps the functions of a figure, so that their errors name the line in the user's file. */
function placed(figure: Experiment): Experiment {
  const { id } = figure;
  return {
    ...figure,
    trials: (...given) => withPlace(id, "trials", () => figure.trials(...given)),
    row: (...given) => withPlace(id, "row", () => figure.row(...given)),
    conclude: (...given) => withPlace(id, "conclude", () => figure.conclude(...given)),
  };
}

/** Throws `PolicyError`. */
function withPlace<Answer>(id: string, part: string, work: () => Answer): Answer {
  try {
    return work();
  } catch (error) {
    throw new PolicyError(`${placeIn(error, id)}: ${part}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function isFigure(value: unknown): value is Experiment {
  if (typeof value !== "object" || value === null) return false;
  const { id, trials, row, conclude } = value as Partial<Experiment>;
  return typeof id === "string" && [trials, row, conclude].every((part) => typeof part === "function");
}

function checkId(id: string): void {
  if (!ID.test(id))
    throw new ModuleError('an id such as "mine/fig1"', `"${id}"`, "The folder of its pages and runs has that name.");
  if (experiments.some((one) => one.id === id))
    throw new ModuleError("a new id", `"${id}", an id of xoff`, 'Write for example "mine/fig1".');
}
