/** Tests which tables a sweep can keep: the tables of a run, and those of the scenario's probes. */
import { expect, test } from "vitest";
import { builtIn, readSetting, readVariation, type Setting } from "../../../run/lab/lab.ts";
import { makePlan } from "./make-plan.ts";
import { keptShape } from "./plan.ts";

const text = `until: 10us
topology: { kind: star, hosts: 3 }
traffic: [{ kind: long-lived, from: h0, to: h1 }]
`;

const planned = (probes: string, ...keep: string[]) => {
  const set: Setting[] = probes === "" ? [] : [{ path: "measure.probes", value: probes, from: "--set" }];
  const request = {
    ...{ scenario: "a.yaml", set, list: [], seeds: 1, rule: null },
    grid: [readVariation("--vary", "buffer=st,dt")],
    keep: keep.map((name) => ({ name, from: "--keep" })),
  };
  const file = { name: "a.yaml", text, read: () => "" };
  return makePlan(file, request, () => {}).then(({ plan }) => plan);
};

test("a probe's table is kept by its name, and the plan says what its columns are", async () => {
  const plan = await planned("[memory, drops]", "flows", "memory");
  expect(plan.keep).toEqual(["flows", "memory"]);
  expect(Object.keys(plan.probes ?? {})).toEqual(["memory"]);
  expect(Object.keys(keptShape(plan, "memory")?.columns ?? {})).toEqual([
    ...["time_ns", "node", "used_bytes", "capacity_bytes", "headroom_bytes"],
  ]);
  expect(keptShape(plan, "drops")).toBeUndefined();
});

test("a plan without probes is the one that it was: its runs keep their names", async () => {
  const [plan, other] = [await planned("", "flows"), await planned("", "flows", "flows")];
  expect(plan).toEqual(other);
  expect(plan).not.toHaveProperty("probes");
  expect(Object.keys(builtIn.probes)).toContain("memory");
});

test("a table that no run has is a mistake, with the probes of the scenario among what there is", async () => {
  await expect(planned("[memory]", "memry")).rejects.toThrow(
    /^--keep: expected one of flows, .*, memory, got memry\. Did you mean "memory"\?$/,
  );
  await expect(planned("", "memory")).rejects.toThrow(/got memory\. Probes of the scenario have tables too/);
});

test("a setting that a variation replaces in every point is a mistake", async () => {
  const settings = (...texts: string[]): Setting[] => texts.map((text) => readSetting("--set", text));
  const of = (set: Setting[], list: Setting[][]) =>
    makePlan(
      { name: "a.yaml", text, read: () => "" },
      {
        ...{ scenario: "a.yaml", set, list, seeds: 1, rule: null, keep: [] },
        grid: [readVariation("--vary", "policies={buffer: st},{buffer: dt}")],
      },
      () => {},
    );
  await expect(of(settings("buffer.alpha=3"), [])).rejects.toThrow(
    "--set buffer.alpha=3: expected a setting that no variation replaces, got buffer.alpha, which varying policies replaces. Remove one of them.",
  );
  await expect(of([], [settings("policies={buffer: st}")])).rejects.toThrow(
    /^--set policies={buffer: st}: expected a setting that no variation replaces, got policies, /,
  );
});
