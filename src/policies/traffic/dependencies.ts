/** A plan of tasks and sends that grows: what a collective is written down with, step by step. */
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

  /** Sends are of class `cls`, and no task begins before `from`. */
  constructor(cls: number, from: Ps) {
    this.cls = cls;
    this.from = from;
  }

  /** A task of `host` that takes `takes`, ps, once those of `after` are over and what else is named has happened. Answers its number. */
  task(host: number, takes: Ps, ...after: readonly number[]): number {
    const task = this.tasks.push({ host, from: this.from, takes, next: [] }) - 1;
    for (const before of after) this.precedes(before, task);
    return task;
  }

  precedes(before: number, task: number): void {
    this.tasks[before].next.push(task);
  }

  /** A flow from the host of task `after` to `destination`; `leaves` and `arrives` wait for it there and here. */
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
