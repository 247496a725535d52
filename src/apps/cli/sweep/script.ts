/** `xoff sweep script`: writes the job script for a cluster's scheduler. */
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { formatDuration } from "../../../base/format.ts";
import { readPlan } from "../../../batch/sweep/plan/plan-folder.ts";
import type { SweepPlan } from "../../../batch/sweep/plan/plan.ts";
import { SweepState } from "../../../batch/sweep/plan/progress.ts";
import { runPlan } from "../../../batch/sweep/plan/run-plan.ts";
import { scriptOf, type Scheduler } from "../../../batch/sweep/plan/scripts.ts";
import { runCode } from "../files/code.ts";
import { EXIT, Failure } from "../terminal/exit.ts";
import { commandLine } from "../terminal/shell.ts";
import { Interrupts } from "../terminal/signals.ts";
import { asFailure, storing } from "../files/storing.ts";
import { askAboutPlan } from "./run.ts";
import { counted, say } from "../terminal/terminal.ts";

export interface ScriptOptions {
  readonly minutes: number;
  readonly cores: number;
  readonly tasks?: number;
  readonly xoff?: string;
}

/** Default maximum number of tasks of an array job. Slurm rejects larger arrays unless its MaxArraySize is raised. */
const MAX_TASKS = 1000;

/** Writes the script and returns the exit code. */
export async function sweepScript(scheduler: Scheduler, folder: string, options: ScriptOptions): Promise<number> {
  const plan = storing(() => readPlan(folder));
  const { minutes, cores } = options;
  await askAboutPlan(folder, plan);
  const seconds = await secondsEach(folder, plan);
  const state = new SweepState(plan, folder);
  const missing = state.wanted().filter((run) => state.row(run) === undefined);
  const wanted = Math.ceil((missing.length * seconds) / (60 * minutes * cores));
  const tasks = options.tasks ?? Math.max(1, Math.min(wanted, missing.length, MAX_TASKS));
  const xoff =
    options.xoff ?? commandLine(process.execPath, fileURLToPath(new URL("../../../bin/xoff.js", import.meta.url)));
  const given = runCode(plan)
    .map((option) => ` ${option}`)
    .join("");
  const script = { folder: commandLine(resolve(folder)), name: plan.name, xoff, tasks, cores, minutes, given };
  process.stdout.write(scriptOf(scheduler, script));
  const task = formatDuration((missing.length * seconds) / tasks / cores);
  say(`${counted(missing.length, "run")} in ${counted(tasks, "task")} of about ${task} each`);
  return EXIT.done;
}

/** Mean time of a run in seconds, from the completed runs. Without any, one run is executed and measured. */
async function secondsEach(folder: string, plan: SweepPlan): Promise<number> {
  const known = meanSeconds(new SweepState(plan, folder));
  if (known !== undefined) return known;
  say("no run is complete yet, so one is done now to measure its time");
  const abort = new AbortController();
  const interrupts = new Interrupts(() => {});
  const look = setInterval(() => {
    if (interrupts.code !== undefined) abort.abort();
  }, 200);
  try {
    const { failed, state, refused } = await runPlan(folder, plan, { atOnce: 1, most: 1, signal: abort.signal });
    const seconds = meanSeconds(state);
    if (seconds !== undefined) return seconds;
    throw new Failure(refused ?? failed[0]?.why ?? "Stopped.", interrupts.code ?? EXIT.input);
  } catch (error) {
    throw asFailure(error);
  } finally {
    clearInterval(look);
    interrupts.release();
  }
}

function meanSeconds(state: SweepState): number | undefined {
  const rows = state.runs.flatMap((run) => state.row(run) ?? []);
  return rows.length === 0 ? undefined : rows.reduce((sum, { seconds }) => sum + seconds, 0) / rows.length;
}
