import { describe, expect, test } from "vitest";
import { Clock, congestionBench } from "../../batch/suites/views.ts";
import { defaults, type Values } from "../../base/params.ts";
import { gbps, us } from "../../base/units.ts";
import { CONGESTED, UNDETERMINED, UNMARKED } from "../../base/view.ts";
import { create, params } from "./acc.ts";

/**
 * A bench with one flow. Its base round trip is 10 us, and so is the period T. Packets of 1000 B take 1082 B on the
 * wire.
 */
function bench(more: Partial<Values<typeof params>> = {}, line = gbps(100), start = line) {
  const clock = new Clock();
  const { view, set } = congestionBench(clock, 1, line);
  const holds: number[] = [];
  view.holdUntil = (_flow, at) => holds.push(at / us(1));
  const policy = create({ ...defaults(params), ...more }, view);
  policy.onStart(0);
  view.setRate(0, start);
  const ack = (bytes: number, mark: number, packets = 1): void => {
    view.sndUna[0] += bytes;
    policy.onAck(0, view.sndUna[0], mark, us(10), bytes, packets);
  };
  return {
    view,
    set,
    /** The times until which the policy made the flow wait, in us. */
    holds,
    ack,
    to: (time: number) => clock.runTo(us(time)),
    send: (bytes: number) => (view.sndNxt[0] += bytes),
    rate: () => view.rate[0] / 1e9,
    /**
     * Runs a period from `from` us with ten ACKs of 1000 B, one each microsecond, with the given marks. `sent` bytes
     * are sent in this period.
     */
    period(from: number, marks: readonly number[] = [], sent = 0): void {
      for (let k = 0; k < 10; k++) {
        clock.runTo(us(from + k));
        ack(1000, marks[k] ?? marks[0] ?? UNMARKED);
        view.sndNxt[0] += sent / 10;
      }
      clock.runTo(us(from + 10));
    },
  };
}

/** 1000 B a microsecond are 8 Gb/s of payload, or 8.656 Gb/s on the wire. */
const SHARE = 8.656;
const nineOfTen = [UNMARKED, ...Array.from({ length: 9 }, () => CONGESTED)];

describe("steadily congested", () => {
  /**
   * Sends 100 KB in the period T before the first ACK. Then ten ACKs with CE arrive, one each microsecond, while 100 KB
   * are sent.
   */
  function overload(more: Partial<Values<typeof params>> = {}, marks: readonly number[] = [CONGESTED]) {
    const at = bench(more);
    at.send(100_000);
    at.period(10, marks, 100_000);
    return at;
  }

  test("halts for (100 - 10) KB / R, R = 1 KB/us, and for 100 KB (1 - 8.656/100) / R that T sent: 181.344 us; then sends at R", () => {
    const at = overload();
    expect(at.holds).toEqual([20 + 90 + 91.344]);
    expect(at.rate()).toBeCloseTo(SHARE, 9);
  });

  test("what was sent before the first ACK counts, however late that ACK is: 400 KB less 10 KB, 390 us, and 91.344 us", () => {
    const at = bench();
    at.send(400_000);
    at.period(40, [CONGESTED], 100_000);
    expect(at.holds).toEqual([50 + 390 + 91.344]);
  });

  test("extends the halt once: no period while it lasts halts again, nor does one whose ACKs are of older packets", () => {
    const at = overload();
    at.period(20, [CONGESTED]);
    at.period(30, [CONGESTED]);
    expect(at.holds).toHaveLength(1);
    expect(at.rate()).toBeCloseTo(SHARE, 9);
  });

  test("counts ACKs beyond the next byte to send at the halt, from the first period that begins after one has come", () => {
    const at = overload();
    at.to(204); // 190 KB of old packets are acknowledged, and new ones are sent
    at.send(30_000);
    at.ack(190_000, CONGESTED);
    at.to(214);
    at.ack(1000, CONGESTED); // this ACK is of a new packet, but its period began before it
    at.to(221);
    expect(at.holds).toHaveLength(1);
    at.period(221, [CONGESTED]);
    expect(at.holds).toHaveLength(2);
  });

  test("where all that was sent before T came back in it, there is no excess: neither halts nor slows down", () => {
    const at = bench({}, gbps(100), gbps(9));
    at.send(10_000);
    at.period(10, [CONGESTED], 10_000);
    expect(at.holds).toEqual([]);
    expect(at.rate()).toBe(9);
  });

  test("ACKs that come faster than it sends, out of a queue that others have left, do not speed it up", () => {
    const at = bench({}, gbps(100), gbps(5));
    at.send(20_000);
    at.period(10, [CONGESTED], 6000);
    expect(at.holds).toEqual([20 + 10]); // the halt is not extended either by a period T in which the flow sent less than its share
    expect(at.rate()).toBe(5);
  });

  test("CE on nine of ten ACKs is not over 90%: takes the rate and does not halt", () => {
    const at = overload({}, nineOfTen);
    expect(at.holds).toEqual([]);
    expect(at.rate()).toBeCloseTo(SHARE, 9);
  });

  test("halt false takes the rate alone, each period", () => {
    const at = overload({ halt: false });
    expect(at.rate()).toBeCloseTo(SHARE, 9);
    at.view.rate[0] = gbps(50);
    at.period(20, [CONGESTED]);
    expect(at.rate()).toBeCloseTo(SHARE, 9);
    expect(at.holds).toEqual([]);
  });

  test("literal: no extension, and as the halt is never over, no mark changes anything any more", () => {
    const at = overload({ literal: true });
    expect(at.holds).toEqual([20 + 90]);
    at.ack(190_000, UNMARKED);
    at.send(100_000);
    at.to(40);
    at.ack(1000, UNMARKED);
    at.to(50);
    const before = at.rate();
    at.period(50, [CONGESTED]);
    expect(at.rate()).toBe(before);
    expect(at.holds).toHaveLength(1);
  });
});

