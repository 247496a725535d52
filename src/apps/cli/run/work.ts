/**
 * `xoff run <scenario>`: runs a scenario file, writes the results to a folder and prints a summary.
 *
 * The folder appears when the run is over. Ctrl-C ends the run early; the folder then holds the results so far, marked as cut short.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { formatTime } from "../../../base/format.ts";
import { idleTraffic } from "../../../run/check/idle-traffic.ts";
import type { Cut } from "../../../run/lab/in-partitions.ts";
import { estimate, InvariantError, ParamError, type Experiment, type Results } from "../../../run/lab/lab.ts";
import { runText } from "../../../report/run-text.ts";
import { verified, type Verification } from "../../../report/skip-errors.ts";
import { defaultFolder, stageRun, storedSummary, writeRun, type RunSource } from "../../../batch/store/run-folder.ts";
import { watched } from "../../../batch/sweep/watchdog.ts";
import type { PartitionTimes } from "../../../run/threads/partition-messages.ts";
import { simulate } from "../../../run/threads/simulate.ts";
import { threadsFor, type Threads } from "../../../run/threads/threads.ts";
import { longCostText } from "../terminal/cost-text.ts";
import { EXIT, Failure } from "../terminal/exit.ts";
import { Progress } from "../terminal/progress.ts";
import { build, failureOf, loaded, openScenario, settingsOf, sourceOf } from "../files/scenario-file.ts";
import { Interrupts } from "../terminal/signals.ts";
import { storing } from "../files/storing.ts";
import { clearPassing, say, warn } from "../terminal/terminal.ts";
import { commandLine } from "../terminal/shell.ts";
import { idleLines } from "../files/idle.ts";
import { warnUnused } from "../files/unused.ts";
import { buildSampled } from "./sampled.ts";

export interface ScenarioRunOptions {
  /** Print a JSON summary on stdout instead of tables. */
  readonly json?: boolean;
  /** Folder for the results. */
  readonly out?: string;
  /** Write to the folder even if it contains files that xoff did not write. */
  readonly force?: boolean;
  /** Settings that override the scenario, such as "buffer=dt". */
  readonly set?: readonly string[];
  /** Maximum number of threads, or "auto". */
  readonly threads?: Threads;
  /** Skip time while the network repeats itself. "verify": also run packet by packet, and compare. */
  readonly fastForward?: true | "verify";
  /** Record queues, rates and goodputs, and serve the results to the studio until a signal arrives. */
  readonly studio?: boolean;
  /** Report the work of each thread, or the reason for a single thread. */
  readonly verbose?: boolean;
}

/** Runs the scenario and returns the exit code. */
export async function runScenario(name: string, options: ScenarioRunOptions): Promise<number> {
  const { fastForward } = options;
  const exact = options.set ?? [];
  const given = settingsOf(exact, fastForward !== undefined);
  const file = await loaded(openScenario(name), given);
  const { experiment: built, settings } =
    options.studio === true ? buildSampled(file, given) : { experiment: build(file, given), settings: given };
  const experiment = watched(built);
  warnUnused(experiment.scenario, file);
  for (const line of idleLines(idleTraffic(experiment.scenario, experiment.plan), file, given)) warn(line);
  const source = sourceOf(file, settings, experiment.scenario);
  const folder = options.out ?? defaultFolder(experiment.scenario);
  let staged = storing(() => stageRun(folder, options));
  const interrupts = new Interrupts(() => {
    staged.discard();
  });
  const isCut = (): boolean => interrupts.code !== undefined;
  /**
   * The results of the run with fast-forward, while the exact run that verifies them is under way. If the exact run fails,
   * these results are the answer. Undefined before the exact run, after its success, and without one.
   */
  let unverified: Results | undefined;
  try {
    const { results, isCutShort } = await runIt(experiment, options, isCut);
    clearPassing();
    let verification: Verification | undefined;
    if (fastForward === "verify" && !isCutShort) {
      // An exact run (packet by packet) follows, to verify the run with fast-forward. The exact run may fail, or memory
      // may run out. So the results with fast-forward are printed and stored first.
      if (options.json !== true) print(results, source, options);
      storing(() => writeRun(folder, results, source, staged));
      staged = storing(() => stageRun(folder, options));
      unverified = results;
      say("The results are stored. Running packet by packet, to compare:");
      const exactly = watched(build(file, settingsOf([...exact, "fastForward=false"])));
      verification = verified((await runIt(exactly, options, isCut)).results, results);
      unverified = undefined;
      clearPassing();
    }
    const whole = verification === undefined ? results : withErrors(results, verification);
    if (verification === undefined || options.json === true) print(whole, source, options);
    if (verification !== undefined) say(verification.text);
    storing(() => writeRun(folder, whole, source, staged));
    sayWhere(folder, isCutShort);
    if (isCutShort || verification?.isWhole === false) return interrupts.code ?? EXIT.interrupted;
    if (options.studio === true) return await (await import("../studio/work.ts")).runStudio(folder, {}, interrupts);
    return verification?.isWithinBound === false ? EXIT.differs : EXIT.done;
  } catch (error) {
    clearPassing();
    if (unverified !== undefined) {
      if (options.json === true) print(unverified, source, options);
      say("The run packet by packet has failed, so no completion time is verified.");
      sayWhere(folder, false);
    }
    throw error instanceof ParamError
      ? failureOf(error, file, settings)
      : explain(error, experiment, unverified !== undefined);
  } finally {
    clearPassing();
    staged.discard();
    interrupts.release();
  }
}

