import { expect, test } from "vitest";
import type { TraceOperation } from "../../contracts/traffic.ts";
import { parseGoal } from "../goal/goal.ts";
import { groupsOf, parseWorkload } from "./workload.ts";
import { workloadToGoal } from "./workload-to-goal.ts";

const header = (tensor: number, experts = 1, gpus = 8): string =>
  `HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: ${tensor} ep: ${experts} pp: 1 ga: 1 all_gpus: ${gpus} checkpoints: 0 checkpoint_initiates: 0\n`;
const made = (text: string, gpus: number, perServer = 8) =>
  workloadToGoal(parseWorkload(text, "w.txt"), gpus, perServer);
type Send = Extract<TraceOperation, { readonly peer: number }>;
const sends = (text: string): Send[] =>
  parseGoal(text, "w.goal").operations.flatMap((one) => (one.kind === "send" ? [one] : []));
const bytesBy = (ones: readonly Send[], key: (one: Send) => string): Record<string, number> => {
  const sums: Record<string, number> = {};
  for (const one of ones) sums[key(one)] = (sums[key(one)] ?? 0) + one.bytes;
  return sums;
};

/** The workload example/microAllReduce.txt of SimAI, which has no newline at its end. */
const micro = (type: string, bytes: number): string =>
  `${header(8)}1\nembedding_layer     -1 556000  ${type}   ${bytes}      1       NONE 0        1      NONE   0      1 `;

test("one all-reduce of S bytes over 8 GPUs: each sends 2 (8 - 1) messages of S/8 to the next", () => {
  const all = sends(made(micro("ALLREDUCE", 8_000_000), 8).text);
  expect(all).toHaveLength(8 * 14);
  expect(all.every(({ rank, peer, bytes }) => bytes === 1_000_000 && peer === (rank + 1) % 8)).toBe(true);
  expect(Object.values(bytesBy(all, ({ rank }) => `${rank}`))).toEqual(Array(8).fill((2 * 7 * 8_000_000) / 8));
});

test.each([
  ["ALLGATHER", 7],
  ["REDUCESCATTER_TP", 7],
  ["ALLTOALL", 7],
])("%s: each GPU sends 7/8 of S", (type, messages) => {
  const all = sends(made(micro(type, 8_000_000), 8).text);
  expect(all).toHaveLength(8 * messages);
  expect(Object.values(bytesBy(all, ({ rank }) => `${rank}`))).toEqual(Array(8).fill(7_000_000));
  const peers = new Set(all.filter(({ rank }) => rank === 3).map(({ peer }) => peer));
  expect(peers.size).toBe(type === "ALLTOALL" ? 7 : 1);
});

test("groups of 16 GPUs, TP 2 and EP 2, as SimAI forms them", () => {
  const groups = groupsOf(parseWorkload(`${header(2, 2, 16)}1\na -1 1 NONE 0 1 NONE 0 1 NONE 0 1`, "w.txt"), 16);
  expect(groups.TP(5)).toEqual([4, 5]);
  expect(groups.DP(5)).toEqual([1, 3, 5, 7, 9, 11, 13, 15]);
  expect(groups.EP(5)).toEqual([5, 7]);
  expect(groups.EP(3)).toEqual([1, 3]);
  expect(groups.DP_EP(5)).toEqual([1, 5, 9, 13]);
  expect(groups.DP_EP(6)).toEqual([2, 6, 10, 14]);
});

test("over two servers of 2 GPUs there are two rings, and each leaves a server by another GPU", () => {
  const text = `${header(4)}1\na -1 0 ALLREDUCE 8000 0 NONE 0 0 NONE 0 0\n`;
  const ways = bytesBy(sends(made(text, 4, 2).text), ({ rank, peer }) => `${rank}-${peer}`);
  // The rings 0 1 2 3 and 1 0 3 2 carry 4000 B each. Each edge of a ring carries 2 (4 - 1) messages of 1000 B.
  expect(ways).toEqual({
    ...{ "0-1": 6000, "1-2": 6000, "2-3": 6000, "3-0": 6000 },
    ...{ "1-0": 6000, "0-3": 6000, "3-2": 6000, "2-1": 6000 },
  });
  const channels = bytesBy(sends(made(text, 4, 2).text), ({ nic }) => `${nic}`);
  expect(channels).toEqual({ 0: 24_000, 1: 24_000 });
});

