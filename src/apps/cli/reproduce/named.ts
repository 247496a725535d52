/**
 * Finds the figures and readings that a command line names. A reading is a question that a paper leaves open, with its
 * possible answers.
 */
import type { Experiment } from "../../../papers/figures/contract.ts";
import { experiments } from "../../../papers/index.ts";
import { papers } from "../../../papers/papers.ts";
import type { Changed, Presets } from "../../../papers/figures/readings.ts";
import { complaint, didYouMean } from "../../../base/params.ts";
import { MODULE_FILE } from "../../../batch/loader/module-file.ts";
import { ModuleError } from "../../../batch/loader/module-error.ts";
import { figuresInFile } from "../../../batch/sweep/figure-file.ts";
import { EXIT, Failure } from "../terminal/exit.ts";

/**
 * The named figures, each once, in the given order. A name is that of a figure or of a paper. It can also be
 * "all", or a user's file with figures.
 */
export async function figuresNamed(names: readonly string[]): Promise<readonly Experiment[]> {
  const figures: Experiment[] = [];
  for (const name of names) figures.push(...(MODULE_FILE.test(name) ? await ofFile(name) : named(name)));
  return [...new Set(figures)];
}

async function ofFile(path: string): Promise<readonly Experiment[]> {
  try {
    return await figuresInFile(path);
  } catch (error) {
    if (!(error instanceof ModuleError)) throw error;
    throw new Failure(`${path}: ${error.message}`, EXIT.input);
  }
}

function named(name: string): readonly Experiment[] {
  const found = experiments.filter(({ id }) => name === "all" || id === name || id.startsWith(`${name}/`));
  if (found.length > 0) return found;
  const ids = experiments.map(({ id }) => id);
  const hint =
    didYouMean(name, ["all", ...ids, ...ids.map((id) => id.split("/")[0])]) ?? "`xoff reproduce` lists them.";
  throw new Failure(complaint("a figure or a paper", name, hint), EXIT.input);
}

/**
 * Parses the texts of `--reading`. A text is a reading such as "timer=effect", or a preset of several readings. Each
 * must apply to at least one of `figures`.
 */
export function readingsGiven(given: readonly string[], figures: readonly Experiment[]): Changed {
  const tables = Object.assign({}, ...figures.map(({ readings }) => readings ?? {})) as NonNullable<
    Experiment["readings"]
  >;
  const presets = Object.assign({}, ...figures.map(({ id }) => papers[id.split("/")[0]]?.presets ?? {})) as Presets;
  const changed: Record<string, string> = {};
  for (const text of given) {
    if (Object.hasOwn(presets, text)) {
      Object.assign(changed, presets[text]);
      continue;
    }
    const [name, ...rest] = text.split("=");
    const answer = rest.join("=");
    if (!Object.hasOwn(tables, name)) {
      const names = Object.keys(tables);
      const hint =
        didYouMean(name, [...names, ...Object.keys(presets)]) ??
        (names.length === 0 ? "These figures have no open question." : undefined);
      throw new Failure(
        `--reading: ${complaint(`name=answer with a name of ${names.join(", ")}`, text, hint)}`,
        EXIT.input,
      );
    }
    const { options } = tables[name];
    if (!Object.hasOwn(options, answer)) {
      const answers = Object.keys(options);
      throw new Failure(
        `--reading ${name}: ${complaint(`one of ${answers.join(", ")}`, answer, didYouMean(answer, answers))}`,
        EXIT.input,
      );
    }
    changed[name] = answer;
  }
  return changed;
}
