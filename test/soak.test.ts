/**
 * Tests the soak test (scripts/soak.mjs, docs/soak.md). It covers the first seeds and earlier findings, and the
 * detection of an injected error.
 */
import { expect, test } from "vitest";
import { experiment, readScenario, setUp } from "../src/run/lab/lab.ts";
import { policies, topologies, trafficKinds } from "../src/policies/policies.ts";
import { flawOf } from "../src/batch/soak/checks.ts";
import { difference } from "../src/batch/soak/compare.ts";
import { drawScenario } from "../src/batch/soak/scenario.ts";
import { shrunk } from "../src/batch/soak/shrink.ts";
import { mended, ruleBrokenBy, trial } from "../src/batch/soak/trial.ts";
import type { Written } from "../src/batch/soak/values.ts";

test("the first 50 seeds break no rule, with and without idle events, and few of them cannot be built", () => {
  const drawn = Array.from({ length: 50 }, (_, k) => mended(drawScenario(k + 1)));
  const built = drawn.filter((one) => typeof one !== "string");
  // About one in ten draws cannot be built: it has no traffic, or too little memory for its headroom.
  expect(built.length).toBeGreaterThan(40);
  for (const { experiment, written } of built) {
    const verdict = trial(experiment);
    if (verdict.kind === "broken") expect.fail(`${verdict.rule}: ${verdict.where}\n${JSON.stringify(written)}`);
  }
});

/** Names of policies, topologies and kinds of traffic in a scenario. */
function namesIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(namesIn) : [];
}

test("every policy, topology and kind of traffic of the tables is drawn within 400 seeds", () => {
  const drawn = new Set(Array.from({ length: 400 }, (_, seed) => namesIn(drawScenario(seed))).flat());
  const names = [...Object.values(policies), topologies, trafficKinds].flatMap((table) => Object.keys(table));
  expect(names.filter((name) => !drawn.has(name))).toEqual([]);
});

/** As docs/soak.md lists them. */
const found: Readonly<Record<string, Written>> = {
  "the total goodput, whose rates of partitions were rounded before they were added": {
    seed: 112424,
    until: "7378ns",
    measure: { every: "295ns", goodputs: "all" },
    topology: { kind: "multi-plane", planes: "1", leaves: "1", spines: "1", hostsPerLeaf: "2" },
    traffic: [{ kind: "incast", load: "0.345" }],
  },
  "damaged packets that wait for their retransmission, and the bytes in flight": {
    until: "12us",
    topology: { kind: "star", hosts: "1", receivers: "1" },
    measure: { inFlight: "all" },
    traffic: [{ kind: "collective" }],
    links: [{ between: "h0-sw0", frameErrorRate: 0.005, retry: "0.125ns" }],
  },
  "messages of a transport in a lossy class, which share the memory of a port with data in a lossless class": {
    seed: 893884,
    until: "1249905.062ns",
    topology: { kind: "star", hosts: "1", receivers: "3", slow: [{ link: "r3-sw0", rate: "25Gbps" }] },
    switch: { memory: "27960B" },
    onDrop: "count",
    policies: { link: { name: "cbfc" }, transport: { name: "uec", headers: "7" } },
    traffic: [{ kind: "poisson", to: ["r2", "r3"] }],
  },
  "notices of Hermes under a transport, whose entropy was that of an earlier packet": {
    until: "5615ns",
    topology: { kind: "clos", pods: "3", tors: "2", leaves: "2", spines: "1", hostsPerTor: "1" },
    policies: { transport: "eqds", routing: "hermes" },
    traffic: [{ kind: "bursts", to: "h3" }],
  },
  "timers of one picosecond of two flows of a host, of which the one that began later was planned first": {
    until: "10us",
    topology: { kind: "leaf-spine", leaves: "2", spines: "1", hostsPerLeaf: "2" },
    traffic: [{ kind: "collective", size: "1KB", channels: "5" }],
    policies: { recovery: { name: "selective", timeout: "250ns" } },
  },
  "a header that has no room in the pool, because the packet that its trimming admitted took all of it": {
    until: "20us",
    topology: { kind: "dumbbell", pairs: "4" },
    switch: { memory: "170000B" },
    policies: { buffer: { name: "trim", victim: "random" } },
    traffic: [
      { kind: "bursts", to: "r1", class: 2 },
      { kind: "bursts", to: "h2", class: 2 },
    ],
  },
  "a train's flow that begins when its link has failed": {
    until: "2us",
    topology: { kind: "dumbbell", pairs: "1", fail: [{ link: "sw0-sw1", at: "1us" }] },
    traffic: [{ kind: "bursts", to: "r0", start: "1us" }],
  },
  "a run that ends before its first data packet": {
    until: "1us",
    topology: { kind: "star", hosts: "2" },
    traffic: [{ kind: "flows", list: [{ from: "h0", to: "h1", size: "1KB" }] }],
    policies: { recovery: "tcp" },
  },
  "a port that is still sending when the run ends": {
    until: "1100ns",
    topology: { kind: "star", hosts: "3", rate: "1Gbps" },
    traffic: [{ kind: "long-lived", from: "all", to: "h0" }],
  },
  "a link whose hosts react later than others": {
    until: "60us",
    topology: { kind: "star", hosts: "4" },
    switch: { memory: "150KB" },
    traffic: [
      { kind: "long-lived", from: "all", to: "h0" },
      { kind: "long-lived", from: ["h0", "h2"], to: "h1" },
    ],
    links: [{ between: "h1-sw0", policy: "pfc" }],
    policies: { link: { name: "pfc", reaction: "0" }, congestion: "none", buffer: { name: "dt", alpha: "16" } },
  },
  "a link that is faster than its jitter at worst": {
    until: "4us",
    topology: { kind: "star", hosts: "2" },
    traffic: [{ kind: "bursts", to: "h0", size: "17B" }],
    links: [{ between: "h1-sw0", jitter: "10ns" }],
  },
  "packets of one picosecond from different parts of a network that is cut": {
    seed: 718395,
    until: "2791ns",
    topology: { kind: "clos", pods: "4", tors: "4", leaves: "1", spines: "1", hostsPerTor: "2", uplinkDelay: "125ns" },
    traffic: [{ kind: "long-lived", from: "all", to: "h13" }],
    policies: { recovery: { name: "tcp" } },
  },
  "sends that are yet to begin when all that count are done": {
    seed: 245807,
    until: "done",
    count: { to: "2963ns" },
    topology: {
      ...{ kind: "rail-optimised", groups: "4", servers: "1", rails: "1", spines: "1" },
      ...{ delay: "0.125ns", uplinkDelay: "0" },
    },
    traffic: [
      { kind: "collective", size: "0.125KB" },
      { kind: "collective", size: "19324B", straggle: "1426ns" },
    ],
  },
};

