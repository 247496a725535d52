/**
 * Tests that each paper has one reading of its open points. Figures that need it share one table. If two figures of a
 * paper differ, the text says so.
 */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Experiment } from "../../src/papers/figures/contract.ts";
import type { Difference } from "../../src/papers/figures/readings.ts";
import { experiments } from "../../src/papers/index.ts";
import { papers } from "../../src/papers/papers.ts";
import { readScenario, type Scenario } from "../../src/run/lab/lab.ts";

const paperOf = ({ id }: Experiment): string => id.split("/")[0];
const names = [...new Set(experiments.map(paperOf))].filter((paper) => paper !== "cross");
const figuresOf = (paper: string): Experiment[] => experiments.filter((one) => paperOf(one) === paper);

/** A figure's scenarios that differ in more than fabric and traffic. */
function scenariosOf(figure: Experiment): Scenario[] {
  const distinct = new Map<string, Readonly<Record<string, unknown>>>();
  for (const { scenario } of figure.trials("quick")) {
    if (scenario.ideal !== undefined) continue; // an ideal case, which is not the paper's set-up
    const { topology: _t, traffic: _f, until: _u, measure: _m, ...rest } = scenario;
    const text = JSON.stringify(rest);
    if (!distinct.has(text)) distinct.set(text, scenario);
  }
  return [...distinct.values()].map((one) => readScenario(JSON.stringify({ ...one, seed: 1 }), `${figure.id}.json`));
}

/** All parameters of a scenario except those of fabric, traffic and measurement, which define a figure. */
function parametersOf(scenario: Scenario): [string, unknown][] {
  const { memory, private: own, payload, sizes, lossless, window, scaleWindow, policies, links = [] } = scenario;
  const of = (role: string, { name, values }: { name: string; values: Readonly<Record<string, unknown>> }) =>
    Object.entries(values).map(([key, value]): [string, unknown] => [`policies.${role}.${name}.${key}`, value]);
  return [
    ...Object.entries({ "switch.memory": memory, "switch.private": own, payload, sizes, window, scaleWindow }),
    ["classes.lossless", lossless],
    ...Object.entries(policies).flatMap(([role, chosen]) =>
      [chosen].flat().flatMap((one) => of(role, one as { name: string; values: Record<string, unknown> })),
    ),
    ...links.flatMap(({ policy }) => (policy === undefined ? [] : of("link", policy))),
  ];
}

/** For each parameter, the figures whose values differ from those of most figures. */
function differing(paper: string): Map<string, string[]> {
  const found = new Map<string, Map<string, string[]>>();
  for (const figure of figuresOf(paper)) {
    const values = new Map<string, Set<string>>();
    for (const [name, value] of scenariosOf(figure).flatMap(parametersOf)) {
      const known = values.get(name) ?? new Set();
      values.set(name, known.add(JSON.stringify(value) ?? "worked out"));
    }
    for (const [name, set] of values) {
      const groups = found.get(name) ?? new Map<string, string[]>();
      const text = [...set].sort().join(" ");
      groups.set(text, [...(groups.get(text) ?? []), figure.id]);
      found.set(name, groups);
    }
  }
  const differ = [...found].filter(([, groups]) => groups.size > 1);
  return new Map(
    differ.map(([name, groups]) => {
      const [most] = [...groups.values()].sort((a, b) => b.length - a.length);
      return [name, [...groups.values()].filter((group) => group !== most).flat()];
    }),
  );
}

describe.each(names.filter((paper) => Object.hasOwn(papers, paper)))("%s", (paper) => {
  const { readings } = papers[paper];
  const data = new URL(`../../docs/results/notes/${paper}/differences.json`, import.meta.url);
  const differences = JSON.parse(readFileSync(data, "utf8")) as Difference[];

  test("figures with readings share one table, whose answers and reasons are whole sentences", () => {
    for (const figure of figuresOf(paper)) if (figure.readings !== undefined) expect(figure.readings).toBe(readings);
    for (const { asks, options, chosen, why } of Object.values(readings)) {
      expect(asks).toMatch(/^[A-Z].*\?$/s);
      expect(why).toMatch(/^\S.*\.$/s);
      expect(Object.keys(options)).toContain(chosen);
      expect(Object.keys(options).length).toBeGreaterThan(1);
    }
  });

  test("another answer changes scenarios, or is used in a figure's conclusion", () => {
    const folder = new URL(`../../src/papers/${paper}/`, import.meta.url);
    const sources = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), "utf8"));
    const asked = (name: string): boolean => sources.some((text) => text.includes(`reading.${name}`));
    const asking = figuresOf(paper).filter((figure) => figure.readings !== undefined);
    for (const [name, { options, chosen }] of Object.entries(readings)) {
      for (const answer of Object.keys(options).filter((one) => one !== chosen)) {
        const changes = asking.some(
          (figure) =>
            JSON.stringify(figure.trials("quick", { [name]: answer })) !== JSON.stringify(figure.trials("quick")),
        );
        expect([name, answer, changes || asked(name)]).toEqual([name, answer, true]);
      }
    }
  });

  test("every parameter in which two figures differ is listed with the sentence that makes it differ, and no other", () => {
    const found = differing(paper);
    const listed = new Map<string, Set<string>>();
    for (const { parameter, figures, because } of differences) {
      expect(because).toMatch(/".+"/s);
      listed.set(parameter, new Set([...(listed.get(parameter) ?? []), ...figures]));
    }
    const unexplained = [...found].flatMap(([name, figures]) =>
      figures.filter((id) => listed.get(name)?.has(id) !== true).map((id) => `${name}: ${id}`),
    );
    expect(unexplained).toEqual([]);
    expect([...listed.keys()].filter((name) => !found.has(name))).toEqual([]);
  });
});
