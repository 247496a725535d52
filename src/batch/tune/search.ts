/**
 * Searches for the best values of a few parameters in a noisy simulation, with a given number of runs.
 *
 * All settings of a step run under the same seeds, so their differences have less noise than their values. The steps are:
 *
 * 1. settings that fill the space evenly, and the user's present setting, under one seed
 * 2. the better half under a second seed
 * 3. settings of the highest expected improvement by a surrogate, a few at a time
 * 4. the best setting with one parameter changed: to the next lower value, the next higher one, or its value in the present setting
 * 5. the best few under more seeds
 * 6. the best setting and the present setting under seeds that the search did not use
 *
 * The choice depends only on the problem and the results of the runs, not on their order or number at once.
 */
import { invariant } from "../../base/invariant.ts";
import { exp } from "../../base/math.ts";
import { stream, type Stream } from "../../base/random.ts";
import { normalBelow } from "../../base/student.ts";
import { losses, meetsLimits, missBy, type Goal, type Measured } from "./goal.ts";
import { halton } from "./halton.ts";
import { seedEffects } from "./seed-effects.ts";
import { surrogate, type Known, type Prediction, type Surrogate } from "./surrogate.ts";

/** A setting of the parameters: for each parameter, the index of its value in the list of its values. */
export type Point = readonly number[];

export interface Ran {
  readonly figures: Measured;
  readonly digest: string;
}

export interface Problem {
  /** The number of values of each parameter. */
  readonly sizes: readonly number[];
  readonly present: Point;
  readonly goal: Goal;
  /** Total number of runs. */
  readonly runs: number;
  /** Number of seeds for the last step. */
  readonly verdictSeeds: number;
  /** Seed of the random choices. */
  readonly seed: number;
  /** False for a combination of values that the scenario does not allow. */
  readonly isValid: (point: Point) => boolean;
  /** Runs each point under each seed. Seeds count from 0. For a failed run, the result is the text of its error. */
  readonly run: (points: readonly Point[], seeds: readonly number[]) => Promise<(Ran | string)[][]>;
}

/** A setting with its runs in the search, by seed. */
export interface Trial {
  readonly point: Point;
  readonly runs: ReadonlyMap<number, Ran>;
  /** The error of a failed run, if there was one. The search then drops the setting. */
  readonly failed: string | undefined;
}

export interface Found {
  readonly trials: readonly Trial[];
  readonly present: Trial;
  /** The best setting of the search. */
  readonly best: Trial;
  /** The best setting other than the present one. Undefined if all other settings failed. */
  readonly rival: Trial | undefined;
  /** The runs of the last step, under seeds that the search did not use. Empty if seeds do not change a run. */
  readonly verdict: { readonly present: readonly (Ran | string)[]; readonly rival: readonly (Ran | string)[] };
  /** False if seeds do not change the runs of the scenario. */
  readonly moves: boolean;
  readonly surrogate: Surrogate;
  readonly runs: number;
}

/**
 * The number of settings that run under more seeds in step 5 (the steps are at the top of this file). The user's
 * present setting runs too, but does not count.
 */
const FINALISTS = 3;
/** The total number of seeds of the search. */
const SEARCH_SEEDS = 4;
/**
 * The number of runs that step 5 needs, for the finalists and the present setting. It assumes that each has already run
 * under two seeds, which holds for most.
 */
const FINALS = (FINALISTS + 1) * (SEARCH_SEEDS - 2);
/** The share of all runs that the first settings (step 1) get. */
const FIRST_SHARE = 0.3;
/** The minimum number of settings in step 1. */
const LEAST_FIRST = 4;
/** The minimum number of settings that the surrogate proposes at a time. */
const PROPOSED = 3;
/** The number of settings that the surrogate proposes at a time, as a share of all runs. `PROPOSED` is the minimum. */
const PROPOSED_SHARE = 1 / 40;
/** Number of random settings among which the surrogate chooses. */
const RANDOM = 300;
/** Assumed noise of a run, relative to the range of all values. It is used until the noise is measured. */
const FIRST_NOISE = 0.1;
/** Maximum number of attempts to draw a valid point that has not run yet. */
const ATTEMPTS = 2000;

