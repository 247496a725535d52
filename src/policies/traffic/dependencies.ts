/**
 * Collects the tasks and sends of a traffic plan, with their dependencies. The kinds `collective` and `trace` use it.
 */
import type { Bytes, Ps } from "../../base/units.ts";
import type { Plan, Send, Task } from "../../contracts/traffic.ts";

interface GrowingTask extends Task {
  readonly next: number[];
}

export class Dependencies {
  readonly tasks: GrowingTask[] = [];
  private readonly sends: Send[] = [];
  private readonly cls: number;
  private readonly from: Ps;

  /** `cls`: the class of all sends. `from`: the time before which no task begins. */
  constructor(cls: number, from: Ps) {
    this.cls = cls;
    this.from = from;
  }

  /**
   * Adds a task of `host` that takes `takes` ps, and returns its number. The task begins after the tasks in `after`.
   * Later calls of `precedes` and `send` can add further tasks and flows for which it waits.
   */
  task(host: number, takes: Ps, ...after: readonly number[]): number {
    const task = this.tasks.push({ host, from: this.from, takes, next: [] }) - 1;
    for (const before of after) this.precedes(before, task);
    return task;
  }

  precedes(before: number, task: number): void {
    this.tasks[before].next.push(task);
  }

  /**
   * Adds a flow from the host of task `after` to `destination`. The flow begins after that task. The tasks `leaves` (at
   * the sender) and `arrives` (at the receiver) wait for the flow.
   */
  send(
    after: number,
    destination: number,
    bytes: Bytes,
    rest: Omit<Send, "source" | "destination" | "bytes" | "cls" | "after">,
  ): void {
    const source = this.tasks[after].host;
    this.sends.push({ source, destination, bytes, cls: this.cls, after, ...rest });
  }

  plan(): Required<Pick<Plan, "tasks" | "sends">> {
    return { tasks: this.tasks, sends: this.sends.sort((a, b) => a.after - b.after) };
  }
}
