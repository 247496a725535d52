import { expect, test } from "vitest";
import { didYouMean } from "./did-you-mean.ts";

const known = ["CC_MODE", "KMAX_MAP", "KMIN_MAP", "RATE_AI", "RATE_HAI"];

test("the nearest word is meant, whatever its case", () => {
  expect(["KMAXMAP", "cc_mode", "CCMODE", "RATEAI", "KMIM_MAP"].map((word) => didYouMean(word, known))).toEqual([
    "KMAX_MAP",
    "CC_MODE",
    "CC_MODE",
    "RATE_AI",
    "KMIN_MAP",
  ]);
});

test("a word that resembles none, or is no word, means none", () => {
  expect(["LB_MODE_X", "", "x".repeat(1e6)].map((word) => didYouMean(word, known))).toEqual(Array(3).fill(undefined));
});
