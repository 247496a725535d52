/**
 * Results about the faults of a run: their descriptions, their effects over time, and the fault that caused a
 * congestion.
 */
import { inOrder, type NamedFault } from "../../sim/model/fault-log.ts";
import type { Network } from "../../sim/model/network.ts";
import type { Bytes, Ps } from "../../base/units.ts";
import { portNames } from "./port-tables.ts";
import type { Table } from "./tables.ts";
import { inNs } from "./times.ts";

/** A fault of the scenario, as summary.json describes it. */
export interface FaultSummary {
  readonly kind: string;
  readonly target: readonly string[];
  readonly at_ns: number;
  /** The end of the fault. Null: it lasts to the end of the run. */
  readonly until_ns: number | null;
}

export const faultSummary = ({ kind, target, at, until }: NamedFault): FaultSummary => ({
  ...{ kind, target, at_ns: inNs(at) },
  until_ns: until === Infinity ? null : inNs(until),
});

export function faultTable({ fabric, faultLog }: Network): Table<"faults"> | undefined {
  if (faultLog === null) return undefined;
  const { faults } = faultLog;
  const events = inOrder(faultLog.events);
  const name = portNames(fabric);
  return {
    rows: events.length,
    columns: {
      time_ns: Float64Array.from(events, ({ time }) => inNs(time)),
      fault: Int32Array.from(events, ({ fault }) => fault),
      kind: events.map(({ fault }) => faults[fault].kind),
      event: events.map(({ what }) => what),
      node: events.map(({ port }) => name.node(port)),
      port: Int32Array.from(events, ({ port }) => name.port(port)),
      peer: events.map(({ port }) => name.peer(port)),
      class: Int32Array.from(events, ({ cls }) => cls),
    },
  };
}

/** A fault that caused a congestion. */
export interface Origin extends FaultSummary {
  /** The fault's number in the scenario. Absent for a link that fails by the topology's setting `fail`. */
  readonly fault?: number;
  /** The name of the host or link. */
  readonly place: string;
  /** The effect of the fault, such as "h5's NIC storms PAUSEs". */
  readonly what: string;
  /**
   * For a failed link: the share of the bytes at the congested port that would have used the link on a shortest path.
   */
  readonly share?: number;
}

/**
 * The fault that explains why a NIC sent a PAUSE at time `at`. It is the scenario's first fault that pauses the NIC's
 * peer and began by that time. `port` is the port of the NIC.
 */
export function originAtHost({ faultLog, fabric }: Network, port: number, at: Ps): Origin | undefined {
  const faults = faultLog?.faults ?? [];
  const found = faults.findIndex(
    ({ stops, ports, ...of }) => stops !== undefined && ports.includes(port) && of.at <= at,
  );
  if (found < 0) return undefined;
  const place = fabric.wiring.names[fabric.node[port]];
  return { ...faultSummary(faults[found]), fault: found, place, what: `${place}'s NIC ${faults[found].stops ?? ""}` };
}

/**
 * Finds the failed link to which the congestion of a port at time `at` is attributed. A byte at the
 * port counts for a link if the link was on a shortest path of the byte's flow. The link with the largest number of bytes is returned.
 * `held`: the bytes at the port, by flow. Undefined: that number is less than half of all bytes at the port.
 */
export function originInLinks(network: Network, held: ReadonlyMap<number, Bytes>, at: Ps): Origin | undefined {
  const { faultLog, fabric, flows } = network;
  const { links } = fabric.wiring;
  const dead: { readonly link: number; readonly of: FaultSummary & { readonly fault?: number } }[] = [];
  faultLog?.faults.forEach((fault, number) => {
    if (fault.cuts !== true || fault.at > at || at >= fault.until + (fault.follows ?? 0)) return;
    const of = { ...faultSummary(fault), fault: number };
    for (const link of new Set(fault.ports.map((port) => fabric.linkOf[port]))) dead.push({ link, of });
  });
  const name = portNames(fabric);
  const nameOf = (link: number): string =>
    name.name(fabric.linkOf.findIndex((of, port) => of === link && fabric.node[port] === links[link].a));
  links.forEach(({ failsAt = 0 }, link) => {
    // A link that failed at the start of the run was in no path, so no flow has lost a path by its failure.
    if (failsAt === 0 || failsAt > at) return;
    const target = [nameOf(link)];
    dead.push({ link, of: { kind: "topology.fail", target, at_ns: inNs(failsAt), until_ns: null } });
  });
  if (dead.length === 0) return undefined;
  const steps = new Map<number, Int32Array>();
  const from = (node: number): Int32Array => {
    let found = steps.get(node);
    if (found === undefined) steps.set(node, (found = stepsFrom(network, node)));
    return found;
  };
  let all = 0;
  const bytesOf = dead.map(() => 0);
  for (const [flow, bytes] of held) {
    all += bytes;
    const [there, back] = [from(flows.source[flow]), from(flows.destination[flow])];
    dead.forEach(({ link }, k) => {
      const { a, b } = links[link];
      const least = Math.min(there[a] + back[b], there[b] + back[a]);
      if (least + 1 === there[flows.destination[flow]]) bytesOf[k] += bytes;
    });
  }
  const most = bytesOf.indexOf(Math.max(...bytesOf));
  if (all === 0 || bytesOf[most] < all / 2) return undefined;
  const { of, link } = dead[most];
  const place = nameOf(link);
  return { ...of, place, what: `${place} is down`, share: bytesOf[most] / all };
}

/**
 * The distance from a node to every other node: the number of links on a shortest path, as if all links worked. Paths
 * do not lead through hosts.
 */
function stepsFrom({ fabric }: Network, node: number): Int32Array {
  const { portBase, peer, node: nodeOf, nodes } = fabric;
  const steps = new Int32Array(nodes).fill(1 << 20);
  const queue = [node];
  steps[node] = 0;
  for (const here of queue) {
    if (here !== node && !fabric.wiring.isSwitch[here]) continue;
    for (let port = portBase[here]; port < portBase[here + 1]; port++) {
      const next = nodeOf[peer[port]];
      if (steps[next] <= steps[here] + 1) continue;
      steps[next] = steps[here] + 1;
      queue.push(next);
    }
  }
  return steps;
}
