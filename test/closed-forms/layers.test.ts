/**
 * Per-layer results of SimAI's workloads and Chakra's traces on an idle star, where an all-reduce takes the time of
 * `theory/collectives.ts`.
 *
 * Two ranks exchange 1 MB. A step has 500 packets of 1000 B with 82 B more on the wire, over two links of 100 Gbps and 1 us.
 * That is 500 x 86.56 ns + 86.56 ns + 2 us = 45.36656 us. A rank acknowledges only the last byte of a message. Its ACK of 86 B
 * takes 6.88 ns, and precedes the packets of the next step or of the next all-reduce.
 */
import { expect, test } from "vitest";
import { parseChakra } from "../../src/formats/chakra/nodes.ts";
import { chakraToGoal } from "../../src/formats/chakra/to-goal.ts";
import { parseWorkload } from "../../src/formats/simai/workload.ts";
import { workloadToGoal } from "../../src/formats/simai/workload-to-goal.ts";
import { runInTurns } from "../../src/run/lab/in-partitions.ts";
import { readScenario, setUp, type Results } from "../../src/run/lab/lab.ts";
import { chakraBytes } from "../chakra.ts";

const LEAVING = 500 * 86.56;
const STEP = LEAVING + 86.56 + 2000;
const ACK = 6.88;
const ALL_REDUCE = 2 * STEP + ACK;
const MS = 1e6;

const scenario = (goal: string, hosts: number, more: object = {}) =>
  readScenario(
    JSON.stringify({
      ...{ until: "done", limit: "1s", switch: { memory: "1GB" }, packet: { payload: "1000B" } },
      topology: { kind: "star", hosts, rate: "100Gbps", delay: "1us" },
      traffic: [{ kind: "trace", goal }],
      policies: {
        ...{ link: "none", congestion: "none" },
        recovery: { name: "go-back-n", ackEvery: 1_000_000, timeout: "1s" },
      },
      ...more,
    }),
    "idle.yaml",
  );

/** A SimAI workload with these layers, as GOAL. With `tensor` 1, all GPUs share one group of data parallelism. */
const simai = (gpus: number, tensor: number, ...layers: string[]): string => {
  const header = `HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: ${tensor} ep: 1`;
  return workloadToGoal(parseWorkload([header, layers.length, ...layers].join("\n"), "w.txt"), gpus, gpus).text;
};

function run(goal: string, hosts: number, more?: object): Results {
  const experiment = setUp(scenario(goal, hosts, more));
  return experiment.results(experiment.run(experiment.scenario.until));
}

/** Matches a number of ns within less than a picosecond. */
const near = (ns: number): number => expect.closeTo(ns, 3) as number;

/** The rows of the table of layers. */
function rowsOf({ tables: { layers } }: Results): Record<string, unknown>[] {
  if (layers === undefined) return [];
  const columns: (readonly [string, ArrayLike<number | string>])[] = Object.entries(layers.columns);
  return Array.from({ length: layers.rows }, (_, row) =>
    Object.fromEntries(columns.map(([name, cells]) => [name, cells[row]])),
  );
}

test("compute 1 ms, then an all-reduce of 1 MB: all of it is exposed", () => {
  const results = run(simai(2, 2, "mlp -1 1000000 ALLREDUCE 1000000 0 NONE 0 0 NONE 0 0"), 2);
  const algbw = (8e6 / ALL_REDUCE) * 1e9;
  expect(rowsOf(results)).toEqual([
    {
      ...{ traffic: 0, layer: 0, name: "mlp", pass: "forward", operation: "all-reduce", group: "TP", ranks: 2 },
      ...{ size_bytes: 1_000_000, collectives: 1, time_ns: ALL_REDUCE, time_max_ns: ALL_REDUCE },
      // The bus factor of two ranks is 2 (2 - 1) / 2 = 1.
      ...{ algbw_bps: near(algbw), busbw_bps: near(algbw) },
      ...{ compute_ns: MS, communication_ns: ALL_REDUCE, exposed_ns: ALL_REDUCE },
    },
  ]);
  expect(results.summary.traces).toEqual([
    {
      ...{ traffic: 0, ranks: 2, time_ns: MS + ALL_REDUCE },
      ...{ compute_ns: MS, communication_ns: ALL_REDUCE, exposed_ns: ALL_REDUCE },
    },
  ]);
});

