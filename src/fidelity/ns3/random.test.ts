import { expect, test } from "vitest";
import { parityLines } from "../../../test/parity/files.ts";
import { firstStream, LINK_ERROR_STREAM, Mrg32k3a, StreamSource } from "./random.ts";

/**
 * L'Ecuyer's generator as published, in integers of any size. The first `steps` numbers are skipped by a matrix power.
 */
function* inBigInt(steps: bigint): Generator<number, never> {
  const m1 = 4294967087n;
  const m2 = 4294944443n;
  const times = (a: bigint[][], b: bigint[][], m: bigint) =>
    a.map((row) => b.map((_, j) => row.reduce((sum, x, k) => (sum + x * b[k][j]) % m, 0n)));
  const jump = (step: bigint[][], m: bigint) => {
    let result = [
      [1n, 0n, 0n],
      [0n, 1n, 0n],
      [0n, 0n, 1n],
    ];
    for (let n = steps, square = step; n > 0n; n /= 2n, square = times(square, square, m)) {
      if (n % 2n === 1n) result = times(result, square, m);
    }
    return result.map(([a, b, c]) => (a + b + c) % m); // the matrix times (1, 1, 1)
  };
  const shift = [
    [0n, 1n, 0n],
    [0n, 0n, 1n],
  ];
  const x = jump([...shift, [m1 - 810728n, 1403580n, 0n]], m1);
  const y = jump([...shift, [m2 - 1370589n, 0n, 527612n]], m2);
  for (;;) {
    x.push((((1403580n * x[1] - 810728n * x[0]) % m1) + m1) % m1);
    y.push((((527612n * y[2] - 1370589n * y[0]) % m2) + m2) % m2);
    x.shift();
    y.shift();
    yield Number(x[2] > y[2] ? x[2] - y[2] : x[2] - y[2] + m1) * 2.328306549295728e-10;
  }
}

const take = (count: number, source: { next(): number }) => Array.from({ length: count }, () => source.next());

test("the first outputs of streams 0 to 59 are the simulator's", () => {
  const expected = parityLines("tables/rng_streams.txt").map((line) => Number(line.split(" ")[1]));
  expect(take(60, new StreamSource(0))).toEqual(expected);
});

test("a source that starts at stream 26 goes on as one that skipped 26 streams", () => {
  const skipped = new StreamSource(0);
  for (let i = 0; i < 26; i++) skipped.skip();
  expect(take(5, new StreamSource(26))).toEqual(take(5, skipped));
});

test("one stream goes on as the recurrence does, also beyond its first output", () => {
  const expected = inBigInt(7n * 2n ** 127n + 2n ** 76n);
  const stream = new Mrg32k3a(7n);
  for (let i = 0; i < 2000; i++) expect(stream.next()).toBe(expected.next().value);
  expect(new Mrg32k3a(7n).next()).toBe(0.056985475088697592);
});

test("lossy links draw from stream 2^63 + 50, each from its start", () => {
  const expected = inBigInt(LINK_ERROR_STREAM * 2n ** 127n + 2n ** 76n);
  const first = take(100, new Mrg32k3a());
  expect(first).toEqual(Array.from({ length: 100 }, () => expected.next().value));
  expect(take(100, new Mrg32k3a())).toEqual(first);
});

test("setting up takes 26 streams of 4 nodes, 32 with 3 lossy links, 110 of 18 nodes, 2258 of 376", () => {
  expect([firstStream(4, 0), firstStream(4, 3), firstStream(18, 0), firstStream(376, 0)]).toEqual([26, 32, 110, 2258]);
});
