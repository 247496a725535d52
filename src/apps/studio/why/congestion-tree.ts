/** Follows a PAUSE to the root of its congestion, and finds the ports that this congestion paused at the same time. */
import { congestionTree, type Branch, type CongestionTree, type Link } from "xoff";
import type { Pauses, RunView } from "../lab/messages.ts";
import { portName } from "../measure/ports.ts";

/** The PAUSEs from `pause` back to its first cause, in the format of the library's `chainOf`. */
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
      scope: scopeOf(pauses, row, fabric.isSwitch[node[peer[port]]]),
      queue: pauses.queue[row],
      start_ns: pauses.start[row],
      duration_ns: pauses.end[row] >= summary.simulated_ns ? NaN : pauses.end[row] - pauses.start[row],
      occupancy_bytes: pauses.occupancy[row],
      threshold_bytes: pauses.threshold[row],
      egress_peer: pauses.egress[row] < 0 ? "" : names[node[peer[pauses.egress[row]]]],
      paused_port: portName(fabric, peer[port]),
      egress_port: pauses.egress[row] < 0 ? "" : portName(fabric, pauses.egress[row]),
    });
  }
  return chain;
}

/** The value of the column `scope` for a PAUSE. `isSwitch` is 1 if the paused node is a switch. */
function scopeOf({ isPort, queue }: Pauses, row: number, isSwitch: number): string {
  if (queue[row] >= 0) return isSwitch === 1 ? "one queue" : "one flow";
  return isPort[row] === 1 ? "port" : "queue";
}

/**
 * The PAUSEs in effect at `time` with the same root as `pause`. They are a tree, which the library's `congestionTree`
 * builds. `rootName` is the port or node where the congestion began.
 */
export function treeAt(
  { fabric, pauses, summary }: RunView,
  pause: number,
  time: number,
): CongestionTree & { readonly rootName: string } {
  const { causedBy, start, end, port, cls, egress } = pauses;
  const origin = (row: number): string =>
    egress[row] < 0 ? fabric.names[fabric.node[port[row]]] : portName(fabric, egress[row]);
  const over = end.map((at) => (at > summary.simulated_ns ? NaN : at));
  const tree = congestionTree(
    { causedBy, start, end: over, origin: (row) => `${origin(row)} ${cls[row]}` },
    pause,
    time,
  );
  return { ...tree, rootName: origin(tree.root) };
}

/** The ports of a congestion tree, for the drawing of the fabric. */
export interface LitTree {
  /** The port at which the congestion began. */
  readonly root: number;
  /** Ingress ports whose PAUSEs were caused by congestion at the root. */
  readonly ports: readonly number[];
  /** Ingress ports whose PAUSE remains although the PAUSE that caused it has ended. */
  readonly orphans: readonly number[];
}

/** The tree of a PAUSE at the time when it began. */
export function litTree(view: RunView, pause: number): LitTree {
  const { pauses } = view;
  const { branches, root } = treeAt(view, pause, pauses.start[pause]);
  const [ports, orphans]: [number[], number[]] = [[], []];
  const visit = ({ pause: row, isOrphan, causes }: Branch): void => {
    (isOrphan ? orphans : ports).push(pauses.port[row]);
    causes.forEach(visit);
  };
  branches.forEach(visit);
  return { root: pauses.egress[root] < 0 ? pauses.port[root] : pauses.egress[root], ports, orphans };
}
