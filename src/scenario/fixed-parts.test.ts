/** Tests that a part declared as fixed is equal under two seeds, and that any other part differs. */
import { expect, test } from "vitest";
import { builtIn, fixedParts, readScenario, setUp } from "../run/lab/lab.ts";

const scenario = (traffic: string, seed: number, routing = "spray") =>
  readScenario(
    `seed: ${seed}
until: 200us
topology: { kind: leaf-spine, leaves: 2, spines: 2, hostsPerLeaf: 4 }
policies: { routing: ${routing} }
traffic: [${traffic}]
`,
    "x.yaml",
  );

/** The planned flows, tasks and messages. */
function planned(traffic: string, seed: number): string {
  const { plan } = setUp(scenario(traffic, seed));
  return JSON.stringify(plan);
}

const given = (traffic: string): string[] => fixedParts(scenario(traffic, 1), builtIn).map(({ what }) => what);

test.each([
  ["{ kind: flows, list: ['h0, h4, 1MB, 0'] }", "flows are given"],
  ["{ kind: bursts, from: h1, to: h4, size: 64KB }", "the bursts are given"],
  ["{ kind: long-lived, from: h1, to: h4 }", "the long-lived flows are given"],
  ["{ kind: incast, to: h0, every: 50us }", "the incasts are given"],
  ["{ kind: incast, to: h0, from: h1..h3, fanIn: 3 }", "the incasts are given"],
  ["{ kind: collective, operation: all-reduce-ring, ranks: h0..h3, size: 1MB }", "the collective's steps are given"],
])("%s: %s", (traffic, what) => {
  expect(given(traffic)).toEqual([what]);
  expect(planned(traffic, 1)).toBe(planned(traffic, 2));
});

test.each([
  "{ kind: poisson, cdf: solar2022, load: 0.5 }",
  "{ kind: incast, fanIn: 7, every: 20us }",
  "{ kind: incast, to: h0, fanIn: 3, every: 20us }",
  "{ kind: incast, to: h0, fanIn: 7, fanInLeast: 2, every: 20us }",
  "{ kind: incast, to: h0, cdf: solar2022 }",
  "{ kind: incast, to: h0, load: 0.3 }",
  "{ kind: collective, operation: all-reduce-ring, ranks: h0..h3, size: 1MB, straggle: 5us }",
  "{ kind: collective, operation: all-to-all, ranks: h0..h3, size: 1MB, iterations: 4, skew: 1 }",
])("%s: a seed draws it", (traffic) => {
  expect(given(traffic)).toEqual([]);
  expect(planned(traffic, 1)).not.toBe(planned(traffic, 2));
});

const hash = (routing: string) => fixedParts(scenario("{ kind: poisson, load: 0.3 }", 1, routing), builtIn);

test("ECMP's hash, and the setting that draws it", () => {
  const draw = "routing={name: ecmp, seed: drawn}";
  expect(hash("{ name: ecmp, seed: per-switch }")).toEqual([
    { at: "routing", what: "ECMP's hash is fixed by `seed: per-switch`", draw },
  ]);
  expect(hash("{ name: ecmp, seed: shared }")).toMatchObject([
    { what: "ECMP's hash is fixed by `seed: shared`", draw },
  ]);
  expect(hash("ecmp")).toEqual([]);
  expect(hash("pinned")).toEqual([{ at: "routing", what: "paths are given", draw: null }]);
});

test("not the hash where each pair of nodes has a single path", () => {
  const star = readScenario(
    "until: 1ms\ntopology: { kind: star, hosts: 4 }\ntraffic: [{ kind: incast, to: h0, fanIn: 3, size: 64KB }]\n",
    "x.yaml",
  );
  expect(fixedParts(star, builtIn).map(({ what }) => what)).toEqual(["the incasts are given"]);
});
