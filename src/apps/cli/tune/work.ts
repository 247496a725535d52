/** Runs `xoff tune`: searches for better values of a scenario's parameters, and reports the certainty of the result. */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { isSignedFile, signedJson } from "../../../batch/store/signed-text.ts";
import { frontOf, sensitivityAt, verdictOf } from "../../../batch/tune/answer.ts";
import type { Goal } from "../../../batch/tune/goal.ts";
import { NothingRanError, search, type Point, type Problem } from "../../../batch/tune/search.ts";
import { idleTraffic } from "../../../run/check/idle-traffic.ts";
import { estimate, type Setting } from "../../../run/lab/lab.ts";
import { idleLines, warnIdleIn } from "../files/idle.ts";
import { build, loaded, openScenario, scenarioOf, settingsOf, type ScenarioFile } from "../files/scenario-file.ts";
import { unusedOf, warnUnusedIn } from "../files/unused.ts";
import { StagedFile } from "../files/staged-file.ts";
import { totalOf, totalText } from "../terminal/cost-text.ts";
import { EXIT, Failure } from "../terminal/exit.ts";
import { pageWidth } from "../terminal/page.ts";
import { commandLine } from "../terminal/shell.ts";
import { counted, say } from "../terminal/terminal.ts";
import { assumptionsOf, tested, type Assumption } from "./assumptions.ts";
import { configLines } from "./config-lines.ts";
import { goalOf, type GoalOptions } from "./goal.ts";
import { settingsAt, type Knob } from "./knobs.ts";
import { InterruptedError, PlannedError, TuneRuns, type Asked } from "./runs.ts";
import { answerJson } from "./json.ts";
import { answerText, goalText, knobsText, type Answer } from "./text.ts";
import { detectionNamed, usualKnobs } from "./usual-knobs.ts";
import { variedKnobs } from "./vary.ts";

export interface TuneOptions extends GoalOptions {
  readonly vary?: readonly string[];
  readonly set?: readonly string[];
  readonly assume?: readonly string[];
  readonly runs?: number;
  readonly seeds?: number;
  readonly seed?: number;
  readonly jobs?: number;
  readonly plan?: boolean;
  readonly out?: string;
  readonly json?: boolean;
}

/** Name of the file with the answer. It is in the folder of the runs. */
const ANSWER = "tune.json";

/** The default number of runs for each varied parameter. */
const RUNS_EACH = 20;
/** The default number of runs of a whole search is at least this, even if only one parameter varies. */
const LEAST_RUNS = 40;
/**
 * At its end, `xoff tune` compares the best values found with the present ones. Both have one run under each comparison
 * seed. By default, the number of comparison seeds is this share of all runs of the tuning, within the limits in
 * `VERDICT_SEEDS`.
 */
const VERDICT_SHARE = 0.13;
const VERDICT_SEEDS = [5, 16] as const;

/** Minimum number of runs for a useful search. The runs of the last comparison do not count. */
const MIN_SEARCH = 12;

/** Runs the search and returns the exit code. */
export async function runTune(name: string, options: TuneOptions): Promise<number> {
  const goal = goalOf(options);
  const given = settingsOf(options.set);
  const file = await loaded(openScenario(name), given);
  const scenario = scenarioOf(file, given);
  const knobs =
    options.vary === undefined ? usualKnobs(file, scenario) : variedKnobs(options.vary, { file, scenario, set: given });
  if (knobs.every(({ values }) => values.length < 2))
    throw new Failure(
      `${name}: its policies have no parameter that is usually tuned. Add for example --vary switch.memory=4MiB..16MiB.`,
      EXIT.input,
    );
  const asked: Asked = {
    ...{ file, knobs, set: [...given, ...detectionNamed(file, scenario, given, knobs)] },
    firstSeed: options.seed ?? scenario.seed,
    atOnce: options.jobs ?? availableParallelism(),
    plans: options.plan === true,
  };
  const budget = budgetOf(options, knobs);
  const assumptions = assumptionsOf(options.assume ?? [], asked);
  const folder = options.out ?? join("results", `${scenario.name}-tune-${hashOf(asked, goal)}`);
  checkFree(join(folder, ANSWER));
  tellPlan(asked, goal, budget, assumptions);
  const all = new TuneRuns(asked, folder);
  try {
    const answer = await answered(asked, goal, budget, assumptions, all);
    process.stdout.write(
      options.json === true ? `${JSON.stringify(answerJson(answer), null, 2)}\n` : answerText(answer, pageWidth()),
    );
    // If the runs are only planned, the folder has the plan of the last step. Replace it by the plan of all steps.
    if (asked.plans) all.writeAll();
    keep(join(folder, ANSWER), answer);
    tellEnd(asked, answer, folder, all.made);
    return EXIT.done;
  } catch (error) {
    if (error instanceof PlannedError) {
      say(`The next step needs ${counted(error.missing, "more run")}: ${commandLine("xoff", "sweep", "run", folder)}`);
      say("When they are done, repeat this command.");
      return EXIT.differs;
    }
    if (!(error instanceof InterruptedError)) throw error;
    say("Complete runs are kept: the same command resumes.");
    return error.code;
  } finally {
    await all.end();
  }
}

type Budget = Pick<Problem, "runs" | "verdictSeeds">;

