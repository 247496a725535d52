import { expect, test } from "vitest";
import { stream } from "../../base/random.ts";
import { frontOf, sensitivityAt, verdictOf, verdictUnder } from "./answer.ts";
import type { Measured } from "./goal.ts";
import { key, lastSeeds, placeOf, search, type Point, type Problem } from "./search.ts";

const SIZES = [9, 9, 5];
const BEST = [2, 6, 3];
const PRESENT = [6, 2, 1];
const NOISE = 0.03;

/**
 * The value of a point. The best point has 1. A step away costs more in the first parameter than in the second, and
 * nothing in the third.
 */
const truth = (point: Point): number =>
  placeOf(point, SIZES).reduce((value, place, k) => {
    const step = place - placeOf(BEST, SIZES)[k];
    return value + [2, 1, 0][k] * step * step;
  }, 1);

interface Simulated {
  readonly value?: (point: Point) => number;
  readonly pauses?: (point: Point) => number;
  /** The error of a point whose runs fail. */
  readonly fails?: (point: Point) => string | undefined;
  /** False: the results do not depend on the seed. */
  readonly moves?: boolean;
  /** Relative error of fast-forward. */
  readonly skipError?: number;
}

/** A simulation in which a seed changes all settings by the same factor. In addition, each run has independent noise. */
function problem(given: Partial<Problem> = {}, simulated: Simulated = {}): Problem {
  const { value = truth, pauses = () => 0, fails = () => undefined, moves = true, skipError = NaN } = simulated;
  return {
    ...{ sizes: SIZES, present: PRESENT, runs: 60, verdictSeeds: 8, seed: 1, isValid: () => true },
    goal: { column: "slowdown_p99", best: "least", limits: [] },
    run: async (points, seeds) => {
      expect(new Set(points.map(key)).size).toBe(points.length); // a plan contains each point only once
      return points.map((point) =>
        seeds.map((seed) => {
          const draw = (name: string): number =>
            moves ? stream(1000 * (given.seed ?? 1) + seed, name, 0).next() : 0.5;
          const slowdown = value(point) * (1 + 0.3 * draw("seed")) * (1 + NOISE * (2 * draw(key(point)) - 1));
          const figures = { slowdown_p99: slowdown, pauses: pauses(point), unfinished: 0, skip_error: skipError };
          const other = { goodput_bps: 1e9 * point[0], paused_ns: 0, queue_peak_bytes: 1e3 * point[1] };
          return fails(point) ?? { figures: { ...figures, ...other } as Measured, digest: String(slowdown) };
        }),
      );
    },
    ...given,
  };
}

const answer = async (asked: Problem) => {
  const found = await search(asked);
  return { found, verdict: verdictOf(asked, found), sensitivity: sensitivityAt(found.best.point, asked, found) };
};

test.each([1, 2, 3, 4, 5, 6, 7, 8])("seed %i: 60 runs find a setting within 3% of the best of 405", async (seed) => {
  const { found, verdict } = await answer(problem({ seed }));
  expect(truth(found.best.point)).toBeLessThan(1.03);
  expect(found.runs).toBeLessThanOrEqual(60);
  expect([verdict.conclusion, verdict.point]).toEqual(["better", found.best.point]);
  const gain = truth(found.best.point) / truth(PRESENT);
  expect(Math.abs(verdict.ratio.mean - gain)).toBeLessThan(2 * verdict.ratio.half);
});

test("the best setting is the present one: of 20 searches at most two recommend another one, at a level of 5%", async () => {
  const conclusions: string[] = [];
  for (let seed = 1; seed <= 20; seed++)
    conclusions.push((await answer(problem({ seed, present: BEST }))).verdict.conclusion);
  expect(conclusions.filter((one) => one !== "same" && one !== "worse").length).toBeLessThanOrEqual(2);
});

test("no parameter matters: the settings are not distinguishable", async () => {
  const { verdict, sensitivity } = await answer(problem({}, { value: () => 3 }));
  expect([verdict.conclusion, verdict.point]).toEqual(["same", PRESENT]);
  const steps = sensitivity.knobs.flatMap(({ down, up, back }) => [down, up, back]);
  expect(steps.filter((step) => step?.isDecided).length).toBeLessThanOrEqual(1); // each interval has a level of 95%
});

test("the same problem has the same search; another seed has another one with the same conclusion", async () => {
  const [one, again, other] = [await answer(problem()), await answer(problem()), await answer(problem({ seed: 2 }))];
  const tried = ({ found }: typeof one): string[] => found.trials.map(({ point }) => key(point));
  expect(tried(again)).toEqual(tried(one));
  expect(tried(other)).not.toEqual(tried(one));
  expect(other.verdict.conclusion).toBe(one.verdict.conclusion);
});

test("a limit: the best setting without PAUSEs wins over better ones with PAUSEs", async () => {
  const goal = { column: "slowdown_p99", best: "least", limits: [{ column: "pauses", at: "most", value: 0 }] } as const;
  const pauses = ([first]: Point): number => (first < 4 ? 10 * (4 - first) : 0);
  const { found, verdict } = await answer(problem({ goal }, { pauses }));
  expect(found.best.point[0]).toBe(4);
  expect(verdict.conclusion).toBe("better");
});

