import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InvariantError } from "../../base/invariant.ts";
import type { Timer } from "../../base/view.ts";
import { EventQueue } from "./event-queue.ts";
import { Handlers, loop } from "./run.ts";
import { TimerBoard } from "./timers.ts";

function bench() {
  const queue = new EventQueue("asked");
  const handlers = new Handlers();
  const board = new TimerBoard(queue, handlers);
  /** Times at which the test inspects timers. The subject of an event is the number of an inspection. */
  const looks: (() => void)[] = [];
  const lookKind = handlers.add((look) => {
    looks[look]();
  });
  return {
    queue,
    board,
    runTo: loop(queue, handlers, { stop: false }).all,
    lookAt: (time: number, look: () => void) => queue.schedule(time, lookKind, looks.push(look) - 1),
  };
}

/** A timer that records each subject and the time at which it fired. */
function noting(subjects: number) {
  const at = bench();
  const fired: [subject: number, time: number][] = [];
  const timer: Timer = at.board.make(subjects, (subject) => {
    fired.push([subject, at.queue.now]);
  });
  return { ...at, timer, fired };
}

test("a timer fires once, at its time, and is no longer armed when it does", () => {
  const { queue, board, runTo } = bench();
  const seen: unknown[] = [];
  const timer = board.make(4, (subject) => {
    seen.push([subject, queue.now, timer.due(subject), timer.pending(subject)]);
  });
  timer.arm(3, 500);
  expect([timer.due(3), timer.pending(3), timer.due(2), timer.pending(2)]).toEqual([500, true, Infinity, false]);
  expect(runTo(499)).toBe(0);
  expect(runTo(500)).toBe(1);
  expect(runTo(10_000)).toBe(0);
  expect(seen).toEqual([[3, 500, Infinity, false]]);
});

test("armed for 100, then for 300: it fires at 300 only", () => {
  const { timer, fired, runTo } = noting(1);
  timer.arm(0, 100);
  timer.arm(0, 300);
  runTo(1000);
  expect(fired).toEqual([[0, 300]]);
});

test("armed for 300, then for 100: it fires at 100 only", () => {
  const { timer, fired, runTo } = noting(1);
  timer.arm(0, 300);
  timer.arm(0, 100);
  expect(timer.due(0)).toBe(100);
  runTo(1000);
  expect(fired).toEqual([[0, 100]]);
});

test("armed for 300, brought forward to 100, and in its action armed for 300 again: it fires at both, once each", () => {
  const { queue, board, runTo } = bench();
  const times: number[] = [];
  const timer = board.make(1, () => {
    times.push(queue.now);
    if (times.length === 1) timer.arm(0, 300);
  });
  timer.arm(0, 300);
  timer.arm(0, 100);
  runTo(1000);
  expect(times).toEqual([100, 300]);
});

test("cancelled, it does not fire; cancelled and armed again, it fires at the new time only", () => {
  const { timer, fired, runTo } = noting(3);
  for (const subject of [0, 1, 2]) timer.arm(subject, 200);
  timer.cancel(0);
  timer.cancel(1);
  timer.arm(1, 250);
  timer.cancel(2);
  timer.arm(2, 150);
  expect([timer.due(0), timer.pending(0)]).toEqual([Infinity, false]);
  runTo(1000);
  expect(fired).toEqual([
    [2, 150],
    [1, 250],
  ]);
});

test("put off 1000 times, it has one event in the queue, and costs two events in all: the first moment's and its own", () => {
  const { timer, fired, queue, runTo } = noting(1);
  for (let k = 1; k <= 1000; k++) timer.arm(0, 100 * k);
  expect(queue.size).toBe(1);
  expect(runTo(1e9)).toBe(2);
  expect(fired).toEqual([[0, 100_000]]);
});

test("restarted on each of 1000 ACKs 10 apart with a timeout of 1000, it costs an event a timeout, not one an ACK", () => {
  const { timer, fired, lookAt, runTo } = noting(1);
  for (let k = 0; k < 1000; k++) lookAt(10 * k, () => timer.arm(0, 10 * k + 1000));
  const ran = runTo(1e9);
  expect(fired).toEqual([[0, 9990 + 1000]]);
  // The event of time 1000 k moves to 1000 k + 990. That makes 10,990 / 990 events, and the last one.
  expect(ran - 1000).toBeLessThanOrEqual(13);
});

test("at its very time it is pending for what was scheduled before it was armed, and not for what came after", () => {
  const { timer, queue, lookAt, runTo } = noting(1);
  const seen: boolean[] = [];
  const look = (): void => void seen.push(timer.pending(0));
  lookAt(500, look);
  timer.arm(0, 500);
  lookAt(500, look);
  runTo(1000);
  expect(seen).toEqual([true, false]);
  expect(queue.now).toBe(500);
});

