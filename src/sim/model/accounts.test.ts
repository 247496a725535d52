import { CLASS_BITS } from "../../base/queue-number.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { accounts } from "./accounts.ts";
import { Queues } from "./queues.ts";

function bench(privateBytes: number) {
  const queues = new Queues(3);
  const { chargeFootroom, release, used, peak, ...others } = accounts(queues, 1, privateBytes);
  return {
    pool: {
      ...others,
      chargeFootroom: (queue: number, size: number) => chargeFootroom(0, queue, size),
      release: (queue: number, size: number) => release(0, queue, size),
      get used() {
        return used[0];
      },
      get peak() {
        return peak[0];
      },
    },
    /** Bytes of a port in all segments, and in headroom. */
    held: (port: number): [number, number] => [others.portHeld(port), others.portHeadroom(port)],
    peak: (queue: number): number => queues.headroomPeak[queue],
  };
}

describe("4096 B private: the pool is charged for what is beyond", () => {
  test("3000 + 1000 + 1000: nothing, nothing, 904 B", () => {
    const { pool } = bench(4096);
    const used = [3000, 1000, 1000].map((size) => {
      pool.chargeFootroom(3, size);
      return pool.used;
    });
    expect(used).toEqual([0, 0, 904]);
    expect([pool.footroom(3), pool.shared(3)]).toEqual([5000, 904]);
  });

  test("beyond it a packet is charged whole: 5000, then 1000 more", () => {
    const { pool } = bench(4096);
    pool.chargeFootroom(3, 5000);
    pool.chargeFootroom(3, 1000);
    expect(pool.used).toBe(1904);
  });

  test("a release gives back shared bytes before private ones: of 5000 B, 1000 leave 4000 private and the pool empty", () => {
    const { pool } = bench(4096);
    pool.chargeFootroom(3, 5000);
    pool.release(3, 1000);
    expect([pool.used, pool.footroom(3), pool.shared(3)]).toEqual([0, 4000, 0]);
    pool.release(3, 4000);
    expect([pool.used, pool.footroom(3)]).toEqual([0, 0]);
  });

  test("each queue has its own private segment", () => {
    const { pool } = bench(4096);
    pool.chargeFootroom(3, 4096);
    pool.chargeFootroom(4, 4096);
    expect(pool.used).toBe(0);
  });
});

describe("headroom", () => {
  test("takes a packet whole and leaves the pool alone", () => {
    const { pool, held } = bench(4096);
    pool.chargeHeadroom(11, 1500);
    expect([pool.used, pool.headroom(11), pool.footroom(11)]).toEqual([0, 1500, 0]);
    expect(held(1)).toEqual([1500, 1500]);
  });

  test("drains first, whichever packet leaves: 5000 in the pool, 1500 in headroom, 2000 leave: 0 and 4500", () => {
    const { pool, held } = bench(0);
    pool.chargeFootroom(3, 5000);
    pool.chargeHeadroom(3, 1500);
    pool.release(3, 2000);
    expect([pool.headroom(3), pool.footroom(3), pool.used]).toEqual([0, 4500, 4500]);
    expect(held(0)).toEqual([4500, 0]);
  });

  test("its peak is remembered by queue", () => {
    const { pool, peak } = bench(0);
    pool.chargeHeadroom(3, 1500);
    pool.chargeHeadroom(3, 1500);
    pool.release(3, 2000);
    pool.chargeHeadroom(3, 500);
    expect([peak(3), peak(4)]).toEqual([3000, 0]);
  });
});

test("the pool's peak is the most that was ever in use at once", () => {
  const { pool } = bench(0);
  pool.chargeFootroom(3, 700);
  pool.chargeFootroom(4, 300);
  pool.release(3, 700);
  pool.chargeFootroom(5, 200);
  expect([pool.used, pool.peak]).toEqual([500, 1000]);
});

const anyPacket = fc.record({ queue: fc.nat(23), size: fc.integer({ min: 1, max: 9216 }), headroom: fc.boolean() });
const anyDay = fc.array(fc.oneof(anyPacket, fc.nat(1000)), { maxLength: 400, size: "max" });

test("whatever comes and goes: shares add up to the pool's use, queues to their ports, and all of it ends at nothing", () => {
  fc.assert(
    fc.property(fc.constantFrom(0, 1000, 4096), anyDay, (privateBytes, day) => {
      const { pool, held } = bench(privateBytes);
      const stored: { queue: number; size: number }[] = [];
      const check = (): void => {
        const bytes = new Float64Array(24);
        for (const { queue, size } of stored) bytes[queue] += size;
        let shared = 0;
        const ports = [0, 0, 0];
        for (let queue = 0; queue < 24; queue++) {
          expect(pool.footroom(queue) + pool.headroom(queue)).toBe(bytes[queue]);
          expect(pool.shared(queue)).toBe(Math.max(0, pool.footroom(queue) - privateBytes));
          shared += pool.shared(queue);
          ports[queue >> CLASS_BITS] += bytes[queue];
        }
        expect(pool.used).toBe(shared);
        expect([0, 1, 2].map((port) => held(port)[0])).toEqual(ports);
      };
      for (const step of day) {
        if (typeof step === "number") {
          if (stored.length === 0) continue;
          const [{ queue, size }] = stored.splice(step % stored.length, 1);
          pool.release(queue, size);
        } else {
          if (step.headroom) pool.chargeHeadroom(step.queue, step.size);
          else pool.chargeFootroom(step.queue, step.size);
          stored.push(step);
        }
      }
      check();
      while (stored.length > 0) {
        const { queue, size } = stored.pop()!;
        pool.release(queue, size);
      }
      check();
      expect([0, 1, 2].map(held)).toEqual([
        [0, 0],
        [0, 0],
        [0, 0],
      ]);
    }),
  );
});