/**
 * In the backward pass, the gradients of layer 1 are reduced while layer 0 computes for `ns`. Then the gradients of
 * layer 0 are reduced.
 */
const overlapped = (ns: number, update = 0): string =>
  simai(
    2,
    1,
    `a -1 0 NONE 0 ${ns} NONE 0 0 ALLREDUCE 1000000 0`,
    `b -1 0 NONE 0 0 NONE 0 0 ALLREDUCE 1000000 ${update}`,
  );

test.each([
  ["a longer computation hides an all-reduce", 1_000_000, 0, 0],
  ["the rest of an all-reduce is exposed", 40_000, ALL_REDUCE - 40_000, ACK],
])("%s", (_, ns, rest, ack) => {
  const results = run(overlapped(ns), 2);
  const seen = rowsOf(results).map(({ name, pass, compute_ns, communication_ns, exposed_ns }) => {
    return { name, pass, compute_ns, communication_ns, exposed_ns };
  });
  expect(seen).toEqual([
    { name: "a", pass: "input gradient", compute_ns: ns, communication_ns: 0, exposed_ns: 0 },
    {
      ...{ name: "a", pass: "weight gradient", compute_ns: 0 },
      ...{ communication_ns: ALL_REDUCE + ack, exposed_ns: ALL_REDUCE + ack },
    },
    { name: "b", pass: "weight gradient", compute_ns: 0, communication_ns: ALL_REDUCE, exposed_ns: rest },
  ]);
  expect(results.summary.traces?.[0]).toMatchObject({
    ...{ time_ns: Math.max(ns, ALL_REDUCE) + ALL_REDUCE + ack, compute_ns: ns },
    ...{ communication_ns: 2 * ALL_REDUCE + ack, exposed_ns: rest + ALL_REDUCE + ack },
  });
});

test("the update after an all-reduce is computation of its layer", () => {
  const { traces } = run(overlapped(0, 5000), 2).summary;
  // Row b updates weights for 5 us. Then the second all-reduce begins.
  expect(traces?.[0]).toMatchObject({ compute_ns: 5000, time_ns: 2 * ALL_REDUCE + 5000, exposed_ns: 2 * ALL_REDUCE });
});

test("nodes of a Chakra trace are layers, and sizes are those of nccl-tests", () => {
  const nodes = (rank: number) =>
    chakraBytes([
      { id: 1, type: 4, name: "matmul", duration: 100 + 20 * rank },
      { id: 2, type: 7, name: "gather", after: [1], attributes: { comm_type: 2, comm_size: 500_000 } },
      { id: 3, type: 7, name: "sync", after: [2], duration: 30, attributes: { comm_type: 9 } },
      { id: 4, type: rank === 0 ? 5 : 6, name: "p2p", after: [3], attributes: p2p(rank) },
    ]);
  const p2p = (rank: number): Record<string, number> =>
    rank === 0 ? { comm_size: 500_000, comm_dst: 1 } : { comm_size: 500_000, comm_src: 0 };
  const traces = [0, 1].map((rank) => parseChakra(nodes(rank), `job.${rank}.et`));
  const results = run(chakraToGoal(traces).text, 2);
  const seen = rowsOf(results).map((row) =>
    ["name", "operation", "ranks", "size_bytes", "collectives", "time_ns", "exposed_ns"].map((name) => row[name]),
  );
  // Rank 1 begins the gather 20 us later. While it sends, it acknowledges the data of rank 0, and these ACKs delay its
  // own packets. Rank 1 has all data before its own message has left.
  const waits = [20_000 + STEP + ACK, LEAVING + ACK];
  const lead = waits[0] - 20_000 - waits[1];
  expect(seen).toEqual([
    ["matmul", "", 0, 0, 0, NaN, 0],
    ["gather", "all-gather", 2, 1_000_000, 1, near(waits[0]), near((waits[0] + waits[1]) / 2)],
    ["sync", "barrier", 1, 0, 2, 30_000, 30_000],
    ["p2p", "send", 2, 500_000, 1, near(LEAVING), near(LEAVING / 2)],
    ["p2p", "recv", 2, 500_000, 1, near(lead + STEP), near((lead + STEP) / 2)],
  ]);
});

