/**
 * Computes the earliest start of each send of a plan. A send is a flow that begins when a task ends. A task is a computation,
 * or waits for earlier sends. Messages of a collective are sends.
 *
 * The start of a send thus depends on the ends of others. So this file simulates the plan, with one event for each
 * message instead of each packet. The link of a host carries one message at a time.
 */
import { MinHeap } from "../../base/min-heap.ts";
import type { Bytes, Ps } from "../../base/units.ts";
import type { Plan, Send } from "../../contracts/traffic.ts";

export interface MessageTimes {
  /** The transmission time of a message with this payload on the link of a host. */
  readonly onLink: (host: number, bytes: Bytes) => Ps;
  /** The one-way delay between two hosts. */
  readonly delay: (source: number, destination: number) => Ps;
}

/** By send: its earliest start. Infinity: the task that it waits for never ends. */
export function sendTimes({ tasks = [], sends = [] }: Plan, times: MessageTimes): Float64Array {
  const begins = new Float64Array(sends.length).fill(Infinity);
  const missing = missingOf({ tasks, sends });
  const after = new Int32Array(tasks.length + 1);
  for (const send of sends) after[send.after + 1]++;
  for (let task = 0; task < tasks.length; task++) after[task + 1] += after[task];
  const order = new Int32Array(sends.length);
  const place = after.slice();
  sends.forEach((send, k) => (order[place[send.after]++] = k));

  /** By host: the time until which its link carries messages that the host sends. */
  const sending = new Map<number, Ps>();
  /** By host: the time until which its link carries messages that the host receives. */
  const receiving = new Map<number, Ps>();
  /**
   * The future events, ordered by time. Each event is stored as a number:
   *
   * - 2 k: a message leaves, arrives or is acknowledged, and task k waits for this
   * - 2 k + 1: task k ends
   */
  const events = new MinHeap();
  const beginTask = (task: number, now: Ps): void => {
    events.push(Math.max(now, tasks[task].from) + tasks[task].takes, 2 * task + 1);
  };
  const tell = (task: number | undefined, at: Ps): void => {
    if (task !== undefined) events.push(at, 2 * task);
  };
  const begin = (k: number, now: Ps): void => {
    const { source, destination, bytes, leaves, arrives, acked } = sends[k];
    begins[k] = now;
    const left = Math.max(now, sending.get(source) ?? 0) + times.onLink(source, bytes);
    sending.set(source, left);
    const delay = times.delay(source, destination);
    const there = Math.max(left + delay, (receiving.get(destination) ?? 0) + times.onLink(destination, bytes));
    receiving.set(destination, there);
    tell(leaves, left);
    tell(arrives, there);
    tell(acked, there + delay);
  };

  missing.forEach((count, task) => {
    if (count === 0) beginTask(task, 0);
  });
  while (events.size > 0) {
    const now = events.least;
    const event = events.pop();
    const task = event >> 1;
    if ((event & 1) === 0) {
      if (--missing[task] === 0) beginTask(task, now);
      continue;
    }
    for (let k = after[task]; k < after[task + 1]; k++) begin(order[k], now);
    for (const next of tasks[task].next) if (--missing[next] === 0) beginTask(next, now);
  }
  return begins;
}

/** By task: the number of events that must occur before it begins. */
function missingOf({ tasks, sends }: { tasks: NonNullable<Plan["tasks"]>; sends: readonly Send[] }): Int32Array {
  const missing = new Int32Array(tasks.length);
  for (const { next } of tasks) for (const task of next) missing[task]++;
  for (const { leaves, arrives, acked } of sends)
    for (const task of [leaves, arrives, acked]) if (task !== undefined) missing[task]++;
  tasks.forEach(({ enough }, task) => {
    if (enough !== undefined && enough < missing[task]) missing[task] = enough;
  });
  return missing;
}
