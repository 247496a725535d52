/** Tests every experiment without a run: ids and keys are unique, scenarios can run, and claims use computed values. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { SCALES } from "../../src/papers/figures/contract.ts";
import { experiments } from "../../src/papers/index.ts";
import { quickMinutes } from "../../src/papers/quick-minutes.ts";
import { readScenario, setUp } from "../../src/run/lab/lab.ts";

/** Number of scenarios that are read for each experiment and scale. The first one is also built. */
const READ = 8;

test("ids are unique, and each is of the form paper/figure", () => {
  const ids = experiments.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^(spfc|dsh|acc|plb|bifrost|cross)\/[a-z0-9-]+$/);
});

test("the duration at quick scale is known for each of them, and for no other", () => {
  expect(Object.keys(quickMinutes).sort()).toEqual(experiments.map(({ id }) => id).sort());
});

describe.each(experiments.map((experiment) => [experiment.id, experiment] as const))("%s", (id, experiment) => {
  test("has a question, and its choices in whole sentences", () => {
    expect(experiment.asks).toMatch(/^[A-Z].*\?$/s);
    for (const choice of experiment.chosen) expect(choice).toMatch(/^\S.*\.$/s);
  });

  test.each(SCALES)("scale %s: no key comes twice, and scenarios can run", (scale) => {
    const trials = experiment.trials(scale);
    expect(new Set(trials.map(({ key }) => JSON.stringify(key))).size).toBe(trials.length);
    const every = Math.ceil(trials.length / READ);
    trials.forEach(({ scenario: written }, k) => {
      if (k % every !== 0) return;
      expect(written).not.toHaveProperty("seed");
      const scenario = readScenario(JSON.stringify({ ...written, seed: 1 }), `${id}.json`);
      if (k === 0 && scale === "quick") setUp(scenario);
    });
  });

  test("without any run it concludes nothing about runs, and does not fail", () => {
    const { claims, plots } = experiment.conclude([], "quick");
    const runs = experiment.trials("quick").length > 0;
    if (runs) expect(claims.filter(({ verdict }) => verdict === "holds")).toEqual([]);
    expect(new Set(claims.map((claim) => claim.id)).size).toBe(claims.length);
    for (const claim of claims) expect(claim.id).toMatch(/^[a-z0-9][a-z0-9.-]*$/);
    for (const { title, x, y } of plots) expect([title, x, y]).not.toContain("");
  });
});

/**
 * A unit alone is not a title: "FCT, ms" is valid, but neither "ms" nor "ms of f1". The titles are read from the
 * sources, because most plots are drawn only after runs.
 */
const UNIT = /^(%|percent|[KMG]?i?B|[KMG]?bps|[mun]?s|k?m|BDPs)(?![A-Za-z])/;

test("an axis says what it measures before its unit", () => {
  const sources = readdirSync("src/papers", { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith(".ts"),
  );
  // Either `x: "time, ms"`, or the texts after the title in a call of a form of plot.
  const axes = /\b[xy]: "([^"]+)"|[pP]lot(?:Of)?\(\s*(?:`[^`]*`|"[^"]*"|[\w.[\]]+),\s*"([^"]+)"(?:,\s*"([^"]+)")?/g;
  const written = sources.flatMap((path) =>
    Array.from(readFileSync(`src/papers/${path}`, "utf8").matchAll(axes)).flatMap(([, ...titles]) =>
      titles.filter(Boolean).map((title) => `${path}: ${title}`),
    ),
  );
  expect(written.length).toBeGreaterThan(50);
  const plots = experiments.flatMap((experiment) =>
    experiment.conclude([], "quick").plots.flatMap(({ x, y }) => [x, y].map((title) => `${experiment.id}: ${title}`)),
  );
  expect([...written, ...plots].filter((named) => UNIT.test(named.replace(/^[^:]*: /, "")))).toEqual([]);
});

const computed = experiments.filter((experiment) => experiment.trials("paper").length === 0);

test.each(computed.map((experiment) => [experiment.id, experiment] as const))(
  "%s is computed: its theorems and formulas hold, except those with a note or with a check that decides them",
  (_, experiment) => {
    const { claims, plots } = experiment.conclude([], "paper");
    expect(claims.length).toBeGreaterThan(0);
    expect(plots.length).toBeGreaterThan(0);
    const fails = claims.filter(
      ({ kind, verdict, note, settled }) =>
        kind === "value" && verdict === "fails" && note === undefined && settled === undefined,
    );
    expect(fails).toEqual([]);
    for (const point of plots.flatMap(({ lines }) => lines.flatMap(({ points }) => points)))
      expect(point.every(Number.isFinite)).toBe(true);
  },
);
