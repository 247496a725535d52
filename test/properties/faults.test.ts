/**
 * Random faults in a small fabric. Every byte sent is received, in flight, or lost for a reported cause. Two equal runs have equal results.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { resultsDiffer } from "../../src/run/lab/difference.ts";
import { cutInto, runInTurns } from "../../src/run/lab/in-partitions.ts";
import { experiment, readScenario, setUp } from "../../src/run/lab/lab.ts";

const us = (least: number, most: number) => fc.integer({ min: least, max: most }).map((n) => `${n}us`);
const host = fc.integer({ min: 0, max: 7 }).map((n) => `h${n}`);
const spineLink = fc
  .tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 1 }))
  .map(([leaf, spine]) => `leaf${leaf}-spine${spine}`);
const link = fc.oneof(
  spineLink,
  fc.integer({ min: 0, max: 7 }).map((n) => `h${n}-leaf${n >> 1}`),
);
const way = fc.constantFrom("both", "there", "back");

const fault = fc.oneof(
  fc.record({ kind: fc.constant("pause-storm"), target: host, quanta: fc.integer({ min: 100, max: 65_535 }) }),
  fc.record({
    kind: fc.constant("slow-receiver"),
    target: host,
    rate: fc.constantFrom("1Gbps", "10Gbps", "60Gbps"),
    memory: fc.constantFrom("20KB", "1MB"),
  }),
  fc.record({
    kind: fc.constant("pfc-watchdog"),
    target: fc.constantFrom("all", "leaf*-h*", "leaf0", "spine1"),
    detection: us(40, 80),
    restoration: us(40, 80),
    poll: us(20, 40),
    action: fc.constantFrom("drop", "forward", "alert"),
  }),
  fc.record({
    kind: fc.constant("link-down"),
    target: link,
    converge: us(0, 50),
    times: fc.integer({ min: 1, max: 3 }),
    every: us(301, 400),
  }),
  fc.record({
    kind: fc.constant("switch-down"),
    target: fc.constantFrom("spine0", "spine1", "leaf1"),
    converge: us(0, 50),
  }),
  fc.record({ kind: fc.constant("delay"), target: link, delay: us(0, 30), way, outage: us(0, 20) }),
  fc.record({
    kind: fc.constant("bit-errors"),
    target: link,
    rate: fc.constantFrom(1e-7, 1e-5),
    frames: fc.constantFrom(0, 0.01),
    way,
  }),
  fc.record({ kind: fc.constant("lost-pauses"), target: link, chance: fc.constantFrom(0.1, 1), way }),
);
const span = fc.record({ at: us(0, 300), for: us(1, 300) });
const faults = fc.array(
  fc.tuple(fault, span).map(([what, when]) => ({ ...what, ...when })),
  { minLength: 1, maxLength: 4 },
);

/** Links that also fail permanently or from the start. */
const fails = fc.array(fc.record({ link: spineLink, at: us(0, 400) }), { maxLength: 1 });

const policies = fc.constantFrom(
  { congestion: "dcqcn", headroom: "sih" },
  { congestion: "none", headroom: "dsh", buffer: "dt" },
  { congestion: "hpcc", routing: "plb" },
  { congestion: "dcqcn", routing: "conga", recovery: { name: "irn" } },
  { congestion: "none", routing: "letflow", buffer: "spfc" },
  { congestion: "none", routing: "drill", recovery: "selective" },
);

test("sent = received + lost by cause + in flight, under every fault", () => {
  fc.assert(
    fc.property(faults, fails, policies, fc.integer({ min: 1, max: 1000 }), (wrong, fail, chosen, seed) => {
      const text = JSON.stringify({
        ...{ seed, until: "700us", onDrop: "count" },
        topology: { kind: "leaf-spine", leaves: 4, spines: 2, hostsPerLeaf: 2, rate: "100Gbps", delay: "1us", fail },
        switch: { memory: "1MB" },
        traffic: [
          { kind: "poisson", cdf: "fb-hadoop-hpcc", load: 0.5, stop: "600us" },
          { kind: "incast", fanIn: 6, size: "64KB", every: "100us", count: 5 },
        ],
        policies: chosen,
        faults: wrong,
      });
      const scenario = readScenario(text, "random.json");
      const { network, run, results } = setUp(scenario);
      const { summary, tables } = results(run(scenario.until));
      const { bytes, counters, digest } = summary;
      if (bytes === undefined || tables.losses === undefined) throw new Error("a run with faults tells of its bytes");
      const { sent, received, lost, in_flight } = bytes;
      const all = Object.values(lost).reduce((sum, of) => sum + of, 0);
      expect(received + all + in_flight).toBe(sent);
      // The recount in sim/model/conservation-check.ts counts packets in flight one by one. The results have the lost
      // packets by cause.
      expect(in_flight > 0).toBe(network.fabric.packets.live > 0);
      const places: Record<string, number> = {};
      const { cause, bytes: at, packets } = tables.losses.columns;
      cause.forEach((why, row) => (places[why] = (places[why] ?? 0) + at[row]));
      expect(places).toEqual(lost);
      const dropped = Object.entries(counters).filter(([name]) => name.startsWith("dropped_"));
      expect(dropped.reduce((sum, [, n]) => sum + n, 0)).toBe(packets.reduce((sum, n) => sum + n, 0));
      expect(experiment(scenario, { elide: false }).summary.digest).toBe(digest);
      const again = setUp(scenario);
      const parts = cutInto(again, seed % 2 === 0 ? 2 : 5);
      expect(parts.parts).toBeGreaterThan(1);
      expect(resultsDiffer({ summary, tables }, runInTurns(again, parts.part))?.slice(0, 300)).toBeUndefined();
    }),
    { numRuns: 12 },
  );
}, 60_000);
