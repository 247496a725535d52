import { expect, test } from "vitest";
import { firstSeed, mean, order, percentChange, ratio, value } from "./claims.ts";

const said = { id: "one", claim: "It is so", paper: "so" };

test("order holds or fails as it is told", () => {
  expect(order(said, "1 > 0", true)).toEqual({ ...said, kind: "order", ours: "1 > 0", verdict: "holds" });
  expect(order(said, "1 > 0", false).verdict).toBe("fails");
});

test.each([
  [0.8, 0.7, "holds"], // -20% for -30%: 0.8 / 0.7 = 1.14
  [0.4, 0.7, "fails"], // 0.7 / 0.4 = 1.75, more than 1.5
  [1.05, 0.9, "fails"], // near, but more where the paper has less
  [0.995, 0.9, "fails"], // -0.5% for -10% is no change
  [1, 1, "holds"],
  [NaN, 0.7, "fails"],
])("ratio: ours %d, the paper's %d: %s within a factor of 1.5 and the same way", (ours, paper, verdict) => {
  expect(ratio(said, ours, paper).verdict).toBe(verdict);
});

test.each([
  [102, "holds"],
  [103, "fails"],
  [NaN, "fails"],
])("value: %d for 100 within 2%% %s", (ours, verdict) => {
  expect(value(said, ours, 100, 0.02, String)).toMatchObject({ ours: String(ours), verdict });
});

test("0.684 is -31.6%, 1.25 is +25.0%", () => {
  expect([percentChange(0.684), percentChange(1.25)]).toEqual(["-31.6%", "+25.0%"]);
});

test("the mean of nothing is NaN; of several seeds the first is shown", () => {
  expect(mean([])).toBeNaN();
  const done = [1, 2].map((seed) => ({ key: { n: 1 }, seed, row: seed }));
  expect(firstSeed(done)).toEqual([done[0]]);
});
