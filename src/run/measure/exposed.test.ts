import { expect, test } from "vitest";
import { addRank, type Activity } from "./exposed.ts";

const computation = (row: number, begin: number, end: number): Activity => {
  return { row, number: undefined, computes: true, begin, end, isDone: true };
};
const collective = (row: number, begin: number, end: number): Activity => {
  return { ...computation(row, begin, end), number: 0, computes: false };
};

/** The times of one rank, in a table of four rows. */
function timesOf(...activities: Activity[]) {
  const zeros = (): Float64Array => new Float64Array(4);
  const sums = { compute: zeros(), communication: zeros(), exposed: zeros() };
  const whole = addRank(activities, 0, sums);
  const lists = Object.fromEntries(Object.entries(sums).map(([name, sums]) => [name, [...sums]]));
  return { whole, ...(lists as Record<keyof typeof sums, number[]>) };
}

test("a collective after a computation is exposed, one within it is not", () => {
  const { whole, compute, communication, exposed } = timesOf(
    computation(0, 0, 10),
    collective(0, 10, 17),
    computation(1, 17, 27),
    collective(2, 18, 25),
  );
  expect(whole).toEqual({ compute: 20, communication: 14, exposed: 7, end: 27 });
  expect(compute).toEqual([10, 10, 0, 0]);
  expect(communication).toEqual([7, 0, 7, 0]);
  expect(exposed).toEqual([7, 0, 0, 0]);
});

test("a collective longer than the computation is exposed for the rest", () => {
  expect(timesOf(computation(0, 0, 10), collective(1, 4, 25)).whole.exposed).toBe(15);
});

test("of two collectives in progress, a wait counts for the one that it waits for", () => {
  // The next computation begins when row 1 ends. Row 2 is in progress during the whole time, and ends last.
  const { exposed, communication } = timesOf(
    computation(0, 0, 10),
    collective(2, 5, 40),
    collective(1, 10, 18),
    computation(0, 18, 30),
  );
  expect(exposed).toEqual([0, 8, 10, 0]);
  expect(communication).toEqual([0, 8, 35, 0]);
});

test("a wait for several collectives in turn is divided among them", () => {
  expect(timesOf(collective(0, 0, 5), collective(1, 5, 9), collective(2, 9, 12)).exposed).toEqual([5, 4, 3, 0]);
});

test("a collective that follows a message in its middle counts from its begin, the message before it", () => {
  expect(timesOf(collective(0, 0, 8), collective(1, 6, 14)).exposed).toEqual([6, 8, 0, 0]);
});

test("time with nothing in progress is not exposed communication", () => {
  expect(timesOf(collective(0, 0, 3), computation(1, 7, 9)).whole).toEqual({
    ...{ compute: 2, communication: 3, exposed: 3, end: 9 },
  });
});

test("activities of a row that overlap count once, and one that never began does not count", () => {
  const never = { ...collective(1, Infinity, 9), isDone: false };
  const { compute, communication } = timesOf(computation(0, 0, 6), computation(0, 4, 9), never);
  expect(compute).toEqual([9, 0, 0, 0]);
  expect(communication).toEqual([0, 0, 0, 0]);
});

test("of any activities, each moment without computation counts once", () => {
  let state = 7;
  const draw = (to: number): number => (state = (state * 48271) % 2147483647) % to;
  for (let round = 0; round < 200; round++) {
    const activities = Array.from({ length: 12 }, () => {
      const begin = draw(60);
      return (draw(3) === 0 ? computation : collective)(draw(4), begin, begin + draw(15));
    });
    const { whole, exposed, communication } = timesOf(...activities);
    const end = Math.max(...activities.map((one) => one.end));
    const at = (moment: number, computes: boolean): boolean =>
      activities.some((one) => one.computes === computes && one.begin <= moment && moment < one.end);
    const waits = Array.from({ length: end }, (_, moment) => moment).filter((t) => at(t, false) && !at(t, true));
    expect(whole.exposed).toBe(waits.length);
    exposed.forEach((time, row) => {
      expect(time).toBeLessThanOrEqual(communication[row]);
    });
  }
});
