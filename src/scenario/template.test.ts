import { describe, expect, test } from "vitest";

import * as tables from "../policies/policies.ts";
import type { Role } from "../policies/policies.ts";
import { defaultPolicies } from "./defaults.ts";
import { readScenario } from "./read.ts";
import type { PolicyRow } from "./tables.ts";
import { scenarioTemplate, type TemplateChoice } from "./template.ts";

const template = (choice: Partial<TemplateChoice>): string =>
  scenarioTemplate({ topology: "star", traffic: ["incast"], policies: {}, ...choice }, tables);
const read = (text: string) => readScenario(text, "new.yaml", tables);

describe("it is read as it is", () => {
  const topologies = Object.keys(tables.topologies);
  const kinds = Object.keys(tables.trafficKinds);
  test.each(topologies.flatMap((topology) => kinds.map((kind) => [topology, kind])))("%s with %s", (topology, kind) => {
    const scenario = read(template({ topology, traffic: [kind] }));
    expect(scenario.topology.kind).toBe(topology);
    expect(scenario.traffic.map((entry) => entry.kind)).toEqual([kind]);
  });

  const all = Object.entries(tables.policies).flatMap(([role, modules]) =>
    Object.keys(modules).map((name) => [role as Role, name] as const),
  );
  test.each(all)("policy %s=%s", (role, name) => {
    const { policies } = read(template({ policies: { [role]: name } }));
    const isAbsent = (tables.policies[role] as Readonly<Record<string, PolicyRow>>)[name].absent === true;
    expect([policies[role] ?? []].flat()).toMatchObject(isAbsent ? [] : [{ name }]);
  });

  test("with every kind of traffic at once", () => {
    expect(read(template({ traffic: kinds })).traffic.length).toBe(kinds.length);
  });
});

test("what it sets is what a scenario gets that sets nothing", () => {
  const bare = "until: 1ms\ntopology: { kind: star }\ntraffic: [{ kind: incast }]";
  expect(read(template({}))).toEqual(read(bare));
});

test("a parameter behind a # stands at its default: without the # nothing changes", () => {
  const text = template({ topology: "leaf-spine" });
  const live = text.replace(/^( +)#(\w+: [^#\s])/gm, "$1$2");
  expect(live.match(/^ +alpha: 1 /m)).not.toBeNull();
  expect(read(live)).toMatchObject({ ...read(text), topology: expect.anything(), traffic: expect.anything() });
  expect(read(live).wiring).toEqual(read(text).wiring);
});

test("every section and every parameter is there, with its meaning", () => {
  const text = template({});
  for (const [role, name] of Object.entries(defaultPolicies)) {
    const modules = tables.policies[role as Role] as Record<string, { params: Record<string, unknown> }>;
    for (const param of Object.keys(modules[name].params))
      expect(text).toMatch(new RegExp(`^    #${param}:.* # `, "m"));
  }
  for (const section of ["switch", "packet", "classes", "#host", "traffic", "policies", "measure"]) {
    expect(text).toMatch(new RegExp(`^# .*\\n${section}:$`, "m"));
  }
  expect(Math.max(...text.split("\n").map((line) => line.length))).toBeLessThanOrEqual(110);
});
