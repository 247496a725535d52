import { expect, test } from "vitest";
import { stream } from "../../base/random.ts";
import { EventQueue } from "./event-queue.ts";

const DELAYS = [1000, 1079, 4000];
const KIND = 1;

interface Event {
  readonly time: number;
  readonly kind: number;
  readonly subject: number;
  readonly cargo: number;
}

/** Kind and subject decide the order of events at the same time. */
const order = (a: Event, b: Event): number => a.time - b.time || a.kind - b.kind || a.subject - b.subject;

/** Schedules `burst` events at each of many times: one in four in the calendar, the others in lanes. Returns the events taken and the expected ones. */
function play(seed: number, burst: number, step: number, forgets: number | null): [Event[], Event[]] {
  const random = stream(seed, "lanes");
  const queue = new EventQueue();
  const lanes = DELAYS.map(() => queue.lanes.open());
  queue.lanes.readAhead(new Int32Array(1 << 12), 2);
  let waiting: Event[] = [];
  const came: Event[] = [];
  const wanted: Event[] = [];
  const takeUntil = (until: number): void => {
    while (queue.take(until)) {
      const isLane = queue.kind === KIND;
      came.push({ time: queue.now, kind: queue.kind, subject: queue.subject, cargo: isLane ? queue.state[2] : 0 });
    }
    wanted.push(...waiting.filter(({ time }) => time <= until).sort(order));
    waiting = waiting.filter(({ time }) => time > until);
  };
  for (let now = 0; now < 100 * step; now += step) {
    takeUntil(now);
    queue.now = now;
    const subjects = new Set(Array.from({ length: burst }, () => random.int(4 * burst)));
    let cargo = 0;
    for (const subject of subjects) {
      const k = random.int(DELAYS.length + 1);
      cargo++;
      if (k < DELAYS.length) {
        const time = now + DELAYS[k];
        if (waiting.some((event) => event.time === time && event.kind === KIND && event.subject === subject)) continue;
        expect(queue.lanes.append(lanes[k], time, (KIND << 24) | subject, cargo)).toBe(true);
        waiting.push({ time, kind: KIND, subject, cargo });
      } else {
        const time = now + [1000, 1079, 17, 4000][random.int(4)];
        const kind = random.int(2) * 2;
        if (waiting.some((event) => event.time === time && event.kind === kind && event.subject === subject)) continue;
        queue.schedule(time, kind, subject);
        waiting.push({ time, kind, subject, cargo: 0 });
      }
    }
    expect(queue.size).toBe(waiting.length);
    if (forgets !== null && now === 50 * step) {
      queue.lanes.forget(KIND, forgets, false);
      waiting = waiting.filter(({ kind, subject }) => kind !== KIND || subject !== forgets);
    }
  }
  takeUntil(Infinity);
  expect(queue.size).toBe(0);
  return [came, wanted];
}

test("events of lanes and of the calendar leave by time, kind and subject, each with its cargo, in whatever order they were asked for", () => {
  for (let seed = 0; seed < 20; seed++) {
    const [came, wanted] = play(seed, 1 + (seed % 7), [1, 3, 79, 500][seed % 4], null);
    expect(came).toEqual(wanted);
  }
});

test("hundreds of one picosecond, as in a permutation in lock step", () => {
  const [came, wanted] = play(1, 200, 1000, null);
  expect(came).toEqual(wanted);
});

test("forgotten events do not come, all others do, in order", () => {
  for (let seed = 0; seed < 10; seed++) {
    const [came, wanted] = play(seed, 8, 40, seed);
    expect(came).toEqual(wanted);
  }
});

