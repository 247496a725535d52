import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LinkBench } from "../../batch/suites/link-bench.ts";
import { checkValues, ParamError } from "../../base/params.ts";
import { gbps, us, type Bytes, type Ps } from "../../base/units.ts";
import { create, params } from "./bifrost.ts";
import { QUEUE } from "../../contracts/link.ts";

/**
 * 400G, and frames of 1080 B with 20 B of overhead: a byte takes 20 ps on the wire. The round trip is 10 us, and a slot
 * 1 us.
 */
const [RATE, FRAME] = [gbps(400), 1080];
const QUANTUM = 1280;
/** R T: in 1 us the wire carries 50,000 B. 1080 of 1100 of these bytes are in frames, which gives 49,091 B. */
const RT = (RATE / 8e12) * (FRAME / (FRAME + 20)) * us(1);
const BDP = 10 * RT;

interface Setting {
  readonly buffer?: Bytes;
  readonly memory?: Bytes;
  readonly slot?: Ps;
  readonly rate?: number;
  readonly delay?: Ps;
  readonly literal?: boolean;
  readonly overlap?: Ps;
  readonly internal?: Ps;
  readonly k?: number;
}

/** Bifrost on port 0 alone, with a queue that the test fills. */
function bench(setting: Setting = {}) {
  const { memory = 1e9, rate = RATE, delay = us(5), buffer = Math.ceil(BDP + 2 * RT), ...values } = setting;
  const queue = { held: 0, received: 0 };
  const at = new LinkBench(
    {
      ...{ maxFrame: FRAME, lossless: [3], rate: () => rate },
      ownMemory: (port) => (port === 0 ? memory : 0),
      backlog: (_port, cls) => (cls === 3 ? queue.held : 0),
      received: (_port, cls) => (cls === 3 ? queue.received : 0),
    },
    delay,
  );
  const slots: { held: Bytes; incoming: Bytes; c: Bytes }[] = [];
  at.policy = create(
    checkValues(params, { slot: us(1), reaction: 0, ...(buffer > 0 ? { buffer } : {}), ...values }, ""),
    at.view,
    (_port, held, incoming, c) => slots.push({ held, incoming, c }),
  );
  const quanta = (): number[] => at.sent.map(({ words }) => words[1] >>> 16);
  return { at, queue, slots, quanta };
}

const slotTimes = (n: number): Ps => n * us(1);

describe("frames", () => {
  test("an empty queue: every slot is granted whole, and no frame is sent", () => {
    const { at, slots } = bench();
    at.clock.runTo(slotTimes(20));
    expect(slots).toHaveLength(20);
    expect(slots.every(({ c }) => c === RT)).toBe(true);
    expect(at.sent).toEqual([]);
  });

  test("a full one: a slot of 1 us is paused for 1 us and a packet's 22 ns, ceil(1,022,000 / 1280 ps) = 799 quanta, in PFC's own frame", () => {
    const { at, queue } = bench();
    queue.held = BDP + 2 * RT;
    at.clock.runTo(slotTimes(1));
    expect(at.sent).toEqual([
      { at: us(1), port: 0, size: 64, scope: QUEUE, vector: 1 << 3, words: [0, 799 << 16, 0, 0] },
    ]);
  });

  test("at 400G a slot of 10 us is at most ceil(10 us / 1.28 ns) = 7813 quanta, as section V has it", () => {
    const { at, queue, quanta } = bench({ slot: us(10), overlap: 0, buffer: 2_000_000 });
    queue.held = 2_000_000;
    at.clock.runTo(us(10));
    expect(quanta()).toEqual([7813]);
  });

  test("20 frames granted of the 45 that a slot has: the window is open for 19, and the 20th begins before it closes", () => {
    const { at, queue, quanta } = bench();
    queue.held = RT - 20 * FRAME; // F is BDP + R T, so 20 frames of H are free
    at.clock.runTo(slotTimes(1));
    expect(quanta()).toEqual([Math.ceil((us(1) - 19 * 22_000) / QUANTUM) - 1]);
  });

  test("a switch that takes 300 ns within: each slot's frame comes 300 ns after its look, and says what was seen then", () => {
    const { at, queue } = bench({ internal: us(0.3) });
    queue.held = BDP + 2 * RT;
    at.clock.runTo(us(1.2));
    queue.held = 0;
    at.clock.runTo(us(2.2));
    expect(at.sent).toEqual([
      { at: us(1.3), port: 0, size: 64, scope: QUEUE, vector: 1 << 3, words: [0, 799 << 16, 0, 0] },
    ]);
  });

  test("and one that takes a whole slot is refused", () => {
    expect(() => bench({ internal: us(1) })).toThrow(ParamError);
    expect(() => bench({ internal: us(1) })).toThrow(/less than a slot, 1 us/);
  });

  test("rules that stop nobody: verdicts of the headroom policy are not its business", () => {
    const { at } = bench();
    at.policy.pause(0, 3, QUEUE);
    at.policy.resume(0, 3, QUEUE);
    expect(at.sent).toEqual([]);
  });
});

