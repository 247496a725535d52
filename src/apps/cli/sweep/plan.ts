/** Runs `xoff sweep plan`: writes a folder with the plan of a sweep, from a scenario or a sweep's file. */
import { createHash } from "node:crypto";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { readSetting, readVariation, type Estimate, type Setting } from "../../../run/lab/lab.ts";
import { pathFrom } from "../../../batch/loader/path-from.ts";
import { makePlan, type ScenarioText } from "../../../batch/sweep/plan/make-plan.ts";
import { writePlan } from "../../../batch/sweep/plan/plan-folder.ts";
import { runsOf, type SweepPlan } from "../../../batch/sweep/plan/plan.ts";
import { SweepState } from "../../../batch/sweep/plan/progress.ts";
import { AT_MOST, isSweepText, readSweep, ruleOf, type SweepRequest } from "../../../batch/sweep/plan/request.ts";
import { runCode, type CodeOptions } from "../files/code.ts";
import { totalOf, totalText } from "../terminal/cost-text.ts";
import { EXIT, Failure } from "../terminal/exit.ts";
import { mistakesOf, mistakesOfAsync, openScenario, settingsOf, warnOnce } from "../files/scenario-file.ts";
import { commandLine } from "../terminal/shell.ts";
import { storing } from "../files/storing.ts";
import { SILENT_MS } from "../terminal/sweep-progress.ts";
import { idleLines, warnIdleIn } from "../files/idle.ts";
import { unusedOf, warnUnusedIn } from "../files/unused.ts";
import { clearPassing, count, counted, say, showPassing } from "../terminal/terminal.ts";

export interface PlanOptions extends CodeOptions {
  readonly vary?: readonly string[];
  readonly row?: readonly string[];
  readonly set?: readonly string[];
  readonly seeds?: number;
  readonly fastForward?: boolean;
  readonly until?: string;
  readonly atMost?: number;
  readonly keep?: readonly string[];
  readonly out?: string;
}

/** Maximum number of runs. A larger number most often results from a mistyped option. */
const MAX_RUNS = 1_000_000;

/** Writes the plan and returns the exit code. */
export async function sweepPlan(name: string, options: PlanOptions): Promise<number> {
  const given = openScenario(name);
  const isSweep = mistakesOf(name, () => isSweepText(given.text, name));
  if (isSweep) refuseOptions(name, options);
  const request = isSweep ? mistakesOf(name, () => readSweep(given.text, name)) : requestOf(name, options);
  const scenario = isSweep ? openScenario(pathFrom(name, request.scenario)) : given;
  const { plan, input, takes, scenarios } = await planned(scenario, request);
  for (const one of scenarios) warnOnce(scenario, one);
  const unused = scenarios.map((one) => ({ label: one.label, unused: unusedOf(one, scenario) }));
  warnUnusedIn(unused, [...new Set(plan.points.flatMap(({ settings }) => Object.keys(settings)))]);
  warnIdleIn(scenarios.map(({ label, idle, settings }) => ({ label, idle: idleLines(idle, scenario, settings) })));
  const folder = options.out ?? join("results", `${plan.name}-sweep-${hashOf(plan)}`);
  storing(() => {
    writePlan(folder, plan, input);
  });
  tell(folder, plan, takes);
  return EXIT.done;
}

/**
 * Throws `Failure` if the command has options in addition to a sweep's file, because the file defines the whole sweep.
 */
function refuseOptions(name: string, { out: _out, code: _code, ...options }: PlanOptions): void {
  const [first] = Object.keys(options);
  if (first === undefined) return;
  const option = first.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  throw new Failure(`--${option} is not allowed with a sweep's file. Write its value into ${name}.`, EXIT.input);
}

function requestOf(name: string, options: PlanOptions): SweepRequest {
  const { vary = [], row = [], seeds, until, atMost, keep = [] } = options;
  const mistake = (what: string): Failure => new Failure(what, EXIT.input);
  if (until !== undefined && seeds !== undefined)
    throw mistake("--seeds and --until exclude each other. To limit the seeds of --until, use --at-most.");
  if (until === undefined && atMost !== undefined)
    throw mistake('--at-most is only allowed with --until. Add for example --until "slowdown_p99 within 5%".');
  const rule = until === undefined ? null : mistakesOf("--until", () => ruleOf(until));
  return {
    scenario: name,
    set: settingsOf(options.set, options.fastForward),
    grid: mistakesOf("--vary", () => vary.map((text) => readVariation("--vary", text))),
    list: mistakesOf("--row", () => row.map(rowOf)),
    seeds: rule === null ? (seeds ?? 1) : (atMost ?? AT_MOST),
    rule,
    keep: keep.map((name) => ({ name, from: "--keep" })),
  };
}

const rowOf = (text: string): Setting[] => text.split(";").map((one) => readSetting("--row", one.trim()));

/** The plan, and the estimated cost of one run of each point. */
async function planned(
  file: ScenarioText,
  request: SweepRequest,
): Promise<Awaited<ReturnType<typeof makePlan>> & { readonly takes: readonly Estimate[] }> {
  const points = request.grid.reduce((all, { length }) => all * length, Math.max(1, request.list.length));
  const seeds = typeof request.seeds === "number" ? request.seeds : request.seeds.length;
  if (points * seeds > MAX_RUNS)
    throw new Failure(
      `expected at most ${count(MAX_RUNS)} runs, got ${count(points * seeds)}. Vary fewer values, or use fewer seeds.`,
      EXIT.input,
    );
  const began = performance.now();
  const takes: Estimate[] = [];
  try {
    const made = await mistakesOfAsync(file.name, () =>
      makePlan(file, request, (done, of, estimate) => {
        takes.push(estimate);
        if (performance.now() - began > SILENT_MS) showPassing(`checking point ${done} of ${of}`);
      }),
    );
    return { ...made, takes };
  } finally {
    clearPassing();
  }
}

const hashOf = (plan: SweepPlan): string => createHash("sha256").update(JSON.stringify(plan)).digest("hex").slice(0, 8);

function tell(folder: string, plan: SweepPlan, takes: readonly Estimate[]): void {
  const { points, seeds, rule } = plan;
  const state = new SweepState(plan, folder);
  const runs = runsOf(plan);
  const missing = plan.points.map(() => 0);
  for (const run of runs) if (state.row(run) === undefined) missing[run.point]++;
  const there = runs.length - missing.reduce((sum, some) => sum + some, 0);
  const each = rule === null ? counted(seeds.length, "seed") : `at most ${counted(seeds.length, "seed")}`;
  const known = there === 0 ? "" : `; ${count(there)} ${there === 1 ? "is" : "are"} complete already`;
  say(`${folder}: ${counted(points.length, "point")} x ${each}, ${counted(runs.length, "run")}${known}.`);
  if (there < runs.length) {
    const total = totalOf(
      takes.map((estimate, point) => ({ estimate, times: missing[point] })),
      availableParallelism(),
    );
    say(totalText(total, rule === null ? "runs" : "runs at most"));
  }
  say(`Run it: ${commandLine("xoff", "sweep", "run", folder, ...runCode(plan))}`);
}
