/**
 * The live deadlock watch: is there a set of stopped queues that wait for each other and for nothing else?
 *
 * A queue (egress port, class) is stuck when it has packets and its peer has stopped it. The peer will not let it go while its ingress
 * holds bytes that wait in queues of its own which are stuck too. Taking away every stuck queue that some other queue may
 * still relieve, again and again, leaves a knot: each member waits for members only.
 * A knot can still dissolve when the pool grows and a threshold with it, so a run ends only if, besides, nothing moves.
 */
import { CLASS_BITS, CLASS_MASK } from "../../base/queue-number.ts";
import type { Fabric } from "./fabric.ts";
import { IN, NEXT } from "./packet-record.ts";
import type { Switch } from "./switch.ts";

/** A cycle of stuck queues, each as port * 8 + class and waiting for the next; empty when there is no knot. */
export function findDeadlock(network: Switches): number[] {
  const stuck = new Map<number, readonly number[]>();
  for (const queue of stuckQueues(network)) stuck.set(queue, waitsFor(network, queue));
  return cycleAmong(stuck);
}

interface Switches {
  readonly fabric: Fabric;
  readonly switches: readonly (Switch | null)[];
}

/** Queues of switches, to switches, that have packets and are stopped: in ascending order. */
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

/** Of stuck queues and those that each waits for: a cycle of those that no other will relieve. `stuck` is used up. */
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

/** Queues of the peer in which bytes wait that came in by `queue`. */
export function waitsFor({ fabric, switches }: Switches, queue: number): number[] {
  const cls = queue & CLASS_MASK;
  const ingress = fabric.peer[queue >> CLASS_BITS];
  const peer = switches[fabric.node[ingress]];
  if (peer === null) return [];
  const { words } = fabric.packets;
  const found: number[] = [];
  for (let out = peer.base; out < peer.base + peer.ports; out++) {
    for (let packet = peer.firstOf((out << CLASS_BITS) | cls); packet !== 0; packet = words[(packet << 4) | NEXT]) {
      if (words[(packet << 4) | IN] !== ingress) continue;
      found.push((out << CLASS_BITS) | cls);
      break;
    }
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
    if (next === undefined) return []; // every member of a knot waits for another
    queue = next;
  }
}
