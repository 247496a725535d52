/** Tests SPFC's figures with short runs: their rows, and the effect of the reading. */
import { describe, expect, test } from "vitest";
import type { Key } from "../../src/papers/figures/contract.ts";
import { experiments } from "../../src/papers/index.ts";
import type { Changed } from "../../src/papers/figures/readings.ts";
import { experiment, readScenario } from "../../src/run/lab/lab.ts";

/** The row of one trial of a figure, with some of its scenario replaced. */
function rowOf(id: string, key: Key, more: object, changed?: Changed): unknown {
  const figure = experiments.find((one) => one.id === id);
  const trial = figure?.trials("quick", changed).find((one) => JSON.stringify(one.key) === JSON.stringify(key));
  if (figure === undefined || trial === undefined) throw new Error(`${id} has no trial ${JSON.stringify(key)}`);
  const scenario = readScenario(JSON.stringify({ ...trial.scenario, ...more, seed: 1 }), `${id}.json`);
  return figure.row(experiment(scenario), key, scenario);
}

describe("spfc/fig4, N = 24, 4 ms", () => {
  const row = (scheme: string, changed?: Changed) =>
    rowOf("spfc/fig4", { scheme, bursts: 24 }, { until: "4ms", traffic: traffic("4ms") }, changed) as {
      pauses: number;
      f1Mean: number;
      stored: number;
      lost: number;
    };
  /** Bursts that end at the time `stop`. */
  const traffic = (stop: string) => [
    { kind: "long-lived", from: "h0", to: "r1" },
    { kind: "long-lived", from: "h0", to: "r2" },
    { kind: "bursts", from: "h1..h24", to: "r2", size: "64KB", start: "1ms", stop },
  ];

  test("h0 is not paused under SPFC, F1 keeps 90 Gbps of wire and all fits into memory", () => {
    const { pauses, f1Mean, stored, lost } = row("SPFC");
    expect([pauses, lost]).toEqual([0, 0]);
    expect(f1Mean).toBeGreaterThan(83);
    expect(stored).toBeLessThan(23.7);
  });

  test("it is under DT, and under SPFC with victims limited to the pool; not if late bytes do not count in Q", () => {
    expect(row("DT 2").pauses).toBeGreaterThan(3);
    expect(row("SPFC", { victim: "buffer" }).pauses).toBeGreaterThan(3);
    expect(row("DT 2", { q: "apart" }).pauses).toBeLessThan(3);
  });
});

test("spfc/tab3: large flows that count are done before the run ends, and get no more than a host's link", () => {
  const { large: row } = rowOf(
    "spfc/tab3",
    { scheme: "SPFC", sender: "DCQCN", workload: "Hadoop", load: 0.5 },
    {
      ...{ count: { to: "300us" }, limit: "20ms" },
      traffic: [{ kind: "poisson", cdf: "fb-hadoop-hpcc", load: 0.5, stop: "300us" }],
    },
  ) as { large: { gbps: number; n: number; unfinished: number } };
  expect(row.n).toBeGreaterThan(5);
  expect(row.unfinished).toBe(0);
  expect(row.gbps).toBeGreaterThan(5);
  expect(row.gbps).toBeLessThan(100);
});

test("spfc/fig13: h0's PAUSEs alone are the victim's, and every flow that began counts", () => {
  const row = rowOf(
    "spfc/fig13",
    { scheme: "DT", sender: "DCQCN" },
    {
      ...{ count: { to: "2ms" }, limit: "20ms" },
      traffic: [
        { kind: "bursts", from: "h1..h24", to: "r2", size: "64KB", start: "0s", stop: "2ms" },
        { kind: "poisson", cdf: "websearch-hpcc", from: "h0", to: "r1", load: 0.4, stop: "2ms" },
      ],
    },
  ) as {
    pauses: number;
    allPauses: number;
    victim: Record<string, { n: number; unfinished: number } | null>;
  };
  expect(row.pauses).toBeLessThan(row.allPauses);
  const bins = ["to 10 KB", "to 100 KB", "to 1 MB", "above 1 MB"].map((bin) => row.victim[bin]?.n ?? 0);
  expect(bins.reduce((sum, n) => sum + n)).toBe(row.victim["all"]?.n);
});
