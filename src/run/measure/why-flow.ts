/**
 * Explains the completion time of a flow by its path and the parts of its time at each hop. For each PAUSE on the path
 * it finds the root. It also lists lost packets.
 */
import { DROP_CAUSES } from "../../contracts/probe.ts";
import type { Network } from "../../sim/model/network.ts";
import type { Bytes, Ps } from "../../base/units.ts";
import { sentAt, staysOf, type PartName, type Stay } from "./fct-breakdown.ts";
import type { FlowWatch } from "./flow-watch.ts";
import { breakdownByTable } from "./fct-breakdown-table.ts";
import { portNames } from "./port-tables.ts";
import type { Tables } from "./tables.ts";
import { chainOf, type Link } from "./why.ts";

/**
 * The time for which PAUSEs with the same root paused a flow at one port. The root is the place where the congestion
 * behind these PAUSEs began.
 */
export interface RootCause {
  readonly time_ps: Ps;
  /**
   * The PAUSE that paused the flow longest. Null: no PAUSE is recorded, for example because the flow waited for
   * credits.
   */
  readonly pause: number | null;
  /**
   * The time of the decision for the PAUSE `pause`, as an argument for `xoff why --port --at`. Null: no PAUSE is
   * recorded.
   */
  readonly start_ns: number | null;
  /** The node where the congestion began: a switch, or a host whose NIC paused its switch. "": unknown. */
  readonly node: string;
  /**
   * The next hop of `node` on the link where the congestion began. Arrivals for this link exceeded its rate.
   * "": unknown, or `node` is a host.
   */
  readonly egress_peer: string;
  /** The name of the port of `node` towards `egress_peer`. "": `egress_peer` is empty. */
  readonly egress_port: string;
}

/** A queue that delayed ACKs of the flow, and the part of the flow's window-limited time that this delay caused. */
export interface AckWait {
  readonly time_ps: Ps;
  /**
   * The port at which data packets of the flow, or their ACKs, waited. Empty: no queue is the cause of `time_ps`, because
   * even the round trip without queues limits the flow. This is so if the window is smaller than the path's BDP.
   */
  readonly queue: string;
  /** The node to which the port `queue` belongs. Empty if `queue` is empty. */
  readonly node: string;
  /** The node at the other end of the port's link. */
  readonly peer: string;
  /**
   * The flows whose packets this port sent while packets of the explained flow waited there. The flow with most `bytes`
   * is first. A byte that the port sends while n packets of the explained flow wait adds n to `bytes` of its flow.
   */
  readonly filled_by: readonly {
    readonly flow: number;
    readonly source: string;
    readonly destination: string;
    readonly bytes: Bytes;
  }[];
}

export interface PartAt {
  readonly part: PartName;
  readonly time_ps: Ps;
  /**
   * `node` and `peer` are the two nodes of the link at which the flow waited in this part of its completion time. Both are
   * "" if this part was no wait at a port.
   */
  readonly node: string;
  readonly peer: string;
  /** The name of the port at which the flow waited. "": the flow waited elsewhere. */
  readonly port: string;
  /**
   * True for a part "opening" or "window" in a run with a transport policy: the transport created no packet in that
   * time. Absent: any other part.
   */
  readonly by_transport?: true;
  /**
   * The time of a part "window", in which the sender's window was full and the sender waited for ACKs. The time is divided
   * among the queues that delayed the flow's packets or ACKs, and the round trip without queues. The largest share is
   * first. The shares add up to the part. Absent: any other part, or a run with a transport policy, which has no window.
   */
  readonly acks?: readonly AckWait[];
  /**
   * The time of a part "stopped", "nic_stopped" or "queue_stopped", divided among the root causes, the largest share
   * first. The shares add up to the part. Absent: any other part.
   */
  readonly roots?: readonly RootCause[];
}

/** The explanation of a flow's completion time: its path, and its time divided into parts at each hop. */
export interface WhyFlow {
  readonly flow: number;
  readonly source: string;
  readonly destination: string;
  readonly class: number;
  /** The size of the flow. Null: a long-lived flow. */
  readonly size_bytes: Bytes | null;
  readonly start_ps: Ps;
  readonly done: boolean;
  /** The completion time of the flow, or its age at the end of the run. The parts add up to this time. */
  readonly total_ps: Ps;
  readonly ideal_fct_ps: Ps | null;
  readonly slowdown: number | null;
  /** The nodes that the flow's last byte visited. Empty: the byte was not sent, or was not traced. */
  readonly path: readonly string[];
  /** The names of the ports by which the last byte left the nodes of `path`. */
  readonly hops: readonly string[];
  readonly parts: readonly PartAt[];
  readonly losses: readonly {
    readonly node: string;
    readonly peer: string;
    readonly cause: string;
    readonly packets: number;
  }[];
  readonly nacks: number;
  readonly timeouts: number;
  readonly repeated_packets: number;
  readonly out_of_order_packets: number;
}

