import { expect, test } from "vitest";
import { defineExperiment, type Experiment } from "../../papers/figures/contract.ts";
import { readSetting } from "../../run/lab/lab.ts";
import { checkSet } from "./figure-settings.ts";
import { planTrials } from "./trials.ts";

const figure: Experiment = defineExperiment({
  ...{ id: "mine/fig1", title: "x", asks: "x", chosen: [], seeds: { quick: 1, paper: 1 } },
  trials: () =>
    ["st", "dt"].map((buffer) => ({
      key: { buffer },
      scenario: { until: "1ms", topology: { kind: "star" }, policies: { buffer }, traffic: [{ kind: "incast" }] },
    })),
  row: () => null,
  conclude: () => ({ plots: [], claims: [] }),
});
const check = (text: string): Promise<void> => checkSet(figure, "quick", {}, [readSetting("--set", text)], []);

test("a value that no run of the figure varies is set in all of them", async () => {
  await expect(check("switch.memory=8MiB")).resolves.toBeUndefined();
  const files = (set: string[]): string[] => {
    const settings = set.map((one) => readSetting("--set", one));
    const plan = { scale: "quick", seeds: 1, set: settings, folder: "rows", version: "1" } as const;
    return planTrials(figure, plan).map(({ file }) => file);
  };
  expect(new Set([...files([]), ...files(["switch.memory=8MiB"])]).size).toBe(4);
});

test("refused: what the figure varies itself, what changes nothing, and what no scenario can have", async () => {
  await expect(check("buffer=dt")).rejects.toThrow(/--set buffer=dt: .*the same run for buffer=st and buffer=dt/);
  await expect(check("until=1ms")).rejects.toThrow(/the values of the figure/);
  await expect(check("until=1")).rejects.toThrow(/^--set until=1: /);
});
