import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InvariantError } from "../../base/invariant.ts";
import { Stream } from "../../base/random.ts";
import { EventQueue, MAX_SUBJECT } from "./event-queue.ts";

interface Event {
  readonly time: number;
  readonly seq: number;
  readonly kind: number;
  readonly subject: number;
}

/** The reference for the queue: an array sorted by time and number, with the earliest event at its end. */
class Sorted {
  readonly events: Event[] = [];

  insert(event: Event): void {
    const { events } = this;
    let low = 0;
    let high = events.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isBefore(event, events[middle])) low = middle + 1;
      else high = middle;
    }
    events.splice(low, 0, event);
  }

  take(until: number): Event | undefined {
    const head = this.events.at(-1);
    return head !== undefined && head.time <= until ? this.events.pop() : undefined;
  }
}

const isBefore = (a: Event, b: Event): boolean => a.time < b.time || (a.time === b.time && a.seq < b.seq);

/** A period of a run in which events have one density. */
interface Phase {
  readonly steps: number;
  /** Events that wait, about. */
  readonly hold: number;
  /** Delays are below 2^spread ps. */
  readonly spread: number;
  /**
   * Percentages of events: with the time of the previous event, with a number reserved earlier, and in the far future.
   */
  readonly equal: number;
  readonly late: number;
  readonly far: number;
  /** Percentage of `take` calls with an `until` that may precede the first event. */
  readonly bounded: number;
}

/** Applies phases to the queue and to the reference until both are empty, and compares the event of each `take`. */
function play(queue: EventQueue, phases: readonly Phase[], seed: number): void {
  const dice = new Stream(seed, 1, 2);
  const sorted = new Sorted();
  const reserved: number[] = [];
  let lastTime = 0;
  const percent = (share: number): boolean => dice.int(100) < share;

  const add = (phase: Phase): void => {
    const kind = dice.int(127);
    const subject = dice.int(MAX_SUBJECT + 1);
    const delay = Math.floor(dice.next() * 2 ** phase.spread) + (percent(phase.far) ? dice.int(2 ** 20) * 2 ** 22 : 0);
    let time = queue.now + delay;
    if (percent(phase.equal) && lastTime >= queue.now) time = lastTime;
    lastTime = time;
    if (percent(phase.late)) reserved.push(queue.number(0, 0));
    if (percent(phase.late) && reserved.length > 0) {
      const [seq] = reserved.splice(dice.int(reserved.length), 1);
      if (time === queue.now && seq < queue.seq) time++; // the number has passed at this time
      queue.insert(time, seq, kind, subject);
      sorted.insert({ time, seq, kind, subject });
      return;
    }
    const seq = queue.number(0, 0);
    queue.insert(time, seq, kind, subject);
    sorted.insert({ time, seq, kind, subject });
  };

  const take = (until: number): void => {
    const { now, seq: number, size } = queue;
    const event = sorted.take(until);
    const taken = queue.take(until);
    // `expect` is called only for a difference, because half a million calls are slow.
    if (taken !== (event !== undefined)) expect(taken).toBe(event !== undefined);
    if (event === undefined) {
      if (queue.now !== now || queue.seq !== number || queue.size !== size)
        expect([queue.now, queue.seq, queue.size]).toEqual([now, number, size]);
      return;
    }
    const { now: time, seq, kind, subject } = queue;
    if (time !== event.time || seq !== event.seq || kind !== event.kind || subject !== event.subject)
      expect({ time, seq, kind, subject }).toEqual(event);
  };

  for (const phase of phases) {
    for (let step = 0; step < phase.steps; step++) {
      while (sorted.events.length < phase.hold && percent(90)) add(phase);
      const head = sorted.events.at(-1);
      if (percent(phase.bounded) && head !== undefined) take(Math.max(queue.now, head.time - 2 + dice.int(4)));
      else take(Infinity);
    }
    expect(queue.size).toBe(sorted.events.length);
  }
  while (sorted.events.length > 0) take(Infinity);
  expect(queue.take(Infinity)).toBe(false);
  expect(queue.size).toBe(0);
}

