/**
 * Invariants of every scenario. Bytes sent are equal to bytes delivered, stored and dropped. Each run recounts this and the accounts of
 * every queue (sim/model/conservation-check.ts). A difference ends the run, and so does a drop in a lossless class (run/measure/run-recorder.ts).
 */
import { existsSync } from "node:fs";
import { Worker } from "node:worker_threads";
import fc from "fast-check";
import { expect, test } from "vitest";
import { experiment, readScenario, setUp, type Scenario } from "../../src/run/lab/lab.ts";
import { ms } from "../../src/base/units.ts";
import { anyScenario } from "./any-scenario.ts";

const digest = (scenario: Scenario, options: { elide?: boolean } = {}): string => {
  const { digest, counters } = experiment(scenario, options).summary;
  return `${digest} ${counters.packet_hops}`;
};

test("headroom h* keeps lossless classes lossless for every fabric, traffic and policy", () => {
  fc.assert(
    fc.property(anyScenario, (scenario) => {
      const { network, run, results } = setUp(scenario);
      const { ending, counters, flows } = results(run(scenario.until)).summary;
      expect(counters.dropped_no_headroom).toBe(0);
      if (ending === "all flows are done") {
        // Everything in flight arrives too. This includes copies, PAUSE frames, and ACKs that were delayed on another
        // path.
        const later = network.queue.now + ms(20);
        Reflect.set(network, "end", later); // the time up to which the run may settle
        run(later);
        const { created, delivered, dropped } = network.fabric.ledger;
        expect(delivered + dropped).toBe(created);
      }
      expect(flows.finished).toBeLessThanOrEqual(flows.finite);
    }),
    { numRuns: 40 },
  );
});

/** Samples of every port and flow, each 7.7 us. */
function everything(scenario: Scenario): Scenario["measure"] {
  const { measure, wiring } = scenario;
  // With very little traffic, no flow may begin.
  const inFlight = setUp(scenario).network.flows.count > 0 ? [0] : [];
  const ends = wiring.links.flatMap(({ a, b }, link) => [
    { node: a, link },
    { node: b, link },
  ]);
  const queues = ends.filter(({ node }) => wiring.isSwitch[node]);
  return { ...measure, headroom: true, every: 7_700_000, queues, rates: ends, goodputs: "all", inFlight };
}

test("a repeated run is equal, with and without elided events, measured or not", () => {
  fc.assert(
    fc.property(anyScenario, (scenario) => {
      const once = digest(scenario);
      expect(digest(scenario)).toBe(once);
      expect(digest(scenario, { elide: false })).toBe(once);
      expect(digest({ ...scenario, measure: { ...scenario.measure, pauses: false } })).toBe(once);
      expect(digest({ ...scenario, measure: everything(scenario) })).toBe(once);
    }),
    { numRuns: 8 },
  );
});

test.each([5, 9])(
  "a probe sent exactly when its port becomes idle, seed %i: with and without elided events",
  (seed) => {
    const text = JSON.stringify({
      seed,
      until: "150us",
      topology: { kind: "leaf-spine", leaves: 3, spines: 2, hostsPerLeaf: 2, rate: "100Gbps", delay: "1us" },
      switch: { memory: "6MiB" },
      traffic: [
        { kind: "incast", to: "h0", size: "100KB" },
        { kind: "bursts", to: "h3", size: "64KB", stop: "100us" },
      ],
      policies: { routing: { name: "plb", probeInterval: "5us" }, congestion: "none" },
    });
    const scenario = readScenario(text, "probes.json");
    expect(digest(scenario, { elide: false })).toBe(digest(scenario));
  },
);

test("another seed gives another run", () => {
  const [scenario] = fc.sample(
    anyScenario.filter((one) => one.traffic.some(({ kind }) => kind === "poisson")),
    {
      numRuns: 1,
      seed: 1,
    },
  );
  expect(digest({ ...scenario, seed: scenario.seed + 1 })).not.toBe(digest(scenario));
});

const lab = new URL("../../dist/run/lab/lab.js", import.meta.url);

test.skipIf(!existsSync(lab))(
  "a worker thread gives the same digest (skipped without dist/: npm run build)",
  async () => {
    const text = JSON.stringify({
      until: "1ms",
      topology: { kind: "leaf-spine", leaves: 2, spines: 2, hostsPerLeaf: 4, rate: "100Gbps", delay: "1us" },
      traffic: [{ kind: "poisson", cdf: "fb-hadoop-hpcc", load: 0.7 }],
    });
    const code = `
    const { parentPort, workerData } = require("node:worker_threads");
    import(workerData.lab).then(({ experiment, readScenario }) => {
      const { summary } = experiment(readScenario(workerData.text, "worker.json"));
      parentPort.postMessage(summary.digest);
    });`;
    const worker = new Worker(code, { eval: true, workerData: { lab: lab.href, text } });
    const there = await new Promise((resolve, reject) => {
      worker.once("message", resolve);
      worker.once("error", reject);
    });
    expect(there).toBe(experiment(readScenario(text, "worker.json")).summary.digest);
  },
);
