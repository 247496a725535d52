/** Repeats a stored run so that `xoff why` can examine it. */
import { join, relative } from "node:path";
import { builtIn, scenarioHash, VERSION, type Experiment, type Inquiry, type Registry } from "../../../run/lab/lab.ts";
import { withKept } from "../../../run/lab/modules.ts";
import { modulesAt } from "../../../batch/loader/modules-at.ts";
import { keptAs, type StoredRun } from "../../../batch/store/run-folder.ts";
import { watched } from "../../../batch/sweep/watchdog.ts";
import { runInSlices } from "../../../run/threads/slices.ts";
import { EXIT, Failure } from "../terminal/exit.ts";
import { readText } from "../files/input-file.ts";
import { Progress } from "../terminal/progress.ts";
import { build, mistakesOfAsync, openScenario, settingsOf } from "../files/scenario-file.ts";
import { Interrupts } from "../terminal/signals.ts";
import { clearPassing, say, warn } from "../terminal/terminal.ts";

/** The run's scenario, built and ready. Throws `Failure` if the stored scenario differs from the one that was run. */
export const storedExperiment = async (stored: StoredRun): Promise<Experiment> => (await storedScenario(stored))();

/** A function that builds the stored scenario anew on each call. The scenario's files are read once. */
export async function storedScenario({ folder, summary }: StoredRun): Promise<() => Experiment> {
  const path = join(folder, "scenario.yaml");
  const file = openScenario(path, (wanted) => readText(join(folder, keptAs(relative(folder, wanted)))));
  const tables = await mistakesOfAsync(folder, () => storedTables(folder, summary.modules));
  const ready = (): Experiment => build({ ...file, tables }, settingsOf(summary.settings));
  let first: Experiment | undefined = ready();
  const isSame = scenarioHash(first.scenario) === summary.hash;
  if (summary.xoff !== VERSION) {
    warn(
      `xoff ${summary.xoff} made this run; xoff ${VERSION} repeats it and may differ. Run the scenario again to be sure.`,
    );
  } else if (!isSame) {
    throw new Failure(`${path} is not the scenario that was run: it was edited. Run it again.`, EXIT.input);
  }
  return () => {
    const experiment = first ?? ready();
    first = undefined;
    return experiment;
  };
}

/** The registry for a stored run: the built-in modules, and the modules from files that the run's folder holds. */
async function storedTables(folder: string, modules: StoredRun["summary"]["modules"] = []): Promise<Registry> {
  let tables = builtIn;
  for (const kept of modules) {
    const [code] = await modulesAt(join(folder, kept.file), { isCarried: true });
    tables = await withKept(tables, code, kept);
  }
  return tables;
}

/**
 * Runs the experiment up to the time of each entry of `moments`, and calls the entry's function `look` at that time.
 * `last` is the last of these times, in ps. Returns an exit code if a signal ended the run.
 */
export async function repeat(
  experiment: Experiment,
  moments: Inquiry["moments"],
  last: number,
): Promise<number | undefined> {
  const interrupts = new Interrupts(() => {});
  const progress = new Progress(experiment.network, last);
  const between = (): void => {
    progress.update();
  };
  try {
    for (const { at, look } of moments) {
      const ending = await runInSlices(watched(experiment), at, between, () => interrupts.code !== undefined);
      if (ending === undefined) {
        say("Stopped.");
        return interrupts.code ?? EXIT.interrupted;
      }
      look();
    }
    return undefined;
  } finally {
    clearPassing();
    interrupts.release();
  }
}

/** Runs to `end` (ps), or until no event is left. */
export const repeatTo = (experiment: Experiment, end: number): Promise<number | undefined> =>
  repeat(experiment, [{ at: end, look: () => {} }], end);
