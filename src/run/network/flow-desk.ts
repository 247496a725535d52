/** Adds flows to a network: numbers, UDP ports, addresses and windows. Then starts the planned ones. */
import type { Launch } from "../../contracts/fidelity.ts";
import type { Network } from "../../sim/model/network.ts";
import type { Bps, Bytes, Ps } from "../../base/units.ts";

/** The properties of a flow to add: addresses and ports, its window, and the base RTT of its path. */
export interface FlowSetup {
  readonly source: number;
  readonly destination: number;
  readonly cls: number;
  readonly bytes: Bytes;
  readonly start: Ps;
  readonly destinationPort: number;
  /** Flows with the same number and the same two hosts share their UDP ports. Absent: the flow has a queue pair of its own. */
  queuePair?: number;
  readonly window: Bytes;
  readonly baseRtt: Ps;
}

/** The IPv4 address of a node. HPCC's simulator numbers hosts like this: 11.x.x.x. */
export const addressOf = (node: number): number => 0x0b000001 + ((node >> 8) << 16) + ((node & 255) << 8);

const FIRST_SOURCE_PORT = 10_000;

/** The scope of port numbers: queue pairs are counted by pair of hosts, or by host. */
export type PortsBy = "pair" | "host";

/** The first destination port, if destination ports are counted. */
const FIRST_DESTINATION_PORT = 100;

/** UDP ports of a queue pair. */
interface QueuePair {
  readonly from: number;
  readonly to: number;
}

/**
 * Adds flows to a network and numbers their UDP ports. By pair: source ports count from 10000 for each pair of hosts. By host: source ports
 * count for each host, and destination ports count from 100 for each destination.
 */
export class FlowDesk {
  private readonly network: Network;
  private readonly by: PortsBy;
  private readonly portsFrom: (host: number, to: number) => readonly number[];
  private readonly begun = new Map<number, number>();
  private readonly kept = new Map<string, QueuePair>();

  /** `portsFrom` returns the ports of a host that lead to another. Queue pairs use them in turn. */
  constructor(
    network: Network,
    by: PortsBy = "pair",
    portsFrom: (host: number, to: number) => readonly number[] = (host) => [network.fabric.portBase[host]],
  ) {
    this.network = network;
    this.by = by;
    this.portsFrom = portsFrom;
  }

  /** `at` is the flow's number, if it is not the next one. */
  add(setup: FlowSetup, at?: number): number {
    const { flows, fabric } = this.network;
    const flow = flows.add(setup, at);
    const { from, to } = this.queuePair(setup);
    flows.setKeys(flow, addressOf(setup.source), addressOf(setup.destination), from, to);
    const ports = this.portsFrom(setup.source, setup.destination);
    // The destination is added because pairs to different hosts begin with the same port number.
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
    // The counter of a destination has a key above all keys of pairs, so no two counters share a key.
    const to = byHost ? FIRST_DESTINATION_PORT + this.count(nodes * nodes + destination) : destinationPort;
    return { from: from & 0xffff, to: to & 0xffff };
  }

  /** Counts a queue pair for `key`. Returns the number of earlier ones. */
  private count(key: number): number {
    const count = this.begun.get(key) ?? 0;
    this.begun.set(key, count + 1);
    return count;
  }
}

/** Starts the flows added so far, each at its time, by the rule of the fidelity. */
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
