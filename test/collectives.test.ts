/**
 * Tests the times of collectives on an idle network, to the picosecond, in one partition and in several.
 *
 * A frame of 1000 B has 82 B more on the wire. An ACK has 86 B on the wire: 66 B, and 20 B of preamble and gap.
 */
import { expect, test } from "vitest";
import { runInTurns } from "../src/run/lab/in-partitions.ts";
import { experiment, readScenario, setUp, type Results } from "../src/run/lab/lab.ts";
import { gbps, psPerByte, us } from "../src/base/units.ts";
import {
  allToAllLeast,
  halvingDoublingAllReduce,
  pipelineOnce,
  ringAllReduce,
  ringOnce,
  treeAllReduce,
  type IdleStar,
} from "../src/theory/collectives.ts";

interface Case {
  readonly ranks: number;
  readonly size: number;
  readonly gigabits?: number;
  readonly reduceGigabits?: number;
}

const starOf = ({ gigabits = 100, reduceGigabits }: Case): IdleStar => {
  const link = { psPerByte: psPerByte(gbps(gigabits)), delay: us(1), overhead: 82 };
  return {
    path: [link, link],
    payload: 1000,
    ack: 86 * link.psPerByte,
    ...(reduceGigabits === undefined ? {} : { reduceRate: gbps(reduceGigabits) }),
  };
};

const scenario = ({ ranks, size, gigabits = 100, reduceGigabits }: Case, more: object) =>
  readScenario(
    JSON.stringify({
      until: "done",
      limit: "1s",
      topology: { kind: "star", hosts: ranks, rate: `${gigabits}Gbps`, delay: "1us" },
      switch: { memory: "1GB" },
      packet: { payload: "1000B" },
      traffic: [
        {
          kind: "collective",
          size: `${size}B`,
          ...(reduceGigabits === undefined ? {} : { reduceRate: `${reduceGigabits}Gbps` }),
          ...more,
        },
      ],
      policies: {
        link: "none",
        congestion: "none",
        recovery: { name: "go-back-n", ackEvery: 1_000_000, timeout: "1s" },
      },
    }),
    "idle.yaml",
  );

/** Time of the first iteration, ps. */
function timeOf(one: Case, more: object): number {
  const { tables, summary } = experiment(scenario(one, more));
  expect(summary.ending).toBe("all flows are done");
  return Math.round((tables.collectives?.columns.time_ns[0] ?? NaN) * 1000);
}

test.each<Case>([
  { ranks: 2, size: 2000 },
  { ranks: 4, size: 4_000_000 },
  { ranks: 5, size: 50_005 },
  { ranks: 8, size: 800_000, gigabits: 400 },
  { ranks: 16, size: 1_600_000, gigabits: 25 },
  { ranks: 4, size: 400_000, reduceGigabits: 800 },
])("ring on an idle star: 2 (n - 1) steps, each as long as one message alone: %j", (one) => {
  const star = starOf(one);
  expect(timeOf(one, { operation: "all-reduce-ring" })).toBe(ringAllReduce(star, one.ranks, one.size));
  expect(timeOf(one, { operation: "all-gather" })).toBe(ringOnce(star, one.ranks, one.size, false));
  expect(timeOf(one, { operation: "reduce-scatter" })).toBe(ringOnce(star, one.ranks, one.size, true));
});

test.each<Case>([
  { ranks: 2, size: 2000 },
  { ranks: 8, size: 800_000 },
  { ranks: 16, size: 160_016, gigabits: 400 },
  { ranks: 8, size: 80_000, gigabits: 10, reduceGigabits: 5 },
])("halving and doubling on an idle star: %j", (one) => {
  const time = timeOf(one, { operation: "all-reduce-halving-doubling" });
  expect(time).toBe(halvingDoublingAllReduce(starOf(one), one.ranks, one.size));
});

test.each<Case>([
  { ranks: 3, size: 100_000 },
  { ranks: 7, size: 50_000 },
  { ranks: 15, size: 20_000, gigabits: 400 },
  { ranks: 7, size: 50_000, reduceGigabits: 200 },
])("a full tree on an idle star in one piece: two children share each link: %j", (one) => {
  const time = timeOf(one, { operation: "all-reduce-tree", pieces: 1 });
  expect(time).toBe(treeAllReduce(starOf(one), Math.log2(one.ranks + 1) - 1, one.size));
});

test("an all-to-all of two is one message each way; of more ranks, the link limits it, less its share of ACKs", () => {
  const two = { ranks: 2, size: 2_000_000 };
  expect(timeOf(two, { operation: "all-to-all" })).toBe(allToAllLeast(starOf(two), 2, two.size));
  for (const channels of [1, 3, 15]) {
    const one = { ranks: 16, size: 16 * 100_000 };
    const least = allToAllLeast(starOf(one), one.ranks, one.size);
    const time = timeOf(one, { operation: "all-to-all", channels });
    expect(time).toBeGreaterThanOrEqual(least);
    expect(time).toBeLessThan(least * 1.05);
  }
});

test("one micro-batch through a pipeline and back: each stage computes, and twice as long on the gradient", () => {
  const one = { ranks: 4, size: 500_000 };
  const time = timeOf(one, { operation: "pipeline", pieces: 1, compute: "30us" });
  expect(time).toBe(pipelineOnce(starOf(one), 4, one.size, us(30)));
});

