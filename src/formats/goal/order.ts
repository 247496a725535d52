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
    const receives = open.get(key);
    if (receives === undefined) open.set(key, [k]);
    else receives.push(k);
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
  const count = 2 * operations.length;
  // The events that follow event e are `then[first[e]]` to `then[first[e + 1] - 1]`. Traces have millions of events, so there is no array
  // for each of them.
  const first = new Uint32Array(count + 1);
  const waits = new Uint32Array(count);
  eachPair(operations, (before, after) => {
    first[before + 1]++;
    waits[after]++;
  });
  for (let event = 0; event < count; event++) first[event + 1] += first[event];
  const then = new Uint32Array(first[count]);
  const filled = first.slice();
  eachPair(operations, (before, after) => {
    then[filled[before]++] = after;
  });
  const order: number[] = [];
  for (let event = 0; event < count; event++) if (waits[event] === 0) order.push(event);
  for (const event of order)
    for (let k = first[event]; k < first[event + 1]; k++) if (--waits[then[k]] === 0) order.push(then[k]);
  const stuck = waits.findIndex((left) => left > 0);
  if (stuck < 0) return order;
  const { line } = operations[stuck >> 1];
  throw new InputError({ file, line }, "operations without a cycle", "one that waits for itself");
}

/** Calls `visit` for each pair of events of which the second waits for the first. */
function eachPair(operations: readonly TraceOperation[], visit: (before: number, after: number) => void): void {
  operations.forEach((operation, k) => {
    visit(2 * k, 2 * k + 1);
    for (const before of operation.after) visit(2 * before + 1, 2 * k);
    for (const before of operation.afterBegin) visit(2 * before, 2 * k);
    if (operation.kind === "send" && operation.takenBy !== undefined) visit(2 * k, 2 * operation.takenBy + 1);
  });
}
