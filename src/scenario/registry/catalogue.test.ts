import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { catalogue, lookUp, meant } from "./catalogue.ts";
import { policies, probes, topologies, trafficKinds } from "../../policies/policies.ts";
import { roles } from "../roles.ts";

test("it has every policy, topology, kind of traffic, probe and distribution", () => {
  const groups = catalogue();
  const names = (title: string) => groups.find((group) => group.title === title)?.entries.map(({ name }) => name);
  for (const [role, modules] of Object.entries(policies)) expect(names(role)).toEqual(Object.keys(modules));
  expect(names("topologies")).toEqual(Object.keys(topologies));
  expect(names("traffic")).toEqual(Object.keys(trafficKinds));
  expect(names("probes")).toEqual(Object.keys(probes));
  expect(names("cdfs")).toContain("websearch-hpcc");
});

test("what a scenario gets that names none is marked, one a role; detection depends on congestion", () => {
  const defaults = catalogue().flatMap(({ title, entries }) =>
    entries.filter((entry) => entry.section === "policies" && entry.isDefault).map(({ name }) => `${title} ${name}`),
  );
  expect(defaults).toContain("buffer dt");
  expect(defaults.length).toBe(Object.keys(policies).length - 1);
});

test("a name is a section, a role, or one entry, which may have several roles", () => {
  const titles = (name: string) => lookUp(name)?.map(({ title, entries }) => `${title} ${entries.length}`);
  expect(titles("policies")?.length).toBe(Object.keys(policies).length);
  expect(titles("buffer")).toEqual([`buffer ${Object.keys(policies.buffer).length}`]);
  expect(titles("none")).toEqual(["headroom 1", "link 1", "detection 1", "congestion 1", "transport 1"]);
  expect(titles("topology")).toEqual(titles("topologies"));
  for (const one of ["policy", "topology", "traffic", "probe", "fault", "cdf"]) expect(titles(one)).toBeDefined();
  expect(titles("dcqn")).toBeUndefined();
  expect(meant("dcqn")).toBe('Did you mean "dcqcn"?');
});

test("a distribution tells its mean and range", () => {
  const [group] = lookUp("websearch-hpcc") ?? [];
  expect(group.entries[0]).toMatchObject({ smallest: 1, largest: 30_000_000 });
  expect((group.entries[0] as { mean: number }).mean).toBeCloseTo(1_711_250.5, 0);
});

test("ARCHITECTURE.md asks of each role what the code asks", () => {
  const page = readFileSync(new URL("../../../ARCHITECTURE.md", import.meta.url), "utf8");
  for (const [role, question] of Object.entries(roles)) expect(page).toContain(`| \`${role}\` | ${question} |`);
});
