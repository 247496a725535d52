/** Draws conclusions from the runs of a search: the recommendation, its sensitivity and the trade-offs with other columns. */
import { estimateRatio, Z95, type Estimate } from "../../base/confidence.ts";
import { exp } from "../../base/math.ts";
import { differenceBetween, type Difference, type Side } from "../../base/statistics/difference.ts";
import { meanError } from "../../base/statistics/side.ts";
import { columns } from "../../report/columns.ts";
import { isRelative, meetsLimits, missBy, signOf, type Goal, type Measure, type Measured } from "./goal.ts";
import { figuresOf, key, placeOf, type Found, type Point, type Problem, type Ran, type Trial } from "./search.ts";

/**
 * The conclusion of a search. The rival is the best setting other than the present one.
 *
 * - better: the rival is better than the present setting
 * - meets: the rival meets the limits, and the present setting fails or misses them significantly
 * - same: the two are not distinguishable
 * - worse: the rival is worse, failed, or misses a limit
 * - none: no setting meets the limits
 * - unknown: no statement is possible, for the reason in `why`
 *
 * A difference counts as better or worse only if it is significant over seeds. If seeds do not change the results, one run of each
 * setting decides.
 */
export type Conclusion = "better" | "meets" | "same" | "worse" | "none" | "unknown";

export interface Verdict {
  readonly conclusion: Conclusion;
  readonly why: string | null;
  /**
   * The recommended setting:
   *
   * - the rival (the best setting other than the present one), if it is better
   * - the rival, if it meets the limits and the present setting fails or misses them significantly
   * - the rival, if no setting meets the limits and it misses them by significantly less
   * - the rival, if no setting meets the limits and only the present setting failed
   * - the present setting in all other cases
   */
  readonly point: Point;
  /** The successful runs of the present setting. */
  readonly present: readonly Measured[];
  /** The successful runs of the rival: the best setting other than the present one. */
  readonly rival: readonly Measured[];
  /** Reasons of failed runs. */
  readonly failed: { readonly present: string | undefined; readonly rival: string | undefined };
  /** Difference of the values in the goal's column: the rival's value minus the present setting's value. */
  readonly difference: Difference;
  readonly ratio: Estimate;
}

export function verdictOf({ goal, present: at }: Problem, found: Found): Verdict {
  const { rival, moves } = found;
  const [mine, its] = [runsOf(found, "present"), runsOf(found, "rival")];
  const difference = differenceBetween(sideOf(its, goal, moves), sideOf(mine, goal, moves));
  const common = [...its.runs.keys()].filter((seed) => mine.runs.has(seed));
  const values = ({ runs }: SideRuns): number[] => common.map((seed) => runs.get(seed)?.[goal.column] ?? NaN);
  const [conclusion, why] = concluded(goal, mine, its, difference, moves);
  const isRival =
    conclusion === "better" || conclusion === "meets" || (conclusion === "none" && isCloser(goal, mine, its, moves));
  return {
    ...{ conclusion, why, difference, ratio: estimateRatio(values(its), values(mine)) },
    point: isRival && rival !== undefined ? rival.point : at,
    ...{ present: [...mine.runs.values()], rival: [...its.runs.values()] },
    failed: { present: mine.failed, rival: its.failed },
  };
}

/**
 * The verdict if an assumption of the scenario changes. `present` and `rival` are the runs of the two settings in the
 * changed scenario, under the seeds of the last step of the search.
 */
export function verdictUnder(
  problem: Problem,
  found: Found,
  [present, rival]: readonly (readonly (Ran | string)[])[],
): Verdict {
  const trialOf = (point: Point, [first]: readonly (Ran | string)[]): Trial =>
    typeof first === "string"
      ? { point, runs: new Map(), failed: first }
      : { point, runs: new Map([[0, first]]), failed: undefined };
  return verdictOf(problem, {
    ...{ ...found, present: trialOf(problem.present, present), verdict: { present, rival } },
    rival: found.rival === undefined ? undefined : trialOf(found.rival.point, rival),
  });
}

interface SideRuns {
  /** By seed. */
  readonly runs: ReadonlyMap<number, Measured>;
  readonly failed: string | undefined;
}

/**
 * Returns the runs on which the verdict is based, from the last step of the search. If seeds do not change a run, the
 * single run of each setting is enough.
 */
