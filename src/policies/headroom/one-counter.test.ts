import { describe, expect, test } from "vitest";
import { headroomBench } from "../../batch/suites/views.ts";
import { FOOTROOM, NOTHING, QUEUE, REFUSED } from "../../contracts/headroom.ts";
import { create } from "./one-counter.ts";

const base = { size: undefined, mtu: undefined, rule: "exact", resumeOffset: 3072 } as const;

/** Four ports with one class and h* of 3000 B each. With a pool of 100 KB that is 112 KB of memory. */
function bench(privateBytes = 0) {
  const at = headroomBench({ private: privateBytes });
  at.pool.capacity = 100_000;
  const policy = create({ ...base, size: 3000 }, at.view);
  return {
    ...at,
    policy,
    /** A packet arrives. Returns its memory segment, and the queue or port to pause. */
    arrive: (queue: number, size: number, threshold: number): number[] => {
      const segment = policy.place(queue, size, threshold);
      if (segment === REFUSED) return [segment];
      at.held[queue] += size;
      at.pool.used += size;
      return [segment, policy.pauses(queue, threshold)];
    },
    leave: (queue: number, size: number): void => {
      at.held[queue] -= size;
      at.pool.used -= size;
      policy.onRelease!(queue);
    },
  };
}

test("what is set aside is what SIH sets aside: h* by each port's link, 56,114 B at 100G and 2 us", () => {
  expect(create(base, headroomBench({ ports: 1 }).view).reserved[0]).toBe(56_114);
});

describe("where a packet goes: a pool of 100 KB, 4 times 3000 B beyond it", () => {
  test("into the pool whatever the threshold, stopped or not", () => {
    const { arrive } = bench();
    expect(arrive(3, 1000, 0)).toEqual([FOOTROOM, QUEUE]);
    expect(arrive(3, 1000, 0)).toEqual([FOOTROOM, QUEUE]);
  });

  test("beyond the pool's capacity, to the last byte of memory", () => {
    const { policy, pool } = bench();
    pool.used = 111_000;
    expect(policy.place(3, 1000, 0)).toBe(FOOTROOM);
    expect(policy.place(3, 1001, 0)).toBe(REFUSED);
  });

  test("a private segment is open even then", () => {
    const { policy, pool } = bench(4096);
    pool.used = 112_000;
    expect(policy.place(3, 4096, 0)).toBe(FOOTROOM);
    expect(policy.place(3, 4097, 0)).toBe(REFUSED);
  });
});

describe("who must stop and who may go", () => {
  test("stop from the threshold on: at 10,000 B, not at 9999 B", () => {
    const { arrive } = bench();
    expect(arrive(3, 9999, 10_000)[1]).toBe(NOTHING);
    expect(arrive(3, 1, 10_000)[1]).toBe(QUEUE);
  });

  test("stop whatever the threshold when a packet more might find no room after all that may still come", () => {
    const { arrive, pool } = bench();
    pool.used = 98_000;
    expect(arrive(3, 2000, Infinity)[1]).toBe(NOTHING); // 100,000 B are stored, and 12,000 B may still arrive
    expect(arrive(3, 1, Infinity)[1]).toBe(QUEUE);
  });

  test("go at 3072 B below the threshold, or with nothing left", () => {
    const { policy, arrive, leave } = bench();
    arrive(3, 10_000, 10_000);
    leave(3, 3071);
    expect(policy.resumes(3, 10_000)).toBe(NOTHING);
    leave(3, 1);
    expect(policy.resumes(3, 10_000)).toBe(QUEUE);
    arrive(3, 3072, 0);
    leave(3, 10_000);
    expect(policy.resumes(3, 0)).toBe(QUEUE);
  });

  test("not before all that it may then send fits: others hold 99,000 of 100,000 B and are not stopped, so 3000 B are not there", () => {
    const { policy, arrive, pool } = bench();
    arrive(3, 3000, 0);
    arrive(3, 3000, 0);
    pool.used = 99_000 + 6000;
    expect(policy.spare!(0)).toBe(0);
    expect(policy.resumes(3, 1e6)).toBe(NOTHING);
    pool.used = 97_000;
    expect(policy.resumes(3, 1e6)).toBe(QUEUE);
  });
});

describe("what is spare: 112,000 B, less what is stored, less what may still come", () => {
  test("an idle switch: 100,000 B, since 4 queues may each bring 3000 B after a PAUSE", () => {
    expect(bench().policy.spare!(0)).toBe(100_000);
  });

  test("a stopped queue's late bytes cost nothing, up to 3000 B with the packet that stopped it; from then on they do", () => {
    const { policy, arrive } = bench();
    arrive(3, 1000, 0);
    arrive(3, 2000, 0);
    expect(policy.spare!(0)).toBe(100_000);
    arrive(3, 500, 0);
    expect(policy.spare!(0)).toBe(99_500);
  });

  test("a stopped queue that drains gives nothing of its last 3000 B away, so that it may go again", () => {
    const { policy, arrive, leave } = bench();
    arrive(3, 8000, 0);
    expect(policy.spare!(0)).toBe(95_000);
    leave(3, 5000);
    expect(policy.spare!(0)).toBe(100_000);
    leave(3, 3000);
    expect(policy.spare!(0)).toBe(100_000);
    expect(policy.resumes(3, 0)).toBe(QUEUE);
    expect(policy.spare!(0)).toBe(100_000);
  });

  test("never less than nothing", () => {
    const { policy, pool } = bench();
    pool.used = 111_000;
    expect(policy.spare!(0)).toBe(0);
  });
});
