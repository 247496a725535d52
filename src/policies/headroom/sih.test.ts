import { describe, expect, test } from "vitest";
import { headroomBench } from "../../batch/suites/views.ts";
import { exactHeadroom } from "../../theory/headroom.ts";
import { gbps, us } from "../../base/units.ts";
import { FOOTROOM, HEADROOM, NOTHING, QUEUE, REFUSED } from "../../contracts/headroom.ts";
import { create } from "./sih.ts";

const base = { size: undefined, mtu: undefined, rule: "exact", resumeOffset: 3072 } as const;

describe("what is set aside", () => {
  test("by equation 1 at 100G, 2 us, MTU 1500: 2 (25,000 + 1500) + 3840 = 56,840 B; 32 ports, 7 classes: 12,732,160 B", () => {
    const { view } = headroomBench({ ports: 32, lossless: [1, 2, 3, 4, 5, 6, 7], maxFrame: 1500 });
    expect(create({ ...base, rule: "equation-1" }, view).reserved[0]).toBe(56_840 * 32 * 7);
  });

  test("by h* with 1062 B frames: 1062 + (2164 + 84 + 50,000 + 3840) 1062/1082 = 56,114 B a queue", () => {
    const { view } = headroomBench({ ports: 1 });
    expect(create(base, view).reserved[0]).toBe(56_114);
  });

  test("h* is 149 B above equation 1 at 2 us and 3,085 B below it at 9 us, for the same frames", () => {
    const above = (delay: number): number => {
      const { view } = headroomBench({ ports: 1, delay: () => delay });
      return create(base, view).reserved[0] - create({ ...base, rule: "equation-1" }, view).reserved[0];
    };
    expect(above(us(2))).toBe(150); // 149.25 rounded up
    expect(above(us(9))).toBe(-3085); // -3085.5 rounded up
  });

  test("h* is the theory's, at every rate and delay", () => {
    for (const rate of [10, 25, 40, 100, 400].map(gbps)) {
      for (const delay of [0, us(0.1), us(1), us(3000)]) {
        const { view } = headroomBench({ ports: 1, rate: () => rate, delay: () => delay });
        expect(create(base, view).reserved[0]).toBe(exactHeadroom({ frame: 1062, rate, delay }));
      }
    }
  });

  test("each port's is by its own link: 100G with 1 us and 9 us set aside 31,576 B and 227,879 B", () => {
    const { view } = headroomBench({ ports: 2, delay: (port) => (port === 0 ? us(1) : us(9)) });
    const [short, long] = [us(1), us(9)].map((delay) => exactHeadroom({ frame: 1062, rate: gbps(100), delay }));
    expect([short, long]).toEqual([31_576, 227_879]);
    expect(create(base, view).reserved[0]).toBe(short + long);
  });

  test("a port with memory of its own needs none: 3 of 4 ports at 30 KB are 90 KB", () => {
    const { view } = headroomBench({ ports: 4, ownMemory: (port) => (port === 2 ? 1e6 : 0) });
    expect(create({ ...base, size: 30_000 }, view).reserved[0]).toBe(90_000);
  });

  test("a size of one's own, 30 KB, is every queue's: 4 ports, 1 class: 120 KB", () => {
    const { view } = headroomBench({ ports: 4 });
    expect(create({ ...base, size: 30_000 }, view).reserved[0]).toBe(120_000);
  });
});

