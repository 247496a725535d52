/**
 * Plans listed flows that begin when other flows end. The plan expresses this by tasks and sends.
 *
 * A waiting flow has a list of other flows (`others`). It begins when a given number of them (`enough`) have ended at the
 * host from which it will be sent. If this host is the receiver of another flow, that flow has ended when all its bytes
 * have arrived. If this host is the sender, that flow has ended with the last ACK. The plan has a task for each such end.
 * The task that begins the waiting flow waits until `enough` of these tasks are done.
 */
import type { Plan, PlannedFlow, Send, Task, WaitingFlow } from "../../contracts/traffic.ts";

/** Builds the plan. A flow that neither waits for others nor triggers others remains a planned flow. */
export function triggered(flows: readonly PlannedFlow[], waiting: readonly WaitingFlow[]): Plan {
  const waits = new Map(waiting.map((one) => [one.flow, one]));
  const tasks: (Task & { readonly next: number[] })[] = [];
  /**
   * By flow and host: the task that is done when the flow has ended at that host. It exists only if another flow waits for
   * this end.
   */
  const over = new Map<number, Map<number, number>>();
  for (const { flow, others } of waiting)
    for (const other of others) {
      const host = flows[flow].source;
      const here = over.get(other) ?? new Map<number, number>();
      over.set(other, here);
      if (!here.has(host)) here.set(host, tasks.push({ host, from: 0, takes: 0, next: [] }) - 1);
    }
  const sends: Send[] = [];
  const planned: PlannedFlow[] = [];
  flows.forEach((flow, k) => {
    const wait = waits.get(k);
    const ends = over.get(k);
    if (wait === undefined && ends === undefined) {
      planned.push(flow);
      return;
    }
    const { source, destination, bytes, cls, start } = flow;
    const after =
      tasks.push({ host: source, from: start, takes: 0, next: [], ...(wait && { enough: wait.enough }) }) - 1;
    for (const other of wait?.others ?? []) tasks[over.get(other)?.get(source) ?? NaN].next.push(after);
    const [arrives, acked] = [ends?.get(destination), ends?.get(source)];
    sends.push({
      ...{ source, destination, bytes, cls, after, iteration: 0, step: sends.length },
      ...(arrives === undefined ? {} : { arrives }),
      ...(acked === undefined ? {} : { acked }),
    });
  });
  return { flows: planned, trains: [], tasks, sends };
}