function budgetOf(options: TuneOptions, knobs: readonly Knob[]): Budget {
  const runs = options.runs ?? Math.max(LEAST_RUNS, RUNS_EACH * knobs.length);
  const [least, most] = VERDICT_SEEDS;
  const possible = Math.floor((runs - MIN_SEARCH) / 2);
  const verdictSeeds = options.seeds ?? Math.min(most, possible, Math.max(least, Math.round(runs * VERDICT_SHARE)));
  if (runs >= 2 * verdictSeeds + MIN_SEARCH) return { runs, verdictSeeds };
  throw new Failure(
    `--runs: expected at least ${2 * verdictSeeds + MIN_SEARCH} with ${verdictSeeds} seeds, got ${runs}. Use more runs, or fewer --seeds.`,
    EXIT.input,
  );
}

const presentPoint = (knobs: readonly Knob[]): Point => knobs.map(({ present }) => present);

const hashOf = ({ file, set, knobs, firstSeed }: Asked, goal: Goal): string =>
  createHash("sha256")
    .update(JSON.stringify([file.text, set, knobs, firstSeed, goal]))
    .digest("hex")
    .slice(0, 8);

/** Prints the goal, the parameters with their ranges, and the estimated cost. The cost is time, packet-hops and memory. */
function tellPlan(
  { file, set, knobs, atOnce }: Asked,
  goal: Goal,
  { runs, verdictSeeds }: Budget,
  assumptions: readonly Assumption[],
): void {
  const present = settingsAt(knobs, presentPoint(knobs));
  const experiment = build(file, [...set, ...present]);
  const unused = unusedOf(experiment.scenario, file);
  warnUnusedIn(
    [{ label: "the present values", unused }],
    present.map(({ path }) => path),
  );
  const idle = idleLines(idleTraffic(experiment.scenario, experiment.plan), file, [...set, ...present]);
  warnIdleIn([{ label: "the present values", idle }]);
  say(goalText(goal));
  say(knobsText(knobs));
  const more = assumptions.map(({ cost }) => ({ estimate: cost, times: 2 * verdictSeeds }));
  say(totalText(totalOf([{ estimate: estimate(experiment), times: runs }, ...more], atOnce), "runs"));
}

function tellEnd({ file, set, knobs }: Asked, { verdict }: Answer, folder: string, made: number): void {
  say(`${counted(made, "run")} made now. All are in ${folder}, the answer in ${ANSWER}.`);
  const changed = settingsAt(knobs, verdict.point).filter((_, k) => verdict.point[k] !== knobs[k].present);
  const sets = [...set, ...changed].flatMap(({ path, value }) => ["--set", `${path}=${value}`]);
  if (changed.length > 0) say(`Run this setting: ${commandLine("xoff", "run", file.name, ...sets)}`);
  say(`All runs as a table: ${commandLine("xoff", "sweep", "collect", folder)}`);
}

/**
 * True if the scenario can be built with the parameter values at a point. Some values exclude each other, such as a kmin above
 * kmax.
 */
const validity =
  (file: ScenarioFile, set: readonly Setting[], knobs: readonly Knob[]) =>
  (point: Point): boolean => {
    try {
      build(file, [...set, ...settingsAt(knobs, point)]);
      return true;
    } catch (error) {
      if (error instanceof Failure) return false;
      throw error;
    }
  };

/** Throws `Failure` if the file for the answer exists and was not written by xoff, or was edited since. */
function checkFree(path: string): void {
  if (existsSync(path) && !isSignedFile(path))
    throw new Failure(
      `${path}: expected an answer of xoff tune, found another or an edited file. Choose another name with --out.`,
      EXIT.input,
    );
}

function keep(path: string, answer: Answer): void {
  const file = new StagedFile(path);
  try {
    file.write(signedJson(answerJson(answer), 2));
    file.publish();
  } finally {
    file.discard();
  }
}

async function answered(
  asked: Asked,
  goal: Goal,
  budget: Budget,
  assumptions: readonly Assumption[],
  all: TuneRuns,
): Promise<Answer> {
  const { file, set, knobs, firstSeed } = asked;
  const problem: Problem = {
    ...{ sizes: knobs.map(({ values }) => values.length), present: presentPoint(knobs), goal, seed: firstSeed },
    ...{ ...budget, isValid: validity(file, set, knobs), run: (points, seeds) => all.run(points, seeds) },
  };
  const found = await search(problem).catch((error: unknown) => {
    if (!(error instanceof NothingRanError)) throw error;
    throw new Failure(
      `${file.name}: all first settings failed. Correct the scenario, or for lost packets add --set onDrop=count: ${error.message}`,
      EXIT.input,
    );
  });
  const verdict = verdictOf(problem, found);
  const roles = new Set(knobs.map(({ path }) => path.replace(/^policies\./, "").split(/[.[]/)[0]));
  return {
    ...{ goal, knobs, found, verdict },
    front: frontOf(problem, found),
    sensitivity: sensitivityAt(found.best.point, problem, found),
    assumed: await tested(assumptions, asked, problem, found, (rows, seeds) => all.runRows(rows, seeds)),
    config: configLines(scenarioOf(file, [...set, ...settingsAt(knobs, verdict.point)]), roles),
  };
}