test.each(Object.entries(found))("found earlier and corrected: %s", (_, written) => {
  expect(ruleBrokenBy(written)).toBeUndefined();
});

const incast = readScenario(
  JSON.stringify({
    until: "50us",
    topology: { kind: "star", hosts: 5 },
    switch: { memory: "250KB" },
    traffic: [{ kind: "incast", to: "h0", size: "50KB" }],
    policies: { congestion: "none" },
    measure: { queues: "sw0", inFlight: "all" },
  }),
  "incast.json",
);

test("an extra byte, a missing PAUSE and a too small memory are each found", () => {
  const { run, results, network } = setUp(incast);
  const right = results(run(incast.until));
  expect(right.summary.counters.pauses).toBeGreaterThan(2);
  expect(flawOf(right, network, incast)).toBeUndefined();
  const { flows, inflight } = right.tables;
  flows.columns.received_bytes[1]++;
  expect(flawOf(right, network, incast)?.rule).toBe("a receiver gets at most the size of a flow");
  flows.columns.received_bytes[1]--;
  right.tables.ports.columns.pauses_sent[0]++;
  expect(flawOf(right, network, incast)?.rule).toBe("PAUSEs by port add up");
  right.tables.ports.columns.pauses_sent[0]--;
  if (inflight === undefined) throw new Error("measured");
  inflight.columns.inflight_bytes[0] += 1000;
  expect(flawOf(right, network, incast)?.rule).toBe("in flight = queued + on wires + delivered");
  inflight.columns.inflight_bytes[0] -= 1000;
  const at = network.switches.find((one) => one !== null);
  if (at === null || at === undefined) throw new Error("a star has a switch");
  network.fabric.accounts.capacity[at.node] = at.pool.peak - 1;
  expect(flawOf(right, network, incast)?.rule).toBe("the shared pool stores at most its capacity");
});

test("one different cell of one sample is found, and the number of engine events is no difference", () => {
  const outcome = () => ({ results: experiment(incast), network: setUp(incast).network });
  const [one, other] = [outcome(), outcome()];
  expect(difference(one, { ...other, results: experiment(incast, { elide: false }) })).toBeUndefined();
  const { queues } = other.results.tables;
  if (queues === undefined) throw new Error("measured");
  queues.columns.egress_bytes[3]++;
  expect(difference(one, other)).toMatch(/^table queues, row 3, egress_bytes: \d+ \| \d+$/);
});

test("reduced: irrelevant settings are removed, and numbers become as small as possible", () => {
  const asked = (written: Written): boolean => JSON.stringify(written).includes("h7") && "until" in written;
  const { topology, until, ...rest } = shrunk(
    {
      until: "100us",
      topology: { kind: "star", hosts: "9" },
      traffic: [
        { kind: "bursts", to: "h1" },
        { kind: "incast", from: ["h2", "h7", "h3"], size: "64KB" },
      ],
      policies: { routing: { name: "spray", form: "random" } },
    },
    asked,
  );
  expect(rest).toEqual({ traffic: [{ from: ["h7"] }] });
  expect(topology).toBeUndefined();
  expect(parseFloat(String(until))).toBeLessThan(0.01);
});
