import { expect, test } from "vitest";
import type { CollectedRow } from "./plan/collect.ts";
import { labelOf, pointStatistics } from "./point-statistics.ts";

interface Row {
  readonly digest?: string;
  readonly figures: Readonly<Record<string, number | null>>;
}

/** A row a seed. */
const rows = (settings: Readonly<Record<string, string>>, some: readonly Row[]): CollectedRow[] =>
  some.map(
    (row, k) =>
      ({
        settings,
        run: { seed: k + 1 },
        row: { digest: `${labelOf(settings)} ${k}`, ...row },
      }) as unknown as CollectedRow,
  );
const pauses = (...values: number[]): Row[] =>
  values.map((one) => ({ figures: { pauses: one, flows: 10, unfinished: 0 } }));
const [a, b, c] = ["a", "b", "c"].map((buffer) => ({ buffer }));

test("each point less the one it is compared with, seed by seed, and Holm over all that are tested", () => {
  const all = [
    ...rows(a, pauses(1, 2, 3, 4, 5)),
    ...rows(b, pauses(2, 4, 6, 8, 10)),
    ...rows(c, pauses(4, 4, 7, 8, 9)),
  ];
  const [first, second, third] = pointStatistics(all, "pauses", () => "buffer=a");
  expect(first.difference).toBeNull();
  // The differences of b and a are 1 to 5, so p = 0.0132. The differences of c and a have the mean 3.4 and the error
  // 0.4, so t = 8.5 and p = 0.00105.
  expect(second.difference).toMatchObject({ mean: 3, count: 5, verdict: "more", against: "buffer=a" });
  expect(second.difference?.holm.toFixed(4)).toBe("0.0132");
  expect(third.difference?.holm).toBeCloseTo(2 * (third.difference?.p ?? 0), 12);
  expect(third.difference?.p.toFixed(5)).toBe("0.00105");
});

test("Holm can undo what one test alone decides", () => {
  const all = [...rows(a, pauses(1, 2, 3, 4, 5)), ...rows(b, pauses(2, 3, 3, 6, 7)), ...rows(c, pauses(2, 3, 3, 6, 7))];
  // The differences of b and a have the mean 1.2 and the error 0.3742, so t = 3.207 and p = 0.0327. Holm's method
  // doubles p to 0.0654.
  const [, second] = pointStatistics(all, "pauses", () => "buffer=a");
  expect([second.difference?.p.toFixed(4), second.difference?.holm.toFixed(4)]).toEqual(["0.0327", "0.0654"]);
  expect(second.difference?.verdict).toBe("undecided");
});

test("a point that the seed does not move: no interval of any kind, and no verdict", () => {
  const still = rows(a, pauses(3, 3, 3).map((row) => ({ ...row, digest: "same" }))); // prettier-ignore
  const [first, second] = pointStatistics([...still, ...rows(b, pauses(1, 2, 3))], "pauses", () => "buffer=a");
  expect(first).toMatchObject({ moves: false, mean: { mean: 3, low: NaN }, bootstrap: { low: NaN }, median: { value: 3, low: NaN } }); // prettier-ignore
  expect(second.difference).toMatchObject({
    verdict: "none",
    why: "the seed does not change one of the two",
    holm: NaN,
  });
});

test("another load is other traffic: Welch", () => {
  const at = (load: string) => ({ "traffic.0.load": load });
  const all = [...rows(at("0.3"), pauses(1, 2, 3)), ...rows(at("0.5"), pauses(2, 6, 10))];
  const [, second] = pointStatistics(all, "pauses", () => "traffic.0.load=0.3");
  expect(second.difference).toMatchObject({ how: "unpaired", mean: 4, verdict: "undecided" });
});

test("the share of flows that were done: 10 - 1 and 10 - 3 of 20; times are not compared where it differs", () => {
  const of = (...left: number[]): Row[] =>
    left.map((unfinished, k) => ({ figures: { fct_mean_ns: 100 + k * k, flows: 10, unfinished } }));
  const [first, second] = pointStatistics(
    [...rows(a, of(1, 3)), ...rows(b, of(0, 0))],
    "fct_mean_ns",
    () => "buffer=a",
  );
  expect([first.done, second.done]).toEqual([0.8, 1]);
  expect(second.difference?.why).toBe("the sides left different numbers of flows undone");
});
