import { describe, expect, test } from "vitest";
import { bufferView, Clock } from "../../batch/suites/views.ts";
import { gbps, us } from "../../base/units.ts";
import { create } from "./spfc.ts";

/** A port of 100G sends 1.25 MB in 100 us. With K = 5, a port that sends 250,000 B of it is a victim. */
const TC = us(100);
const ENOUGH = 250_000;
/** With 900 of 1000 KB in use, DT's threshold is 2 * 100 KB. */
const NORMAL = 200_000;
/** The victim's own 300 KB, and the free 100 KB. */
const VICTIM = 400_000;
const base = {
  ...{ alpha: 2, k: 5, period: TC, buffer: undefined as number | undefined, literal: false },
  reach: "memory" as "memory" | "buffer",
};

function bench(given: Partial<typeof base> = {}, more: Parameters<typeof bufferView>[1] = {}) {
  const clock = new Clock();
  const view = bufferView(clock, { ports: 4, capacity: 1_000_000, used: 900_000, backlog: () => 300_000, ...more });
  const policy = create({ ...base, ...given }, view);
  return {
    view,
    policy,
    to: (time: number): void => void clock.runTo(time),
    /** Lets bytes depart. It first calls `threshold`, as the switch does when they arrive. */
    depart: (bytes: number, port = 0): void => {
      policy.threshold(port, 3);
      view.departed[port] += bytes;
    },
    pause: (cls = 3): void => policy.onPauseSent!(0, cls),
    resume: (cls = 3): void => policy.onResumeSent!(0, cls),
    state: (port = 0): string => ({ [NORMAL]: "normal", [VICTIM]: "victim" })[policy.threshold(port, 3)] ?? "?",
  };
}

describe("the state circuit, TC 100 us, K 5: 250,000 B", () => {
  test("starts normal, and stays so one byte below the count", () => {
    const { state, depart } = bench();
    expect(state()).toBe("normal");
    depart(ENOUGH - 1);
    expect(state()).toBe("normal");
  });

  test("rises at once when the count is reached, not at the end of TC; other ports do not", () => {
    const { state, depart, to } = bench();
    to(us(30));
    depart(ENOUGH - 1);
    depart(1);
    expect([state(0), state(1)]).toEqual(["victim", "normal"]);
  });

  test("the next interval holds it though nothing departs, and falls when that is over", () => {
    const { state, depart, to } = bench();
    depart(ENOUGH);
    to(TC - 1);
    expect(state()).toBe("victim");
    to(TC);
    expect(state()).toBe("victim");
    to(2 * TC - 1);
    expect(state()).toBe("victim");
    to(2 * TC);
    expect(state()).toBe("normal");
  });

  test("the count starts again each TC: 249,999 B in each of two intervals make no victim, also across the boundary", () => {
    const { state, depart, to } = bench();
    to(TC - 1);
    depart(ENOUGH - 1);
    to(TC);
    depart(ENOUGH - 1);
    expect(state()).toBe("normal");
  });

  test("whoever departs enough in every interval is a victim all the time", () => {
    const { state, depart, to } = bench();
    for (let k = 0; k < 10; k++) {
      to(k * TC + us(50));
      depart(ENOUGH);
      expect(state()).toBe("victim");
      to(k * TC + us(99));
      expect(state()).toBe("victim");
    }
  });

  test("an interval that passed unseen had no departures: at 250 us the verdict of the first is gone", () => {
    const { state, depart, to } = bench();
    depart(ENOUGH);
    to(us(250));
    expect(state()).toBe("normal");
  });

  test("after a long silence the clock is still in step: intervals end at 10,100 us, not 100 us after the next packet", () => {
    const { state, depart, to } = bench();
    to(us(10_060));
    depart(ENOUGH - 1);
    to(us(10_100));
    depart(1);
    expect(state()).toBe("normal");
  });
});

describe("a PAUSE resets it", () => {
  test("from its PAUSE to its RESUME a port is normal, whatever departs", () => {
    const { state, depart, pause } = bench();
    depart(ENOUGH);
    pause();
    expect(state()).toBe("normal");
    depart(2 * ENOUGH);
    expect(state()).toBe("normal");
  });

  test("at RESUME the count takes effect at once, with what departed while it was paused", () => {
    const { state, depart, pause, resume } = bench();
    pause();
    depart(ENOUGH);
    resume();
    expect(state()).toBe("victim");
  });

  test("the verdict held from before does not: a RESUME in the next interval finds a port that departed little since normal", () => {
    const { state, depart, pause, resume, to } = bench();
    depart(ENOUGH);
    to(TC + 1);
    expect(state()).toBe("victim");
    pause();
    resume();
    expect(state()).toBe("normal");
    depart(ENOUGH);
    expect(state()).toBe("victim");
  });

  test("an interval that ends while it is paused leaves no verdict, however much departed", () => {
    const { state, depart, pause, resume, to } = bench();
    pause();
    depart(ENOUGH);
    to(TC);
    resume();
    expect(state()).toBe("normal");
  });

  test("paused for two classes it is held until both have resumed", () => {
    const { state, depart, pause, resume } = bench({}, { lossless: [3, 4] });
    pause(3);
    pause(4);
    depart(ENOUGH);
    resume(3);
    expect(state()).toBe("normal");
    resume(4);
    expect(state()).toBe("victim");
  });

  test("other ports' PAUSEs do not touch it", () => {
    const { state, depart, policy } = bench();
    depart(ENOUGH);
    policy.onPauseSent!(1, 3);
    expect(state()).toBe("victim");
  });
});