/** Runs the experiment in the requested number of threads, or in as many as speed it up. */
async function runIt(
  experiment: Experiment,
  { threads = "auto", verbose = false }: ScenarioRunOptions,
  isCut: () => boolean,
): Promise<{ readonly results: Results; readonly isCutShort: boolean }> {
  const { network, scenario } = experiment;
  const cut = threadsFor(experiment, threads);
  if (typeof cut === "string" && (verbose || (threads !== "auto" && threads > 1))) say(`In one thread: ${cut}.`);
  const cost = longCostText(estimate(experiment), typeof cut === "string" ? 1 : cut.parts);
  if (cost !== undefined) say(cost);
  const progress = new Progress(network, scenario.until);
  const run = await simulate(experiment, cut, {
    onSlice: () => {
      progress.update();
    },
    onProgress: (state) => {
      progress.updateFrom(state);
    },
    isCut,
  });
  if (verbose && typeof cut !== "string") for (const line of threadLines(run.times, cut)) say(line);
  return run;
}

/** Lines with the busy time and waiting time of each partition. */
function threadLines(times: readonly PartitionTimes[], { lookahead, imbalance }: Cut): string[] {
  const seconds = (ms: number): string => (ms / 1000).toFixed(2).padStart(7);
  return [
    `${times.length} threads; lookahead ${formatTime(lookahead)}; the busiest partition has ` +
      `${imbalance.toFixed(2)} times the mean traffic`,
    "thread  built s  busy s  waiting s",
    ...times.map(
      ({ built, busy, waited }, part) =>
        `${String(part + 1).padStart(6)}  ${seconds(built)} ${seconds(busy)}    ${seconds(waited)}`,
    ),
  ];
}

const withErrors = (run: Results, { errors }: Verification): Results => ({
  ...run,
  tables: { ...run.tables, skip_errors: errors },
});

/** Prints the summary. Call it before the results are stored, so that a full disk does not lose it. */
function print(run: Results, source: RunSource, { json }: ScenarioRunOptions): void {
  process.stdout.write(json === true ? `${JSON.stringify(storedSummary(run, source), null, 2)}\n` : runText(run));
}

/** Says where the results are stored. */
function sayWhere(folder: string, isCutShort: boolean): void {
  if (isCutShort) say("Interrupted: these are the results so far.");
  say(`Results are in ${folder}`);
  const before = existsSync(join(folder, "report.html")) ? " (report.html in that folder shows the previous run)" : "";
  say(`A page of plots: ${commandLine("xoff", "report", folder)}${before}`);
}

/**
 * Adds scenario and seed, which reproduce the error, to the message of a broken invariant. If `isStored` is false, the
 * message also says that results are missing. `isStored` is true if a run with fast-forward has already stored its results.
 */
function explain(error: unknown, { scenario }: Experiment, isStored: boolean): unknown {
  if (error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY")
    return new Failure(
      "Out of memory: each thread has the whole network. Try --threads 1, or a smaller run.",
      EXIT.output,
    );
  if (!(error instanceof InvariantError)) return error;
  return new Failure(
    `${error.message}; scenario ${scenario.name}, seed ${scenario.seed}. ${isStored ? "Please" : "There are no results: please"} report it with the scenario.`,
    EXIT.internal,
  );
}
