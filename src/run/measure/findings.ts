/**
 * Findings that a person wants to see after a run:
 *
 * - the queue that came nearest to a PAUSE
 * - unfinished flows
 * - deadlocked queues
 * - switches with too little memory
 * - drops
 */
import { CLASS_BITS, CLASS_MASK } from "../../base/queue-number.ts";
import type { Network } from "../../sim/model/network.ts";
import { DROP_CAUSES } from "../../contracts/probe.ts";
import type { Bytes } from "../../base/units.ts";

/** A queue as texts name it. The ports of a node are numbered from 1. */
export interface QueueName {
  readonly node: string;
  readonly port: number;
  readonly cls: number;
  /** The queue within the class. Undefined: the class has one queue. */
  readonly within?: number;
}

export function queueName(network: Network, queue: number): QueueName {
  const { fabric } = network;
  const port = queue >> CLASS_BITS;
  return { node: fabric.wiring.names[fabric.node[port]], port: fabric.localPort(port) + 1, cls: queue & CLASS_MASK };
}

/**
 * The ingress queue whose occupancy came nearest to its threshold. Undefined: no switch received a packet of a lossless
 * class.
 */
export function nearestToPause(
  network: Network,
): (QueueName & { readonly backlog: Bytes; readonly threshold: Bytes }) | undefined {
  let best: { queue: number; backlog: Bytes; threshold: Bytes } | undefined;
  for (const at of network.switches) {
    if (at === null || at.nearest.queue < 0) continue;
    const { queue, backlog, threshold } = at.nearest;
    if (best === undefined || threshold - backlog < best.threshold - best.backlog) best = { queue, backlog, threshold };
  }
  return best && { ...queueName(network, best.queue), backlog: best.backlog, threshold: best.threshold };
}

/** The flows whose last ACK has not arrived, in the order of their numbers. */
export function unfinishedFlows(network: Network): number[] {
  const { flows } = network;
  return Array.from({ length: flows.count }, (_, flow) => flow).filter((flow) => Number.isNaN(flows.acked[flow]));
}

/**
 * The queues of a deadlock, empty without a deadlock. Each queue waits for the next one, and the last waits for the
 * first.
 */
export function deadlockedQueues(network: Network): QueueName[] {
  const { classQueues, queuePauses } = network.fabric;
  if (classQueues === null || queuePauses === null) return network.deadlock.map((queue) => queueName(network, queue));
  return network.deadlock.map((name) => {
    const { ofClass, queue } = queuePauses.partsOf(name);
    const isDivided = (classQueues.classes & (1 << (ofClass & CLASS_MASK))) !== 0;
    return { ...queueName(network, ofClass), ...(isDivided ? { within: queue } : {}) };
  });
}

/** A switch whose memory is smaller than headroom and private segments together. */
export interface ShortMemory {
  readonly node: string;
  readonly memory: Bytes;
  readonly headroom: Bytes;
  readonly reserved: Bytes;
  readonly ports: number;
}

/**
 * The switches with too little memory, in a run of HPCC's simulator. `reserved` has one private segment for each port,
 * as in that simulator. xoff's own model reserves one for each (port, class).
 */
export function shortOfMemory(network: Network): ShortMemory[] {
  const found: ShortMemory[] = [];
  for (const at of network.switches) {
    if (at === null || at.pool.capacity >= 0) continue;
    const { memory, capacity } = at.pool;
    const reserved = at.pool.private * at.ports;
    const node = network.fabric.wiring.names[at.node];
    found.push({ node, memory, headroom: memory - capacity - reserved, reserved, ports: at.ports });
  }
  return found;
}

/** The number of dropped packets for each cause. Causes without drops are left out. */
export function drops(network: Network): { readonly cause: string; readonly packets: number }[] {
  const { droppedPackets } = network.fabric.ledger;
  return DROP_CAUSES.map((cause, k) => ({ cause, packets: droppedPackets[k] })).filter(({ packets }) => packets > 0);
}
