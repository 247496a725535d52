import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LinkBench } from "../../batch/suites/link-bench.ts";
import { checkValues } from "../../base/params.ts";
import { gbps, us, type Ps } from "../../base/units.ts";
import { create, fieldOf, params, setField } from "./bifrostx.ts";

const [RATE, FRAME, STEPS] = [gbps(400), 1080, 16_383];
const RT = (RATE / 8e12) * (FRAME / (FRAME + 20)) * us(1);
/** A field has shares of R T, rounded down. So a token may be less by one step. */
const STEP = RT / STEPS;

/** Port 0 has memory and classes 3 to 5. The test sets its queues in `held` and the queues of its peer. */
function bench() {
  const held = [0, 0, 0, 0, 0, 0, 0, 0];
  const waiting = [0, 0, 0, 0, 0, 0, 0, 0];
  const at = new LinkBench(
    {
      ...{ maxFrame: FRAME, rate: () => RATE, record: () => undefined },
      ownMemory: (port) => (port === 0 ? 1e9 : 0),
      backlog: (_port, cls) => held[cls],
      waiting: (_port, cls) => waiting[cls],
    },
    us(5),
  );
  at.policy = create(checkValues(params, { slot: us(1), buffer: Math.ceil(12 * RT) }, ""), at.view);
  const shares = (frame: number): number[] =>
    [0, 4, 5, 6].map((field) => fieldOf(Int32Array.from(at.sent[frame].words), field) / STEPS);
  const slots = (n: number): Ps => n * us(1);
  /** The bytes that class `cls` may send now, found by calls of `maySend`. */
  const tokens = (cls: number): number => {
    let [low, high] = [0, 1e9];
    while (high - low > 1) {
      const size = Math.floor((low + high) / 2);
      if (at.policy.maySend!(1, cls, size)) low = size;
      else high = size;
    }
    return low;
  };
  /** Delivers a frame to the peer, with shares of R T for the link and for classes 3, 4 and 5. */
  const say = (most: number, ...each: number[]): void => {
    const words = new Int32Array(4);
    setField(words, 0, Math.floor(most * STEPS));
    each.forEach((share, k) => {
      setField(words, 4 + k, Math.floor(share * STEPS));
    });
    at.policy.onFrame(1, 1, 0b111000, words);
  };
  return { at, held, waiting, shares, slots, tokens, say };
}

test("nine fields of 14 bits fill four words, each its own", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(STEPS), { minLength: 9, maxLength: 9 }), (values) => {
      const words = Int32Array.of(-1, -1, -1, -1);
      values.forEach((value, field) => {
        setField(words, field, value);
      });
      expect(values.map((_, field) => fieldOf(words, field))).toEqual(values);
    }),
  );
});

describe("downstream (algorithm 2)", () => {
  test("an empty port lets all go, every slot: c_max and every c_i are R T", () => {
    const { at, shares, slots } = bench();
    at.clock.runTo(slots(3));
    expect(at.sent).toHaveLength(3);
    expect(shares(2)).toEqual([1, 1, 1, 1]);
  });

  test("class 4 grew by a quarter of R T, class 5 shrank: c_4 is three quarters, the others whole", () => {
    const { at, held, shares, slots } = bench();
    held[5] = RT / 2;
    at.clock.runTo(slots(1));
    [held[4], held[5]] = [RT / 4, RT / 4];
    at.clock.runTo(slots(2));
    const [, ...each] = shares(1);
    expect(each.map((share) => Math.round(share * 100))).toEqual([100, 75, 100]);
  });
});

describe("upstream (algorithm 3)", () => {
  test("before the first frame nothing is held back, and a lossy class never", () => {
    const { at, say } = bench();
    expect(at.policy.maySend!(1, 3, FRAME)).toBe(true);
    say(0, 0, 0, 0);
    expect(at.policy.maySend!(1, 3, FRAME)).toBe(false);
    expect(at.policy.maySend!(1, 1, FRAME)).toBe(true);
  });

  test("from high to low priority: the queue, the token or what is left, whichever is least: 10,000 B, half of R T, the rest", () => {
    const { waiting, tokens, say } = bench();
    [waiting[3], waiting[4], waiting[5]] = [10_000, 1e6, 1e6];
    say(0.8, 1, 0.5, 1);
    expect(tokens(3)).toBe(10_000);
    expect(Math.abs(tokens(4) - 0.5 * RT)).toBeLessThan(STEP + 1);
    expect(Math.abs(tokens(5) - (0.3 * RT - 10_000))).toBeLessThan(2 * STEP + 1);
  });

  test("all tokens together are never more than c_max, but for what carried over: a packet a class", () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const frame = fc.tuple(share, share, share, share, fc.array(fc.nat(200_000), { minLength: 3, maxLength: 3 }));
    fc.assert(
      fc.property(fc.array(frame, { minLength: 1, maxLength: 5 }), (frames) => {
        const { waiting, tokens, say } = bench();
        for (const [most, a, b, c, queues] of frames) {
          queues.forEach((bytes, k) => (waiting[3 + k] = bytes));
          say(most, a, b, c);
          expect(tokens(3) + tokens(4) + tokens(5)).toBeLessThanOrEqual(most * RT + 3 * FRAME + 1);
        }
      }),
      { numRuns: 50 },
    );
  });

  test("tokens of 600 B a slot carry over: none may send 1080 B after the first, all after the second", () => {
    const { at, waiting, say } = bench();
    waiting[3] = 1e6;
    const share = 600 / RT + 1e-4;
    say(share, 1, 1, 1);
    expect(at.policy.maySend!(1, 3, FRAME)).toBe(false);
    say(share, 1, 1, 1);
    expect(at.policy.maySend!(1, 3, FRAME)).toBe(true);
    at.policy.onSend!(1, 3, FRAME);
    expect(at.policy.maySend!(1, 3, FRAME)).toBe(false);
  });
});
