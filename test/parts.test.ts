/**
 * Tests that several partitions give the results of one partition, to the last cell, for every policy and every way in
 * which a run ends.
 */
import { describe, expect, test } from "vitest";
import { readScenario, readSetting, setUp, type Results, type Scenario } from "../src/run/lab/lab.ts";
import { cutInto, runInTurns, whyWhole } from "../src/run/lab/in-partitions.ts";
import type { Needs } from "../src/base/params.ts";
import { policies } from "../src/policies/policies.ts";
import { difference } from "../src/batch/soak/compare.ts";
import { tenScenarios } from "./properties/ten-scenarios.ts";

const read = (text: string, settings: readonly string[] = []): Scenario =>
  readScenario(
    text,
    "x.yaml",
    undefined,
    settings.map((one) => readSetting("--set", one)),
  );

/** The results of runs with one partition. Several numbers of partitions are compared with the same run. */
const wholeRuns = new WeakMap<Scenario, Results>();

function whole(scenario: Scenario): Results {
  const known = wholeRuns.get(scenario);
  if (known !== undefined) return known;
  const { run, results } = setUp(scenario);
  const ran = results(run(scenario.until));
  wholeRuns.set(scenario, ran);
  return ran;
}

/**
 * The first difference between the run with this many partitions and the whole run. Undefined if there is none. A run with fewer than two
 * partitions also counts as a difference.
 */
function differs(scenario: Scenario, parts: number): string | undefined {
  const experiment = setUp(scenario);
  const cut = cutInto(experiment, parts);
  expect(cut.parts).toBeGreaterThan(1);
  const { network } = experiment;
  const results = runInTurns(experiment, cut.part);
  return difference({ results: whole(scenario), network }, { results, network });
}

const text = `seed: 3
until: 200us
topology: { kind: leaf-spine, leaves: 4, spines: 2, hostsPerLeaf: 3 }
switch: { memory: 2MiB }
onDrop: count
traffic:
  - { kind: poisson, cdf: websearch-hpcc, load: 0.8 }
  - { kind: incast, fanIn: 9, every: 50us, size: 60KB }
`;
const settings = Object.entries(policies).flatMap(([role, modules]) =>
  Object.entries(modules).map(([name, { needs = {} }]: [string, { needs?: Needs }]) =>
    needs.ownMemory === true ? `links=[{ between: leaf0-spine0, policy: ${name}, memory: 1MiB }]` : `${role}=${name}`,
  ),
);
/** Congestion policies that run with detection policies without ECN marks. */
const BESIDE: Readonly<Record<string, string>> = {
  "detection=none": "congestion=timely",
  "detection=int": "congestion=hpcc",
};

describe("every policy with two and with five partitions", () => {
  test.each(settings)("%s", (setting) => {
    const scenario = read(text, [setting, ...(setting in BESIDE ? [BESIDE[setting]] : [])]);
    if (whyWhole(setUp(scenario)) !== undefined) return; // the check gives the reason, and the run uses one partition
    expect([differs(scenario, 2), differs(scenario, 5)]).toEqual([undefined, undefined]);
    const sharing = read(text, [setting, ...(setting in BESIDE ? [BESIDE[setting]] : []), "classes.acks=data"]);
    expect(differs(sharing, 3)).toBeUndefined();
  });
});

test("the ten scenarios that use all roles, with three partitions", () => {
  for (const [name, written] of Object.entries(tenScenarios)) {
    const scenario = read(written);
    const experiment = setUp(scenario);
    if (whyWhole(experiment) !== undefined || cutInto(experiment, 3).parts === 1) continue;
    expect([name, differs(scenario, 3)]).toEqual([name, undefined]);
  }
});

/** Host k sends to the host two switches further, in a ring of four switches. So each queue waits for the next one. */
const ring = `until: 20ms
switch: { memory: 450KB }
policies: { congestion: none, routing: { name: ecmp, paths: [${[0, 1, 2, 3].map((k) => `{ from: h${k}, to: h${(k + 2) % 4}, via: s${(k + 1) % 4} }`).join(", ")}] } }
topology:
  kind: file
  nodes: [${[0, 1, 2, 3].map((k) => `{ name: h${k}, kind: host }, { name: s${k}, kind: switch }`).join(", ")}]
  links: [${[0, 1, 2, 3].map((k) => `{ a: h${k}, b: s${k} }, { a: s${k}, b: s${(k + 1) % 4} }`).join(", ")}]
traffic: [{ kind: flows, list: [${[0, 1, 2, 3].map((k) => `{ from: h${k}, to: h${(k + 2) % 4}, size: 10MB }`).join(", ")}] }]
`;

describe("a run ends at the same time as with one partition", () => {
  const chain = "topology: { kind: leaf-spine, leaves: 3, spines: 1, hostsPerLeaf: 2 }\n";

  test("when all flows are done, with that picosecond", () => {
    const scenario = read(`until: 10ms\n${chain}traffic: [{ kind: incast, to: h5, fanIn: 4, size: 90KB }]\n`);
    expect(whole(scenario).summary.ending).toBe("all flows are done");
    expect(differs(scenario, 3)).toBeUndefined();
  });

  test("when the counted flows are done, and others still send", () => {
    const scenario = read(
      `until: done\nlimit: 5ms\ncount: { to: 1us }\n${chain}traffic: [{ kind: incast, to: h5, fanIn: 4, size: 90KB }, { kind: incast, to: h0, fanIn: 4, size: 900KB, start: 2us }]\n`,
    );
    expect(whole(scenario).summary.ending).toBe("all flows that count are done");
    expect(differs(scenario, 3)).toBeUndefined();
  });

  test("at a deadlock that crosses partitions", () => {
    for (const [onDeadlock, ending] of [
      ["stop", "deadlock"],
      ["go-on", "nothing can move"],
    ]) {
      const scenario = read(ring, [`onDeadlock=${onDeadlock}`]);
      expect(whole(scenario).summary.ending).toBe(ending);
      expect([differs(scenario, 2), differs(scenario, 4)]).toEqual([undefined, undefined]);
    }
  });

  test("at the first loss that is an error of the scenario, with its message", () => {
    const scenario = read(
      `until: 1ms\n${chain}switch: { memory: 100KB }\npolicies: { link: none, congestion: none, headroom: none }\ntraffic: [{ kind: incast, to: h5, fanIn: 4, size: 900KB }]\n`,
    );
    const failure = (run: () => unknown): string => {
      try {
        run();
        return "none";
      } catch (error) {
        return (error as Error).message;
      }
    };
    const message = failure(() => whole(scenario));
    expect(message).toContain("lost a packet");
    const experiment = setUp(scenario);
    expect(failure(() => runInTurns(experiment, cutInto(experiment, 3).part))).toBe(message);
  });
});
