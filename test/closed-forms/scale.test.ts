/**
 * Tests a collective in a fabric of 8,192 NICs. Node and port numbers of its ranks are far above those of small
 * fabrics.
 */
import { expect, test } from "vitest";
import { A, cell, D, F, ran } from "./bench.ts";

const RANKS = 8;
const STEPS = 2 * (RANKS - 1);

test.each([
  ["rail-optimised, groups: 16, servers: 64, rails: 8, spines: 64", 8192, 4],
  ["fat-tree, k: 32", 8192, 6],
])("%s: a ring over far-apart NICs takes as long as on idle links", (topology, nics, links) => {
  const ranks = Array.from({ length: RANKS }, (_, rank) => `h${(rank * nics) / RANKS + rank}`);
  const one = ran({
    ...{ until: "10ms", topology, more: "switch: { memory: 1GiB }" },
    policies: "recovery: { name: go-back-n, ackEvery: 1000000 }",
    traffic: [`{ kind: collective, operation: all-reduce-ring, size: 80KB, ranks: [${ranks.join(", ")}] }`],
  });
  // A message of 10 packets over idle links of 100 Gbps and 1 us. The ACK of a step precedes the packets of the next
  // step.
  const expected = STEPS * ((10 - 1 + links) * F + links * D) + (STEPS - 1) * A;
  expect(cell(one, "collectives", "time_ns")).toBeCloseTo(expected, 3);
  expect(one.results.summary.hosts).toBe(nics);
});
