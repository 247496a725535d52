/**
 * Lists the origins of congestion. An origin is a port or NIC where chains of PAUSEs began, with its PAUSEs, victims
 * and lost time.
 */
import { CLASS_BITS, CLASS_MASK } from "../../base/queue-number.ts";
import { PORT } from "../../contracts/link.ts";
import type { Network } from "../../sim/model/network.ts";
import type { Ps } from "../../base/units.ts";
import type { Origin } from "./faults.ts";
import type { ChainRoot, LostTime } from "./lost-time.ts";
import { portNames } from "./port-tables.ts";

/**
 * An origin of congestion, with all PAUSEs whose chains began there. Column names are those of the results, times are
 * in ns.
 */
export interface OriginRow {
  /** The name of the overloaded port, such as leaf2-h8. If a NIC paused its switch: the name of the NIC's port. */
  readonly origin: string;
  readonly node: string;
  /** The number of the port at its node, from 1. -1: unknown. */
  readonly port: number;
  readonly peer: string;
  /** The class that the first PAUSE of this origin paused. "all": it paused the whole port. */
  readonly class: number | "all";
  /**
   * The kind of origin.
   *
   * - "queue": arrivals exceeded the link rate of the port
   * - "nic": the host's NIC paused its switch
   * - "held": the port was paused by a cause that has no recorded PAUSE
   */
  readonly kind: "queue" | "nic" | "held";
  readonly pauses: number;
  /** The number of switch ports that the PAUSEs of this origin paused. */
  readonly ports_paused: number;
  /** The number of hosts that the PAUSEs of this origin paused. */
  readonly hosts_paused: number;
  /** The number of victims. */
  readonly flows_hurt: number;
  /** The time that victims lost. If several ports delay a flow at the same time, that time counts once. */
  readonly lost_ns: number;
  /** The time of the decision for the first PAUSE of this origin. */
  readonly first_ns: number;
  /** The end of the last PAUSE of this origin. If a PAUSE had not ended: the end of the run. */
  readonly last_ns: number;
  /** True if at least one PAUSE of this origin had not ended at the end of the run. */
  readonly holds: boolean;
  /** The fault that caused the congestion. Absent: no fault is known to be the cause. */
  readonly fault?: Origin;
}

interface Group {
  readonly root: ChainRoot;
  pauses: number;
  readonly ports: Set<number>;
  readonly hosts: Set<number>;
  readonly first: Ps;
  last: Ps;
  holds: boolean;
}

/** The origins of a run, sorted by lost time, the largest first. `lost` must have observed the run and be closed. */
export function originsOf(network: Network, lost: LostTime): OriginRow[] {
  const { pauses } = lost;
  const { fabric, switches, queue } = network;
  const groups = new Map<string, Group>();
  for (let row = 0; row < pauses.rows; row++) {
    const root = lost.rootOf(row);
    const key = lost.keyOf(root);
    let group = groups.get(key);
    if (group === undefined) {
      group = { root, pauses: 0, ports: new Set(), hosts: new Set(), first: pauses.start[row], last: 0, holds: false };
      groups.set(key, group);
    }
    const paused = fabric.peer[pauses.queue[row] >> CLASS_BITS];
    const node = fabric.node[paused];
    if (switches[node] === null) group.hosts.add(node);
    else group.ports.add(paused);
    const holds = Number.isNaN(pauses.end[row]);
    group.pauses++;
    group.holds ||= holds;
    group.last = Math.max(group.last, holds ? queue.now : pauses.end[row]);
  }
  const name = portNames(fabric);
  const rows = Array.from(groups, ([key, { root, ports, hosts, first, last, ...of }]): OriginRow => {
    const hurt = [...lost.hurtBy(key).values()];
    const fault = lost.faultOf(key);
    const at = root.isHost ? fabric.peer[root.port] : root.port;
    const deciding = pauses.queue[root.row] >> CLASS_BITS;
    return {
      origin: at < 0 ? name.node(deciding) : name.name(at),
      node: name.node(at < 0 ? deciding : at),
      port: at < 0 ? -1 : name.port(at),
      peer: at < 0 ? "" : name.peer(at),
      class: pauses.scope[root.row] === PORT ? "all" : pauses.queue[root.row] & CLASS_MASK,
      kind: root.isHost ? "nic" : root.isHeld ? "held" : "queue",
      pauses: of.pauses,
      ports_paused: ports.size,
      hosts_paused: hosts.size,
      flows_hurt: hurt.length,
      lost_ns: hurt.reduce((sum, time) => sum + time, 0) / 1000,
      first_ns: first / 1000,
      last_ns: last / 1000,
      holds: of.holds,
      ...(fault === undefined ? {} : { fault }),
    };
  });
  return rows.sort((a, b) => b.lost_ns - a.lost_ns || b.pauses - a.pauses || a.first_ns - b.first_ns);
}
