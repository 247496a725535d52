/** Mistakes of the rows of a comparison or the points of a sweep, gathered before anything runs: each is told once, with the rows that have it. */
import { Failure } from "./exit.ts";

/** Messages that are told, and rows that one of them names. */
const MAX_TOLD = 20;
const MAX_NAMED = 8;

export class RowFailures {
  private readonly failed = new Map<string, { readonly failure: Failure; readonly labels: string[] }>();
  private readonly file: string;

  /** `file` is the scenario's name: a mistake that stands there is told with the rows that make it. */
  constructor(file: string) {
    this.file = file;
  }

  add(label: string, failure: Failure): void {
    const known = this.failed.get(failure.message);
    if (known === undefined) this.failed.set(failure.message, { failure, labels: [label] });
    else known.labels.push(label);
  }

  /** Enough is wrong: the rest need not be read. */
  get isFull(): boolean {
    return this.failed.size >= MAX_TOLD;
  }

  /** Throws the first `Failure`, which knows the others. */
  settle(): void {
    const [first, ...rest] = [...this.failed.values()];
    if (first === undefined) return;
    const lines = [first, ...rest].flatMap((one) => [this.lineOf(one), ...one.failure.others]);
    throw new Failure(lines[0], first.failure.code, lines.slice(1));
  }

  private lineOf({
    failure: { message },
    labels,
  }: {
    readonly failure: Failure;
    readonly labels: readonly string[];
  }): string {
    if (!message.startsWith(this.file)) return message;
    const more = labels.length > MAX_NAMED ? `; and ${labels.length - MAX_NAMED} rows more` : "";
    return `${message} (with ${labels.slice(0, MAX_NAMED).join("; ")}${more})`;
  }
}