test("bus bandwidth is as nccl-tests define it, and in a long ring nearly the payload's share of the link", () => {
  const one = { ranks: 4, size: 40_000_000 };
  const { summary } = experiment(scenario(one, { operation: "all-reduce-ring", iterations: 2 }));
  const [job] = summary.collectives ?? [];
  expect(job).toMatchObject({ ranks: 4, iterations: 2, finished: 2 });
  const { time_mean_ns: time, algbw_bps: algbw, busbw_bps: busbw, completion_ns: all } = job;
  expect(algbw).toBeCloseTo((40e6 * 8e9) / (time ?? NaN), 0);
  expect(busbw).toBeCloseTo(((algbw ?? NaN) * 6) / 4, 0);
  expect(busbw).toBeGreaterThan(0.99 * 100e9 * (1000 / 1082));
  expect(busbw).toBeLessThan(100e9 * (1000 / 1082));
  expect(all).toBeGreaterThanOrEqual(2 * (time ?? NaN));
});

const OPERATIONS = [
  { operation: "all-reduce-ring", channels: 2, iterations: 2 },
  { operation: "all-reduce-tree", channels: 2, pieces: 3, iterations: 2 },
  { operation: "all-reduce-halving-doubling", iterations: 3 },
  { operation: "all-gather", compute: "3us", straggle: "2us", iterations: 2 },
  { operation: "reduce-scatter", reduceRate: "200Gbps" },
  { operation: "all-to-all", channels: 3, skew: 1.2, iterations: 2 },
  { operation: "pipeline", pieces: 3, compute: "5us", straggle: "1us", iterations: 2 },
];

/** Several jobs at once over a fabric, with PFC and DCQCN. */
const jobs = (entries: readonly object[], more: object = {}) =>
  readScenario(
    JSON.stringify({
      until: "done",
      limit: "5ms",
      seed: 3,
      topology: { kind: "leaf-spine", leaves: 4, spines: 2, hostsPerLeaf: 4 },
      switch: { memory: "1MB" },
      traffic: entries.map((entry) => ({ kind: "collective", size: "64KB", ...entry })),
      policies: { buffer: "dt", congestion: "dcqcn" },
      ...more,
    }),
    "jobs.yaml",
  );

const told = ({ summary, tables }: Results): string => JSON.stringify([summary, tables.flows, tables.collectives]);

test.each(OPERATIONS)(
  "$operation is the same run with two and with five partitions, and every iteration ends",
  (entry) => {
    const scenario = jobs([
      { ...entry, ranks: ["h0", "h4", "h8", "h12", "h1", "h5", "h9", "h13"] },
      { ...entry, ranks: ["h2", "h6", "h3", "h15"], start: "2us" },
      { operation: "all-to-all", ranks: "all", start: "1us" },
    ]);
    const whole = experiment(scenario);
    expect(whole.summary.ending).toBe("all flows are done");
    expect(whole.summary.collectives?.map(({ finished, iterations }) => finished - iterations)).toEqual([0, 0, 0]);
    for (const parts of [2, 5]) {
      const set = setUp(scenario);
      const partOf = Int32Array.from(scenario.wiring.names, (_, node) => node % parts);
      expect(told(runInTurns(set, partOf))).toBe(told(whole));
    }
  },
);

test("each rank begins when it has its input: stragglers delay the ring", () => {
  const alone = experiment(jobs([{ operation: "all-reduce-ring", ranks: "h0..h3" }]));
  const slow = experiment(jobs([{ operation: "all-reduce-ring", ranks: "h0..h3", straggle: "50us" }]));
  const [quick, late] = [alone, slow].map(({ summary }) => summary.collectives?.[0].time_max_ns ?? NaN);
  expect(late).toBeGreaterThan(quick + 20_000);
});

test("the run waits for flows that begin in the counted time, and not for later ones", () => {
  const { summary } = experiment(
    jobs([{ operation: "all-reduce-ring", ranks: "h0..h3", iterations: 200 }], { count: { to: "100us" } }),
  );
  expect(summary.ending).toBe("all flows that count are done");
  expect(summary.simulated_ns).toBeLessThan(200_000);
});

test("a skewed all-to-all sends most to the popular ranks, and rounding loses only fractions of bytes", () => {
  const { tables } = experiment(jobs([{ operation: "all-to-all", ranks: "h0..h7", skew: 2 }]));
  const { destination, size_bytes } = tables.flows.columns;
  const received = new Map<string, number>();
  destination.forEach((host, flow) => received.set(host, (received.get(host) ?? 0) + size_bytes[flow]));
  const sorted = [...received.values()].sort((a, b) => b - a);
  expect(sorted[0] / sorted[1]).toBeCloseTo(4, 2);
  expect(sorted[0] / sorted[7]).toBeCloseTo(64, 0);
});

test.each([
  [{ operation: "all-reduce-halving-doubling", ranks: "h0..h2" }, "expected 2, 4, 8 or another power of two"],
  [{ operation: "all-reduce-ring", ranks: ["h0"] }, "expected at least two ranks"],
  [{ operation: "all-reduce-ring", size: "15B" }, "expected at least 16 B, a byte for each message"],
])("%j is an error", (entry, message) => {
  expect(() => jobs([entry])).toThrow(message);
});