/** Explains the completion time of the flow that `watch` has observed. Call it after the run. */
export function whyFlow(network: Network, { flows, pauses }: Tables, watch: FlowWatch): WhyFlow {
  const { flow } = watch;
  const { fabric } = network;
  const name = portNames(fabric);
  const taken = breakdownByTable(network, flows)(flow);
  const stays = staysOf(network, flow);
  const nic = network.flows.port[flow];
  const staysAt = (port: number): Stay[] => stays.filter((stay) => stay.port === port);
  const {
    source,
    destination,
    class: cls,
    size_bytes,
    ideal_fct_ns,
    nacks,
    repeated_packets,
    out_of_order_packets,
  } = flows.columns;
  const ideal = Math.round(ideal_fct_ns[flow] * 1000);
  const whole = (value: number): number | null => (Number.isNaN(value) ? null : value);
  return {
    flow,
    source: source[flow],
    destination: destination[flow],
    class: cls[flow],
    size_bytes: whole(size_bytes[flow]),
    start_ps: network.flows.start[flow],
    done: taken.done,
    total_ps: taken.total,
    ideal_fct_ps: whole(ideal),
    slowdown: whole(taken.total / ideal),
    path: pathOf(network, flow, stays),
    hops: stays.length === 0 ? [] : [network.flows.port[flow], ...stays.map(({ port }) => port)].map(name.name),
    parts: taken.parts.map(({ name: part, time, port }) => ({
      part,
      time_ps: time,
      node: port < 0 ? "" : name.node(port),
      peer: port < 0 ? "" : name.peer(port),
      port: port < 0 ? "" : name.name(port),
      ...(part === "window" && fabric.entropy === null ? { acks: ackWaits(network, watch, time) } : {}),
      ...((part === "window" || part === "opening") && fabric.entropy !== null ? { by_transport: true as const } : {}),
      ...(part === "stopped" || part === "nic_stopped"
        ? {
            roots: rootsOf(
              time,
              watch.stoppedBy(part === "nic_stopped" ? watch.waits : staysAt(port), cls[flow]),
              pauses,
            ),
          }
        : {}),
      ...(part === "queue_stopped"
        ? {
            roots: rootsOf(
              time,
              watch.stoppedAlone(port === nic ? [{ port, from: 0, to: Infinity }] : staysAt(port)),
              pauses,
            ),
          }
        : {}),
    })),
    losses: Array.from(watch.losses.values(), ({ port, cause, packets }) => ({
      node: name.node(port),
      peer: name.peer(port),
      cause: DROP_CAUSES[cause],
      packets,
    })),
    nacks: nacks[flow],
    timeouts: network.hosts.timeouts[flow],
    repeated_packets: repeated_packets[flow],
    out_of_order_packets: out_of_order_packets[flow],
  };
}

function ackWaits(network: Network, { flow, windows }: FlowWatch, time: Ps): AckWait[] {
  const { fabric, flows } = network;
  const name = portNames(fabric);
  const { names } = fabric.wiring;
  return windows.shares(time, sentAt(network, flow)).map(({ port, time: of }) => ({
    time_ps: of,
    queue: port < 0 ? "" : name.name(port),
    node: port < 0 ? "" : name.node(port),
    peer: port < 0 ? "" : name.peer(port),
    filled_by: windows.filledBy(port).map((one) => ({
      flow: one.flow,
      source: names[flows.source[one.flow]],
      destination: names[flows.destination[one.flow]],
      bytes: one.bytes,
    })),
  }));
}

function pathOf({ fabric, flows }: Network, flow: number, stays: readonly Stay[]): string[] {
  const { names } = fabric.wiring;
  if (stays.length === 0) return [];
  const last = stays[stays.length - 1].port;
  const nodes = [flows.source[flow], ...stays.map(({ port }) => fabric.node[port]), fabric.node[fabric.peer[last]]];
  return nodes.map((node) => names[node]);
}

const NO_ROOT = { node: "", egress_peer: "", egress_port: "" };

/**
 * Splits `time`, the paused time in one part of the FCT, among the roots of its PAUSEs. Time without a known PAUSE goes
 * to an unknown root.
 *
 * The breakdown of the FCT shortens a paused part if the part "ideal" would otherwise be too short. So the PAUSEs may
 * last longer together than `time`. The excess is then subtracted from the roots' shares, the largest one first. The
 * shares thus add up to `time`.
 */
function rootsOf(time: Ps, stoppedBy: ReadonlyMap<number, Ps>, pauses: Tables["pauses"]): RootCause[] {
  const byRoot = new Map<string, { -readonly [Field in keyof RootCause]: RootCause[Field] } & { longest: Ps }>();
  const startOf = (row: number): number | null => (row < 0 ? null : pauses.columns.start_ns[row]);
  let found = 0;
  const add = (row: number, held: Ps, root: Pick<Link, "node" | "egress_peer" | "egress_port">): void => {
    found += held;
    const key = `${root.node}\n${root.egress_port}\n${root.egress_peer}`;
    const before = byRoot.get(key);
    const pause = row < 0 ? null : row;
    if (before === undefined) {
      const { node, egress_peer, egress_port } = root;
      byRoot.set(key, { time_ps: held, pause, start_ns: startOf(row), node, egress_peer, egress_port, longest: held });
      return;
    }
    before.time_ps += held;
    if (held > before.longest) {
      before.longest = held;
      before.pause = pause;
      before.start_ns = startOf(row);
    }
  };
  for (const [row, held] of stoppedBy) {
    if (row < 0) add(row, held, NO_ROOT);
    else add(row, held, chainOf(pauses, row).at(-1) as Link);
  }
  if (found < time) add(-1, time - found, NO_ROOT);
  const roots = [...byRoot.values()].sort((a, b) => b.time_ps - a.time_ps);
  let given = Math.max(0, found - time);
  for (const root of roots) {
    const gives = Math.min(given, root.time_ps);
    root.time_ps -= gives;
    given -= gives;
  }
  return roots.filter(({ time_ps }) => time_ps > 0).map(({ longest: _, ...root }) => root);
}