/** The coordinates of a point in the unit cube, one for each parameter. */
export const placeOf = (point: Point, sizes: readonly number[]): number[] =>
  point.map((index, k) => (sizes[k] === 1 ? 0 : index / (sizes[k] - 1)));

/** Thrown if all settings of the search's first step failed. The message is the error of the present setting, which runs first. */
export class NothingRanError extends Error {
  override name = "NothingRanError";
}

export async function search(problem: Problem): Promise<Found> {
  return new Search(problem).find();
}

interface Tried extends Trial {
  readonly runs: Map<number, Ran>;
  failed: string | undefined;
}

class Search {
  private readonly problem: Problem;
  private readonly tried = new Map<string, Tried>();
  private readonly valid = new Map<string, boolean>();
  private readonly random: Stream;
  private readonly nextPoint: () => number[];
  private used = 0;
  private moves = true;

  constructor(problem: Problem) {
    this.problem = problem;
    this.random = stream(problem.seed, "tune", 0);
    this.nextPoint = halton(problem.sizes.length, stream(problem.seed, "tune", 1));
  }

  async find(): Promise<Found> {
    const { present, runs, verdictSeeds, sizes } = this.problem;
    await this.run(this.firstPoints(Math.max(LEAST_FIRST, Math.round(this.left * FIRST_SHARE))), [0]);
    if (this.known().length === 0) throw new NothingRanError([...this.tried.values()][0].failed ?? "");
    await this.halve();
    const later = 3 * sizes.length + FINALS;
    const count = Math.max(PROPOSED, Math.round(runs * PROPOSED_SHARE));
    while (this.left >= later + 2 * count) {
      const proposed = this.proposals(count);
      if (proposed.length === 0) break;
      await this.run(proposed, this.moves ? [0, 1] : [0]);
    }
    const neighbours = this.neighbours(this.ranked()[0].point);
    await this.run(neighbours.slice(0, Math.max(0, this.left - (this.moves ? FINALS : 0))), [0]);
    if (this.moves) await this.run(this.finalists(), seedsTo(SEARCH_SEEDS));
    const [best] = this.ranked();
    const rival = this.ranked().find((trial) => key(trial.point) !== key(present));
    const last = this.moves && rival !== undefined ? lastSeeds(verdictSeeds) : [];
    const verdict =
      rival === undefined || last.length === 0 ? [[], []] : await this.problem.run([present, rival.point], last);
    return {
      ...{ trials: [...this.tried.values()], present: this.at(present), best, rival, moves: this.moves },
      verdict: { present: verdict[0], rival: verdict[1] },
      ...{ surrogate: this.model(), runs: this.used + 2 * last.length },
    };
  }

  /** Number of runs that the search may still make. */
  private get left(): number {
    const { runs, verdictSeeds } = this.problem;
    return runs - (this.moves ? 2 * verdictSeeds : 0) - this.used;
  }

  /**
   * Runs each of the points under each of the seeds, and adds the new runs to `used`. Points with a failed run are
   * skipped. A run that an earlier call made is not added again.
   */
  private async run(points: readonly Point[], seeds: readonly number[]): Promise<void> {
    const distinct = [...new Map(points.map((point) => [key(point), point])).values()];
    const asked = distinct.filter((point) => this.tried.get(key(point))?.failed === undefined);
    if (asked.length === 0) return;
    const results = await this.problem.run(asked, seeds);
    asked.forEach((point, k) => {
      const trial = this.tried.get(key(point)) ?? { point, runs: new Map<number, Ran>(), failed: undefined };
      this.tried.set(key(point), trial);
      seeds.forEach((seed, j) => {
        if (trial.runs.has(seed)) return;
        this.used++;
        const result = this.checked(results[k][j]);
        if (typeof result === "string") trial.failed ??= result;
        else trial.runs.set(seed, result);
      });
    });
  }

  /**
   * Checks the result of a run. A run without a value in the column of the goal or of a limit counts as failed. An
   * example is a run without small flows if the goal is about small flows.
   */
  private checked(result: Ran | string): Ran | string {
    const { column, limits } = this.problem.goal;
    if (typeof result === "string") return result;
    const lost = [column, ...limits.map((limit) => limit.column)].find((name) => Number.isNaN(result.figures[name]));
    return lost === undefined ? result : `the run has no ${lost}`;
  }

