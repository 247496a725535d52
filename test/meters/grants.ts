import { expect } from "vitest";
import type * as grants from "../../src/policies/link/grants.ts";
import { us } from "../../src/base/units.ts";
import { LinkBench } from "../../src/batch/suites/link-bench.ts";
import { between, draws, type Meter } from "./meter.ts";

const [SLOT, DELAY, LAG] = [us(10), us(43), us(2)];

export const bifrostGrants: Meter<typeof grants> = {
  file: "policies/link/grants.ts",
  says: "the bytes that can still arrive are the grants of the last round trip and slot, and a grant is the rest of the buffer",
  property({ granting }) {
    const random = draws("grants");
    let backlog = 0;
    const bench = new LinkBench(
      { ownMemory: () => 3_000_000, backlog: (_port, cls) => (cls === 3 ? backlog : 0) },
      DELAY,
    );
    const { maxFrame, wireOverhead } = bench.view;
    const p = { slot: SLOT, buffer: undefined, internal: 0, k: 1, literal: false };
    let incoming = NaN;
    const meter = granting(
      p,
      bench.view,
      () => LAG,
      (_port, _held, comes) => (incoming = comes),
    );
    const bytesPerPs = (100e9 / 8e12) * (maxFrame / (maxFrame + wireOverhead));
    const slotBytes = bytesPerPs * SLOT;
    const most = bytesPerPs * (2 * DELAY + SLOT);
    /** The grants so far. The grants before the first slot are full. */
    const given: number[] = new Array(20).fill(slotBytes);
    /**
     * The time in which granted bytes can still arrive, in slots. `bruteForce` sums the grants of its whole slots, and
     * the remaining part of the grant before them.
     */
    const slots = (2 * DELAY + LAG) / SLOT + 1;
    const bruteForce = (): number => {
      const whole = Math.floor(slots);
      const recent = given.slice(-whole).reduce((sum, c) => sum + c, 0);
      return Math.min(most, recent + Math.min(given[given.length - 1 - whole], (slots - whole) * slotBytes));
    };
    let comes = most;
    let partial = 0;
    for (let k = 0; k < 5000; k++) {
      backlog = random.next() < 0.3 ? 0 : between(random, 0, 2_900_000);
      const c = meter.next(0);
      const room = meter.buffer(0) - backlog - comes;
      const expected = room >= slotBytes ? slotBytes : Math.max(0, Math.floor(room / maxFrame) * maxFrame);
      expect(c).toBe(expected);
      if (c > 0 && c < slotBytes) partial++;
      given.push(c);
      comes = bruteForce();
      expect(incoming).toBeCloseTo(comes, 3);
      comes = incoming;
    }
    expect(partial).toBeGreaterThan(30);
  },
  mutations: [
    ["const whole = Math.floor(slots) + 1;", "const whole = Math.floor(slots);"],
    ["at.granted += c - leaving;", "at.granted += c;"],
    ["oldest + 1 === history.length ? 0 : oldest + 1", "oldest + 2 >= history.length ? 0 : oldest + 1"],
    ["at.granted + Math.min(leaving, at.remainder)", "at.granted"],
    ["at.granted + Math.min(leaving, at.remainder)", "at.granted + leaving"],
    ["const room = at.buffer - here - at.incoming;", "const room = at.buffer - here;"],
  ],
};