describe("the threshold", () => {
  test("normal: alpha times the free pool, 2 * (1000 - 900) KB", () => {
    expect(bench().policy.threshold(0, 3)).toBe(200_000);
  });

  test("victim: own 300 KB and the free 100 KB: it is reached when the pool is full, and then exactly", () => {
    const { policy, depart, view } = bench();
    depart(ENOUGH);
    expect(policy.threshold(0, 3)).toBe(400_000);
    view.used[0] = 1_000_000;
    expect(policy.threshold(0, 3)).toBe(300_000);
  });

  test("a victim is never worse off: with 30 KB of its own and 600 KB free, DT's 2 * 600 KB", () => {
    const { policy, depart } = bench({}, { used: 400_000, backlog: () => 30_000 });
    depart(ENOUGH);
    expect(policy.threshold(0, 3)).toBe(1_200_000);
  });

  test("literal: the size of the pool, 1000 KB, however full it is", () => {
    const { policy, depart, view } = bench({ literal: true });
    expect(policy.threshold(0, 3)).toBe(200_000); // a port in the normal state has DT's threshold
    depart(ENOUGH);
    view.used[0] = 1_000_000;
    expect(policy.threshold(0, 3)).toBe(1_000_000);
  });

  test("B of 500 KB in a pool of 1000 KB: a normal port has twice what 500 KB leave, and nothing when more is in use", () => {
    const { policy, view } = bench({ buffer: 500_000 });
    view.used[0] = 400_000;
    expect(policy.threshold(0, 3)).toBe(200_000);
    view.used[0] = 600_000;
    expect(policy.threshold(0, 3)).toBe(0);
  });

  test("a victim may hold its own 300 KB and what the headroom policy says is spare, 250 KB, though the pool is full", () => {
    const { depart, policy } = bench({}, { used: 1_000_000, spare: 250_000 });
    depart(ENOUGH);
    expect(policy.threshold(0, 3)).toBe(550_000);
    expect(policy.portThreshold!(0)).toBe(550_000);
  });

  test("held to the pool, it has no more than its own 300 KB when the pool is full, whatever memory is set aside", () => {
    const { depart, policy } = bench({ reach: "buffer" }, { used: 1_000_000, spare: 250_000 });
    depart(ENOUGH);
    expect([policy.threshold(0, 3), policy.portThreshold!(0)]).toEqual([300_000, 300_000]);
  });

  test("a victim then stops at what it holds, or as printed at B, whatever others hold", () => {
    const [rule, printed] = [false, true].map((literal) => bench({ buffer: 500_000, literal }));
    for (const { depart } of [rule, printed]) depart(ENOUGH);
    expect([rule, printed].map(({ policy }) => policy.threshold(0, 3))).toEqual([300_000, 500_000]);
  });
});

describe("the port's threshold, two lossless classes that hold 300 KB each", () => {
  const two = { lossless: [3, 4] };

  test("normal: 2 * 200 KB, DSH's N_q T", () => {
    expect(bench({}, two).policy.portThreshold!(0)).toBe(400_000);
  });

  test("victim: own 600 KB and the free 100 KB, not twice a queue's", () => {
    const { policy, depart } = bench({}, two);
    depart(ENOUGH);
    expect(policy.portThreshold!(0)).toBe(700_000);
  });

  test("a victim is never worse off: with 60 KB of its own and 600 KB free, 2 * 1200 KB", () => {
    const { policy, depart } = bench({}, { ...two, used: 400_000, backlog: () => 30_000 });
    depart(ENOUGH);
    expect(policy.portThreshold!(0)).toBe(2_400_000);
  });

  test("literal: 2 * 1000 KB", () => {
    const { policy, depart } = bench({ literal: true }, two);
    depart(ENOUGH);
    expect(policy.portThreshold!(0)).toBe(2_000_000);
    const less = bench({ literal: true, buffer: 500_000 }, two);
    less.depart(ENOUGH);
    expect(less.policy.portThreshold!(0)).toBe(1_000_000);
  });
});

describe("how much makes a victim", () => {
  test("C TC / K by the port's own rate: 25G and K = 10 for 100 us: 31,250 B", () => {
    const { state, depart } = bench({ k: 10 }, { rate: (port) => (port === 0 ? gbps(25) : gbps(100)) });
    depart(31_249);
    expect(state()).toBe("normal");
    depart(1);
    expect(state()).toBe("victim");
    depart(31_250, 1);
    expect(state(1)).toBe("normal");
  });

  test("TC is 4 base RTTs unless given: 4 * 8 us at 100G, K = 5: 80,000 B", () => {
    const { state, depart, to } = bench({ period: undefined as never });
    depart(79_999);
    expect(state()).toBe("normal");
    depart(1);
    expect(state()).toBe("victim");
    to(2 * us(32));
    expect(state()).toBe("normal");
  });
});
