/** Collects the tasks and sends of a traffic plan, with their dependencies. Collectives and traces use it. */
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

  /** All sends are of class `cls`. No task begins before `from`. */
  constructor(cls: number, from: Ps) {
    this.cls = cls;
    this.from = from;
  }

  /** Adds a task of `host` that takes `takes` ps, after the tasks `after` and all other dependencies are done. Returns its number. */
  task(host: number, takes: Ps, ...after: readonly number[]): number {
    const task = this.tasks.push({ host, from: this.from, takes, next: [] }) - 1;
    for (const before of after) this.precedes(before, task);
    return task;
  }

  precedes(before: number, task: number): void {
    this.tasks[before].next.push(task);
  }

  /** Adds a flow from the host of task `after` to `destination`. The tasks `leaves` (at the sender) and `arrives` (at the receiver) wait for it. */
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
