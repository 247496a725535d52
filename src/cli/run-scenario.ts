/**
 * `xoff run <scenario>`: one scenario file, run. What came of it goes to a folder, and in short to stdout.
 *
 * The folder is written when the run is over, whole. Ctrl-C ends the run in order: what was measured until then is a folder too, and
 * says that it was cut short.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { InvariantError, ParamError, runText, type Experiment, type Results } from "../lab.ts";
import { defaultFolder, stageRun, storedSummary, writeRun, type RunSource } from "../store/run-folder.ts";
import type { StagedFolder } from "../store/staged-folder.ts";
import { runInSlices } from "../sweep/slices.ts";
import { EXIT, Failure } from "./exit.ts";
import { Progress } from "./progress.ts";
import { build, failureOf, openScenario, settingsOf, sourceOf } from "./scenario-file.ts";
import { Interrupts } from "./signals.ts";
import { storing } from "./storing.ts";
import { clearPassing, say } from "./terminal.ts";
import { commandLine } from "./shell.ts";

export interface ScenarioRunOptions {
  /** The summary for programs on stdout, instead of tables. */
  readonly json?: boolean;
  /** Folder for the results. */
  readonly out?: string;
  /** Go on although something stands there that is not ours. */
  readonly force?: boolean;
  /** What comes over the scenario: "buffer=dt". */
  readonly set?: readonly string[];
}

/** Returns the exit code. */
export async function runScenario(name: string, options: ScenarioRunOptions): Promise<number> {
  const file = openScenario(name);
  const settings = settingsOf(options.set);
  const experiment = build(file, settings);
  const source = sourceOf(file, settings);
  const folder = options.out ?? defaultFolder(experiment.scenario);
  const staged = storing(() => stageRun(folder, options));
  const interrupts = new Interrupts(() => {
    staged.discard();
  });
  try {
    const { network, scenario, results } = experiment;
    const progress = new Progress(network, scenario.until);
    const ending = await runInSlices(
      experiment,
      scenario.until,
      () => {
        progress.update();
      },
      () => interrupts.code !== undefined,
    );
    clearPassing();
    keep(results(ending ?? "interrupted"), source, folder, staged, options);
    return ending === undefined ? (interrupts.code ?? EXIT.interrupted) : EXIT.done;
  } catch (error) {
    throw error instanceof ParamError ? failureOf(error, file, settings) : explain(error, experiment);
  } finally {
    clearPassing();
    staged.discard();
    interrupts.release();
  }
}

/** Nobody should have to run it again because a disk was full, so what is said comes first. */
function keep(
  results: Results,
  source: RunSource,
  folder: string,
  staged: StagedFolder,
  { json }: ScenarioRunOptions,
): void {
  const summary = storedSummary(results, source);
  process.stdout.write(json === true ? `${JSON.stringify(summary, null, 2)}\n` : runText(results));
  storing(() => writeRun(folder, results, source, staged));
  if (results.summary.ending === "interrupted") say("Cut short: these are the results up to then.");
  say(`Results are in ${folder}`);
  const before = existsSync(join(folder, "report.html")) ? " (report.html there is of the run before)" : "";
  say(`A page of plots: ${commandLine("xoff", "report", folder)}${before}`);
}

/** A broken invariant is named with what it takes to see it again. */
function explain(error: unknown, { scenario }: Experiment): unknown {
  if (!(error instanceof InvariantError)) return error;
  return new Failure(`${error.message}; scenario ${scenario.name}, seed ${scenario.seed}. No results.`, EXIT.internal);
}