test("forward through the layers, then back; what the gradient of weights exchanges holds up only its like", () => {
  const rows = "a -1 10 NONE 0 20 NONE 0 30 ALLREDUCE 2 5\nb -1 11 NONE 0 21 NONE 0 31 ALLREDUCE 4 6\n";
  const { text, computeNs } = made(`${header(1)}2\n${rows}`, 2, 2);
  expect(computeNs).toBe(10 + 20 + 30 + 11 + 21 + 31);
  const [first] = text.split("rank 1");
  expect(first.match(/\w+: calc \d+/g)).toEqual([
    ...["f0: calc 10", "f1: calc 11", "i1: calc 21", "w1: calc 31", "W1b: calc 0", "W1: calc 6"],
    ...["i0: calc 20", "w0: calc 30", "W0b: calc 0", "W0: calc 5"],
  ]);
  const waits = first.match(/^[\w]+ requires \w+$/gm) ?? [];
  expect(waits.filter((wait) => /^([fiw]\d|W\db) /.test(wait))).toEqual([
    ...["f1 requires f0", "i1 requires f1", "w1 requires i1", "W1b requires w1", "i0 requires w1", "w0 requires i0"],
    ...["W0b requires w0", "W0b requires W1"],
  ]);
});

test("a collective of the forward pass holds up the next layer until its update is over", () => {
  const rows = "a -1 10 ALLREDUCE 2 20 ALLGATHER 2 30 NONE 0 5\nb -1 11 NONE 0 21 NONE 0 31 NONE 0 6\n";
  const { text } = made(`${header(2)}2\n${rows}`, 2, 2);
  expect(text).toContain("F0: calc 5\n");
  for (const wait of ["F0b requires f0", "f1 requires F0", "I0b requires i0", "w0 requires I0"])
    expect(text).toContain(`${wait}\n`);
});

test("what SimAI passes over is told: other GPUs, pipelines, rows beyond the count, unknown collectives, sizes of 0", () => {
  const warnings: string[] = [];
  const text = `${header(2, 1, 9216).replace("pp: 1", "pp: 12")}1\na -1 1 ALLREDUCE 64 1 BROADCAST 9 1 REDUCESCATTER 0 1\nb\n`;
  const workload = parseWorkload(text, "w.txt", (warning) => void warnings.push(warning));
  expect(warnings).toEqual([
    'w.txt:3: "BROADCAST" is not a collective of SimAI: nothing is sent, as in SimAI.',
    "w.txt:4: not read, as in SimAI: line 2 counts 1 layer.",
  ]);
  const { notes } = workloadToGoal(workload, 4, 4);
  expect(notes[0]).toBe(
    "w.txt: 1 layer, groups of TP 2, DP 2, EP 1, DP_EP 2. A rank takes part in: 1 all-reduce of TP.",
  );
  expect(notes.join("\n")).toMatch(/all_gpus: 9216\. The topology has 4 GPUs[^]*pp: 12: without effect/);
});

test.each([
  [
    "HYBRID_TRANSFORMER_FWD_IN_BCKWD",
    "MICRO",
    'w.txt:1:1: expected HYBRID_TRANSFORMER or HYBRID_TRANSFORMER_FWD_IN_BCKWD, found "MICRO"',
  ],
  ["group: 8", "group: 3", "w.txt:1: expected a model_parallel_NPU_group that divides the topology's 8 GPUs, found 3"],
  ["ep: 1", "ep: 4", "w.txt:1: expected an ep that divides the 1 ranks of data parallelism, 8 GPUs / 8, found 4"],
  [
    "\n1\n",
    "\n2\n",
    "w.txt:3: expected layer 2 of 2, found the end of the file. Line 2 declares the number of layers.",
  ],
  ["556000", "5e5", 'w.txt:3:24: expected a time in ns, without a unit, found "5e5"'],
  ["ALLREDUCE", "ALLREDUCEALLTOALL", "w.txt:3:32: expected ALLREDUCE, ALLGATHER, REDUCESCATTER or ALLTOALL"],
  ["ALLREDUCE ", "NONE ", "w.txt: expected a collective of two GPUs or more, found none on these 8 GPUs"],
])("%s as %s", (before, after, message) => {
  expect(() => made(micro("ALLREDUCE", 8000).replace(before, after), 8)).toThrow(message);
});
