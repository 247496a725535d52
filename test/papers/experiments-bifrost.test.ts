/** Tests Bifrost's worst case under the standard's pause timer: the claims of figure 7 and section IV-D, for some of their runs. */
import { expect, test } from "vitest";
import { fig7 } from "../../src/papers/bifrost/fig7.ts";
import { sec4d } from "../../src/papers/bifrost/sec4d.ts";
import { clean, starves, type Row } from "../../src/papers/bifrost/worst-case.ts";
import type { Experiment, Key } from "../../src/papers/figures/contract.ts";
import { readScenario, setUp } from "../../src/run/lab/lab.ts";

function rowOf(experiment: Experiment, wanted: Key, changed: Readonly<Record<string, string>> = {}): Row {
  const name = JSON.stringify(wanted);
  const trial = experiment.trials("quick", changed).find(({ key }) => JSON.stringify(key) === name);
  if (trial === undefined) throw new Error(`${experiment.id} has no trial ${name}`);
  const scenario = readScenario(JSON.stringify({ ...trial.scenario, seed: 1 }), name);
  const { run, results } = setUp(scenario);
  return experiment.row(results(run(scenario.until)), trial.key, scenario) as Row;
}

const bifrost = (slots: number, reaction: number): Key => ({ scheme: "Bifrost", slots, reaction });

test.each(["reception", "effect"])(
  "H = BDP + 2 R T, a peer that reacts in 394 quanta, pauses that last from their %s: neither packets nor throughput are lost",
  (pauseTimer) => {
    expect(clean(rowOf(fig7, bifrost(2, 394), { pauseTimer }))).toBe(true);
  },
);

test("a slot less starves the output; a slot more sends the first PAUSE within two slots after the output is paused", () => {
  const less = rowOf(fig7, bifrost(1, 60));
  expect(less.dropped).toBe(0);
  expect(starves(less)).toBe(true);
  const more = rowOf(fig7, bifrost(3, 60));
  expect(more.paused).toBeGreaterThan(0);
  expect(more.paused).toBeLessThanOrEqual(20);
});

test("PAUSE frames that wait for packets leak less than k packets; with lines 10 to 15 as printed packets are lost", () => {
  expect(rowOf(sec4d, { k: 1, text: "corrected" }).dropped).toBe(0);
  expect(rowOf(sec4d, { k: 1, text: "printed" }).dropped).toBeGreaterThan(100);
});