const percentage = fc.constantFrom(0, 5, 50, 95);
const anyPhase = fc.record({
  steps: fc.integer({ min: 1, max: 4000 }),
  hold: fc.constantFrom(1, 3, 40, 600),
  spread: fc.integer({ min: 0, max: 36 }),
  equal: percentage,
  late: percentage,
  far: fc.constantFrom(0, 0, 2, 60),
  bounded: fc.constantFrom(0, 20),
});

test("events leave by time, then by number, as from a sorted array: equal times, late numbers, far future, every density", () => {
  fc.assert(
    fc.property(fc.array(anyPhase, { minLength: 1, maxLength: 5 }), fc.nat(), (phases, seed) => {
      play(new EventQueue("asked"), phases, seed);
    }),
    { numRuns: 60 },
  );
});

test("the same from any first guess of width and ring, a width of 1 ps and a ring of one bucket included", () => {
  const guess = fc.record({ width: fc.integer({ min: 0, max: 30 }), buckets: fc.integer({ min: 0, max: 12 }) });
  fc.assert(
    fc.property(guess, fc.array(anyPhase, { minLength: 1, maxLength: 2 }), fc.nat(), (first, phases, seed) => {
      play(new EventQueue("asked", 2 ** first.width, 2 ** first.buckets), phases, seed);
    }),
    { numRuns: 40 },
  );
});

const steady = { equal: 0, late: 0, far: 0, bounded: 0 };
const dense: Phase = { ...steady, steps: 60_000, hold: 2000, spread: 12 };
const sparse: Phase = { ...steady, steps: 60_000, hold: 4, spread: 22 };

test("2000 events within 4 ns make buckets narrower, 4 within 4 us wider, and the order stays through both", () => {
  const queue = new EventQueue("asked", 256);
  const widths: number[] = [];
  // Each phase runs on the same queue and empties it. So the reference of the next phase also starts empty.
  for (const phase of [dense, sparse, dense]) {
    play(queue, [phase], 7);
    widths.push(queue.width);
  }
  const [narrow, wide, narrowAgain] = widths;
  expect(narrow).toBeLessThan(256);
  expect(wide).toBeGreaterThan(narrow);
  expect(narrowAgain).toBeLessThan(wide);
});

test("densities that change in mid-run, with hundreds of events waiting, change the shape and not the order", () => {
  const mixed = { equal: 5, late: 30, far: 1, bounded: 2 };
  play(
    new EventQueue("asked"),
    [{ ...dense, ...mixed, steps: 30_000 }, { ...sparse, ...mixed, hold: 300, spread: 34 }, dense],
    11,
  );
});

test("a ring that most events overshoot grows: 3000 events over 16 us in 4096 buckets of 256 ps, 1 us", () => {
  const queue = new EventQueue("asked", 256, 4096);
  play(queue, [{ ...steady, steps: 40_000, hold: 3000, spread: 24 }], 3);
  expect(queue.buckets * queue.width).toBeGreaterThan(4096 * 256);
});

test("the largest ring, made narrower, covers less: events it no longer reaches, 500 over 67 us, keep their place", () => {
  const queue = new EventQueue("asked", 1024, 2 ** 16);
  play(
    queue,
    [
      { ...steady, steps: 1, hold: 500, spread: 26 },
      { ...dense, hold: 2500 },
    ],
    5,
  );
  expect(queue.width).toBeLessThan(1024);
});

test("20,000 events of one picosecond leave in the order in which they were scheduled", () => {
  const queue = new EventQueue("asked");
  for (let k = 0; k < 20_000; k++) queue.schedule(1000, 0, k);
  for (let k = 0; k < 20_000; k++) {
    if (!queue.take(1000) || queue.subject !== k) expect(queue.subject).toBe(k);
  }
  expect(queue.size).toBe(0);
});

test("numbers reserved before a burst of one picosecond and inserted after it still come first, in their own order", () => {
  const queue = new EventQueue("asked");
  const early = [queue.number(0, 0), queue.number(0, 0), queue.number(0, 0)];
  for (let k = 10; k < 2000; k++) queue.schedule(5000, 1, k);
  for (const k of [2, 0, 1]) queue.insert(5000, early[k], 1, k);
  const order: number[] = [];
  while (queue.take(Infinity)) order.push(queue.subject);
  expect(order).toEqual([0, 1, 2, ...Array.from({ length: 1990 }, (_, k) => k + 10)]);
});