function runsOf({ verdict, moves, present, rival }: Found, which: "present" | "rival"): SideRuns {
  const trial = which === "present" ? present : rival;
  if (trial === undefined || trial.failed !== undefined) return { runs: new Map(), failed: trial?.failed };
  if (!moves) return { runs: new Map([[0, figuresOf(trial)[0]]]), failed: undefined };
  const isRan = (one: Ran | string): one is Ran => typeof one !== "string";
  const runs = verdict[which].flatMap((one, seed) => (isRan(one) ? [[seed, one.figures] as const] : []));
  return { runs: new Map(runs), failed: verdict[which].find((one): one is string => !isRan(one)) };
}

const sideOf = ({ runs }: SideRuns, { column }: Goal, moves: boolean): Side => ({
  bySeed: new Map(Array.from(runs, ([seed, figures]) => [seed, figures[column]])),
  ...{ moves, fixed: [], traffic: "" },
  error: meanError(Array.from(runs.values(), (one) => ({ value: one[column], error: one.skip_error }))),
});

function concluded(
  goal: Goal,
  mine: SideRuns,
  its: SideRuns,
  difference: Difference,
  moves: boolean,
): [Conclusion, string | null] {
  const isFine = ({ runs, failed }: SideRuns): boolean =>
    failed === undefined && runs.size > 0 && meetsLimits(goal, [...runs.values()]);
  if (its.runs.size === 0 && its.failed === undefined) return ["unknown", "no other setting has run"];
  if (!isFine(mine)) {
    if (!isFine(its)) return ["none", null];
    return isCloser(goal, mine, its, moves)
      ? ["meets", null]
      : ["unknown", "it meets the limits, which the present one misses, but not significantly. Use more --seeds"];
  }
  if (its.failed !== undefined)
    return ["worse", "the best other setting failed under a seed that the search did not use"];
  if (!isFine(its)) return ["worse", "the best other setting misses a limit under seeds that the search did not use"];
  if ("ages" in columns[goal.column] && unfinished(its) > unfinished(mine))
    return ["unknown", "the best other setting leaves more flows unfinished, which count with their age so far"];
  const better = goal.best === "least" ? "less" : "more";
  const { mean, why } = difference;
  // If no seed changes a run, there is nothing to estimate. A difference of the two runs is then exact, unless it is within the
  // error of fast-forward.
  const isExact = !moves && mean !== 0 && why !== "the difference is within the error of fast-forward";
  const verdict = isExact ? (mean < 0 ? "less" : "more") : difference.verdict;
  if (verdict === better) return ["better", null];
  if (verdict === "less" || verdict === "more") return ["worse", null];
  return why !== null && mean !== 0 ? ["unknown", why] : ["same", null];
}

/**
 * True if the rival misses the limits by significantly less than the present setting. A small difference is not enough: each
 * setting has few runs, so one of two equal settings often is closer by chance. Also true if only the present setting failed.
 */
function isCloser(goal: Goal, mine: SideRuns, its: SideRuns, moves: boolean): boolean {
  if (mine.failed !== undefined || its.failed !== undefined) return its.failed === undefined;
  const misses = ({ runs }: SideRuns): Side => ({
    bySeed: new Map(Array.from(runs, ([seed, figures]) => [seed, missBy(goal, [figures])])),
    ...{ moves, fixed: [], traffic: "" },
  });
  const { mean, verdict } = differenceBetween(misses(its), misses(mine));
  return moves ? verdict === "less" : mean < 0;
}

const unfinished = ({ runs }: SideRuns): number =>
  Array.from(runs.values()).reduce((sum, figures) => sum + figures.unfinished, 0);

/**
 * The predicted change of the goal's column if one parameter gets another value. The surrogate of the search makes the
 * prediction.
 */
export interface Step {
  /** Index of the parameter's new value in its list of values. */
  readonly index: number;
  /**
   * Predicted change of the value in the goal's column if the parameter gets its new value. It is relative if all
   * values of the column are positive. Otherwise it is the difference.
   */
  readonly change: number;
  /** Half the width of the 95% interval of `change`. */
  readonly half: number;
  /** True if the 95% interval of the change excludes 0. */
  readonly isDecided: boolean;
  /** True if the setting with the new value has been simulated and misses a limit of the goal. */
  readonly misses: boolean;
}

export interface KnobSensitivity {
  /** The step to the next lower value of a parameter. Undefined at the lower end of its range. */
  readonly down: Step | undefined;
  /** The step to the next higher value of a parameter. Undefined at the upper end of its range. */
  readonly up: Step | undefined;
  /**
   * The step of this parameter alone, back to its value in the scenario. Undefined if the setting from which the steps
   * begin (`Sensitivity.at`) already has this value.
   */
  readonly back: Step | undefined;
}

