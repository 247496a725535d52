import { expect, test } from "vitest";
import { load } from "../../../test/parity/cases.ts";
import { runNs3 } from "../lab/lab.ts";

const total = (counts: ArrayLike<number>): number => Array.from(counts).reduce((sum, n) => sum + n, 0);

test("from 200 ns to 1 us each 100 ns: nine samples of every port; a dump where its interval divides the time", () => {
  const input = load("R6_pfc_dcqcn");
  const config = { ...input.config, qlenMonStartNs: 200, qlenMonEndNs: 1000 };
  const { queues } = runNs3({ ...input, config }, { queueDumpNs: 500 });
  const dumps = queues!.take();
  expect(dumps.map(({ timeNs }) => timeNs)).toEqual([500, 1000]);
  expect(dumps[1].ports.map(({ counts }) => total(counts))).toEqual(Array.from({ length: 17 }, () => 9));
  expect(dumps[1].ports.map(({ node, port }) => [node, port]).slice(0, 3)).toEqual([
    [17, 1],
    [17, 2],
    [17, 3],
  ]);
  expect(queues!.take()).toEqual([]);
});

test("PFC frames are not counted: the only port that ever holds a kilobyte leads to the receiver of the incast", () => {
  const input = load("R6_pfc_dcqcn");
  const config = { ...input.config, qlenMonStartNs: 0, qlenMonEndNs: 10_000_000 };
  const { queues } = runNs3({ ...input, config }, { queueDumpNs: 1_000_000 });
  const last = queues!.take().at(-1)!;
  expect(last.ports.filter(({ counts }) => counts.length > 1).map(({ port }) => port)).toEqual([17]);
});

test("a window that the run does not reach: no dump, and the run is the same", () => {
  const input = load("R1");
  const plain = runNs3(input);
  const { queues, network } = runNs3(input, { queueDumpNs: 1_000_000 });
  expect(queues!.take()).toEqual([]);
  expect(network.fabric.digest.toString()).toBe(plain.network.fabric.digest.toString());
});
