/**
 * Explains why a port was paused. The explanation has the chain of PAUSEs back to the queue where the congestion began,
 * the flows in that queue, and the victims.
 *
 * The record of a run contains each PAUSE with its cause (`pauses.caused_by`). It does not contain the flows in each
 * queue, because recording them would slow down every packet. But a run is exactly repeatable. So this file repeats the
 * run and inspects it at a few times (docs/decisions/0017-why-repeats-the-run.md).
 */
import type { Network } from "../../sim/model/network.ts";
import type { Bytes, Ps } from "../../base/units.ts";
import { originAtHost, originInLinks, type Origin } from "./faults.ts";
import { bytesByFlow } from "./queued-flows.ts";
import type { LostTime } from "./lost-time.ts";
import { portNames } from "./port-tables.ts";
import type { Table } from "./tables.ts";

/** One PAUSE of the chain. It is a row of the table of PAUSEs, with the names of its columns. */
export interface Link {
  readonly pause: number;
  readonly node: string;
  /** The port's number at its node, from 1. */
  readonly port: number;
  readonly peer: string;
  readonly class: number;
  /**
   * "queue": the PAUSE is for one class. "port": it is for all lossless classes of the port. "one queue", "one flow": a
   * scheduling policy paused one queue of a class, or one flow of a host.
   */
  readonly scope: string;
  /** The paused queue or flow. -1: all queues of the class or port. */
  readonly queue: number;
  readonly start_ns: number;
  /** NaN: the PAUSE had not ended at the end of the run. */
  readonly duration_ns: number;
  /** Bytes of the queue at the PAUSE. NaN: a scheduling policy paused one queue, by a rule and a threshold of its own. */
  readonly occupancy_bytes: Bytes;
  readonly threshold_bytes: Bytes;
  readonly egress_peer: string;
  /** The name of the paused port. "": the results are of an earlier version, which had no such names. */
  readonly paused_port: string;
  /** The name of the port towards `egress_peer`. "": the results are of an earlier version, which had no such names. */
  readonly egress_port: string;
}

/**
 * The origin of the congestion: a port whose arrivals exceeded its link rate, or a NIC that paused its switch because
 * of a fault.
 */
export interface Root {
  readonly node: string;
  /** The port's number at its node, from 1. */
  readonly port: number;
  readonly peer: string;
  /** The name of the port. "": unknown. */
  readonly name: string;
  /**
   * The simulated time at which the queue was inspected. Usually it is the time of the decision for the last PAUSE of
   * `chain`, that is, for the first cause.
   */
  readonly time_ns: number;
  readonly bytes: Bytes;
  /** True if the peer had paused this port and the table of PAUSEs has no row for that pause. */
  readonly stopped: boolean;
  /** The culprits: the flows to which the queued bytes belong, sorted by bytes, the largest number first. */
  readonly flows: readonly { readonly flow: number; readonly bytes: Bytes }[];
  /** The fault that caused the congestion. Absent: no fault is known to be the cause. */
  readonly origin?: Origin;
}

/**
 * A victim: a flow that lost time because of a PAUSE of `Why.chain`. It has sent no packet through the root (the port
 * where the congestion began), and has a path that avoids the root (`run/measure/lost-time.ts`).
 */
export interface Victim {
  readonly flow: number;
  /** The PAUSE that cost this victim time, as an index of `chain`. */
  readonly behind: number;
  /** The time that the victim lost because of the PAUSE `behind`, in ns. */
  readonly lost_ns: number;
}

/**
 * The explanation of a pause: the chain of PAUSEs back to the first cause, the culprits at the root, and the victims.
 */
export interface Why {
  readonly chain: readonly Link[];
  readonly root: Root;
  /** The total time that victims lost because of the first PAUSE of the chain. */
  readonly lost_ns: number;
  readonly victims: readonly Victim[];
}

/** The chain of PAUSEs from the row `pause` back to its first cause. */
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
      queue: columns.queue[row],
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

/** Inspects a run at several simulated times. */
export interface Inquiry {
  /**
   * The inspections, in the order of time. For each one, the caller runs the network up to `at` and calls `look`. Only
   * then does the caller take the next one.
   */
  readonly moments: Iterable<{ readonly at: Ps; readonly look: () => void }>;
  /** Returns the explanation. Call it after all inspections. */
  readonly answer: () => Why;
}

/** The run continues in steps of this length, in ps, until the paused port resumes. */
const STEP: Ps = 1e6;

/**
 * Prepares the inspections that explain a PAUSE. Call it before the run begins.
 *
 * `chain` leads back in time. Its first entry is the PAUSE to explain. Its last entry is the PAUSE with which the
 * congestion began, and the root is the congested port behind that PAUSE. The bytes in the root's queue caused the
 * last entry. So this queue is inspected at the time when the last entry was decided. The run then continues until
 * the port of the PAUSE to explain has resumed, because victims lose time until then.
 *
 * `lost` records the victims of the PAUSEs in the chain. `lossless`: the classes that a PAUSE of a whole port pauses.
 * `end`: the end of the run in ps.
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
  /** True if a NIC sent the last PAUSE of the chain. The packets for this NIC then wait at its switch. */
  const atHost = network.switches[fabric.node[lastPort]] === null;
  let [root, isHeld, rootTime] = [-1, false, 0];
  let held = new Map<number, Bytes>();

  const lookAtRoot = (): void => {
    rootTime = queue.now;
    held = bytesByFlow(network, root, classes);
  };
  // If a NIC sent the last PAUSE of the chain, the root is the switch port towards this NIC. The queue there may still
  // be empty at the time of the PAUSE. So the root is inspected again later.
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
    // At the time `over`, the node has decided to resume the port. The port stays paused until the frame with this
    // decision arrives. So the loop continues the run in steps until the port has resumed.
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

/**
 * The victims of all PAUSEs in the chain. A flow that lost time at several of them counts at the one nearest to its
 * sender.
 */
function victimsOf(lost: LostTime, chain: readonly Link[]): Victim[] {
  const victims = new Map<number, Victim>();
  chain.forEach(({ pause }, behind) => {
    for (const [flow, time] of lost.victimsOf(pause))
      if (!victims.has(flow)) victims.set(flow, { flow, behind, lost_ns: time / 1000 });
  });
  return [...victims.values()].sort((a, b) => a.flow - b.flow);
}