test("GOAL without layers has one row, and a run that ends early counts up to its end", () => {
  const goal =
    "num_ranks 2\nrank 0 {\na: calc 5000\ns: send 500000b to 1\ns requires a\n}\nrank 1 {\nrecv 500000b from 0\n}";
  const whole = run(goal, 2);
  expect(rowsOf(whole)).toMatchObject([{ name: "unnamed", operation: "", collectives: 0, time_ns: NaN }]);
  // Rank 0 waits until its message has left, and rank 1 until the message has arrived.
  expect(whole.summary.traces?.[0]).toMatchObject({ compute_ns: 2500, exposed_ns: near((LEAVING + STEP + 5000) / 2) });
  const { summary } = run(goal, 2, { until: "20us", limit: undefined });
  expect(summary.traces).toEqual([
    { traffic: 0, ranks: 2, time_ns: null, compute_ns: 2500, communication_ns: 17_500, exposed_ns: 17_500 },
  ]);
});

test("operations without a row follow the named layers", () => {
  const row = { layer: 0, name: "a", pass: "", operation: "", group: "", ranks: 0, bytes: 0 };
  const rows = [row, { ...row, pass: "again" }].map((one, k) => `//xoff row ${k} ${JSON.stringify(one)}`).join("\n");
  const goal = `num_ranks 2\n${rows}\nrank 0 {\nsend 9b to 1\n//xoff in row 1\ncalc 7\n}\nrank 1 {\nrecv 9b from 0\n}`;
  const seen = rowsOf(run(goal, 2)).map(({ layer, name, compute_ns }) => [layer, name, compute_ns]);
  expect(seen).toEqual([
    [0, "a", 0],
    [0, "a", 3.5],
    [1, "unnamed", 0],
  ]);
});

test("computations after the last message count, although the run ends with it", () => {
  const two = [
    ["send 500000b to 1", 3000],
    ["recv 500000b from 0", 9000],
  ].map(
    ([message, ns], rank) =>
      `rank ${rank} {\na: ${message}\nb: calc ${ns}\nb requires a\nc: calc 1000\nc requires b\n}`,
  );
  const results = run(["num_ranks 2", ...two].join("\n"), 2);
  const [trace] = results.summary.traces ?? [];
  expect(trace).toMatchObject({
    time_ns: near(STEP + 10_000),
    compute_ns: 7000,
    exposed_ns: near((LEAVING + STEP) / 2),
  });
  expect(results.summary.simulated_ns).toBeLessThan(STEP + 9000);
});

const FOUR = simai(4, 2, "a -1 9000 ALLREDUCE 4000000 300 NONE 0 500 ALLREDUCE 2000000 700");

test("partitions give the same layers", () => {
  const cut = setUp(scenario(FOUR, 4));
  const { fabric } = cut.network;
  const results = runInTurns(
    cut,
    Int32Array.from({ length: fabric.nodes }, (_, node) => node % 3),
  );
  expect(rowsOf(results)).toEqual(rowsOf(run(FOUR, 4)));
  expect(rowsOf(results)).toHaveLength(3);
});

test("fast-forward gives the same layers, although it skips", () => {
  const usual = { policies: { congestion: "none" } };
  const fast = run(FOUR, 4, { ...usual, fastForward: true });
  expect(fast.summary.fast_forward?.share).toBeGreaterThan(0.5);
  expect(rowsOf(fast)).toEqual(rowsOf(run(FOUR, 4, usual)));
});
