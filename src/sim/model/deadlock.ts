/**
 * Detects deadlocks in a running network. A deadlock is a set of paused queues that wait only for each other.
 *
 * A queue (egress port, class) is stuck when it has packets and its peer has paused it. The peer does not resume it
 * while the peer's ingress queue has bytes that wait in stuck egress queues. The search repeatedly removes each stuck
 * queue that waits for a queue outside the set. The remaining queues are a knot: each waits only for others of the
 * knot.
 *
 * A knot may still dissolve when memory of the shared pool is freed elsewhere and a threshold increases. So a run ends
 * only if also no packet moves.
 */
import { CLASS_BITS, CLASS_MASK } from "../../base/queue-number.ts";
import type { Fabric } from "./fabric.ts";
import { IN, NEXT } from "./packet-record.ts";
import type { Switch } from "./switch.ts";

/**
 * Returns a cycle of stuck queues (8 times port, plus class), in which each waits for the next one. It is empty if
 * there is no knot.
 */
export function findDeadlock(network: Switches): number[] {
  const stuck = new Map<number, readonly number[]>();
  for (const queue of stuckQueues(network)) stuck.set(queue, waitsFor(network, queue));
  return cycleAmong(stuck);
}

interface Switches {
  readonly fabric: Fabric;
  readonly switches: readonly (Switch | null)[];
}

/** Returns the paused queues that are not empty, at ports whose link joins two switches. They are in ascending order. */
export function stuckQueues({ fabric, switches }: Switches): number[] {
  const stuck: number[] = [];
  for (const at of switches) {
    if (at === null) continue;
    for (let port = at.base; port < at.base + at.ports; port++) {
      const held = at.nonEmpty(port) & fabric.stopped(port);
      for (let cls = 0; cls < 8; cls++)
        if ((held & (1 << cls)) !== 0 && switches[fabric.node[fabric.peer[port]]] !== null)
          stuck.push((port << CLASS_BITS) | cls);
    }
  }
  return stuck;
}

/**
 * Returns a cycle of stuck queues that wait for no queue outside. `stuck` maps each stuck queue to the queues that it
 * waits for. The search removes its entries.
 */
export function cycleAmong(stuck: Map<number, readonly number[]>): number[] {
  for (let relieved = true; relieved;) {
    relieved = false;
    for (const [queue, next] of stuck) {
      if (next.length > 0 && next.every((other) => stuck.has(other))) continue;
      stuck.delete(queue);
      relieved = true;
    }
  }
  return cycleIn(stuck);
}

/** Returns the peer's egress queues with packets that arrived from `queue`. */
export function waitsFor({ fabric, switches }: Switches, queue: number): number[] {
  const cls = queue & CLASS_MASK;
  const ingress = fabric.peer[queue >> CLASS_BITS];
  const peer = switches[fabric.node[ingress]];
  if (peer === null) return [];
  const { words } = fabric.packets;
  const found: number[] = [];
  for (let out = peer.base; out < peer.base + peer.ports; out++) {
    let isFound = false;
    peer.eachFirst((out << CLASS_BITS) | cls, (first) => {
      for (let packet = first; packet !== 0 && !isFound; packet = words[(packet << 4) | NEXT])
        isFound = words[(packet << 4) | IN] === ingress;
    });
    if (isFound) found.push((out << CLASS_BITS) | cls);
  }
  return found;
}

function cycleIn(graph: ReadonlyMap<number, readonly number[]>): number[] {
  const [start] = graph.keys();
  if (start === undefined) return [];
  const path: number[] = [];
  const seenAt = new Map<number, number>();
  for (let queue = start; ;) {
    const at = seenAt.get(queue);
    if (at !== undefined) return path.slice(at);
    seenAt.set(queue, path.length);
    path.push(queue);
    const [next] = graph.get(queue) ?? [];
    // In a knot, each queue waits for another queue of the knot. So `next` is always defined here.
    if (next === undefined) return [];
    queue = next;
  }
}
