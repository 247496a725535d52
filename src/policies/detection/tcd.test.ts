import { describe, expect, test } from "vitest";
import { Clock, detectionBench } from "../../batch/suites/views.ts";
import { defaults } from "../../base/params.ts";
import { gbps, ns, us, type Bps, type Bytes, type Ps } from "../../base/units.ts";
import { CONGESTED, UNDETERMINED, UNMARKED } from "../../contracts/detection.ts";
import { create, params } from "./tcd.ts";

function bench(given: Partial<Parameters<typeof create>[0]> = { maxTon: us(24) }, rate: Bps = gbps(100)) {
  const clock = new Clock();
  const { view } = detectionBench(clock, { rate: () => rate });
  const policy = create({ ...defaults(params), ...given }, view);
  /** One event at `time`. */
  const then =
    <Arguments extends unknown[], Result>(tell: (port: number, cls: number, ...more: Arguments) => Result) =>
    (time: Ps, ...more: Arguments): Result => {
      clock.runTo(time);
      return tell(0, 3, ...more);
    };
  return {
    enqueue: then((port, cls, backlog: Bytes) => policy.onEnqueue!(port, cls, backlog)),
    pause: then((port, cls) => policy.onPaused!(port, cls)),
    resume: then((port, cls) => policy.onResumed!(port, cls)),
    mark: (time: Ps, backlog: Bytes, cls = 3): number => {
      clock.runTo(time);
      return policy.mark!(0, cls, backlog);
    },
  };
}

describe("never stopped", () => {
  test("two 100G inputs into one: 12.5 B more each ns; unmarked at 160 ns, 2,000 B, congested from the next byte on", () => {
    const { enqueue, mark } = bench();
    const marks = [0, 80, 160, 160.08, 200].map((time) => {
      const backlog = Math.round(time * 12.5);
      enqueue(ns(time), backlog);
      return mark(ns(time), backlog);
    });
    expect(marks).toEqual([UNMARKED, UNMARKED, UNMARKED, CONGESTED, CONGESTED]);
  });

  test("congested no longer once 2,000 B are left", () => {
    const { mark } = bench();
    expect([mark(0, 2001), mark(ns(80), 2000)]).toEqual([CONGESTED, UNMARKED]);
  });

  test("threshold 0: whatever leaves a packet behind is congested", () => {
    const { mark } = bench({ threshold: 0 });
    expect([mark(0, 1), mark(0, 0)]).toEqual([CONGESTED, UNMARKED]);
  });
});

describe("stopped and started, maxTon 24 us", () => {
  test("stopped for 10 us of every 20 us: all undetermined, none congested, however long the queue", () => {
    const { pause, resume, mark } = bench();
    const marks = new Set<number>();
    for (let round = 0; round < 10; round++) {
      const start = us(20 * round);
      pause(start);
      resume(start + us(10));
      for (let k = 0; k < 10; k++) marks.add(mark(start + us(10 + k), k * 100_000));
    }
    expect([...marks]).toEqual([UNDETERMINED]);
  });

  test("no longer stopped, 100 KB drain at 20 Gb/s: 40 KB at 24 us is not yet short, 0 at 48 us is: unmarked from then on", () => {
    const { pause, resume, enqueue, mark } = bench();
    pause(0);
    enqueue(us(9), 100_000);
    resume(us(10));
    const marks = Array.from({ length: 50 }, (_, k) => mark(us(10.5 + k), Math.max(0, 100_000 - 2500 * (k + 0.5))));
    expect(marks).toEqual([...Array<number>(48).fill(UNDETERMINED), UNMARKED, UNMARKED]);
  });

  test("still on after 24 us with as much as at the RESUME: congested", () => {
    const { pause, enqueue, resume, mark } = bench();
    pause(0);
    enqueue(us(1), 50_000);
    resume(us(10));
    expect([mark(us(34) - 1, 50_000), mark(us(34), 50_000)]).toEqual([UNDETERMINED, CONGESTED]);
  });

  test("stopped again 1 ps before the check: undetermined, and 24 us are counted anew", () => {
    const { pause, enqueue, resume, mark } = bench();
    pause(0);
    enqueue(us(1), 50_000);
    resume(us(10));
    pause(us(34) - 1);
    resume(us(40));
    expect([mark(us(64) - 1, 50_000), mark(us(64), 50_000)]).toEqual([UNDETERMINED, CONGESTED]);
  });

  test("the check sees what the queue held when it was due, though nothing happened until later: empty at 34 us, 9 KB at 50 us", () => {
    const { pause, enqueue, resume, mark } = bench();
    pause(0);
    enqueue(us(1), 1000);
    resume(us(10));
    mark(us(10), 0);
    enqueue(us(50), 9000);
    expect(mark(us(50), 8000)).toBe(CONGESTED);
  });

  test("draining at the first check, unchanged at the second: congested though both are seen at once", () => {
    const { pause, enqueue, resume, mark } = bench();
    pause(0);
    enqueue(us(1), 50_000);
    resume(us(10));
    expect([mark(us(11), 40_000), mark(us(57), 40_000), mark(us(82), 39_000)]).toEqual([
      UNDETERMINED,
      UNDETERMINED,
      CONGESTED,
    ]);
  });

  test("a class that was stopped says nothing of another", () => {
    const { pause, mark } = bench();
    pause(0);
    expect([mark(1, 3000, 3), mark(1, 3000, 4)]).toEqual([UNDETERMINED, CONGESTED]);
  });
});

test.each([
  [100, 23.76],
  [400, 22.44],
  [10, 39.6],
])("maxTon of epsilon .1, H 2,000 B, theta 2 us at %i G is 11 (16,000 / C + 2 us) = %f us", (rate, expected) => {
  const { pause, enqueue, resume, mark } = bench({}, gbps(rate));
  pause(0);
  enqueue(0, 50_000);
  resume(0);
  expect([mark(us(expected) - 1, 50_000), mark(us(expected), 50_000)]).toEqual([UNDETERMINED, CONGESTED]);
});