describe("grants", () => {
  const anyQueue = fc.array(fc.double({ min: 0, max: 2, noNaN: true }), { minLength: 30, maxLength: 60 });

  test("are never below 0, never above R T, and L + F never exceeds H unless the queue itself grew by more than was granted", () => {
    fc.assert(
      fc.property(anyQueue, (fill) => {
        const { at, queue, slots } = bench();
        fill.forEach((share, n) => {
          queue.held = Math.round(share * BDP);
          at.clock.runTo(slotTimes(n + 1));
        });
        for (const { held, incoming, c } of slots) {
          expect(c).toBeGreaterThanOrEqual(0);
          expect(c).toBeLessThanOrEqual(RT);
          if (c > 0) expect(held + incoming).toBeLessThanOrEqual(BDP + 2 * RT + 1);
        }
      }),
    );
  });

  test("that nobody uses are over after RTT + T: F is 0 when nothing was granted for so long, and what was granted last is all of it", () => {
    const { at, queue, slots } = bench();
    queue.held = BDP + 2 * RT;
    at.clock.runTo(slotTimes(12));
    expect(slots[11].incoming).toBeLessThan(2 * FRAME); // Bytes behind the packet on the wire count as in flight.
    queue.held = 0;
    at.clock.runTo(slotTimes(13));
    expect(slots[12].c).toBe(RT);
    expect(slots[12].incoming).toBeCloseTo(RT);
  });

  test("deducting max(0, L + F - H) from max(0, c) changes nothing: where the one is above 0 the other is 0", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 20, noNaN: true }), fc.double({ min: 0, max: 20, noNaN: true }), (l, f) => {
        const c = Math.max(0, Math.min(1, 12 - l - f));
        expect(Math.max(0, c - Math.max(0, l + f - 12))).toBe(c);
      }),
    );
  });
});

describe("as printed", () => {
  test("line 13 grants 2c where nothing leaked: of a half slot left in H it lets a whole one be sent, and no frame says otherwise", () => {
    const half = { buffer: Math.ceil(BDP + 2 * RT), overlap: 0 };
    const printed = bench({ ...half, literal: true });
    printed.queue.held = RT / 2;
    printed.at.clock.runTo(slotTimes(1));
    expect(printed.slots[0].c / RT).toBeCloseTo(1, 2); // c^ is the grant in the frame; c = H - L - F was half of it
    expect(printed.at.sent).toEqual([]);

    const corrected = bench(half);
    corrected.queue.held = RT / 2;
    corrected.at.clock.runTo(slotTimes(1));
    expect(corrected.slots[0].c / RT).toBeCloseTo(0.5, 1);
    expect(corrected.at.sent).toHaveLength(1);
  });

  test("a negative c asks for a pause longer than the slot: with k = 2, and L + F = H + 2 R T in the second slot, 3 T", () => {
    const { at, queue, quanta } = bench({ literal: true, k: 2 });
    queue.held = BDP + 4 * RT;
    at.clock.runTo(slotTimes(1));
    queue.held += 2 * RT; // F has become H - L, so c is now -2 R T
    at.clock.runTo(slotTimes(2));
    expect(quanta()).toEqual([1, 3].map((slots) => Math.ceil(slotTimes(slots) / QUANTUM))); // k divides 0, so line 13 gives max(0, ...)
  });
});

describe("what cannot be is refused with the arithmetic", () => {
  const refusal = (setting: Setting): string => {
    try {
      bench(setting);
    } catch (error) {
      if (error instanceof ParamError) return error.message;
      throw error;
    }
    return "";
  };

  test("a pause beyond 16 bits: 100 us at 400G are 78,143 quanta with a packet's 22 ns; 83.86 us would do", () => {
    expect(refusal({ slot: us(100), buffer: 1e9 })).toBe(
      'slot: expected at most 83.86 us at 400 Gbps, got "100 us". ' +
        "A PAUSE frame carries at most 65535 quanta of 1.28 ns, and 100 us are 78143.",
    );
  });

  test("and no slot that is let in has one: every pause fits, whatever T, H and rate", () => {
    const anySetting = fc.record({
      rate: fc.constantFrom(10, 25, 40, 100, 200, 400, 800, 1600).map(gbps),
      slot: fc.integer({ min: us(0.5), max: us(500) }),
      slots: fc.double({ min: 1, max: 4, noNaN: true }),
      literal: fc.boolean(),
      k: fc.integer({ min: 1, max: 3 }),
      full: fc.double({ min: 0, max: 2, noNaN: true }),
    });
    fc.assert(
      fc.property(anySetting, ({ rate, slot, slots, full, ...more }) => {
        const bytes = (time: Ps): Bytes => (((rate * time) / 8e12) * 1080) / 1100;
        const buffer = Math.ceil(bytes(us(10)) + (1 + slots) * bytes(slot));
        let made;
        try {
          made = bench({ rate, slot, buffer, memory: buffer, ...more });
        } catch (error) {
          expect(error).toBeInstanceOf(ParamError);
          return;
        }
        made.queue.held = full * buffer;
        made.at.clock.runTo(20 * slot);
        for (const { words } of made.at.sent) {
          expect(words[1] >>> 16).toBeGreaterThan(0);
          expect([words[0], words[1] & 0xffff, words[2], words[3]]).toEqual([0, 0, 0, 0]);
        }
      }),
    );
  });

  test("H below BDP + R T: 491 KB in 10 us, 49 KB in a slot", () => {
    expect(refusal({ buffer: 500_000 })).toBe(
      "buffer: expected at least BDP + R T: 490.9 KB in a round trip of 10 us at 400 Gbps, and 49.09 KB in a slot of 1 us, " +
        'got "500 KB". Give the port more memory: 590.2 KB loses no throughput.',
    );
  });

  test("H beyond the memory that the port has", () => {
    expect(refusal({ buffer: 1_000_000, memory: 900_000 })).toBe(
      'buffer: expected at most the port\'s own memory, 900 KB, got "1 MB"',
    );
  });
});