  private at(point: Point): Tried {
    const trial = this.tried.get(key(point));
    invariant(trial !== undefined, "the point has run");
    return trial;
  }

  /** The first points of the search: the present setting, then points that fill the space evenly. */
  private firstPoints(count: number): Point[] {
    const points = new Map<string, Point>([[key(this.problem.present), this.problem.present]]);
    for (let attempt = 0; points.size < count && attempt < ATTEMPTS; attempt++) {
      const point = this.pointAt(this.nextPoint());
      if (this.isValid(point)) points.set(key(point), point);
    }
    return [...points.values()];
  }

  /**
   * The answer of the problem's `isValid`, which is called only once for each point and then stored. The call builds a
   * network, and a search may draw the same point a thousand times.
   */
  private isValid(point: Point): boolean {
    const known = this.valid.get(key(point)) ?? this.problem.isValid(point);
    this.valid.set(key(point), known);
    return known;
  }

  private pointAt = (place: readonly number[]): Point =>
    place.map((coordinate, k) => Math.min(this.problem.sizes[k] - 1, Math.floor(coordinate * this.problem.sizes[k])));

  private async halve(): Promise<void> {
    const ranked = this.ranked().map(({ point }) => point);
    const half = ranked.slice(0, Math.ceil(ranked.length / 2));
    await this.run([this.problem.present, half[0]], [0, 1]);
    this.moves = this.known().some(({ runs }) => new Set(Array.from(runs.values(), ({ digest }) => digest)).size > 1);
    if (this.moves) await this.run(half, [0, 1]);
  }

  /**
   * The settings that did not fail, the best first. Settings that meet the limits come first, in the order of the surrogate's
   * prediction. The others follow, in the order of the amount by which they miss a limit.
   */
  private ranked(): Trial[] {
    const model = this.model();
    return this.known()
      .map((trial) => ({
        trial,
        miss: missBy(this.problem.goal, figuresOf(trial)),
        value: model.predict(this.place(trial.point)).mean,
      }))
      .sort((a, b) => a.miss - b.miss || a.value - b.value)
      .map(({ trial }) => trial);
  }

  private known = (): Tried[] => [...this.tried.values()].filter(({ failed }) => failed === undefined);

  private place = (point: Point): number[] => placeOf(point, this.problem.sizes);

  /**
   * A surrogate, that is, a model that predicts the loss of a setting. The loss is lower for better settings. The model
   * removes the effects of seeds from the losses of the runs. `assumed` lists points that are treated as if they had
   * run.
   */
  private model(assumed: readonly Known[] = []): Surrogate {
    const trials = this.known();
    const each = losses(this.problem.goal, trials.map(figuresOf));
    const { settings, noise } = seedEffects(
      trials.map((trial, k) => new Map([...trial.runs.keys()].map((seed, j) => [seed, each[k][j]]))),
    );
    const spread = Math.max(...settings) - Math.min(...settings);
    const ofRun = !this.moves ? 0 : Number.isNaN(noise) ? FIRST_NOISE * FIRST_NOISE * spread * spread : noise;
    return surrogate([
      ...trials.map(({ point, runs: { size } }, k) => ({
        ...{ at: this.place(point), value: settings[k], noise: ofRun / size },
      })),
      ...assumed,
    ]);
  }

  /**
   * A function that returns the probability that a setting meets the limits. It is based on a surrogate of the amounts
   * by which settings miss the limits.
   */
  private feasibility(): (place: readonly number[]) => number {
    const trials = this.known();
    const misses = trials.map((trial) => missBy(this.problem.goal, figuresOf(trial)));
    const positive = misses.filter((miss) => miss > 0);
    if (positive.length === 0) return () => 1;
    const tolerance = Math.min(...positive) / 2;
    const noise = FIRST_NOISE * FIRST_NOISE * Math.max(...positive) * Math.max(...positive);
    const model = surrogate(
      trials.map(({ point, runs }, k) => ({ at: this.place(point), value: misses[k], noise: noise / runs.size })),
    );
    return (place) => {
      const { mean, deviation } = model.predict(place);
      return normalBelow((tolerance - mean) / Math.max(deviation, 1e-9));
    };
  }

