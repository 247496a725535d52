/** The DSH figures as experiments: what they run can be read, and what is a theorem holds, on runs of a second. */
import { describe, expect, test } from "vitest";
import type { Done, Experiment, Key, Scale, Trial } from "../../src/experiments/contract.ts";
import { SCALES } from "../../src/experiments/contract.ts";
import { experiments } from "../../src/experiments/index.ts";
import { readScenario, setUp, type Scenario } from "../../src/lab.ts";

const dsh = experiments.filter(({ id }) => id.startsWith("dsh/"));
const named = (id: string): Experiment => dsh.filter((one) => one.id === id)[0];

const read = ({ key, scenario }: Trial, seed = 1): Scenario =>
  readScenario(JSON.stringify({ ...scenario, seed }), JSON.stringify(key));

function runOf(experiment: Experiment, trial: Trial): Done<Key, unknown> {
  const scenario = read(trial);
  const { network, run, results } = setUp(scenario);
  const ending = run(scenario.until);
  expect(network.fabric.ledger.dropped).toBe(0);
  return { key: trial.key, seed: 1, row: experiment.row(results(ending), trial.key, scenario) };
}

/** Its claims from those of its quick trials that `wanted` names. */
const claimsOf = (experiment: Experiment, wanted: (key: Key) => boolean) =>
  experiment.conclude(
    experiment
      .trials("quick")
      .filter(({ key }) => wanted(key))
      .map((trial) => runOf(experiment, trial)),
    "quick",
  ).claims;

const failed = (claims: ReturnType<typeof claimsOf>): string[] =>
  claims.filter(({ verdict }) => verdict === "fails").map(({ id, ours }) => `${id}: ${ours}`);

test("the figures there are", () => {
  expect(dsh.map(({ id }) => id)).toEqual(["dsh/fig4", "dsh/fig6", "dsh/fig10", "dsh/fig11", "dsh/fig12", "dsh/fig13"]);
});

describe.each(SCALES.flatMap((scale) => dsh.map(({ id }) => [id, scale] as const)))(
  "%s at %s scale",
  (id, scale: Scale) => {
    const trials = named(id).trials(scale);

    test("no two trials have one key", () => {
      const keys = trials.map(({ key }) => JSON.stringify(key));
      expect(new Set(keys).size).toBe(keys.length);
    });

    test("every trial, or the first, middle and last of many, is a scenario whose headroom leaves memory to share", () => {
      const picked = trials.length <= 6 ? trials : [0, trials.length >> 1, trials.length - 1].map((k) => trials[k]);
      for (const trial of picked) {
        const { memory, private: ofQueue, lossless } = read(trial);
        expect([memory, lossless.length]).toEqual([2 ** 24, 7]);
        expect(ofQueue).toBe(id === "dsh/fig10" ? 0 : 3072);
      }
    });

    test("nothing was run: it concludes without a claim about runs", () => {
      const { claims } = named(id).conclude([], scale);
      expect(claims.length).toBe(trials.length === 0 ? 3 : 0);
    });
  },
);

test("fig4: the chips' headroom", () => {
  expect(failed(named("dsh/fig4").conclude([], "quick").claims)).toEqual([]);
});

test("fig10: queues and threshold as equations 14 to 19 have them", () => {
  const claims = claimsOf(named("dsh/fig10"), () => true);
  expect(claims).toHaveLength(6);
  expect(failed(claims)).toEqual([]);
});

test("fig11: one burst of 50% under each scheme tells where the first PAUSE comes: 39% of the memory under DSH, 10% under SIH", () => {
  const claims = claimsOf(named("dsh/fig11"), ({ burst }) => burst === 50);
  expect(failed(claims)).toEqual([]);
  expect(claims.map(({ id }) => id)).toEqual(["no-pause-at-40", "four-times-sih", "theorem-sih", "theorem-dsh"]);
});

test("fig12: the first run of each scheme at load .5 of the hosts' links deadlocks, later under DSH", () => {
  const claims = claimsOf(named("dsh/fig12"), ({ reading }) => reading === "hosts");
  expect(claims.find(({ id }) => id === "sih-hosts")?.verdict).toBe("holds");
  expect(claims.find(({ id }) => id === "later-hosts")?.verdict).toBe("holds");
});
