/**
 * Draws random scenarios that run in a fraction of a second. They have small fabrics, and together give every kind of
 * answer that xoff prints.
 */
import fc from "fast-check";

const rate = fc.constantFrom("25Gbps", "40Gbps", "100Gbps");
const delay = fc.constantFrom("100ns", "1us", "3us");

const topology = fc.oneof(
  fc.record({ kind: fc.constant("star"), hosts: fc.integer({ min: 3, max: 8 }), rate, delay }),
  fc.record({
    kind: fc.constant("leaf-spine"),
    leaves: fc.integer({ min: 2, max: 3 }),
    spines: fc.integer({ min: 1, max: 2 }),
    hostsPerLeaf: fc.integer({ min: 2, max: 4 }),
    ...{ rate, uplinkRate: rate, delay },
  }),
  // Parallel links between the same switches. Their rate differs from that of the hosts, so PAUSE frames cross slower
  // and faster links.
  fc.record({
    kind: fc.constant("two-dc"),
    k: fc.constant(0),
    hosts: fc.integer({ min: 2, max: 4 }),
    dciLinks: fc.integer({ min: 2, max: 3 }),
    dciDelay: delay,
    dciRate: fc.constantFrom("10Gbps", "100Gbps"),
    ...{ rate, delay },
  }),
);

const load = fc.integer({ min: 2, max: 12 }).map((tenths) => tenths / 10);

const traffic = fc.oneof(
  fc.record({ kind: fc.constant("incast"), to: fc.constant("h0"), size: fc.constantFrom("8KB", "200KB", "800KB") }),
  fc.record({
    kind: fc.constant("poisson"),
    cdf: fc.constantFrom("fb-hadoop-hpcc", "websearch-hpcc"),
    ...{ load, stop: fc.constant("100us") },
  }),
  fc.record({ kind: fc.constant("long-lived"), from: fc.constant("h1"), to: fc.constant("h0") }),
  fc.record({
    kind: fc.constant("collective"),
    operation: fc.constantFrom("all-reduce-ring", "all-gather", "all-to-all"),
    ...{ size: fc.constantFrom("64KB", "512KB"), iterations: fc.integer({ min: 1, max: 3 }) },
  }),
);

/** Congestion policies, each with the detection policy that it needs. */
const congestion = fc.constantFrom(
  { congestion: "none", detection: "none" },
  { congestion: "dcqcn", detection: { name: "red", kmin: "20KB", kmax: "80KB" } },
  { congestion: "dctcp", detection: { name: "red", kmin: "20KB", kmax: "20KB" } },
  { congestion: "timely", detection: "none" },
  { congestion: "hpcc", detection: "int" },
  { congestion: "powertcp", detection: "int" },
);

/** Lossless classes, or classes whose packets are dropped when memory is full. */
const losses = fc.constantFrom(
  { buffer: { name: "dt", alpha: 1 / 64 }, headroom: "sih", recovery: "go-back-n" },
  { buffer: { name: "st", xoff: "60KB" }, headroom: "dsh", recovery: "go-back-n" },
  { buffer: { name: "spfc", alpha: 1 / 16 }, headroom: "sih", recovery: "selective" },
  { buffer: { name: "dt", alpha: 1 }, headroom: "none", link: "none", recovery: "irn" },
);

const faults = fc.constantFrom<readonly { kind: string; [parameter: string]: unknown }[]>(
  [],
  [],
  [{ kind: "link-down", target: "h1-*", at: "20us", for: "30us" }],
  [{ kind: "pause-storm", target: "h0", at: "10us", for: "40us" }],
  [{ kind: "bit-errors", target: "h0-*", rate: 1e-6 }],
);

/** A scenario as JSON. Its `count` excludes flows at the begin and the end of the run. */
export const smallScenario: fc.Arbitrary<string> = fc
  .record({
    seed: fc.integer({ min: 0, max: 1_000_000 }),
    until: fc.constantFrom("90us", "150us", "500us"),
    count: fc.constantFrom({}, {}, { from: "10us", to: "80us" }),
    onDrop: fc.constant("count"),
    ...{ topology, faults },
    switch: fc.constant({ memory: "4MiB" }),
    traffic: fc.array(traffic, { minLength: 1, maxLength: 3 }),
    policies: fc
      .tuple(congestion, losses, fc.constantFrom("ecmp", "spray", "letflow"))
      .map(([one, other, routing]) => ({ ...one, ...other, routing })),
  })
  .map(({ faults: some, ...spec }) =>
    // Storms of PAUSE frames are drawn only for links with PAUSE frames.
    JSON.stringify({
      ...spec,
      faults: "link" in spec.policies ? some.filter(({ kind }) => kind !== "pause-storm") : some,
    }),
  );
