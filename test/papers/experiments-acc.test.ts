/** Tests ACC's figures with short runs: the order in figure 10, the Clos of six figures, and round robin over ingress ports. */
import { expect, test } from "vitest";
import { chainScenario, F1 } from "../../src/papers/acc/chain-fabric.ts";
import { CLASSES, LAYERS, type ClosRow } from "../../src/papers/acc/clos-fabric.ts";
import { acc, type Reading } from "../../src/papers/acc/readings.ts";
import type { Experiment, Key } from "../../src/papers/figures/contract.ts";
import { experiments } from "../../src/papers/index.ts";
import { answers } from "../../src/papers/figures/readings.ts";
import { readScenario, setUp } from "../../src/run/lab/lab.ts";
import { planTrials } from "../../src/batch/sweep/trials.ts";

const figure = (id: string): Experiment => experiments.find((one) => one.id === id) as Experiment;

function runOf(written: Readonly<Record<string, unknown>>) {
  const scenario = readScenario(JSON.stringify({ ...written, seed: 1 }), "test.json");
  const { network, run, results } = setUp(scenario);
  return { scenario, results: results(run(scenario.until)), network };
}

test("acc/fig10: ACC drains first and keeps the link busiest, and flows halt for the time the queue takes", () => {
  const experiment = figure("acc/fig10");
  const done = experiment.trials("quick").map(({ key, scenario: written }) => {
    const { scenario, results } = runOf(written);
    return { key, seed: 1, row: experiment.row(results, key, scenario) };
  });
  const met = experiment.conclude(done, "quick").claims.map(({ id, byMeans }): [string, unknown] => [id, byMeans]);
  const all = ["halt", "drains", "drains-first", "busy", "unsteady", "hpcc-95", "fair", "others-fair"];
  expect(met).toEqual(all.map((id) => [id, true]));
});

test("a run of the Clos counts every flow but the incasts' once, and every PAUSE at its receiver's layer", () => {
  const experiment = figure("acc/fig13");
  const wanted = (key: Key): boolean => key.workload === "Hadoop" && key.scheme === "DCQCN";
  const [{ key, scenario: written }] = experiment.trials("quick").filter((trial) => wanted(trial.key));
  const short = JSON.parse(JSON.stringify(written).replaceAll('"2ms"', '"200us"')) as Record<string, unknown>;
  const { scenario, results, network } = runOf(short);
  const row = experiment.row(results, key, scenario) as ClosRow;
  const { flows, pauses } = results.tables;
  const own = flows.columns.traffic.filter((entry) => entry === 0).length;
  expect(row.unfinished).toBe(0);
  expect(network.fabric.ledger.dropped).toBe(0);
  expect(own).toBeLessThan(flows.rows);
  expect(CLASSES.reduce((sum, size) => sum + row.classes[size].n, 0)).toBe(own);
  expect(row.bins.reduce((sum, { n }) => sum + n, 0)).toBe(own);
  expect(pauses.rows).toBeGreaterThan(0);
  expect(LAYERS.reduce((sum, layer) => sum + row.pauses[layer], 0)).toBe(pauses.rows);
});

test("figures 14, 15, 16 and 18 share the runs of figure 13, with the same row for each", () => {
  const plan = { scale: "quick", seeds: 1, folder: "rows", version: "1" } as const;
  const own = planTrials(figure("acc/fig13"), plan).map(({ file }) => file);
  for (const id of ["acc/fig14", "acc/fig15"])
    expect(own).toEqual(expect.arrayContaining(planTrials(figure(id), plan).map(({ file }) => file)));
  for (const id of ["acc/fig16", "acc/fig18"])
    expect(planTrials(figure(id), plan).filter(({ file }) => own.includes(file))).toHaveLength(1);
});

test("served in turn, a flow that meets bursts of ten hosts gets 1/11 of the link, and nothing is lost", () => {
  const reading = answers(acc, { service: "ingress", warmUp: "axis" }) as Reading;
  const options = { bursts: 10, at: 0.1, after: 0.5, congestion: "none" };
  const measure = { every: "100us", inFlight: [F1] };
  const { results, network } = runOf(chainScenario({ ...options, measure }, reading));
  expect(network.fabric.ledger.dropped).toBe(0);
  const { time_ns, acked_bytes } = results.tables.inflight!.columns;
  const [from, to] = [0.3e6, 0.5e6].map((ns) => time_ns.indexOf(ns));
  const gbps = ((acked_bytes[to] - acked_bytes[from]) * 8 * 1.082) / (time_ns[to] - time_ns[from]);
  expect(gbps / (100 / 11)).toBeGreaterThan(0.9);
  expect(gbps / (100 / 11)).toBeLessThan(1.1);
});
