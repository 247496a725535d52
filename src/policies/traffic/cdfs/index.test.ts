import { expect, test } from "vitest";

import { SizeCdf } from "../cdf.ts";
import { cdfs } from "./index.ts";

/**
 * The means by HPCC's getAvg, computed from the original files in exact fractions. They are half a byte less, because
 * HPCC's sizes are no whole numbers.
 */
test.each([
  ["alistorage2019", 9, 40869.8],
  ["datamining-inet-tub", 17, 5.03654e6],
  ["datamining-vl2-hkust", 13, 1.26582e7],
  ["fb-cachefollower-all-parsimon", 40, 609883],
  ["fb-hadoop-all-parsimon", 34, 568755],
  ["fb-hadoop-conweave", 461, 121849],
  ["fb-hadoop-hpcc", 20, 120421],
  ["fb-hadoop-inet-tub", 17, 3.42373e6],
  ["fb-hadoop-intracluster-parsimon", 56, 289128],
  ["fb-hadoop-intrarack-parsimon", 60, 3.86383e6],
  ["fb-keyvalue-hkust", 17, 342.235],
  ["fb-webserver-all-parsimon", 35, 91343],
  ["fb-webserver-expresspass", 13, 66121],
  ["googlerpc2008", 843, 2891.62],
  ["googlerpc2008-conweave", 120, 2967.89],
  ["homa-w1", 273, 184.599],
  ["homa-w2", 147, 423.539],
  ["homa-w5", 13, 2.53417e6],
  ["solar2022", 8, 39423.5],
  ["websearch-hkust", 12, 1.71125e6],
  ["websearch-hpcc", 12, 1.71125e6],
  ["websearch-inet-tub", 16, 1.71122e6],
] as const)("%s has %i points and a mean of %f B", (name, points, mean) => {
  const table = cdfs[name];
  expect(table.points).toHaveLength(points);
  expect((new SizeCdf(table.points).mean() - 0.5) / mean).toBeCloseTo(1, 5);
});

test("every table goes by its own name, begins at 0% and cites repository, file and commit", () => {
  expect(Object.keys(cdfs)).toHaveLength(22);
  for (const [name, table] of Object.entries(cdfs)) {
    expect(table.name).toBe(name);
    expect(table.points[0][1]).toBe(0);
    expect(table.source).toMatch(/^[\w-]+\/[\w-]+ \S+ @[0-9a-f]{7}/);
  }
});

test("HPCC's and HKUST's web search are one distribution", () => {
  expect(cdfs["websearch-hpcc"].points).toEqual(cdfs["websearch-hkust"].points);
});
