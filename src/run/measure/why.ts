/**
 * Why a port was stopped: the chain of PAUSEs from it down to where the congestion began, whose bytes were there, and who waited for it.
 *
 * The record of a run has each PAUSE with its cause (`pauses.caused_by`). Whose bytes lay where it has not: that would cost every packet.
 * A run repeats to the bit, so it is run again and looked into at a few moments (docs/decisions/0017-why-repeats-the-run.md).
 */
import type { Network } from "../../sim/model/network.ts";
import type { Bytes, Ps } from "../../base/units.ts";
import { originAtHost, originInLinks, type Origin } from "./faults.ts";
import { bytesByFlow } from "./flows-in.ts";
import type { LostTime } from "./lost-time.ts";
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
  /** The paused port, and the one towards egress_peer, by name. "": in runs of earlier versions. */
  readonly paused_port: string;
  readonly egress_port: string;
}

/** The port where the congestion began: more was to leave by it than its link carries; or the NIC that stopped its switch, by a fault. */
export interface Root {
  readonly node: string;
  /** Counted from 1. */
  readonly port: number;
  readonly peer: string;
  /** The port by name; "": not known. */
  readonly name: string;
  /** When it was looked at: when the last PAUSE of the chain was decided. */
  readonly time_ns: number;
  readonly bytes: Bytes;
  /** The peer paused this port, by a cause without a row among the PAUSEs. */
  readonly stopped: boolean;
  /** Whose bytes these were, most first: the culprits. */
  readonly flows: readonly { readonly flow: number; readonly bytes: Bytes }[];
  /** The fault that it goes back to, if one is known. */
  readonly origin?: Origin;
}

/** A flow that waited behind a PAUSE of the chain, sent nothing through the root, and need not pass there (`run/measure/lost-time.ts`). */
export interface Victim {
  readonly flow: number;
  /** Index in the chain. */
  readonly behind: number;
  /** Time that it lost there. */
  readonly lost_ns: number;
}

/** Why a port was stopped: the PAUSEs down to the first cause, where the congestion began and whose bytes were there, and who waited for it. */
export interface Why {
  readonly chain: readonly Link[];
  readonly root: Root;
  /** Total time that its victims lost behind the first PAUSE of the chain. */
  readonly lost_ns: number;
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
      paused_port: columns.paused_port[row],
      egress_port: columns.egress_port[row],
    });
  }
  return chain;
}

/** What is to be seen in a run, when. */
export interface Inquiry {
  /** In order of time: run to `at`, then call `look`, then ask for the next. */
  readonly moments: Iterable<{ readonly at: Ps; readonly look: () => void }>;
  /** Once all have been looked at. */
  readonly answer: () => Why;
}

/** Step in which the run continues until the paused port resumes. */
const STEP: Ps = 1e6;

/**
 * Asks a run that has not begun. `end` is when it will end, ps, and `lossless` the classes that a port's PAUSE stops. `lost` keeps the
 * victims of the rows of the chain.
 *
 * The root is looked at when the last PAUSE of the chain was decided: then it stood still. Victims lose time until the first PAUSE of
 * the chain has let its port go.
 */
export function inquire(
  network: Network,
  lost: LostTime,
  chain: readonly Link[],
  lossless: readonly number[],
  end: Ps,
): Inquiry {
  const { fabric, queue } = network;
  const ports = chain.map(({ node, port }) => fabric.portBase[fabric.wiring.names.indexOf(node)] + port - 1);
  const [first] = chain;
  const last = chain[chain.length - 1];
  const lastPort = ports[ports.length - 1];
  const classes = last.scope === "port" ? lossless : [last.class];
  /** Does the last PAUSE come from a NIC? Then what waits for it waits at its switch. */
  const atHost = network.switches[fabric.node[lastPort]] === null;
  let [root, isHeld, rootTime] = [-1, false, 0];
  let held = new Map<number, Bytes>();

  const lookAtRoot = (): void => {
    rootTime = queue.now;
    held = bytesByFlow(network, root, classes);
  };
  // A NIC stops its switch before anything waits there for it.
  const lookAgain = (): void => {
    if (atHost && bytesByFlow(network, root, classes).size > 0) lookAtRoot();
  };
  const inPs = (ns: number): Ps => Math.round(ns * 1000);
  const over = Number.isNaN(first.duration_ns) ? end : inPs(first.start_ns + first.duration_ns);

  function* moments(): Inquiry["moments"] {
    const begin = (): void => {
      ({ port: root, isHeld } = lost.beginning(last.pause));
      lookAtRoot();
    };
    yield { at: inPs(last.start_ns), look: begin };
    yield { at: inPs(first.start_ns), look: lookAgain };
    yield { at: over, look: lookAgain };
    // The resume frame is on its way.
    for (let at = over; at < end && lost.holds(first.pause); at = Math.min(end, at + STEP))
      yield { at: Math.min(end, at + STEP), look: () => {} };
  }
  return {
    moments: moments(),
    answer: () => {
      lost.close();
      const name = portNames(fabric);
      const origin = originAtHost(network, lastPort, inPs(last.start_ns)) ?? originInLinks(network, held, rootTime);
      const flows = Array.from(held, ([flow, bytes]) => ({ flow, bytes })).sort((a, b) => b.bytes - a.bytes);
      const port = atHost ? lastPort : root;
      return {
        chain,
        root: {
          node: last.node,
          port: port < 0 ? -1 : name.port(port),
          peer: port < 0 ? "" : name.peer(port),
          name: port < 0 ? "" : name.name(port),
          time_ns: rootTime / 1000,
          bytes: flows.reduce((sum, { bytes }) => sum + bytes, 0),
          stopped: isHeld,
          flows,
          ...(origin === undefined ? {} : { origin }),
        },
        lost_ns: lost.of(first.pause) / 1000,
        victims: victimsOf(lost, chain),
      };
    },
  };
}

/** The PAUSE of the chain that is nearest to the sender, for a flow that waited behind several. */
function victimsOf(lost: LostTime, chain: readonly Link[]): Victim[] {
  const victims = new Map<number, Victim>();
  chain.forEach(({ pause }, behind) => {
    for (const [flow, time] of lost.victimsOf(pause))
      if (!victims.has(flow)) victims.set(flow, { flow, behind, lost_ns: time / 1000 });
  });
  return [...victims.values()].sort((a, b) => a.flow - b.flow);
}
