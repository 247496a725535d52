import { expect, test } from "vitest";
import { us } from "../../base/units.ts";
import { sendTimes } from "./send-times.ts";

const send = (source: number, destination: number, after: number) => ({
  ...{ source, destination, bytes: 1000, cls: 3, after, iteration: 0, step: 0 },
});
const task = (host: number, takes: number, next: readonly number[] = []) => ({ host, from: 0, takes: us(takes), next });
/** Every message takes 2 us on a link, and 1 us from host to host. */
const times = { onLink: () => us(2), delay: () => us(1) };
const startsOf = (plan: Parameters<typeof sendTimes>[0]) => Array.from(sendTimes(plan, times), (at) => at / us(1));

test("a chain: a message begins once the one before has come, 3 us each, and 5 us of computation between", () => {
  const tasks = [task(0, 0), task(1, 5), task(2, 0)];
  const sends = [{ ...send(0, 1, 0), arrives: 1 }, { ...send(1, 2, 1), arrives: 2 }, send(2, 0, 2)];
  expect(startsOf({ flows: [], trains: [], tasks, sends })).toEqual([0, 8, 11]);
});

test("two messages to one host share its link: what waits for both begins 5 us after them", () => {
  const tasks = [task(0, 0), task(1, 0), task(2, 0)];
  const sends = [{ ...send(0, 2, 0), arrives: 2 }, { ...send(1, 2, 1), arrives: 2 }, send(2, 0, 2)];
  expect(startsOf({ flows: [], trains: [], tasks, sends })).toEqual([0, 0, 5]);
});

test("a task that needs one of two messages begins with the first; one whose message never comes has no begin", () => {
  const tasks = [task(0, 0), { ...task(1, 0), enough: 1 }, task(2, 4), task(1, 0), task(0, 0)];
  const sends = [
    { ...send(0, 1, 0), arrives: 1 },
    send(1, 0, 1),
    { ...send(2, 1, 2), arrives: 1 },
    { ...send(1, 2, 3), arrives: 4 },
    send(0, 1, 4),
  ];
  // Task 3 waits for a message of task 4, which waits for one of task 3.
  sends.push({ ...send(0, 1, 4), arrives: 3 });
  expect(startsOf({ flows: [], trains: [], tasks, sends })).toEqual([0, 3, 4, Infinity, Infinity, Infinity]);
});
