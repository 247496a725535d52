/**
 * Starts flows that wait for other flows. A task of a host begins when all events that it waits for have occurred, or
 * as many of them as its field `enough` says. When the task ends, its sends (flows) begin.
 *
 * All these events occur at the task's own host. They are the end of another task, the last byte of a flow leaving or
 * arriving, and a flow's last ACK. So other nodes affect a task by packets only, and a partition needs only the tasks
 * of its own hosts.
 */
import { invariant } from "../../base/invariant.ts";
import type { Ps } from "../../base/units.ts";
import type { Plan, Send } from "../../contracts/traffic.ts";
import type { Network } from "../../sim/model/network.ts";

/**
 * Schedules the tasks of the plan and the sends that follow them. `add` inserts a send into the table of flows and
 * returns its flow number. `number` is the index of the send in the plan.
 */
export function launchSends(network: Network, plan: Plan, add: (send: Send, number: number) => number): void {
  const { tasks = [], sends = [], trains } = plan;
  if (tasks.length === 0) return;
  const { fabric, flows, hosts, timers, queue } = network;
  const waitsFor = countWaits(plan);
  const ready = Float64Array.from(tasks, ({ from }) => from);
  network.tasks = { host: Int32Array.from(tasks, ({ host }) => host), ready, waitsFor };
  /** By task: the index of its first send. The sends of a task end where those of the next task begin. */
  const first = new Int32Array(tasks.length + 1);
  for (const { after } of sends) first[after + 1]++;
  for (let task = 0; task < tasks.length; task++) first[task + 1] += first[task];

  // `expected` counts the sends that have not begun yet, but only if the earliest start of their task is before `countTo`. A
  // run with `until: done` does not end while `expected` is above 0. At `countTo` the run stops waiting for these sends.
  let expected = sends.filter(({ source, after }) => fabric.owns(source) && tasks[after].from < network.countTo).length;
  network.expected += expected;
  network.unfinished += sends.filter(({ source }) => fabric.owns(source)).length;
  const begunOrLate = (): void => {
    if (expected === 0) return;
    expected--;
    network.expectOneLess();
  };
  if (network.countTo < Infinity) {
    const timer = timers.make(1, () => {
      while (expected > 0) begunOrLate();
    });
    timer.arm(0, network.countTo);
  }

  const over = timers.make(
    tasks.length,
    (task) => {
      for (let number = first[task]; number < first[task + 1]; number++) {
        // Until now, `unfinished` counted the send as a future flow. Adding the flow to the table counts it again.
        network.unfinished--;
        const flow = add(sends[number], number);
        begunOrLate();
        hosts.begin(flow);
      }
      for (const next of tasks[task].next) happened(next, queue.now);
    },
    { planned: true },
  );
  network.onSkip.push((by) => {
    ready.forEach((at, task) => {
      if (at > queue.now) ready[task] = at - by;
    });
  });
  const begin = (task: number): void => {
    over.arm(task, ready[task] + tasks[task].takes);
  };
  /** Counts an event that `task` waits for. It has occurred, or will occur at time `at`. */
  const happened = (task: number | undefined, at: Ps): void => {
    if (task === undefined) return;
    if (at > ready[task]) ready[task] = at;
    if (--waitsFor[task] === 0) begin(task);
  };
  tasks.forEach(({ host }, task) => {
    if (waitsFor[task] === 0 && fabric.owns(host)) begin(task);
  });

  const sendOf = (flow: number): Send | undefined => sends[flows.origin[flow] - 1 - trains.length];
  const { onLastByte } = hosts;
  hosts.onLastByte = (flow) => {
    onLastByte?.(flow);
    happened(sendOf(flow)?.leaves, fabric.busyUntil(flows.port[flow]));
  };
  hosts.onReceived = (flow) => {
    happened(sendOf(flow)?.arrives, queue.now);
  };
  if (sends.every(({ acked }) => acked === undefined)) return;
  const { onFinish } = hosts;
  hosts.onFinish = (flow) => {
    onFinish?.(flow);
    happened(sendOf(flow)?.acked, queue.now);
  };
}

/**
 * By task: the number of events for which the task waits before it begins. Checks that all these events occur at the
 * task's host.
 */
function countWaits({ tasks = [], sends = [] }: Plan): Int32Array {
  const waits = new Int32Array(tasks.length);
  const waitsAt = (task: number, host: number): void => {
    invariant(tasks[task].host === host, "a task waits for what happens at its host", task, host);
    waits[task]++;
  };
  tasks.forEach(({ host, next }, task) => {
    for (const later of next) {
      invariant(later > task, "a task waits for earlier ones", later, task);
      waitsAt(later, host);
    }
  });
  sends.forEach(({ source, destination, after, leaves, arrives, acked }, k) => {
    invariant(tasks[after].host === source, "a flow begins after a task of its sender", k, source);
    invariant(k === 0 || sends[k - 1].after <= after, "sends are in the order of their tasks", k, after);
    if (leaves !== undefined) waitsAt(leaves, source);
    if (arrives !== undefined) waitsAt(arrives, destination);
    if (acked !== undefined) waitsAt(acked, source);
  });
  tasks.forEach(({ enough = Infinity }, task) => {
    if (enough < waits[task]) waits[task] = enough;
  });
  return waits;
}
