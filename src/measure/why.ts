/**
 * Why a port was stopped: the chain of PAUSEs from it down to where the congestion began, whose bytes were there, and who waited for it.
 *
 * The record of a run has each PAUSE with its cause (`pauses.caused_by`). Whose bytes lay where it has not: that would cost every packet.
 * A run repeats to the bit, so it is run again and looked into at a few moments (docs/decisions/0017-why-repeats-the-run.md).
 */
import type { Network } from "../model/network.ts";
import { DATA, FLOW, META, NEXT, SIZE } from "../model/packet-record.ts";
import type { Bytes, Ps } from "../base/units.ts";
import { originAtHost, originInLinks, type Origin } from "./faults.ts";
import { CauseFinder } from "./pause-cause.ts";
import { portNames } from "./port-tables.ts";
import type { Table } from "./tables.ts";

/** One PAUSE of the chain: its row in the table of PAUSEs, by the names of the columns. */
export interface Link {
  readonly pause: number;
  readonly node: string;
  /** Counted from 1. */
  readonly port: number;
  readonly peer: string;
  readonly class: number;
  /** "queue" or "port". */
  readonly scope: string;
  readonly start_ns: number;
  /** NaN: it held when the run ended. */
  readonly duration_ns: number;
  readonly occupancy_bytes: Bytes;
  readonly threshold_bytes: Bytes;
  readonly egress_peer: string;
}

/** The port where the congestion began: more was to leave by it than its link carries; or the NIC that stopped its switch, by a fault. */
export interface Root {
  readonly node: string;
  /** Counted from 1. */
  readonly port: number;
  readonly peer: string;
  /** When it was looked at: when the last PAUSE of the chain was decided. */
  readonly time_ns: number;
  readonly bytes: Bytes;
  /** Its peer had stopped it all the same, by something that has no row among the PAUSEs. */
  readonly stopped: boolean;
  /** Whose bytes these were, most first: the culprits. */
  readonly flows: readonly { readonly flow: number; readonly bytes: Bytes }[];
  /** The fault that it goes back to, if one is known. */
  readonly origin?: Origin;
}

/** A flow that waited behind a PAUSE of the chain, had no byte at the root, and need not pass there. */
export interface Victim {
  readonly flow: number;
  /** Index in the chain. */
  readonly behind: number;
}

/** Why a port was stopped: the PAUSEs down to the first cause, where the congestion began and whose bytes were there, and who waited for it. */
export interface Why {
  readonly chain: readonly Link[];
  readonly root: Root;
  readonly victims: readonly Victim[];
}

/** Rows from `pause` down to the first cause. */
export function chainOf({ columns }: Table<"pauses">, pause: number): Link[] {
  const chain: Link[] = [];
  for (let row = pause; row >= 0; row = columns.caused_by[row]) {
    chain.push({
      pause: row,
      node: columns.node[row],
      port: columns.port[row],
      peer: columns.peer[row],
      class: columns.class[row],
      scope: columns.scope[row],
      start_ns: columns.start_ns[row],
      duration_ns: columns.duration_ns[row],
      occupancy_bytes: columns.occupancy_bytes[row],
      threshold_bytes: columns.threshold_bytes[row],
      egress_peer: columns.egress_peer[row],
    });
  }
  return chain;
}

/** What is to be seen in a run, when. */
export interface Inquiry {
  /** In order of time: run to `at`, then call `look`. */
  readonly moments: readonly { readonly at: Ps; readonly look: () => void }[];
  /** Once all have been looked at. */
  readonly answer: () => Why;
}

/**
 * Asks a run that has not begun. `end` is when it will end, ps, and `lossless` the classes that a port's PAUSE stops.
 *
 * The root is looked at when the last PAUSE of the chain was decided: then it stood still. Who waits behind a PAUSE shows while it
 * holds: behind the first one when it ends, behind those that caused it when it begins.
 */
