import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { KiB, MiB } from "../base/units.ts";
import { caseBoundary, evolution, longestBurst, type Burst, type Scheme } from "./dsh-theorems.ts";

/** The example of the errata. The memory without insurance is B = 1. */
const example: Burst = {
  memory: 1 + 12 * 0.02,
  headroom: 0.02,
  ports: 12,
  queues: 1,
  congested: 4,
  bursting: 2,
  alpha: 1 / 4,
  load: 2,
};

/** The setting of figure 11: a memory of 16 MB with 672 KB private, and 32 ports of 7 queues. The 16 bursting queues share one output. */
const figure11 = (memory: number): Burst => ({
  memory,
  headroom: 56_840,
  ports: 32,
  queues: 7,
  congested: 2,
  bursting: 16,
  alpha: 1 / 16,
  load: 16,
});
const tomahawk = figure11(MiB(16) - 32 * 7 * KiB(3));

/**
 * Integrates the fluid model in steps, without its solution. Old queues follow their falling threshold, at most at the link rate of 1. Returns
 * the time at which a queue of the burst meets its threshold.
 */
function integrate(scheme: Scheme, burst: Burst, step: number): number {
  const { congested: n, bursting: m, alpha, load } = burst;
  const offset = scheme === "dsh" ? burst.headroom : 0;
  const shared = burst.memory - burst.ports * burst.headroom * (scheme === "dsh" ? 1 : burst.queues);
  let old = (alpha * shared - offset) / (1 + alpha * n);
  for (let t = 0; ; t += step) {
    const young = (load - 1) * t;
    // Old queues drain for one step. A queue below its threshold then grows to it, because more bytes arrive than leave.
    const drained = old - step;
    const meet = (alpha * (shared - m * young) - offset) / (1 + alpha * n);
    old = Math.max(drained, Math.min(old, meet));
    if (young >= alpha * (shared - n * old - m * young) - offset) return t;
  }
}

const anyBurst = fc.record({
  memory: fc.integer({ min: 1_000_000, max: 32_000_000 }),
  headroom: fc.integer({ min: 0, max: 2000 }),
  ports: fc.integer({ min: 1, max: 64 }),
  queues: fc.integer({ min: 1, max: 7 }),
  congested: fc.integer({ min: 0, max: 20 }),
  bursting: fc.integer({ min: 1, max: 20 }),
  alpha: fc.double({ min: 1 / 64, max: 8, noNaN: true }),
  load: fc.double({ min: 1.05, max: 40, noNaN: true }),
});
const anyScheme = fc.constantFrom<Scheme>("dsh", "sih");

describe("where the cases meet", () => {
  test("N = 4, M = 2, alpha 1/4: (1 + 1) / (1/2) + 1 = 5; printed (1 - 1) / (1/2) + 1 = 1", () => {
    expect(caseBoundary(example)).toBe(5);
    expect(caseBoundary(example, "printed")).toBe(1);
  });

  test("nobody congested before: both are 1 / (alpha M) + 1, 2 for alpha 1/4 and M = 4", () => {
    const nobody = { ...example, congested: 0, bursting: 4 };
    expect([caseBoundary(nobody), caseBoundary(nobody, "printed")]).toEqual([2, 2]);
  });

  test("at the corrected boundary both cases give the same burst", () => {
    fc.assert(
      fc.property(anyScheme, anyBurst, (scheme, burst) => {
        const load = caseBoundary(burst);
        const below = longestBurst(scheme, { ...burst, load });
        const above = longestBurst(scheme, { ...burst, load: load * (1 + 1e-12) });
        expect(above / below).toBeCloseTo(1, 6);
      }),
    );
  });
});

