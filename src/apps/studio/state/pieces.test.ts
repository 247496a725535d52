import { expect, test } from "vitest";
import { inPieces, joined } from "./pieces.ts";

const value = {
  name: "a",
  none: null,
  runs: [{ samples: Float64Array.from({ length: 1000 }, (_, k) => k / 7), small: Int32Array.of(1, 2) }],
  map: new Map([["a", Float32Array.of(1.5)]]),
  bytes: Uint8Array.from({ length: 2500 }, (_, k) => k % 251),
};

test("large arrays are split into pieces of at most the given size, and joined again", () => {
  const split = inPieces(value, 1024);
  expect(split.pieces.map(({ byteLength }) => byteLength)).toEqual([
    ...new Array<number>(7).fill(1024),
    832,
    1024,
    1024,
    452,
  ]);
  expect(joined(split)).toEqual(value);
});

test("a value is joined after the browser has copied it, and small arrays stay in place", () => {
  const split = inPieces(value, 1e6);
  expect(split.pieces).toEqual([]);
  const { value: rest, pieces } = inPieces(value, 100);
  expect(joined(structuredClone({ value: rest, pieces: pieces.map((piece) => piece.slice()) }))).toEqual(value);
});