  /**
   * Proposes valid points that have not run. The criterion is the expected improvement over the best setting that meets the limits, times
   * the probability of meeting them. When the next point is chosen, the points proposed before are assumed to have run with their predicted
   * values. So the proposals do not cluster.
   */
  private proposals(count: number): Point[] {
    const ranked = this.ranked();
    const near = ranked
      .slice(0, FINALISTS)
      .flatMap(({ point }) => point.flatMap((_, k) => [...this.steps(point, k, 1), ...this.steps(point, k, 2)]));
    const far = Array.from({ length: RANDOM }, () => this.pointAt(this.problem.sizes.map(() => this.random.next())));
    const candidates = new Map([...near, ...far].map((point) => [key(point), point]));
    const feasible = ranked.filter((trial) => meetsLimits(this.problem.goal, figuresOf(trial)));
    const isFeasible = this.feasibility();
    const assumed: Known[] = [];
    const chosen: Point[] = [];
    while (chosen.length < count) {
      const model = this.model(assumed);
      const lowest = Math.min(...feasible.map(({ point }) => model.predict(this.place(point)).mean));
      const gain = (place: readonly number[]): number =>
        isFeasible(place) * (feasible.length === 0 ? 1 : expectedImprovement(model.predict(place), lowest));
      const next = [...candidates.values()]
        .filter((point) => !this.tried.has(key(point)))
        .map((point) => ({ point, gain: gain(this.place(point)) }))
        .sort((a, b) => b.gain - a.gain)
        .find(({ point }) => this.isValid(point));
      if (next === undefined) break;
      candidates.delete(key(next.point));
      chosen.push(next.point);
      assumed.push({ at: this.place(next.point), value: model.predict(this.place(next.point)).mean, noise: 0 });
    }
    return chosen;
  }

  /**
   * Valid points that differ from `point` in one parameter. That parameter has a value one step away, or the value of
   * the user's present setting. Points that have run are left out.
   */
  private neighbours(point: Point): Point[] {
    const points = point.flatMap((_, k) => [point.with(k, this.problem.present[k]), ...this.steps(point, k, 1)]);
    return [...new Map(points.map((one) => [key(one), one])).values()].filter(
      (one) => !this.tried.has(key(one)) && this.isValid(one),
    );
  }

  private steps = (point: Point, k: number, by: number): Point[] =>
    [point[k] - by, point[k] + by]
      .filter((index) => index >= 0 && index < this.problem.sizes[k])
      .map((index) => point.with(k, index));

  /** The present setting and the best other settings. Their number is limited by the remaining runs. */
  private finalists(): Point[] {
    const chosen = new Map<string, Point>();
    let { left } = this;
    for (const point of [this.problem.present, ...this.ranked().map((trial) => trial.point)]) {
      const cost = SEARCH_SEEDS - this.at(point).runs.size;
      if (chosen.has(key(point)) || chosen.size > FINALISTS || cost > left) continue;
      chosen.set(key(point), point);
      left -= cost;
    }
    return [...chosen.values()];
  }
}

export const key = (point: Point): string => point.join(" ");

export const figuresOf = ({ runs }: Trial): Measured[] => Array.from(runs.values(), ({ figures }) => figures);

/** The seeds of step 6: the first `count` seeds that the search did not use. */
export const lastSeeds = (count: number): number[] => seedsTo(count).map((seed) => SEARCH_SEEDS + seed);

const seedsTo = (count: number): number[] => Array.from({ length: count }, (_, seed) => seed);

/** The expected value of max(0, lowest - value), where the value has a normal distribution. */
function expectedImprovement({ mean, deviation }: Prediction, lowest: number): number {
  if (deviation === 0) return Math.max(0, lowest - mean);
  const z = (lowest - mean) / deviation;
  return deviation * (z * normalBelow(z) + exp((-z * z) / 2) / Math.sqrt(2 * Math.PI));
}