export interface Sensitivity {
  /** The setting that is changed: each `Step` gives one of its parameters another value. */
  readonly at: Point;
  readonly knobs: readonly KnobSensitivity[];
  readonly isRelative: boolean;
}

export function sensitivityAt(
  point: Point,
  { goal, sizes, present }: Problem,
  { surrogate, trials }: Found,
): Sensitivity {
  const isRatio = isRelative(goal, trials.map(figuresOf));
  const sign = signOf(goal);
  const stepTo = (k: number, index: number): Step => {
    const found = surrogate.difference(placeOf(point.with(k, index), sizes), placeOf(point, sizes));
    const ratio = isRatio ? exp(sign * found.mean) : 1;
    const half = Z95 * found.deviation;
    const ran = trials.find((trial) => trial.runs.size > 0 && key(trial.point) === key(point.with(k, index)));
    return {
      ...{ index, change: isRatio ? ratio - 1 : sign * found.mean, half: half * ratio },
      isDecided: Math.abs(found.mean) > half,
      misses: ran !== undefined && !meetsLimits(goal, figuresOf(ran)),
    };
  };
  const knobs = sizes.map((size, k): KnobSensitivity => {
    const at = (index: number): Step | undefined => (index >= 0 && index < size ? stepTo(k, index) : undefined);
    return {
      ...{ down: at(point[k] - 1), up: at(point[k] + 1) },
      back: present[k] === point[k] ? undefined : stepTo(k, present[k]),
    };
  });
  return { at: point, knobs, isRelative: isRatio };
}

/** A setting of the front: no other setting is at least as good in every column and better in one. */
export interface FrontRow {
  readonly point: Point;
  readonly figures: Readonly<Partial<Record<Measure, number>>>;
  readonly meetsLimits: boolean;
}

/**
 * The columns of the Pareto front in addition to the goal: throughput, PAUSE time and memory. A setting that improves
 * the goal often makes some of them worse. The front shows this trade-off.
 */
const TRADED = ["goodput_bps", "paused_ns", "queue_peak_bytes"] as const satisfies Measure[];
/**
 * Number of significant digits to which values are rounded before the Pareto front is computed. Smaller differences are
 * noise, so they must not put a setting on the front.
 */
const DIGITS = 2;
const MAX_ROWS = 8;
/**
 * The seeds under which a setting must have run to be on the Pareto front. If seeds do not change a run, the first seed
 * is enough.
 */
const FRONT_SEEDS = [0, 1];

export const frontColumns = ({ column }: Goal): Measure[] => [...new Set<Measure>([column, ...TRADED])];

/**
 * The Pareto front of the settings that ran under `FRONT_SEEDS`, at most `MAX_ROWS` of them. The setting with the best
 * value in the goal's column comes first.
 */
export function frontOf({ goal }: Problem, { trials, moves }: Found): FrontRow[] {
  const seeds = moves ? FRONT_SEEDS : FRONT_SEEDS.slice(0, 1);
  const names = frontColumns(goal);
  const rows = trials
    .filter(({ runs, failed }) => failed === undefined && seeds.every((seed) => runs.has(seed)))
    .map((trial) => ({ trial, losses: names.map((name) => lossOf(goal, name, meanOf(trial, name, seeds))) }));
  return rows
    .sort((a, b) => a.losses[0] - b.losses[0])
    .filter(
      (row, k) =>
        !rows.some((other, j) => beats(other.losses, row.losses) || (j < k && isSame(other.losses, row.losses))),
    )
    .slice(0, MAX_ROWS)
    .map(({ trial }) => ({
      point: trial.point,
      figures: Object.fromEntries(names.map((name) => [name, meanOf(trial, name, seeds)])),
      meetsLimits: meetsLimits(goal, figuresOf(trial)),
    }));
}

const meanOf = ({ runs }: Trial, name: Measure, seeds: readonly number[]): number =>
  seeds.reduce((sum, seed) => sum + (runs.get(seed)?.figures[name] ?? NaN), 0) / seeds.length;

const lossOf = (goal: Goal, name: Measure, value: number): number =>
  (name === goal.column ? signOf(goal) : name === "goodput_bps" ? -1 : 1) * Number(value.toPrecision(DIGITS));

const isSame = (one: readonly number[], other: readonly number[]): boolean => one.every((loss, k) => loss === other[k]);

/** True if `one` is not worse than `other` in any column, and better in at least one. */
const beats = (one: readonly number[], other: readonly number[]): boolean =>
  one.every((loss, k) => loss <= other[k]) && one.some((loss, k) => loss < other[k]);
