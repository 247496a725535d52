/** Tests the DSH figures: their scenarios can be read, and theorems hold in runs of a second. */
import { describe, expect, test } from "vitest";
import type { Done, Experiment, Key, Scale, Trial } from "../../src/papers/figures/contract.ts";
import { SCALES } from "../../src/papers/figures/contract.ts";
import { experiments } from "../../src/papers/index.ts";
import { answers, type Changed } from "../../src/papers/figures/readings.ts";
import { dsh as readings, type DshReading } from "../../src/papers/dsh/readings.ts";
import { asBurst, chipOf, ETA, schemes, tomahawk, type Chip, type Scheme } from "../../src/papers/dsh/tomahawk.ts";
import { readScenario, setUp, type Scenario } from "../../src/run/lab/lab.ts";

const reading = answers(readings) as DshReading;

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

/** The claims of the experiment from its quick trials that `wanted` selects. */
const claimsOf = (experiment: Experiment, wanted: (key: Key) => boolean, changed: Changed = {}) =>
  experiment.conclude(
    experiment
      .trials("quick", changed)
      .filter(({ key }) => wanted(key))
      .map((trial) => runOf(experiment, trial)),
    "quick",
    changed,
  ).claims;

const failed = (claims: ReturnType<typeof claimsOf>): string[] =>
  claims.filter(({ verdict }) => verdict === "fails").map(({ id, ours }) => `${id}: ${ours}`);

test("the list of figures", () => {
  expect(dsh.map(({ id }) => id)).toEqual(
    ["fig4", "fig5", "fig6", "fig10", "fig11", "fig12", "fig13", "fig14", "fig15"].map((name) => `dsh/${name}`),
  );
});

/** At quick scale, these figures have switches with fewer ports, another memory size or unconnected ports. */
const SMALLER = ["dsh/fig5", "dsh/fig14", "dsh/fig15"];

describe.each(SCALES.flatMap((scale) => dsh.map(({ id }) => [id, scale] as const)))(
  "%s at %s scale",
  (id, scale: Scale) => {
    const trials = named(id).trials(scale);

    test("no two trials have the same key", () => {
      const keys = trials.map(({ key }) => JSON.stringify(key));
      expect(new Set(keys).size).toBe(keys.length);
    });

    test("every trial, or the first, middle and last of many, is a scenario whose headroom leaves memory to share", () => {
      const picked = trials.length <= 6 ? trials : [0, trials.length >> 1, trials.length - 1].map((k) => trials[k]);
      for (const trial of picked) {
        const { memory, private: ofQueue, lossless } = read(trial);
        expect(lossless.length).toBe(7);
        if (!SMALLER.includes(id)) expect(memory).toBe(2 ** 24);
        expect(ofQueue).toBe(id === "dsh/fig10" ? 0 : 3072);
      }
    });

    test("without runs: it concludes without a claim about runs", () => {
      const { claims } = named(id).conclude([], scale);
      expect(claims.length).toBe(trials.length === 0 ? 3 : 0);
    });
  },
);

test("fig4: the chips' headroom", () => {
  expect(failed(named("dsh/fig4").conclude([], "quick").claims)).toEqual([]);
});

test("fig10: queues and threshold of equations 14 to 19", () => {
  const claims = claimsOf(named("dsh/fig10"), () => true);
  expect(claims).toHaveLength(6);
  expect(failed(claims)).toEqual([]);
});

test("fig11: one burst of 50% under each scheme shows when the first PAUSE comes: at 39% of the memory under DSH, 10% under SIH", () => {
  const claims = claimsOf(named("dsh/fig11"), ({ burst }) => burst === 50);
  // Above 4 times the claim fails, also by the theorems of the paper.
  expect(failed(claims)).toEqual([expect.stringMatching(/^four-times-sih: 3\.8\d: /)]);
  expect(claims.find(({ id }) => id === "four-times-sih")?.settled?.because).toBe("bound");
  expect(claims.map(({ id }) => id)).toEqual(["no-pause-at-40", "four-times-sih", "theorem-sih", "theorem-dsh"]);
});

test("fig12: at load .5 of the hosts' links the first run of each scheme deadlocks", () => {
  const claims = claimsOf(named("dsh/fig12"), ({ congestion }) => congestion === "dcqcn", { deadlockLoad: "hosts" });
  expect(claims.find(({ id }) => id === "sih-dcqcn")?.ours).toMatch(/^SIH: 1 of 1 /);
  // One run decides nothing.
  expect(claims.map(({ verdict }) => verdict)).not.toContain("holds");
});

test("chips of fewer ports, or of which fewer are wired, share the part of their memory that a Tomahawk shares", () => {
  const shared = (scheme: Scheme, chip?: Chip): number => {
    const { switch: memory } = tomahawk(scheme, "none", reading, ETA, chip);
    const [queues, ports] = [7, chip?.wired ?? 32];
    const reserved = ports * (queues * 3072 + (scheme === "SIH" ? queues : 1) * ETA);
    return Number.parseInt(memory.memory) - reserved;
  };
  for (const scheme of schemes) {
    expect(shared(scheme, chipOf(reading, 12))).toBeCloseTo((shared(scheme) * 12) / 32, 6);
    expect(shared(scheme, chipOf(reading, 32, 16))).toBe(shared(scheme));
  }
});

test("with 16e6 B instead of 16 MiB the fluid model of figure 11 has over four times SIH's burst under DSH, as the text says, not just below", () => {
  const over = (megabyte: string): number => {
    const burst = { congested: 2, bursting: 16, load: 16 };
    const { memory, headroom, ports, queues, alpha } = asBurst(burst, { megabyte } as DshReading);
    // The memory that a scheme shares, and its use by two congested queues at C/2 and 16 bursting queues. Private
    // segments are in addition.
    const mine = megabyte === "binary" ? 3072 : 3000;
    const absorbed = (shared: number, less: number): number => {
      const standing = (alpha * shared - less) / (1 + 2 * alpha);
      return standing / ((1 + 16 * alpha) * 15 - (alpha * 2 * 16) / 2) + mine / 15;
    };
    return absorbed(memory - ports * headroom, headroom) / absorbed(memory - ports * queues * headroom, 0);
  };
  expect(over("binary")).toBeCloseTo(3.89, 2);
  expect(over("decimal")).toBeCloseTo(4.7, 2);
  expect(tomahawk("SIH", "none", answers(readings, { megabyte: "decimal" }) as DshReading, ETA).switch).toEqual({
    memory: "16000000B",
    private: "3000B",
  });
});

test("DCQCN's window follows the rate, as in the public simulator's dcqcn_vwin, or there is none", () => {
  const host = (window: string, congestion: "none" | "dcqcn" | "powertcp") =>
    tomahawk("DSH", congestion, answers(readings, { window }) as DshReading, ETA).host;
  expect(host("scaled", "dcqcn")).toEqual({ window: "bdp", scaleWindow: true });
  expect(host("none", "dcqcn")).toEqual({ window: "none" });
  expect(host("scaled", "none")).toEqual({ window: "none" });
});