export function inquire(network: Network, chain: readonly Link[], lossless: readonly number[], end: Ps): Inquiry {
  const { fabric, queue } = network;
  const ports = chain.map(({ node, port }) => fabric.portBase[fabric.wiring.names.indexOf(node)] + port - 1);
  const classes = chain.map((link) => (link.scope === "port" ? lossless : [link.class]));
  const [first] = chain;
  const last = chain.length - 1;
  /** Does the last PAUSE come from a NIC? Then what waits for it waits at its switch. */
  const atHost = network.switches[fabric.node[ports[last]]] === null;
  /** Link of the chain by flow that waits behind it. */
  const waiting = new Map<number, number>();
  /** Flows that had bytes at the root at any of the moments. */
  const passed = new Set<number>();
  let [rootPort, stopped, rootTime] = [-1, false, 0];
  let held = new Map<number, Bytes>();

  const atRoot = (): Map<number, Bytes> => {
    const now = flowsIn(network, rootPort, classes[last]);
    for (const flow of now.keys()) passed.add(flow);
    return now;
  };
  const lookAtRoot = (): void => {
    if (atHost) rootPort = fabric.peer[ports[last]];
    else {
      const found = new CauseFinder(network).find(ports[last], chain[last].class);
      stopped = found.stopped >= 0;
      rootPort = stopped ? found.stopped : found.egress;
    }
    rootTime = queue.now;
    held = atRoot();
  };
  const lookBehind = (links: readonly number[]): void => {
    for (const link of links)
      for (const flow of waitingAt(network, fabric.peer[ports[link]], classes[link])) waiting.set(flow, link);
    const now = atRoot();
    if (!atHost || now.size === 0) return;
    // A NIC stops its switch before anything waits there for it.
    held = now;
    rootTime = queue.now;
  };
  const inPs = (ns: number): Ps => Math.round(ns * 1000);
  const over = Number.isNaN(first.duration_ns) ? end : inPs(first.start_ns + first.duration_ns);
  // What waits in several places is told of the one nearest to its sender: that one is looked at last.
  const causes = chain.slice(1).map((_, k) => last - k);
  return {
    moments: [
      { at: inPs(chain[last].start_ns), look: lookAtRoot },
      { at: inPs(first.start_ns), look: () => lookBehind(causes) },
      { at: over, look: () => lookBehind([0]) },
    ],
    answer: () => {
      const name = portNames(fabric);
      const origin =
        originAtHost(network, ports[last], inPs(chain[last].start_ns)) ?? originInLinks(network, held, rootTime);
      const flows = Array.from(held, ([flow, bytes]) => ({ flow, bytes })).sort((a, b) => b.bytes - a.bytes);
      const isBound = ([flow, link]: readonly [number, number]): boolean =>
        allPass(network, fabric.node[ports[link]], network.flows.destination[flow], rootPort);
      return {
        chain,
        root: {
          node: chain[last].node,
          ...(atHost
            ? { port: name.port(ports[last]), peer: name.peer(ports[last]) }
            : { port: rootPort < 0 ? -1 : name.port(rootPort), peer: rootPort < 0 ? "" : name.peer(rootPort) }),
          time_ns: rootTime / 1000,
          bytes: flows.reduce((sum, { bytes }) => sum + bytes, 0),
          stopped,
          flows,
          ...(origin === undefined ? {} : { origin }),
        },
        victims: Array.from(waiting)
          .filter((one) => !passed.has(one[0]) && !isBound(one))
          .sort(([a], [b]) => a - b)
          .map(([flow, behind]) => ({ flow, behind })),
      };
    },
  };
}

/** Bytes by flow that wait to leave by a port of a switch; none for port -1. */
function flowsIn({ fabric, switches }: Network, port: number, classes: readonly number[]): Map<number, Bytes> {
  const held = new Map<number, Bytes>();
  const at = port < 0 ? null : switches[fabric.node[port]];
  if (at === null) return held;
  const { words } = fabric.packets;
  for (const cls of classes) {
    for (let packet = at.firstOf((port << 3) | cls); packet !== 0; packet = words[(packet << 4) | NEXT]) {
      if ((words[(packet << 4) | META] & 15) !== DATA) continue;
      const flow = words[(packet << 4) | FLOW];
      held.set(flow, (held.get(flow) ?? 0) + words[(packet << 4) | SIZE]);
    }
  }
  return held;
}

/** Flows that have data to send by `port`: in the queue of a switch, or at a host. */
function waitingAt(network: Network, port: number, classes: readonly number[]): Iterable<number> {
  const { fabric, switches, flows, queue } = network;
  if (switches[fabric.node[port]] !== null) return flowsIn(network, port, classes).keys();
  return Array.from({ length: flows.count }, (_, flow) => flow).filter(
    (flow) =>
      flows.port[flow] === port &&
      classes.includes(flows.cls[flow]) &&
      flows.start[flow] <= queue.now &&
      flows.sndNxt[flow] < flows.size[flow],
  );
}

/** Does every shortest path from `node` to `host` pass `port`? */
function allPass(network: Network, node: number, host: number, port: number): boolean {
  const { fabric, switches } = network;
  const at = switches[node];
  if (at === null) return false;
  const next = at.candidates(host);
  return (
    next.length > 0 && next.every((out) => out === port || allPass(network, fabric.node[fabric.peer[out]], host, port))
  );
}
