import { expect, test } from "vitest";
import { NicBench } from "../../../test/nic-bench.ts";
import { createConweaveNic } from "./conweave-nic.ts";

test("the first scan of a port begins behind the first pair: of three that wait, 1, 2, 0, 1, ...", () => {
  const bench = new NicBench();
  const nic = createConweaveNic(bench.view);
  for (const flow of [0, 1, 2]) nic.onStart(flow);
  expect(bench.run(nic, 5)).toEqual([1, 2, 0, 1, 2]);
});

test("a single pair is the first one", () => {
  const bench = new NicBench();
  const nic = createConweaveNic(bench.view);
  nic.onStart(4);
  expect(bench.run(nic, 2)).toEqual([4, 4]);
  nic.onStart(5);
  expect(bench.run(nic, 3)).toEqual([5, 4, 5]);
});
