import fc from "fast-check";
import { expect, test } from "vitest";
import { create } from "./dwrr.ts";

/**
 * Queues of packet sizes by class. `serve` removes the first packet, and notifies the policy if it was the last of its
 * class.
 */
class Bench {
  readonly queues: number[][] = Array.from({ length: 8 }, () => []);
  /** Classes that the peer has paused. */
  stopped = 0;
  readonly served: number[] = [];
  readonly bytes = new Float64Array(8);
  readonly policy: ReturnType<typeof create>;

  constructor(quantum: number, strict: number[] = [], classes: { class: number; quantum: number }[] = []) {
    this.policy = create({ quantum, classes }, { ports: 1, strict, headSize: (_port, cls) => this.queues[cls][0] });
  }

  add(cls: number, size: number, count = 1): void {
    for (let k = 0; k < count; k++) this.queues[cls].push(size);
  }

  get ready(): number {
    return this.queues.reduce((mask, queue, cls) => (queue.length > 0 ? mask | (1 << cls) : mask), 0) & ~this.stopped;
  }

  serve(times: number): number[] {
    const from = this.served.length;
    for (let k = 0; k < times && this.ready !== 0; k++) {
      const cls = this.policy.next(0, this.ready);
      this.served.push(cls);
      this.bytes[cls] += this.queues[cls].shift()!;
      if (this.queues[cls].length === 0) this.policy.onEmpty?.(0, cls);
    }
    return this.served.slice(from);
  }
}

test("two backlogged classes, quantum 1600, packets of 1500 and 500 B: after 15 rounds 24,000 B each, 16 and 48 packets", () => {
  const bench = new Bench(1600);
  bench.add(3, 1500, 200);
  bench.add(4, 500, 200);
  bench.serve(16 + 48);
  expect([bench.bytes[3], bench.bytes[4]]).toEqual([24_000, 24_000]);
  expect(bench.served.filter((cls) => cls === 3)).toHaveLength(16);
});

test("a quantum of 3200 for class 3 beside 1600 for class 4 shares bytes 2 to 1", () => {
  const bench = new Bench(1600, [], [{ class: 3, quantum: 3200 }]);
  bench.add(3, 1000, 400);
  bench.add(4, 1000, 400);
  bench.serve(300);
  expect(Math.abs(bench.bytes[3] / 2 - bench.bytes[4])).toBeLessThanOrEqual(1600 + 1000);
});

test("at every moment two backlogged classes are within a quantum and a packet of each other", () => {
  const size = fc.integer({ min: 64, max: 1600 });
  fc.assert(
    fc.property(fc.array(size, { minLength: 200, maxLength: 200 }), fc.array(size, { minLength: 200 }), (a, b) => {
      const bench = new Bench(1600);
      for (const bytes of a) bench.add(1, bytes);
      for (const bytes of b) bench.add(2, bytes);
      while (bench.queues[1].length > 0 && bench.queues[2].length > 0) {
        bench.serve(1);
        if (Math.abs(bench.bytes[1] - bench.bytes[2]) > 1600 + 1600) expect(bench.bytes[1]).toBe(bench.bytes[2]);
      }
    }),
    { numRuns: 30 },
  );
});

test("a class that empties in its turn begins anew: 1600 - 500 = 1100 B are not saved up, and no turn is passed over", () => {
  const bench = new Bench(1600);
  bench.add(3, 500);
  bench.add(4, 1600, 10);
  expect(bench.serve(2)).toEqual([3, 4]);
  bench.add(3, 500, 10);
  expect(bench.serve(8)).toEqual([3, 3, 3, 4, 3, 3, 3, 4]);
});

test("a class stopped in its turn keeps its credit and comes back at the tail without a new quantum", () => {
  const bench = new Bench(3000);
  bench.add(3, 1000, 10);
  bench.add(4, 1000, 10);
  expect(bench.serve(1)).toEqual([3]); // 2000 B of the class's turn are left
  bench.stopped = 1 << 3;
  expect(bench.serve(4)).toEqual([4, 4, 4, 4]);
  bench.stopped = 0;
  // Class 4 ends its current turn, of which 2 of 3 packets are sent. Then class 3 sends its 2000 B. Later turns have 3
  // packets each.
  expect(bench.serve(10)).toEqual([4, 4, 3, 3, 4, 4, 4, 3, 3, 3]);
});

test("a class stopped for a hundred rounds saves up nothing", () => {
  const bench = new Bench(1000);
  bench.add(3, 1000, 50);
  bench.add(4, 1000, 200);
  bench.serve(2);
  bench.stopped = 1 << 3;
  bench.serve(100);
  bench.stopped = 0;
  expect(bench.serve(6).filter((cls) => cls === 3)).toHaveLength(3);
});

test("strict classes go first and use up nobody's credit", () => {
  const bench = new Bench(1600, [0]);
  bench.add(3, 1500, 4);
  bench.add(4, 1500, 4);
  expect(bench.serve(1)).toEqual([3]);
  bench.add(0, 64, 2);
  expect(bench.serve(3)).toEqual([0, 0, 4]);
});

test("a quantum below the packet: turns go by until the credit suffices, and shares stay equal", () => {
  const bench = new Bench(100);
  bench.add(3, 1500, 20);
  bench.add(4, 500, 60);
  bench.serve(40);
  expect(Math.abs(bench.bytes[3] - bench.bytes[4])).toBeLessThanOrEqual(1600);
});

test("each port has turns of its own", () => {
  const policy = create({ quantum: 1000 }, { ports: 2, strict: [], headSize: () => 1000 });
  const both = (1 << 3) | (1 << 4);
  expect([policy.next(0, both), policy.next(1, both), policy.next(0, both), policy.next(1, both)]).toEqual([
    3, 3, 4, 4,
  ]);
});