test("the present setting misses the limit: another one is recommended although it is slower", async () => {
  const goal = { column: "slowdown_p99", best: "least", limits: [{ column: "pauses", at: "most", value: 0 }] } as const;
  const pauses = ([first]: Point): number => Math.max(0, 7 - first);
  const { verdict } = await answer(problem({ goal }, { pauses }));
  expect(verdict.conclusion).toBe("meets");
  expect(verdict.point[0]).toBeGreaterThanOrEqual(7);
  expect(verdict.ratio.mean).toBeGreaterThan(1);
});

test("no setting meets the limit: the one that comes closest is named as such", async () => {
  const goal = { column: "slowdown_p99", best: "least", limits: [{ column: "pauses", at: "most", value: 0 }] } as const;
  const { verdict } = await answer(problem({ goal }, { pauses: ([first]) => 1 + first }));
  expect([verdict.conclusion, verdict.point[0]]).toEqual(["none", 0]);
});

test("a limit that all settings miss or meet by chance alone: of 20 searches at most two recommend another one", async () => {
  const goalAt = (value: number) => {
    const limit = { column: "slowdown_p99", at: "most", value } as const;
    return { column: "slowdown_p99", best: "least", limits: [limit] } as const;
  };
  // Without noise and effects of seeds, all settings have 3. With them, the mean is 3.45.
  for (const limit of [3.45, 2.9]) {
    const changed: boolean[] = [];
    for (let seed = 1; seed <= 20; seed++) {
      const { verdict } = await answer(problem({ seed, goal: goalAt(limit) }, { value: () => 3 }));
      changed.push(key(verdict.point) !== key(PRESENT));
    }
    expect(changed.filter((one) => one).length).toBeLessThanOrEqual(2);
  }
});

test("an assumption reverses the answer: the verdict under it says so", async () => {
  const asked = problem();
  const found = await search(asked);
  const under = async (value: (point: Point) => number) => {
    const runs = await problem({}, { value }).run([PRESENT, found.rival?.point ?? []], lastSeeds(8));
    return verdictUnder(asked, found, runs);
  };
  expect((await under(truth)).conclusion).toBe(verdictOf(asked, found).conclusion);
  expect((await under((point) => 10 - truth(point))).conclusion).toBe("worse");
  expect((await under(() => 2)).conclusion).toBe("same");
});

test("invalid settings never run, and failed ones are never recommended", async () => {
  const isValid = ([first, second]: Point): boolean => first <= second;
  const fails = ([first]: Point): string | undefined => (first < 3 ? "a lossless class lost a packet" : undefined);
  const asked = problem({ present: [4, 4, 1], isValid }, { fails });
  const { found, verdict } = await answer(asked);
  expect(found.trials.filter(({ point }) => !isValid(point))).toEqual([]);
  expect(verdict.point[0]).toBe(3);
});

test("each setting is checked at most once, also if there are fewer settings than the first step wants", async () => {
  const checked: string[] = [];
  const isValid = (point: Point): boolean => checked.push(key(point)) > 0;
  await search(problem({ sizes: [3, 1, 1], present: [1, 0, 0], isValid }));
  expect(checked.sort()).toEqual([...new Set(checked)]);
});

test("no seed changes a run: each setting runs once, and the answer is exact", async () => {
  const { found, verdict } = await answer(problem({}, { moves: false }));
  expect(found.trials.filter(({ runs }) => runs.size > 1).length).toBeLessThanOrEqual(2);
  expect(verdict.conclusion).toBe("better");
  expect(verdict.ratio.mean).toBeCloseTo(truth(found.best.point) / truth(PRESENT));
});

test("no seed changes a run, and fast-forward may err by more than the difference: no statement", async () => {
  const value = (point: Point): number => 1 + truth(point) / 1e4;
  const recommended = async (skipError: number) => {
    const { conclusion, why, point } = (await answer(problem({}, { moves: false, value, skipError }))).verdict;
    return [conclusion, why, key(point) === key(PRESENT)];
  };
  expect(await recommended(0.05)).toEqual(["unknown", "the difference is within the error of fast-forward", true]);
  expect(await recommended(1e-9)).toEqual(["better", null, false]);
});

test("sensitivity: a step of the first parameter costs more than one of the second, and one of the third nothing", async () => {
  const asked = problem({ runs: 100 });
  const found = await search(asked);
  const { knobs } = sensitivityAt(BEST, asked, found);
  const worst = knobs.map(({ down, up }) => Math.max(down?.change ?? 0, up?.change ?? 0));
  expect(worst[0]).toBeGreaterThan(worst[1]);
  expect(knobs.map(({ back }) => back?.isDecided)).toEqual([true, true, false]);
});

test("the Pareto front: each row is better than every other row in some column", async () => {
  const asked = problem();
  const front = frontOf(asked, await search(asked));
  const short = (value: number): number => Number(value.toPrecision(2));
  const columns = front.map(({ figures: { slowdown_p99 = 0, goodput_bps = 0, queue_peak_bytes = 0 } }) =>
    [slowdown_p99, -goodput_bps, queue_peak_bytes].map(short),
  );
  expect(front.length).toBeGreaterThan(1);
  for (const one of columns)
    for (const other of columns) if (one !== other) expect(one.some((value, k) => value < other[k])).toBe(true);
});
