/** The story of PLB's figures 2, 4 and 5 on one run of each scheme: who stays on the paused path, and that leaving it for nothing costs. */
import { expect, test } from "vitest";
import type { Experiment } from "../../src/experiments/contract.ts";
import { experiments } from "../../src/experiments/index.ts";
import { readScenario, setUp } from "../../src/lab.ts";

/** Verdicts by claim, of one seed of every scheme. */
function verdicts(id: string): Record<string, string> {
  const [experiment] = experiments.filter((one) => one.id === id) as [Experiment];
  const done = experiment.trials("quick").map(({ key, scenario }) => {
    const read = readScenario(JSON.stringify({ ...scenario, seed: 1 }), JSON.stringify(key));
    const { network, run, results } = setUp(read);
    const ending = run(read.until);
    expect(network.fabric.ledger.dropped).toBe(0);
    return { key, seed: 1, row: experiment.row(results(ending), key, read) };
  });
  return Object.fromEntries(
    experiment.conclude(done, "quick").claims.map(({ id: claim, verdict }) => [claim, verdict]),
  );
}

test("plb/fig2: DRILL keeps f1 on the path that is paused where its own queues do not show it; PLB is near the ideal", () => {
  expect(verdicts("plb/fig2")).toEqual({ stays: "holds", "no-spread": "holds", ideal: "holds", plb: "holds" });
});

test("plb/fig4: CONGA takes the paused path for the less used one and stays; PLB is near the ideal", () => {
  const wanted = { stays: "holds", load: "holds", spread: "holds", ideal: "holds", plb: "holds" };
  expect(verdicts("plb/fig4")).toEqual(wanted);
});

test("plb/fig5: kicked out at once for a short PAUSE, f1 is slower than under DRILL; PLB waits", () => {
  expect(verdicts("plb/fig5")).toEqual({ short: "holds", "kick-out": "holds", plb: "holds" });
});
