/**
 * The claims of PLB's figures 2 and 5, with one run for each scheme. They concern the flows that stay on a paused path, and the cost of
 * leaving a path without need.
 */
import { expect, test } from "vitest";
import type { Claim, Experiment } from "../../src/papers/figures/contract.ts";
import { experiments } from "../../src/papers/index.ts";
import { readScenario, setUp } from "../../src/run/lab/lab.ts";

/**
 * The claims of a figure, from one seed of each scheme. If the figure's size of the victim flow takes too long, `f1`
 * replaces it.
 */
function byMeans(id: string, f1?: string): Record<string, boolean | undefined> {
  const [experiment] = experiments.filter((one) => one.id === id) as [Experiment];
  const done = experiment.trials("quick").map(({ key, scenario }) => {
    const traffic = scenario["traffic"] as readonly Record<string, unknown>[];
    const shorter = f1 === undefined ? traffic : [{ kind: "flows", list: [`s1, r1, ${f1}, 1ms`] }, ...traffic.slice(1)];
    const read = readScenario(JSON.stringify({ ...scenario, traffic: shorter, seed: 1 }), JSON.stringify(key));
    const { network, run, results } = setUp(read);
    const ending = run(read.until);
    expect(network.fabric.ledger.dropped).toBe(0);
    return { key, seed: 1, row: experiment.row(results(ending), key, read) };
  });
  const { claims } = experiment.conclude(done, "quick");
  // One seed decides nothing.
  expect(claims.filter(({ verdict }: Claim) => verdict === "holds")).toEqual([]);
  return Object.fromEntries(claims.map(({ id: claim, byMeans: holds }) => [claim, holds]));
}

test("plb/fig2: DRILL keeps f1 on the path that is paused beyond DRILL's own queues", () => {
  expect(byMeans("plb/fig2")).toMatchObject({ stays: true, "no-spread": true });
});

test("plb/fig5, f1 of 60 MB: rerouted at once for a short PAUSE, it is slower than under DRILL", () => {
  expect(byMeans("plb/fig5", "60MB")).toMatchObject({ short: true, "kick-out": true });
});
