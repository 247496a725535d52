import { describe, expect, test } from "vitest";
import { stream } from "../random.ts";
import { differenceBetween, type Side } from "./difference.ts";

const side = (values: readonly number[], more: Partial<Side> = {}): Side => ({
  bySeed: new Map(values.map((value, k) => [k + 1, value])),
  ...{ moves: true, fixed: [], traffic: "same", ...more },
});

describe("paired", () => {
  test("newcomer's three seeds: 9.2, 8.6 and 8.1 are 8.633 +- 4.303 x 0.3180 = 1.368, t = 27.15, p = 0.0014", () => {
    // The squared distances from the mean 8.6333 are 0.32111, 0.00111 and 0.28444. Their sum 0.60667, divided by 2 and
    // by 3, is 0.10111. Its root is 0.31798.
    const other = side([100, 130, 98]);
    const found = differenceBetween(side([109.2, 138.6, 106.1]), other);
    expect(found).toMatchObject({ how: "paired", count: 3, verdict: "more", why: null });
    expect([found.mean.toFixed(3), found.half.toFixed(3), found.p.toFixed(5)]).toEqual(["8.633", "1.368", "0.00135"]);
    // Each side has a deviation of 17, so the intervals of the two sides overlap.
    expect(differenceBetween(other, side([109.2, 138.6, 106.1])).verdict).toBe("less");
  });

  test("1 to 5: mean 3, error 0.7071, t = 4.243 with 4 degrees of freedom, p = 0.0132, half 2.776 x 0.7071", () => {
    const found = differenceBetween(side([2, 4, 6, 8, 10]), side([1, 2, 3, 4, 5]));
    expect([found.mean, found.half.toFixed(3), found.p.toFixed(4)]).toEqual([3, "1.963", "0.0132"]);
  });

  test("two seeds, by t with one degree of freedom: 1 and 3 are t = 2, p = 1 - 2/pi atan(2) = 0.2952", () => {
    const found = differenceBetween(side([1, 3]), side([0, 0]));
    expect([found.mean, found.half.toFixed(3), found.p.toFixed(4)]).toEqual([2, "12.706", "0.2952"]);
    expect(found.verdict).toBe("undecided");
  });

  test("only seeds of both sides count", () => {
    const some = { ...side([]), bySeed: new Map([[2, 5], [3, 7], [9, 100]]) }; // prettier-ignore
    expect(differenceBetween(side([1, 2, 3]), some)).toMatchObject({ mean: -3.5, count: 2 });
  });

  test("a difference without spread: the sign test, 2/2^n, decides from 6 seeds on", () => {
    const by = (n: number, less: number) => {
      const seeds = Array.from({ length: n }, (_, k) => 10 + 7 * k * k);
      return differenceBetween(side(seeds.map((one) => one - less)), side(seeds)); // prettier-ignore
    };
    expect(by(5, 1)).toMatchObject({ mean: -1, half: 0, p: 0.0625, verdict: "undecided" });
    expect(by(6, 1)).toMatchObject({ p: 0.03125, verdict: "less" });
    expect(by(6, 0)).toMatchObject({ mean: 0, p: 1, verdict: "equal" });
  });

  test("sides with the same mean, but other values under each seed, are not equal", () => {
    expect(differenceBetween(side([1, 3, 5, 7]), side([2, 2, 6, 6]))).toMatchObject({ mean: 0, p: 1, verdict: "undecided" }); // prettier-ignore
  });

  test("of 400 draws of 8 pairs that do not differ about 5% are decided, and their intervals hold 0 just as often", () => {
    const draws = stream(1, "pairs");
    let [decided, outside] = [0, 0];
    for (let k = 0; k < 400; k++) {
      const normal = (): number[] =>
        Array.from({ length: 8 }, (_, seed) => {
          let sum = 100 * seed; // the part that both sides share
          for (let n = 0; n < 12; n++) sum += draws.next();
          return sum;
        });
      const { verdict, mean, half } = differenceBetween(side(normal()), side(normal()));
      if (verdict !== "undecided") decided++;
      if (Math.abs(mean) > half) outside++;
    }
    expect(decided).toBe(outside);
    expect(decided).toBeGreaterThan(5);
    expect(decided).toBeLessThan(36);
  });
});