test("put off to a time for which other events wait, it comes behind those scheduled before it was put off", () => {
  const { board, lookAt, runTo } = bench();
  const order: string[] = [];
  const timer = board.make(1, () => void order.push("timer"));
  timer.arm(0, 100);
  lookAt(500, () => order.push("before"));
  timer.arm(0, 500);
  lookAt(500, () => order.push("after"));
  runTo(1000);
  expect(order).toEqual(["before", "timer", "after"]);
});

test("timers of one board keep their subjects apart, past the board's first thousand", () => {
  const { board, runTo } = bench();
  const fired: string[] = [];
  const make = (name: string, subjects: number): Timer =>
    board.make(subjects, (subject) => void fired.push(`${name}${subject}`));
  const [a, b, c] = [make("a", 1000), make("b", 1), make("c", 5000)];
  c.arm(4999, 1);
  b.arm(0, 2);
  a.arm(999, 3);
  c.arm(0, 4);
  a.arm(0, 5);
  runTo(10);
  expect(fired).toEqual(["c4999", "b0", "a999", "c0", "a0"]);
});

test("arming for the past throws", () => {
  const { timer, lookAt, runTo } = noting(1);
  lookAt(100, () => {
    timer.arm(0, 99);
  });
  expect(() => runTo(1000)).toThrow(InvariantError);
});

test("more subjects than an event can name are refused", () => {
  const { board } = bench();
  expect(() => board.make(2 ** 24, () => undefined)).toThrow(InvariantError);
});

const anyStep = fc.record({
  what: fc.constantFrom("arm", "arm", "arm", "cancel", "wait"),
  subject: fc.nat(4),
  by: fc.oneof(fc.nat(3), fc.nat(60), fc.nat(5000)),
});

test("whatever is armed, moved and cancelled: what fires is each subject's last wish, by time and then by order of wishing", () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 200, size: "max" }), (steps) => {
      const { timer, fired, queue, runTo } = noting(5);
      const wishes = new Map<number, { at: number; order: number }>();
      const wanted: [number, number][] = [];
      let clock = 0;
      const due = (until: number): void => {
        const ripe = [...wishes].filter(([, { at }]) => at <= until);
        ripe.sort(([, a], [, b]) => a.at - b.at || a.order - b.order);
        for (const [subject, { at }] of ripe) {
          wanted.push([subject, at]);
          wishes.delete(subject);
        }
        clock = Math.max(clock, until);
      };
      steps.forEach(({ what, subject, by }, order) => {
        if (what === "arm") {
          timer.arm(subject, clock + by);
          wishes.set(subject, { at: clock + by, order });
        } else if (what === "cancel") {
          timer.cancel(subject);
          wishes.delete(subject);
        } else {
          runTo(clock + by);
          due(clock + by);
          queue.now = clock;
        }
        for (let k = 0; k < 5; k++) {
          const wanted = wishes.get(k)?.at ?? Infinity;
          if (timer.due(k) !== wanted) expect(timer.due(k)).toBe(wanted); // `expect` is slow, so it is called only for a difference
        }
      });
      runTo(Infinity);
      due(Infinity);
      expect(fired).toEqual(wanted);
    }),
    { numRuns: 300 },
  );
});

test("of those due at one picosecond the one of the lowest rank comes first, whatever its number", () => {
  const queue = new EventQueue();
  const handlers = new Handlers();
  const fired: number[] = [];
  const rank = Int32Array.of(2, 0, 1);
  const timer = new TimerBoard(queue, handlers).make(3, (subject) => fired.push(subject), { of: "flow", rank });
  for (const subject of [0, 1, 2]) timer.arm(subject, 100);
  loop(queue, handlers, { stop: false }).all(100);
  expect(fired).toEqual([1, 2, 0]);
});

describe("a board is quiet until a time", () => {
  const quiet = (subject: number): boolean => subject === 0;
  const made = () => {
    const at = bench();
    return { ...at, timer: at.board.make(2, () => undefined, { quiet }) };
  };

  test("if all that is due by then is quiet, or called off", () => {
    const { board, timer } = made();
    timer.arm(0, 100);
    expect(board.isQuietUntil(1000)).toBe(true);
    timer.arm(1, 500);
    expect([board.isQuietUntil(499), board.isQuietUntil(500)]).toEqual([true, false]);
    timer.cancel(1);
    expect(board.isQuietUntil(Infinity)).toBe(true);
  });

  test("and not if a timer is due that says nothing of itself", () => {
    const { board } = made();
    const other = board.make(1, () => undefined);
    other.arm(0, 700);
    expect([board.isQuietUntil(699), board.isQuietUntil(700)]).toEqual([true, false]);
  });

  test("it counts its events, those of moved timers too", () => {
    const { board, timer, queue, runTo, lookAt } = made();
    timer.arm(0, 300);
    timer.arm(0, 100);
    timer.arm(1, 200);
    timer.cancel(1);
    lookAt(250, () => undefined);
    expect([board.events, queue.size]).toEqual([3, 4]);
    runTo(150);
    expect([board.events, queue.size]).toEqual([2, 3]);
    runTo(1000);
    expect([board.events, queue.size]).toEqual([0, 0]);
  });
});
