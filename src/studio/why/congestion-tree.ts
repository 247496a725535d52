/** From a PAUSE down to where the congestion began, and up to all who were stopped by the same at that moment. */
import type { Link } from "xoff";
import type { Pauses, RunView } from "../lab/talk.ts";

/** The chain of a PAUSE down to the first cause, as `chainOf` of the library has it. */
export function chainAt({ fabric, pauses, summary }: RunView, pause: number): Link[] {
  const { names, node, peer, base } = fabric;
  const chain: Link[] = [];
  for (let row = pause; row >= 0; row = pauses.causedBy[row]) {
    const port = pauses.port[row];
    chain.push({
      pause: row,
      node: names[node[port]],
      port: port - base[node[port]] + 1,
      peer: names[node[peer[port]]],
      class: pauses.cls[row],
      scope: pauses.isPort[row] === 1 ? "port" : "queue",
      start_ns: pauses.start[row],
      duration_ns: pauses.end[row] >= summary.simulated_ns ? NaN : pauses.end[row] - pauses.start[row],
      occupancy_bytes: pauses.occupancy[row],
      threshold_bytes: pauses.threshold[row],
      egress_peer: pauses.towards[row] < 0 ? "" : names[pauses.towards[row]],
    });
  }
  return chain;
}

/** A PAUSE of the tree, and those that it made. */
export interface Branch {
  readonly pause: number;
  readonly causes: readonly Branch[];
}

/** The first PAUSE of a chain. */
export function rootOf({ causedBy }: Pauses, pause: number): number {
  let row = pause;
  while (causedBy[row] >= 0) row = causedBy[row];
  return row;
}

/**
 * PAUSEs that held at `time` and stopped senders for the same congestion as `pause`: those whose first cause is at the same switch towards
 * the same next hop. A PAUSE whose own cause no longer holds hangs from the root.
 */
export function treeAt(view: RunView, pause: number, time: number): Branch[] {
  const { pauses, fabric } = view;
  const place = (row: number): string => `${fabric.node[pauses.port[row]]} ${pauses.towards[row]}`;
  const wanted = place(rootOf(pauses, pause));
  const held: number[] = [];
  for (let row = 0; row < pauses.port.length; row++) {
    const holds = pauses.start[row] <= time && pauses.end[row] > time;
    if ((holds || row === pause) && place(rootOf(pauses, row)) === wanted) held.push(row);
  }
  const present = new Set(held);
  const branch = (row: number): Branch => ({
    pause: row,
    causes: held.filter((other) => pauses.causedBy[other] === row).map(branch),
  });
  return held.filter((row) => !present.has(pauses.causedBy[row])).map(branch);
}
