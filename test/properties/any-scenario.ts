/** Random scenarios with every policy. They have small fabrics, mixed rates, failed links and traffic that overloads them. */
import fc from "fast-check";
import { readScenario, type Scenario } from "../../src/run/lab/lab.ts";
import { policies as known } from "../../src/policies/policies.ts";

const rate = fc.constantFrom("25Gbps", "40Gbps", "100Gbps", "400Gbps");
/** Rates for topologies with many links, which otherwise transmit too many packets for a short test. */
const slowerRate = fc.constantFrom("25Gbps", "40Gbps", "100Gbps");
const delay = fc.constantFrom("100ns", "1us", "3us");

/** Failures of a link: none, from the start, or during the run. */
const failing = (link: string) =>
  fc.constantFrom<readonly unknown[]>([], [link], [{ link, at: "20us" }], [{ link, at: "120us" }]);

const topology = fc.oneof(
  fc.record({ kind: fc.constant("star"), hosts: fc.integer({ min: 3, max: 12 }), rate, delay }),
  fc.record({
    kind: fc.constant("leaf-spine"),
    leaves: fc.integer({ min: 2, max: 4 }),
    spines: fc.constant(1),
    hostsPerLeaf: fc.integer({ min: 1, max: 4 }),
    rate,
    uplinkRate: rate,
    delay,
  }),
  fc.record({
    kind: fc.constant("leaf-spine"),
    leaves: fc.integer({ min: 2, max: 4 }),
    spines: fc.integer({ min: 2, max: 3 }),
    hostsPerLeaf: fc.integer({ min: 1, max: 4 }),
    rate,
    uplinkRate: rate,
    delay,
    fail: failing("leaf0-spine1"),
  }),
  fc.record({ kind: fc.constant("fat-tree"), k: fc.constant(4), rate: slowerRate, delay, fail: failing("agg0-core1") }),
  // Parallel links connect the same switches.
  fc.record({
    kind: fc.constant("two-dc"),
    k: fc.constant(0),
    hosts: fc.integer({ min: 1, max: 4 }),
    dciLinks: fc.integer({ min: 2, max: 3 }),
    dciDelay: delay,
    dciRate: rate,
    rate,
    delay,
    fail: failing("dci0-dci1#2"),
  }),
);

const traffic = fc.oneof(
  fc.record({ kind: fc.constant("incast"), to: fc.constant("h0"), size: fc.constantFrom("20KB", "200KB") }),
  fc.record({
    kind: fc.constant("poisson"),
    cdf: fc.constantFrom("fb-hadoop-hpcc", "websearch-hpcc"),
    load: fc.double({ min: 0.2, max: 1.2, noNaN: true }),
    stop: fc.constant("200us"),
  }),
  fc.record({
    kind: fc.constant("bursts"),
    to: fc.constant("h1"),
    size: fc.constant("64KB"),
    stop: fc.constant("150us"),
  }),
);

const policies = fc.record({
  buffer: fc.oneof(
    fc.constant("st"),
    fc.record({ name: fc.constantFrom("dt", "spfc"), alpha: fc.constantFrom(1 / 16, 1, 4) }),
  ),
  headroom: fc.constantFrom("sih", "dsh"),
  congestion: fc.constantFrom("none", "dcqcn", "timely", "hpcc", "powertcp", "dctcp"),
  recovery: fc.constantFrom(...Object.keys(known.recovery)),
  routing: fc.constantFrom(...Object.keys(known.routing)),
  scheduling: fc.constantFrom(...Object.keys(known.scheduling)),
});

/**
 * The memory of 6 MiB is small, so that ports at 100G reach their thresholds. It still has room for the headroom of a
 * port at 400G.
 */
export const anyScenario: fc.Arbitrary<Scenario> = fc
  .record({
    seed: fc.integer({ min: 0, max: 1_000_000 }),
    until: fc.constantFrom("300us", "2500us"),
    topology,
    switch: fc.constant({ memory: "6MiB" }),
    classes: fc.record({ acks: fc.constantFrom("control", "data") }),
    traffic: fc.array(traffic, { minLength: 1, maxLength: 3 }),
    policies,
  })
  .map((spec) => readScenario(JSON.stringify(spec), "any.json"));
