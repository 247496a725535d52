/** Tests that traffic has its offered load in bytes, and the sizes of its distribution. The flows are planned, but not simulated. */
import { expect, test } from "vitest";

import * as tables from "../../src/policies/policies.ts";
import { stream } from "../../src/base/random.ts";
import { readScenario } from "../../src/scenario/read.ts";
import { trafficView } from "../../src/scenario/traffic.ts";
import { SizeCdf, type CdfTable } from "../../src/policies/traffic/cdf.ts";
import { cdfs, type CdfName } from "../../src/policies/traffic/cdfs/index.ts";
import { planTraffic } from "../../src/policies/traffic/plan.ts";

/**
 * Mean square of the sizes divided by the square of their mean. A Poisson process with n flows carries n times the mean size, with a
 * standard error of sqrt(spread / n). The spread is 6 for web search, half of whose bytes are in flows above 8 MB. It is 560 for RPCs.
 */
function spread({ points }: CdfTable): number {
  let square = 0;
  for (let i = 1; i < points.length; i++) {
    const [[a, from], [b, to]] = [points[i - 1], points[i]];
    square += (to - from) * ((a * a + a * b + b * b) / 3);
  }
  return square / new SizeCdf(points).mean() ** 2;
}

/**
 * The Kolmogorov-Smirnov distance: the largest difference between the shares of the drawn sizes and those of the
 * distribution.
 */
function distance(sizes: Float64Array, cdf: SizeCdf): number {
  sizes.sort();
  let worst = 0;
  sizes.forEach((size, k) => {
    if (size === sizes[k + 1]) return; // shares include all flows of a size
    const share = cdf.share(size);
    worst = Math.max(worst, Math.abs((k + 1) / sizes.length - share));
  });
  return worst;
}

const LOAD = 0.5;
const HOSTS = 128;
const SEEDS = 10;
/**
 * The standard error of all ten seeds together. The allowed 3% are four standard errors, which chance exceeds once in
 * 16,000 times.
 */
const STANDARD_ERROR = 0.0075;

/** The sizes of the flows of ten seeds. The time is long enough for the standard error above. */
function planned(name: CdfName): { sizes: Float64Array; asked: number } {
  const flows = spread(cdfs[name]) / STANDARD_ERROR ** 2;
  const rate = LOAD * HOSTS * 100e9;
  const seconds = (flows / SEEDS) * ((new SizeCdf(cdfs[name].points).mean() * 8) / rate);
  const until = Math.round(seconds * 1e12);
  const text = `
    until: ${until}ps
    topology: { kind: leaf-spine, leaves: 8, spines: 8, hostsPerLeaf: 16, rate: 100Gbps }
    traffic: [{ kind: poisson, cdf: ${name}, load: ${LOAD} }]`;
  const { traffic, wiring } = readScenario(text, "load.yaml", tables);
  const view = trafficView(wiring, until);
  expect(view.hosts).toHaveLength(HOSTS);
  const sizes = Array.from({ length: SEEDS }, (_, seed) =>
    planTraffic(traffic, tables.trafficKinds, view, seed + 1).flows.map(({ bytes }) => bytes),
  );
  return { sizes: Float64Array.from(sizes.flat()), asked: (SEEDS * rate * until) / 8e12 };
}

const workloads = [
  "websearch-hpcc",
  "fb-hadoop-hpcc",
  "fb-cachefollower-all-parsimon",
  "datamining-vl2-hkust",
] as const;

test.each(workloads)(
  "%s at load .5 on 128 hosts: over ten seeds the bytes match the load within .03, the sizes pass Kolmogorov-Smirnov at .001",
  (name) => {
    const { sizes, asked } = planned(name);
    const offered = sizes.reduce((sum, bytes) => sum + bytes, 0);
    expect(Math.abs(offered / asked - 1)).toBeLessThan(0.03);
    expect(distance(sizes, new SizeCdf(cdfs[name].points))).toBeLessThan(1.95 / Math.sqrt(sizes.length));
  },
);

test.each(Object.keys(cdfs) as CdfName[])("%s: 100,000 samples have its mean within four standard errors", (name) => {
  const cdf = new SizeCdf(cdfs[name].points);
  const source = stream(2, name);
  const samples = 100_000;
  let sum = 0;
  for (let k = 0; k < samples; k++) sum += cdf.sample(source);
  const tolerance = 4 * Math.sqrt(spread(cdfs[name]) / samples);
  expect(Math.abs(sum / samples / cdf.mean() - 1)).toBeLessThan(tolerance);
});
