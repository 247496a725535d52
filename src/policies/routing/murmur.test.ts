import fc from "fast-check";
import { expect, test } from "vitest";
import { ecmpHash, wordHash } from "./murmur.ts";

/** MurmurHash3_x86_32 over any bytes, in integers of any size. */
function murmur3(bytes: Uint8Array, seed: number): number {
  const u32 = (n: bigint) => n & 0xffffffffn;
  const rotl = (n: bigint, by: bigint) => u32((n << by) | (n >> (32n - by)));
  const scramble = (k: bigint) => u32(rotl(u32(k * 0xcc9e2d51n), 15n) * 0x1b873593n);
  const word = (at: number, length: number) =>
    bytes.subarray(at, at + length).reduceRight((n, byte) => (n << 8n) | BigInt(byte), 0n);

  let h = BigInt(seed);
  const tail = bytes.length - (bytes.length % 4);
  for (let at = 0; at < tail; at += 4) h = u32(rotl(h ^ scramble(word(at, 4)), 13n) * 5n + 0xe6546b64n);
  h ^= scramble(word(tail, bytes.length - tail)) ^ BigInt(bytes.length);
  h = u32((h ^ (h >> 16n)) * 0x85ebca6bn);
  h = u32((h ^ (h >> 13n)) * 0xc2b2ae35n);
  return Number(h ^ (h >> 16n));
}

test.each([
  ["", 0, 0],
  ["", 1, 0x514e28b7],
  ["", 0xffffffff, 0x81f16f39],
  ["\0\0\0\0", 0, 0x2362f9de],
  ["aaaa", 0x9747b28c, 0x5a97808a],
  ["abc", 0x9747b28c, 0xc84a62dd],
  ["Hello, world!", 0x9747b28c, 0x24884cba],
  ["The quick brown fox jumps over the lazy dog", 0x9747b28c, 0x2fa826cd],
])("the reading of MurmurHash3 in this test gives the published hash of %j with seed %i", (text, seed, hash) => {
  expect(murmur3(Buffer.from(text), seed)).toBe(hash);
});

test("the hash of a packet is MurmurHash3 of its addresses and ports in twelve little-endian bytes", () => {
  const word = fc.oneof(fc.integer({ min: 0, max: 0xffffffff }), fc.constantFrom(0, 0x80000000, 0xffffffff));
  fc.assert(
    fc.property(word, word, word, word, (sip, dip, ports, seed) => {
      const bytes = new Uint8Array(Uint32Array.of(sip, dip, ports).buffer);
      expect(ecmpHash(sip, dip, ports, seed)).toBe(murmur3(bytes, seed));
    }),
    { numRuns: 1000 },
  );
});

test("one word: the paths 779 of leaf 33 and 1035 of leaf 34, as ConWeave's simulator hashes them; any word as four bytes", () => {
  expect([wordHash(779, 33), wordHash(1035, 34)]).toEqual([0x94a92dde, 0x1e995eca]);
  fc.assert(
    fc.property(fc.integer(), fc.nat(), (word, seed) => {
      expect(wordHash(word, seed)).toBe(murmur3(new Uint8Array(Int32Array.of(word).buffer), seed));
    }),
  );
});
