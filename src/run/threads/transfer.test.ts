import { expect, test } from "vitest";
import type { Results } from "../lab/lab.ts";
import { unpackResults, packResults } from "./transfer.ts";

const results = (columns: object): Results =>
  ({ summary: { digest: "d" }, tables: { ports: { rows: 3, columns } } }) as unknown as Results;

/** The results as the receiving thread has them. */
const across = (one: Results): Results => {
  const { carried, buffers } = packResults(one);
  return unpackResults(structuredClone(carried, { transfer: buffers }));
};

test("tables arrive as they were: numbers, text with words that repeat, and none at all", () => {
  const columns = () => ({
    node: ["sw0", "", "sw0"],
    port: Int32Array.of(1, -1, 3),
    sent_bytes: Float64Array.of(0.5, NaN, Infinity),
    lossless: Uint8Array.of(0, 1, 1),
    peer: [],
  });
  expect(across(results(columns()))).toEqual(results(columns()));
});

test("a column goes over, and no copy of it; one that is part of something larger, or shared, stays", () => {
  const own = Float64Array.of(1, 2, 3);
  const part = new Float64Array(8).subarray(2, 5);
  const shared = new Float64Array(new SharedArrayBuffer(24));
  const columns = { own, again: own, part, shared };
  const { buffers } = packResults(results(columns));
  expect(buffers.includes(own.buffer)).toBe(true);
  expect(buffers).toHaveLength(3);
  expect(across(results(columns))).toEqual(
    results({
      own: Float64Array.of(1, 2, 3),
      again: Float64Array.of(1, 2, 3),
      part: new Float64Array(3),
      shared: new Float64Array(3),
    }),
  );
  expect([own.length, part.length, shared.length]).toEqual([0, 3, 3]);
});
