/**
 * Tests collectives over one switch, whose steps depend on each other. A message of c packets takes (c + 1) F + 2 D. A
 * rank sends the ACK of a step's last packet before its own next message. So each step except the first begins later by
 * A.
 */
import { expect, test } from "vitest";
import { A, cell, D, F, ran } from "./bench.ts";

const message = (packets: number): number => (packets + 1) * F + 2 * D;
/** The time of steps with these numbers of packets. */
const steps = (...packets: readonly number[]): number =>
  packets.reduce((sum, one) => sum + message(one), (packets.length - 1) * A);
const SIX = steps(10, 10, 10, 10, 10, 10);
const exact = (found: number, expected: number): void => {
  expect(found).toBe(Math.round(expected * 1000) / 1000);
};
const collective = (more: string) =>
  ran({ until: "10ms", topology: "star, hosts: 4", traffic: [`{ kind: collective, ${more} }`] });

test("ring all-reduce of 40 KB over four ranks: 2 (n - 1) steps of a quarter", () => {
  const one = collective("operation: all-reduce-ring, size: 40KB");
  exact(one.figures.job_ns, SIX);
});

test("its bus bandwidth: size over time, times 2 (n - 1) / n", () => {
  const one = collective("operation: all-reduce-ring, size: 40KB");
  expect(one.figures.busbw_bps).toBeCloseTo(((320_000 / SIX) * 1e9 * 6) / 4, -1);
  expect(cell(one, "collectives", "algbw_bps")).toBeCloseTo((320_000 / SIX) * 1e9, -1);
});

test("reduce-scatter and all-gather: n - 1 steps of a quarter", () => {
  exact(collective("operation: reduce-scatter, size: 40KB").figures.job_ns, steps(10, 10, 10));
  exact(collective("operation: all-gather, size: 40KB").figures.job_ns, steps(10, 10, 10));
});

test("halving and doubling over four ranks: halves, quarters, quarters, halves", () => {
  const one = collective("operation: all-reduce-halving-doubling, size: 40KB");
  exact(one.figures.job_ns, steps(20, 10, 10, 20));
});

test("all-to-all of two ranks: one message each way", () => {
  const one = ran({
    until: "10ms",
    traffic: ["{ kind: collective, ranks: [h0, h1], operation: all-to-all, size: 40KB }"],
  });
  // Both ranks send data and ACKs. In the time of its own packets, a rank sends at most one ACK for each packet that it
  // receives.
  expect(one.figures.job_ns).toBeGreaterThanOrEqual(message(20));
  expect(one.figures.job_ns).toBeLessThanOrEqual(message(20) + 20 * A);
});

test("a tree over two ranks in one piece: there and back", () => {
  const one = ran({
    until: "10ms",
    traffic: ["{ kind: collective, ranks: [h0, h1], operation: all-reduce-tree, size: 20KB, pieces: 1 }"],
  });
  exact(one.figures.job_ns, steps(20, 20));
});

test("three iterations with 5 us of computation before each", () => {
  const one = collective("operation: all-reduce-ring, size: 40KB, iterations: 3, compute: 5us");
  exact(one.figures.job_ns, 3 * (5000 + SIX));
  exact(one.figures.iteration_p99_ns, SIX); // an iteration begins with its first message
});
