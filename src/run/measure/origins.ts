/** Origins of congestion: one row for each port or NIC where it began, with its PAUSEs, victims and time lost. */
import { CLASS_BITS, CLASS_MASK } from "../../base/queue-number.ts";
import { PORT } from "../../contracts/link.ts";
import type { Network } from "../../sim/model/network.ts";
import type { Ps } from "../../base/units.ts";
import type { Origin } from "./faults.ts";
import type { ChainRoot, LostTime } from "./lost-time.ts";
import { portNames } from "./port-tables.ts";

/** PAUSEs whose chains began at one place. Column names as in results: times in ns. */
export interface OriginRow {
  /** The overloaded port by name, such as leaf2-h8; of a NIC that paused its switch the NIC's port. */
  readonly origin: string;
  readonly node: string;
  /** Counted from 1; -1: not known. */
  readonly port: number;
  readonly peer: string;
  /** "all": a NIC paused its port as a whole. */
  readonly class: number | "all";
  /** "queue": arrivals exceeded the link rate of the port. "nic": the host's NIC paused its switch. "held": the port waited for a cause that is no PAUSE on record. */
  readonly kind: "queue" | "nic" | "held";
  readonly pauses: number;
  /** Ports of switches that these PAUSEs stopped, and hosts. */
  readonly ports_paused: number;
  readonly hosts_paused: number;
  /** Victims, and the time that they lost. A flow counts once while several ports hold it. */
  readonly flows_hurt: number;
  readonly lost_ns: number;
  /** When the first PAUSE was decided, and the last one over. */
  readonly first_ns: number;
  readonly last_ns: number;
  /** One of them held when the run ended. */
  readonly holds: boolean;
  /** The fault that it goes back to, if one is known. */
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

/** Of a run that is over, most time lost first. `lost` has followed it and is closed. */
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