describe("the longest burst", () => {
  test("N = 4, M = 2, alpha 1/4, R = 2, B = 1, eta 0.02: (1/4 - 0.02) / (1 + 6/4) = 0.0920; printed 0.23 / (2 * 1/2) = 0.2300", () => {
    expect(longestBurst("dsh", example)).toBeCloseTo(0.092, 9);
    expect(longestBurst("dsh", example, "printed")).toBeCloseTo(0.23, 9);
  });

  test("integrated in small steps the model of that example gives 0.0920, not 0.2300", () => {
    expect(integrate("dsh", example, 1e-5)).toBeCloseTo(0.092, 4);
  });

  test("the corrected form is what integration gives, for both schemes and whatever the numbers", () => {
    fc.assert(
      fc.property(anyScheme, anyBurst, (scheme, burst) => {
        const d = longestBurst(scheme, burst);
        fc.pre(d > 0);
        expect(Math.abs(integrate(scheme, burst, d / 1000) - d)).toBeLessThan(d / 200);
      }),
      { numRuns: 100 },
    );
  });

  test("figure 11: DSH (15.6 MiB left 14,270,208 B: 835,048) over SIH (3,356,928 B: 209,808) is 3.98; in decimal bytes 4.85", () => {
    const ratio = (burst: Burst): number => longestBurst("dsh", burst) / longestBurst("sih", burst);
    expect(ratio(tomahawk).toFixed(2)).toBe("3.98");
    expect(ratio(figure11(16e6 - 672e3)).toFixed(2)).toBe("4.85");
  });

  test("figure 11: R = 16 is above the boundary 2.125, d = 835,048 / (1.125 * (2 * 15 - 0.125)) = 24,846 B, and 16 bursts bring 16 R d = 6.36 MB, 38% of the memory", () => {
    expect(caseBoundary(tomahawk)).toBeCloseTo(2.125, 9);
    const d = longestBurst("dsh", tomahawk);
    expect(Math.round(d)).toBe(24_846);
    expect((16 * 16 * d) / MiB(16)).toBeCloseTo(0.379, 3);
  });

  test("DSH does not ask how many queues a port has; SIH does, until nothing is left", () => {
    const dsh = [1, 7].map((queues) => longestBurst("dsh", { ...tomahawk, queues }));
    expect(dsh[0]).toBe(dsh[1]);
    const sih = [1, 4, 7, 9].map((queues) => longestBurst("sih", { ...tomahawk, queues }));
    expect(sih).toEqual([...sih].sort((a, b) => b - a));
    expect(sih[3]).toBeLessThan(0);
  });

  test("a load of 1 fills nothing: a mistake of the lab", () => {
    expect(() => longestBurst("dsh", { ...example, load: 1 })).toThrow("faster than they drain (1, 2)");
  });
});

describe("how queues and thresholds move (figure 10)", () => {
  test("at t = 0 in the example: T = 1/4 (1 + 4 * 0.02) / 2 = 0.135, the congested at 0.115, the burst empty", () => {
    const { threshold, pauseAbove, congested, bursting } = evolution("dsh", example)(0);
    expect(threshold).toBeCloseTo(0.135, 12);
    expect(congested).toBeCloseTo(0.115, 12);
    expect(pauseAbove).toBeCloseTo(0.115, 12);
    expect(bursting).toBe(0);
  });

  test("first case (eq. 14, 15): by t = 0.04 T has fallen by 1/4 * 2 * 0.04 / 2 = 0.01, and the congested with it", () => {
    const { pauseAbove, congested, bursting } = evolution("dsh", example)(0.04);
    expect(pauseAbove).toBeCloseTo(0.105, 12);
    expect(congested).toBeCloseTo(0.105, 12);
    expect(bursting).toBeCloseTo(0.04, 12);
  });

  test("second case (eq. 17, 18), R = 8: by t = 0.01 T has fallen by (3.5 - 1) * 0.01 = 0.025, the congested by 0.01 only", () => {
    const { pauseAbove, congested, bursting } = evolution("dsh", { ...example, load: 8 })(0.01);
    expect(pauseAbove).toBeCloseTo(0.09, 12);
    expect(congested).toBeCloseTo(0.105, 12);
    expect(bursting).toBeCloseTo(0.07, 12);
  });

  test("always: T is alpha times the free pool, and at the end of the longest burst its queues stand at their threshold", () => {
    fc.assert(
      fc.property(anyScheme, anyBurst, fc.double({ min: 0, max: 1, noNaN: true }), (scheme, burst, part) => {
        const d = longestBurst(scheme, burst);
        fc.pre(d > 0);
        const { memory, ports, queues, headroom, alpha, congested: n, bursting: m } = burst;
        const shared = memory - ports * headroom * (scheme === "dsh" ? 1 : queues);
        const at = evolution(scheme, burst)(part * d);
        expect((at.threshold - alpha * (shared - n * at.congested - m * at.bursting)) / shared).toBeCloseTo(0, 9);
        const end = evolution(scheme, burst)(d);
        expect((end.bursting - end.pauseAbove) / shared).toBeCloseTo(0, 9);
        expect(end.congested).toBeGreaterThanOrEqual(end.pauseAbove - shared * 1e-9);
      }),
    );
  });
});
