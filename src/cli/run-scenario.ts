/** `xoff run <scenario>`: one scenario file, run, and what came of it, on stdout. */
import { readFileSync } from "node:fs";
import { InvariantError, ParamError, runText, ScenarioError, setUp, readScenario, type Experiment } from "../lab.ts";
import { EXIT, Failure } from "./exit.ts";
import { Progress } from "./progress.ts";
import { Interrupts } from "./signals.ts";
import { runInSlices } from "./slices.ts";
import { clearPassing } from "./terminal.ts";

export interface ScenarioRunOptions {
  /** Results for programs on stdout, instead of tables. */
  readonly json?: boolean;
}

/** Returns the exit code. */
export async function runScenario(file: string, options: ScenarioRunOptions): Promise<number> {
  const experiment = load(file);
  const interrupts = new Interrupts(() => {});
  try {
    const { network, scenario, results } = experiment;
    const progress = new Progress(network);
    const ending = await runInSlices(
      network,
      scenario.until,
      () => {
        progress.update();
      },
      () => interrupts.code !== undefined,
    );
    clearPassing();
    const outcome = results(ending ?? "interrupted");
    process.stdout.write(options.json === true ? `${JSON.stringify(outcome, null, 2)}\n` : runText(outcome));
    return ending === undefined ? (interrupts.code ?? EXIT.interrupted) : EXIT.done;
  } catch (error) {
    throw explain(error, experiment);
  } finally {
    clearPassing();
    interrupts.release();
  }
}

function load(file: string): Experiment {
  try {
    return setUp(readScenario(readText(file), file, readText));
  } catch (error) {
    if (error instanceof ScenarioError) throw new Failure(error.message, EXIT.input);
    if (error instanceof ParamError) throw new Failure(`${file}: ${error.message}`, EXIT.input);
    throw error;
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why =
      code === "ENOENT" ? "there is no such file" : code === "EISDIR" ? "it is a folder" : (code ?? "unknown");
    throw new Failure(`${path}: expected a scenario file, but ${why}. Starters are in scenarios/starter/.`, EXIT.input);
  }
}

/** A broken invariant is named with what it takes to see it again. */
function explain(error: unknown, { scenario }: Experiment): unknown {
  if (!(error instanceof InvariantError)) return error;
  return new Failure(`${error.message}; scenario ${scenario.name}, seed ${scenario.seed}. No results.`, EXIT.internal);
}
