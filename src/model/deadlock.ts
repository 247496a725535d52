/**
 * The live deadlock watch: is there a set of stopped queues that wait for each other and for nothing else?
 *
 * A queue (egress port, class) is stuck when it has packets and its peer has stopped it. The peer will not let it go while its ingress
 * holds bytes that wait in queues of its own which are stuck too. Taking away every stuck queue that some other queue may
 * still relieve, again and again, leaves a knot: each member waits for members only.
 * A knot can still dissolve when the pool grows and a threshold with it, so a run ends only if, besides, nothing moves.
 */
import type { Fabric } from "./fabric.ts";
import { IN, NEXT } from "./packet-record.ts";
import type { Switch } from "./switch.ts";

/** A cycle of stuck queues, each as port * 8 + class and waiting for the next; empty when there is no knot. */
export function findDeadlock(network: { fabric: Fabric; switches: readonly (Switch | null)[] }): number[] {
  const { fabric, switches } = network;
  const stuck = new Map<number, number[]>();
  for (const at of switches) {
    if (at === null) continue;
    for (let port = at.base; port < at.base + at.ports; port++) {
      const held = at.nonEmpty(port) & fabric.stopped(port);
      for (let cls = 0; cls < 8; cls++) {
        if ((held & (1 << cls)) !== 0 && switches[fabric.node[fabric.peer[port]]] !== null)
          stuck.set((port << 3) | cls, []);
      }
    }
  }
  for (const queue of stuck.keys()) stuck.set(queue, waitsFor(fabric, switches, queue));

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
function waitsFor(fabric: Fabric, switches: readonly (Switch | null)[], queue: number): number[] {
  const cls = queue & 7;
  const ingress = fabric.peer[queue >> 3];
  const peer = switches[fabric.node[ingress]];
  if (peer === null) return [];
  const { words } = fabric.packets;
  const found: number[] = [];
  for (let out = peer.base; out < peer.base + peer.ports; out++) {
    for (let packet = peer.firstOf((out << 3) | cls); packet !== 0; packet = words[(packet << 4) | NEXT]) {
      if (words[(packet << 4) | IN] !== ingress) continue;
      found.push((out << 3) | cls);
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
