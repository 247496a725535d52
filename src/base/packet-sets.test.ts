import fc from "fast-check";
import { expect, test } from "vitest";
import { PacketSets } from "./packet-sets.ts";

/**
 * Compares two values. It calls `expect` only if they differ, because `expect` is slow and there are about 150,000
 * comparisons.
 */
function same(found: unknown, wanted: unknown): void {
  if (found !== wanted) expect(found).toBe(wanted);
}

test("as sets of numbers do, for flows that share the memory: add, remove, runs and gaps", () => {
  const WIDTH = 40;
  const FLOWS = 3;
  const anyStep = fc.record({
    flow: fc.nat(FLOWS - 1),
    what: fc.constantFrom("add", "add", "add", "remove", "run", "gap", "forward"),
    by: fc.integer({ min: 1, max: WIDTH - 1 }),
  });
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 200, size: "max" }), (steps) => {
      const sets = new PacketSets(FLOWS, WIDTH);
      const model = Array.from({ length: FLOWS }, () => ({ from: 0, has: new Set<number>() }));
      for (const { flow, what, by } of steps) {
        const one = model[flow];
        const packet = one.from + by;
        let first = packet;
        while (one.has.has(first)) first++;
        if (what === "add") {
          sets.add(flow, packet);
          one.has.add(packet);
        } else if (what === "remove") {
          sets.remove(flow, packet);
          one.has.delete(packet);
        } else if (what === "run") {
          same(sets.removeRun(flow, packet), first);
          for (let p = packet; p < first; p++) one.has.delete(p);
        } else if (what === "gap") same(sets.firstMissing(flow, packet), first);
        else {
          sets.removeRange(flow, one.from, packet + 1);
          for (let p = one.from; p <= packet; p++) one.has.delete(p);
          one.from = packet;
        }
        same(sets.count(flow), one.has.size);
        for (let p = one.from; p < one.from + WIDTH; p++) same(sets.has(flow, p), one.has.has(p));
      }
    }),
    { numRuns: 40 },
  );
});

test("numbers beyond 2^31 have their place: packet 10^12 and the one behind it", () => {
  const sets = new PacketSets(1, 1000);
  sets.add(0, 1e12 + 1);
  expect([sets.has(0, 1e12), sets.has(0, 1e12 + 1)]).toEqual([false, true]);
});