describe("where a packet goes: 4096 B private, threshold 10,000 B, 3000 B of headroom", () => {
  const bench = () => {
    const at = headroomBench({ private: 4096 });
    return { ...at, policy: create({ ...base, size: 3000 }, at.view) };
  };

  test("into the private segment up to its last byte, whatever the threshold and the pool say", () => {
    const { policy, held, pool } = bench();
    pool.used = pool.capacity;
    held[3] = 3096;
    expect(policy.place(3, 1000, 0)).toBe(FOOTROOM);
    expect(policy.place(3, 1001, 0)).toBe(HEADROOM);
  });

  test("into the pool while the queue's shared bytes stay at or below the threshold: 9000 + 1000 yes, 9000 + 1001 no", () => {
    const { policy, held } = bench();
    held[3] = 4096 + 9000;
    expect(policy.place(3, 1000, 10_000)).toBe(FOOTROOM);
    expect(policy.place(3, 1001, 10_000)).toBe(HEADROOM);
  });

  test("into headroom when the pool has no room left, though the threshold would allow it", () => {
    const { policy, held, pool } = bench();
    held[3] = 4096;
    pool.used = pool.capacity - 999;
    expect(policy.place(3, 1000, 10_000)).toBe(HEADROOM);
    expect(policy.place(3, 999, 10_000)).toBe(FOOTROOM);
  });

  test("a packet that straddles the private segment needs the pool for the part beyond: 96 B of 1000", () => {
    const { policy, held, pool } = bench();
    held[3] = 3192;
    pool.used = pool.capacity - 96;
    expect(policy.place(3, 1000, 10_000)).toBe(FOOTROOM);
    pool.used++;
    expect(policy.place(3, 1000, 10_000)).toBe(HEADROOM);
  });

  test("behind packets in headroom into headroom, to keep to the promise that headroom drains first", () => {
    const { policy, held, stored } = bench();
    held[3] = 4096 + 5000;
    stored[3] = 64;
    expect(policy.place(3, 1000, 10_000)).toBe(HEADROOM);
  });

  test("headroom ends at its own size: 2000 + 1000 fits 3000, 2001 + 1000 is refused; other queues do not count", () => {
    const { policy, held, stored } = bench();
    held[3] = 4096 + 10_000;
    stored[11] = 3000;
    stored[3] = 2000;
    expect(policy.place(3, 1000, 10_000)).toBe(HEADROOM);
    stored[3] = 2001;
    expect(policy.place(3, 1000, 10_000)).toBe(REFUSED);
  });
});

describe("who must stop and who may go, threshold 10,000 B", () => {
  test("stop from the threshold on, and with anything in headroom", () => {
    const { view, held, stored } = headroomBench({ private: 4096 });
    const policy = create({ ...base, size: 3000 }, view);
    held[3] = 4096 + 9999;
    expect(policy.pauses(3, 10_000)).toBe(NOTHING);
    held[3] = 4096 + 10_000;
    expect(policy.pauses(3, 10_000)).toBe(QUEUE);
    held[3] = 0;
    stored[3] = 1;
    expect(policy.pauses(3, 10_000)).toBe(QUEUE);
  });

  test("go at 3072 B below it, 6928 B, not at 6929 B; with headroom empty only", () => {
    const { view, held, stored } = headroomBench({ private: 4096 });
    const policy = create({ ...base, size: 3000 }, view);
    held[3] = 4096 + 6929;
    expect(policy.resumes(3, 10_000)).toBe(NOTHING);
    held[3] = 4096 + 6928;
    expect(policy.resumes(3, 10_000)).toBe(QUEUE);
    stored[3] = 1;
    expect(policy.resumes(3, 10_000)).toBe(NOTHING);
  });

  test("go with nothing shared, even when the threshold has sunk below the offset", () => {
    const { view, held } = headroomBench({ private: 4096 });
    const policy = create({ ...base, size: 3000 }, view);
    held[3] = 4096;
    expect(policy.resumes(3, 0)).toBe(QUEUE);
    held[3] = 4097;
    expect(policy.resumes(3, 0)).toBe(NOTHING);
  });

  test("with an offset of 0, as DSH has it, the two thresholds are one: at 10,000 B a queue may go and must stop", () => {
    const { view, held } = headroomBench();
    const policy = create({ ...base, size: 3000, resumeOffset: 0 }, view);
    held[3] = 10_000;
    expect([policy.resumes(3, 10_000), policy.pauses(3, 10_000)]).toEqual([QUEUE, QUEUE]);
  });

  test("when the pool grows for all, every stopped queue is asked", () => {
    expect(create(base, headroomBench().view).resumeAsks).toBe("every queue");
  });
});