test("an event before the last one of a lane is refused; 5000 at a time widen it, twice round the ring", () => {
  const queue = new EventQueue();
  const lane = queue.lanes.open();
  expect(queue.lanes.append(lane, 10, 7, 1)).toBe(true);
  expect(queue.lanes.append(lane, 9, 7, 1)).toBe(false);
  expect(queue.take(10)).toBe(true);
  let next = 11;
  let taken = 11;
  for (const many of [700, 900, 5000]) {
    for (let k = 0; k < many; k++) expect(queue.lanes.append(lane, next++, 7, next)).toBe(true);
    for (let k = 0; k < many - 300; k++) {
      expect(queue.take(Infinity)).toBe(true);
      expect(queue.now).toBe(taken++);
      expect(queue.state[2]).toBe(taken);
    }
  }
  expect(queue.size).toBe(900);
});

test("four lanes, and none where events of one picosecond run as they were asked for", () => {
  const queue = new EventQueue();
  expect([1, 2, 3, 4, 5].map(() => queue.lanes.open())).toEqual([0, 1, 2, 3, -1]);
  expect(new EventQueue("asked").lanes.open()).toBe(-1);
});

test("events that others ask for join those that come later, and leave in order among all lanes", () => {
  for (let seed = 0; seed < 20; seed++) {
    const random = stream(seed, "others");
    const queue = new EventQueue();
    const own = queue.lanes.open();
    const others = [0, 1, 2].map(() => queue.lanes.openForOthers());
    const waiting: Event[] = [];
    const came: Event[] = [];
    let subject = 0;
    const step = [3, 40, 500][seed % 3];
    for (let now = 0; now < 200 * step; now += step) {
      while (queue.take(now))
        came.push({ time: queue.now, kind: queue.kind, subject: queue.subject, cargo: queue.state[2] });
      queue.now = now;
      expect(queue.lanes.append(own, now + 1000, (KIND << 24) | ++subject, subject)).toBe(true);
      waiting.push({ time: now + 1000, kind: KIND, subject, cargo: subject });
      // Each lane appends its events in the order of time. The lanes overlap in time, and many events have the same picosecond.
      for (const lane of others)
        for (let at = now; at < now + step; at += 1 + random.int(step)) {
          subject++;
          const name = (subject * 7919) % (1 << 20);
          const time = now + 1000 + (at % 4);
          expect(queue.lanes.join(lane, time, (KIND << 24) | name, subject)).toBe(true);
          waiting.push({ time, kind: KIND, subject: name, cargo: subject });
        }
      expect(queue.size).toBe(waiting.length - came.length);
    }
    while (queue.take(Infinity))
      came.push({ time: queue.now, kind: queue.kind, subject: queue.subject, cargo: queue.state[2] });
    expect(came).toEqual(waiting.sort(order));
  }
});

test("a picosecond that was looked at before its time is put in order when its time has come", () => {
  const queue = new EventQueue();
  const [one, other] = [queue.lanes.openForOthers(), queue.lanes.openForOthers()];
  queue.lanes.join(one, 1000, 5, 0);
  queue.lanes.join(other, 1000, 4, 0);
  expect(queue.take(999)).toBe(false);
  queue.lanes.join(one, 1000, 3, 0);
  const came: number[] = [];
  while (queue.take(1000)) came.push(queue.subject);
  expect(came).toEqual([3, 4, 5]);
});

test("where too many events come later, or there is no lane, none joins", () => {
  const queue = new EventQueue();
  const lane = queue.lanes.openForOthers();
  for (let k = 0; k < 64; k++) expect(queue.lanes.join(lane, 1000 + k, k, k)).toBe(true);
  expect(queue.lanes.join(lane, 10, 7, 1)).toBe(true);
  expect(queue.lanes.join(lane, 11, 7, 1)).toBe(true);
  for (let k = 0; k < 3; k++) expect(queue.lanes.join(lane, 900 - k, 7, 1)).toBe(k < 1);
  expect(queue.take(Infinity)).toBe(true);
  expect(queue.now).toBe(10);
  expect([1, 2, 3, 4].map(() => queue.lanes.openForOthers())).toEqual([5, 6, 7, -1]);
});
