/**
 * Adds flows to a network and gives them numbers, UDP ports, addresses and windows. It also starts the planned flows.
 */
import type { Launch } from "../../contracts/fidelity.ts";
import type { Network } from "../../sim/model/network.ts";
import type { Bps, Bytes, Ps } from "../../base/units.ts";

/** The properties of a flow to add. */
export interface FlowSetup {
  readonly source: number;
  readonly destination: number;
  readonly cls: number;
  readonly bytes: Bytes;
  readonly start: Ps;
  readonly destinationPort: number;
  /**
   * Flows with the same number and the same two hosts share one queue pair, and therefore its UDP ports. Absent: the
   * flow has its own queue pair.
   */
  queuePair?: number;
  readonly window: Bytes;
  readonly baseRtt: Ps;
}

/** The IPv4 address of a node: 11.x.x.x, as in HPCC's simulator. */
export const addressOf = (node: number): number => 0x0b000001 + ((node >> 8) << 16) + ((node & 255) << 8);

const FIRST_SOURCE_PORT = 10_000;

/** How UDP ports are numbered: a queue pair has the next number of its pair of hosts, or the next number of its host. */
export type PortsBy = "pair" | "host";

/** The first UDP destination port, if destination ports are numbered for each host. */
const FIRST_DESTINATION_PORT = 100;

/** The UDP source and destination port of a queue pair. */
interface QueuePair {
  readonly from: number;
  readonly to: number;
}

/**
 * Adds flows to a network and numbers their UDP ports.
 *
 * - By pair: source ports count from 10000 for each pair of hosts. The destination port is given.
 * - By host: source ports count from 10000 for each source host. Destination ports count from 100 for each destination
 *   host.
 */
export class FlowDesk {
  private readonly network: Network;
  private readonly by: PortsBy;
  private readonly portsFrom: (host: number, to: number) => readonly number[];
  private readonly begun = new Map<number, number>();
  private readonly kept = new Map<string, QueuePair>();

  /** `portsFrom` returns the ports of `host` that lead to host `to`. Queue pairs use these ports in turn. */
  constructor(
    network: Network,
    by: PortsBy = "pair",
    portsFrom: (host: number, to: number) => readonly number[] = (host) => [network.fabric.portBase[host]],
  ) {
    this.network = network;
    this.by = by;
    this.portsFrom = portsFrom;
  }

  /** Adds a flow and returns its number: `at`, or the next free one. */
  add(setup: FlowSetup, at?: number): number {
    const { flows, fabric } = this.network;
    const flow = flows.add(setup, at);
    const { from, to } = this.queuePair(setup);
    flows.setKeys(flow, addressOf(setup.source), addressOf(setup.destination), from, to);
    const ports = this.portsFrom(setup.source, setup.destination);
    // The flows of a host use its egress ports towards the destination in turn. The UDP source port (`from`) selects
    // the egress port. By default, the UDP source ports of each pair of hosts count from 10000. So the first flow to
    // every destination has source port 10000. The number of the destination is added to spread these flows over the
    // egress ports.
    flows.port[flow] = ports[(from + setup.destination) % ports.length];
    const rate: Bps = fabric.rate[flows.port[flow]];
    flows.rate[flow] = rate;
    flows.lineRate[flow] = rate;
    flows.window[flow] = setup.window;
    flows.baseRtt[flow] = setup.baseRtt;
    return flow;
  }

  private queuePair(setup: FlowSetup): QueuePair {
    const { source, destination, queuePair } = setup;
    if (queuePair === undefined) return this.newPair(setup);
    const key = `${queuePair} ${source} ${destination}`;
    const pair = this.kept.get(key) ?? this.newPair(setup);
    this.kept.set(key, pair);
    return pair;
  }

  private newPair({ source, destination, destinationPort }: FlowSetup): QueuePair {
    const { nodes } = this.network.fabric;
    const byHost = this.by === "host";
    const from = FIRST_SOURCE_PORT + this.count(source * nodes + (byHost ? source : destination));
    // The keys of counters for source ports are below nodes^2. Counters for destination ports have higher keys, so no
    // two counters share a key.
    const to = byHost ? FIRST_DESTINATION_PORT + this.count(nodes * nodes + destination) : destinationPort;
    return { from: from & 0xffff, to: to & 0xffff };
  }

  /** Counts a queue pair for `key`. Returns the number of queue pairs counted before. */
  private count(key: number): number {
    const count = this.begun.get(key) ?? 0;
    this.begun.set(key, count + 1);
    return count;
  }
}

/**
 * Schedules the starts of all flows added so far whose sources belong to this partition. `launch` has the rules for
 * starts: xoff's own, or those of ns-3.
 */
export function launchPlanned({ timers, queue, flows, hosts, fabric }: Network, launch: Launch): void {
  launch({
    timer: (subjects, action) => timers.make(subjects, action, { planned: true }),
    get now() {
      return queue.now;
    },
    planned: flows.count,
    start: flows.start,
    acting: Int32Array.from({ length: flows.count }, (_, flow) => flow).filter((flow) =>
      fabric.owns(flows.source[flow]),
    ),
    begin: (flow) => {
      hosts.begin(flow);
    },
  });
}