describe("the rate of ACKs", () => {
  test("with fewer than one a period it is what came since the last one: 1 KB in 40 us are 0.2164 Gb/s", () => {
    const at = bench();
    at.send(3000);
    at.to(10);
    at.ack(1000, CONGESTED);
    at.to(50);
    at.ack(1000, CONGESTED);
    at.to(60);
    expect(at.rate()).toBeCloseTo(0.2164, 9);
  });

  test("periods without an ACK change nothing", () => {
    const at = bench({}, gbps(100), gbps(10));
    at.send(50_000);
    at.to(10);
    at.period(10, [CONGESTED]);
    const before = at.rate();
    at.to(200);
    expect(at.rate()).toBe(before);
  });

  test("ACKs that answer two packets each tell the same: half as many, each of 2000 B", () => {
    const at = bench({}, gbps(100), gbps(10));
    at.send(20_000);
    at.to(10);
    for (let k = 0; k < 5; k++) {
      at.to(10 + 2 * k);
      at.ack(2000, CONGESTED, 2);
    }
    at.to(20);
    expect(at.rate()).toBeCloseTo(SHARE, 9);
  });
});

describe("uncongested", () => {
  test.each([10, 100, 400])(
    "at %d Gb/s: twice up by line/250 at most, then by line/25; less the nearer the line",
    (line) => {
      const at = bench({}, gbps(line), gbps(line / 2));
      const after = [0.5, 0.502, 0.503992];
      at.to(10);
      for (const [k, share] of after.entries()) {
        expect(at.rate() / line).toBeCloseTo(share, 9);
        at.period(10 + 10 * k);
      }
      expect(at.rate() / line).toBeCloseTo(0.503992 + 0.496008 / 25, 9);
    },
  );

  test("a period with a mark begins the count anew", () => {
    const at = bench({}, gbps(100), gbps(50));
    at.to(10);
    at.period(10);
    at.period(20);
    at.period(30, [UNDETERMINED]);
    const before = at.rate();
    at.period(40);
    expect(at.rate()).toBeCloseTo(before + 0.4 * (1 - before / 100), 9);
  });
});

describe("a victim", () => {
  test("keeps its rate in the first period with UE, halves it in each that follows", () => {
    const at = bench({}, gbps(100), gbps(40));
    at.to(10);
    const rates = [10, 20, 30].map((from) => {
      at.period(from, [UNDETERMINED]);
      return at.rate();
    });
    expect(rates).toEqual([40, 20, 10]);
  });

  test("one ACK of ten is enough for UE, and one with CE among them is more: the run of UE ends", () => {
    const at = bench({}, gbps(100), gbps(40));
    at.send(100_000);
    at.to(10);
    at.period(10, [UNDETERMINED, UNMARKED, UNMARKED]);
    at.period(20, [CONGESTED, UNDETERMINED]);
    const before = at.rate();
    at.period(30, [UNDETERMINED, UNMARKED]);
    expect(at.rate()).toBe(before);
  });

  test("with victimPeriods 0 at once, and never below a thousandth of the line rate", () => {
    const at = bench({ victimPeriods: 0 }, gbps(100), gbps(0.15));
    at.to(10);
    at.period(10, [UNDETERMINED]);
    expect(at.rate()).toBe(0.1);
    at.period(20, [UNDETERMINED]);
    expect(at.rate()).toBe(0.1);
  });
});
