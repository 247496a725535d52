import fc from "fast-check";
import { expect, test } from "vitest";
import { ByteRanges } from "./byte-ranges.ts";

/** Compares two values. It calls `expect` only if they differ, because `expect` is slow. */
function same(found: unknown, wanted: unknown): void {
  if (found !== wanted) expect(found).toBe(wanted);
}

test("as sets of bytes do, for flows that share the memory: any order, any size, with overlaps", () => {
  const FLOWS = 3;
  const BYTES = 120;
  const anyRange = fc.record({
    flow: fc.nat(FLOWS - 1),
    from: fc.nat(BYTES - 1),
    bytes: fc.integer({ min: 1, max: 7 }),
  });
  fc.assert(
    fc.property(fc.array(anyRange, { maxLength: 150, size: "max" }), (ranges) => {
      const sets = new ByteRanges(FLOWS);
      const model = Array.from({ length: FLOWS }, () => new Set<number>());
      for (const { flow, from, bytes } of ranges) {
        const one = model[flow];
        sets.add(flow, from, from + bytes);
        for (let byte = from; byte < from + bytes; byte++) one.add(byte);
        let missing = 0;
        while (one.has(missing)) missing++;
        same(sets.missing[flow], missing);
        for (let byte = 0; byte < BYTES + 7; byte++) same(sets.has(flow, byte), one.has(byte));
      }
    }),
    { numRuns: 60 },
  );
});

test("every second packet of 10,000, then the others from the last to the first: each is new, and one range is left", () => {
  const sets = new ByteRanges(1);
  let known = 0;
  const send = (packet: number): void => {
    if (sets.has(0, packet * 1000)) known++;
    sets.add(0, packet * 1000, (packet + 1) * 1000);
  };
  for (let packet = 0; packet < 10_000; packet += 2) send(packet);
  expect(sets.missing[0]).toBe(1000);
  for (let packet = 9999; packet > 0; packet -= 2) send(packet);
  expect([known, sets.missing[0]]).toEqual([0, 10_000_000]);
});
