/** Matches the sends and receives of a trace, and finds an order in which all operations can take place. */
import type { TraceOperation } from "../../contracts/traffic.ts";
import { InputError } from "../hpcc/input-error.ts";

/**
 * Returns the operations, each send with its receive. Messages with the same tag between two ranks match in the order of the file. Throws
 * `InputError`.
 */
export function withMatches(operations: readonly TraceOperation[], file: string): TraceOperation[] {
  const open = new Map<string, number[]>();
  const pair = (from: number, to: number, tag: number): string => `${from} ${to} ${tag}`;
  operations.forEach((operation, k) => {
    if (operation.kind !== "recv") return;
    const key = pair(operation.peer, operation.rank, operation.tag);
    open.set(key, [...(open.get(key) ?? []), k]);
  });
  for (const receives of open.values()) receives.reverse(); // Reversed, so that the first receive can be taken from the end.
  const matched = operations.map((operation): TraceOperation => {
    if (operation.kind !== "send") return operation;
    const { rank, peer, tag, line } = operation;
    const takenBy = open.get(pair(rank, peer, tag))?.pop();
    if (takenBy !== undefined) return { ...operation, takenBy };
    const message = `the message of rank ${rank} to ${peer} with tag ${tag}`;
    throw new InputError({ file, line }, `a recv in rank ${peer} for ${message}`, "no free one");
  });
  for (const left of open.values()) {
    const first = left.at(-1);
    if (first === undefined) continue;
    const { line, rank, ...receive } = operations[first];
    const from = "peer" in receive ? `${receive.peer} with tag ${receive.tag}` : "";
    throw new InputError({ file, line }, `a send to rank ${rank} from ${from} for this recv`, "no free one");
  }
  return matched;
}

/**
 * Returns an order of events in which each event follows those that it depends on. The begin of operation 3 is event 6,
 * its end is event 7. Throws `InputError` for circular dependencies.
 */
export function momentsOf(operations: readonly TraceOperation[], file: string): number[] {
  const next: number[][] = Array.from({ length: 2 * operations.length }, () => []);
  operations.forEach((operation, k) => {
    next[2 * k].push(2 * k + 1);
    for (const before of operation.after) next[2 * before + 1].push(2 * k);
    for (const before of operation.afterBegin) next[2 * before].push(2 * k);
    if (operation.kind === "send" && operation.takenBy !== undefined) next[2 * k].push(2 * operation.takenBy + 1);
  });
  const waits = new Uint32Array(next.length);
  for (const moment of next.flat()) waits[moment]++;
  const order: number[] = [];
  next.forEach((_, moment) => {
    if (waits[moment] === 0) order.push(moment);
  });
  for (const moment of order) for (const then of next[moment]) if (--waits[then] === 0) order.push(then);
  const stuck = waits.findIndex((count) => count > 0);
  if (stuck < 0) return order;
  const { line } = operations[stuck >> 1];
  throw new InputError({ file, line }, "operations without a cycle", "one that waits for itself");
}