describe("unpaired", () => {
  const other = { traffic: "other" };

  test("Welch: 1, 2, 3 against 2, 6, 10: -4, error root 1/3 + 16/3 = 2.3805, freedom 2.249 -> 2, t = -1.680", () => {
    // The variances are 1 and 16. The degrees of freedom are (17/3)^2 / ((1/3)^2 / 2 + (16/3)^2 / 2) = 32.11 / 14.28 =
    // 2.249. Half the interval is 4.3027 x 2.3805 = 10.242.
    const found = differenceBetween(side([1, 2, 3]), side([2, 6, 10], other));
    expect(found).toMatchObject({ how: "unpaired", mean: -4, count: 3, verdict: "undecided" });
    // With 2 degrees of freedom P(|T| > t) = 1 - t / sqrt(2 + t^2).
    const t = 4 / Math.sqrt(17 / 3);
    expect([found.half.toFixed(3), found.p.toFixed(6)]).toEqual(["10.242", (1 - t / Math.sqrt(2 + t * t)).toFixed(6)]);
  });

  test("without spread on both sides: 3 below 4 by chance in 2 x 3! 4! / 7! = 2/35", () => {
    const found = differenceBetween(side([1, 1, 1]), side([2, 2, 2, 2], other));
    expect([found.half, found.p.toFixed(6), found.verdict]).toEqual([0, (2 / 35).toFixed(6), "undecided"]);
    expect(differenceBetween(side([1, 1, 1, 1]), side([2, 2, 2, 2], other)).verdict).toBe("less");
  });
});

describe("no statement", () => {
  const none = (why: string, mean: number) => ({ mean, half: NaN, p: NaN, verdict: "none", why });
  const fixed = side([153.7, 153.7, 153.7], { moves: false });

  test("a side that the seed does not move against one that it moves", () => {
    const moving = side([142.6, 143.8, 148.5]);
    const found = differenceBetween(moving, fixed);
    expect(found).toMatchObject(none("the seed does not change one of the two", found.mean));
    expect(found.mean).toBeCloseTo(-8.7333, 4);
  });

  test("two sides that the seed does not move: the plain difference", () => {
    expect(differenceBetween(side([100, 100], { moves: false }), side([90, 90], { moves: false }))).toMatchObject(
      none("the seed changes neither of the two", 10),
    );
  });

  test("a side whose value is the same although the seed moves it, such as 0 drops, is compared", () => {
    const drops = side([0, 0, 0, 0, 0]);
    expect(differenceBetween(drops, side([10, 12, 9, 11, 10])).verdict).toBe("less");
  });

  test("one seed; one pair", () => {
    expect(differenceBetween(side([1]), side([2]))).toMatchObject(none("one seed", -1));
    expect(differenceBetween(side([1, 5]), side([2]))).toMatchObject(none("one seed", -1));
  });

  test("paths that the seed draws on one side alone", () => {
    const paths = { fixed: ["routing"] };
    expect(differenceBetween(side([1, 2, 4], paths), side([7, 8, 9])).why).toBe(
      "the seed changes different parts of the two",
    );
    expect(differenceBetween(side([1, 2, 4], paths), side([7, 8, 9], paths)).verdict).toBe("less");
  });

  test("a collective that is done under some seeds on one side alone; a value that both lack is no value", () => {
    expect(differenceBetween(side([1, NaN, 3]), side([5, 6, 8])).why).toBe(
      "one of the two has no value under some seeds",
    );
    expect(differenceBetween(side([1, NaN, 3, 2]), side([5, NaN, 8, 6.5]))).toMatchObject({
      count: 3,
      verdict: "less",
    });
  });
});