test("a take that finds nothing up to `until` changes nothing, and an earlier event inserted afterwards comes first", () => {
  const delays = fc.integer({ min: 1, max: 2 ** 40 });
  fc.assert(
    fc.property(delays, delays, fc.boolean(), (a, b, atLimit) => {
      fc.pre(a !== b);
      const [sooner, later] = a < b ? [a, b] : [b, a];
      const queue = new EventQueue("asked");
      queue.schedule(0, 3, 33);
      queue.take(0);
      queue.schedule(later, 1, 11);
      expect(queue.take(atLimit ? later - 1 : sooner)).toBe(false);
      expect([queue.now, queue.seq, queue.kind, queue.subject, queue.size]).toEqual([0, 1, 3, 33, 1]);
      queue.schedule(sooner, 2, 22);
      expect([queue.take(later), queue.now, queue.kind, queue.subject]).toEqual([true, sooner, 2, 22]);
      expect([queue.take(later), queue.now, queue.kind, queue.subject]).toEqual([true, later, 1, 11]);
      expect(queue.take(Infinity)).toBe(false);
    }),
  );
});

test("an empty queue has nothing to take, however long one waits", () => {
  const queue = new EventQueue("asked");
  expect(queue.size).toBe(0);
  expect(queue.take(Infinity)).toBe(false);
});

test("scheduling 1 ps before the event being run throws; scheduling at its own time does not", () => {
  const queue = new EventQueue("asked");
  queue.schedule(1000, 0, 0);
  queue.take(1000);
  expect(() => queue.schedule(999, 0, 0)).toThrow(InvariantError);
  expect(() => queue.insert(999, queue.number(0, 0), 0, 0)).toThrow(
    "invariant broken: no event is scheduled in the past (999, 1000)",
  );
  queue.schedule(1000, 0, 5);
  expect([queue.take(1000), queue.subject]).toEqual([true, 5]);
});

test("the largest kind and the largest subject come back as they went in, near and far", () => {
  const queue = new EventQueue("asked");
  for (const time of [1, 2 ** 50]) {
    queue.schedule(time, 126, MAX_SUBJECT);
    queue.take(Infinity);
    expect([queue.now, queue.kind, queue.subject]).toEqual([time, 126, 16_777_215]);
  }
});

test("numbers count up from 1 and are handed out once, whether or not an event comes of them", () => {
  const queue = new EventQueue("asked");
  expect([queue.number(0, 0), queue.number(0, 0)]).toEqual([1, 2]);
  queue.schedule(0, 0, 0); // takes 3
  expect(queue.number(0, 0)).toBe(4);
});

describe("in the fixed order", () => {
  test("events of one picosecond run by kind, then by subject, in whatever order they were scheduled", () => {
    const event = fc.record({ time: fc.nat(3), kind: fc.nat(126), subject: fc.nat(MAX_SUBJECT) });
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), (events) => {
        const queue = new EventQueue("fixed");
        for (const { time, kind, subject } of events) queue.schedule(time, kind, subject);
        const ran: (typeof events)[0][] = [];
        while (queue.take(Infinity)) ran.push({ time: queue.now, kind: queue.kind, subject: queue.subject });
        expect(ran).toEqual([...events].sort((a, b) => a.time - b.time || a.kind - b.kind || a.subject - b.subject));
      }),
    );
  });

  test("one that is scheduled from within its picosecond, of a kind whose turn has passed, is next", () => {
    const queue = new EventQueue("fixed");
    queue.schedule(5, 3, 0);
    queue.schedule(5, 4, 0);
    queue.take(5);
    queue.schedule(5, 1, 7);
    expect([queue.take(5), queue.kind, queue.subject]).toEqual([true, 1, 7]);
    expect([queue.take(5), queue.kind]).toEqual([true, 4]);
  });
});
