/**
 * Detects deadlocks in a running network. A deadlock is a set of paused queues that wait only for each other.
 *
 * A queue (egress port, class) is stuck when it has packets and its peer has paused it. The peer does not resume it
 * while the peer's ingress queue has bytes that wait in stuck egress queues. The search begins with all stuck queues.
 * It repeatedly removes each queue that waits for a queue outside the remaining ones. The queues that remain at the end
 * are a knot: each waits only for others of the knot.
 *
 * A knot may still dissolve when memory of the shared pool is freed elsewhere and a threshold increases. So a knot
 * ends the run only if no packet moves any more, or if the knot lasts and `stopAtDeadlock` is set (`network.ts`).
 */
import { CLASS_BITS, CLASS_MASK } from "../../base/queue-number.ts";
import type { Ps } from "../../base/units.ts";
import { IN, NEXT } from "./packet-record.ts";
import { addStuck, classOf, pausesFrom, sinceWithin, waitsWithin, withinOf, type Switches } from "./queue-deadlock.ts";

/**
 * Returns a cycle of stuck queues (8 times port, plus class), in which each waits for the next one. The result is empty
 * if there is no deadlock.
 */
export function findDeadlock(network: Switches): number[] {
  const stuck = new Map<number, readonly number[]>();
  for (const queue of stuckQueues(network)) stuck.set(queue, waitsFor(network, queue));
  return cycleAmong(stuck);
}

/** The time since which a stuck queue is paused. */
export function stuckSince(network: Switches, queue: number): Ps {
  const within = withinOf(network);
  return within === undefined ? network.fabric.stoppedSince[queue] : sinceWithin(network, within, queue);
}

/**
 * Returns the paused queues that are not empty, at ports whose link joins two switches. They are in ascending order. If
 * classes have several queues, the list also has the PAUSEs that block these queues, because each queue then waits for
 * a PAUSE. `queue-deadlock.ts` gives each PAUSE a negative number.
 */
export function stuckQueues(network: Switches): number[] {
  const { fabric, switches } = network;
  const within = withinOf(network);
  const stuck: number[] = [];
  for (const at of switches) {
    if (at === null) continue;
    for (let port = at.base; port < at.base + at.ports; port++) {
      if (switches[fabric.node[fabric.peer[port]]] === null) continue;
      const nonEmpty = at.nonEmpty(port);
      const held = nonEmpty & fabric.stopped(port);
      for (let cls = 0; cls < 8; cls++)
        if (within !== undefined && (nonEmpty & (1 << cls)) !== 0) addStuck(network, within, port, cls, stuck);
        else if ((held & (1 << cls)) !== 0) stuck.push((port << CLASS_BITS) | cls);
    }
  }
  return within === undefined ? stuck : stuck.sort((a, b) => a - b);
}

/**
 * Returns what a switch pauses if it pauses class `cls` at the peer of its port `ingress`, as vertices of the graph of waiting
 * queues:
 * - If each class has one queue, the only vertex is the peer's egress queue.
 * - If classes have several queues, the vertices are PAUSEs, each with a negative number. The PAUSE of the whole class is
 *   always included. A PAUSE of a single queue is included only if it is in effect (`pausesFrom`).
 */
export function pausedBy(network: Switches, ingress: number, cls: number): number[] {
  const within = withinOf(network);
  return within === undefined
    ? [(network.fabric.peer[ingress] << CLASS_BITS) | cls]
    : pausesFrom(network, within, ingress, cls);
}

/**
 * The port and class to which `queue` belongs, as 8 times port, plus class. If each class has one queue, `queue` already
 * is this number.
 */
export function classNumber(network: Switches, queue: number): number {
  const within = withinOf(network);
  return within === undefined ? queue : classOf(within, queue);
}

/**
 * True if the partition of the stuck queue or PAUSE with the number `queue` knows what this queue or PAUSE waits for.
 * False: only the partition of the next hop knows it. PAUSEs have negative numbers (`queue-deadlock.ts`). The cases:
 * - Classes have several queues. A queue waits for a PAUSE that its partition has received: true.
 * - Classes have several queues. A PAUSE waits for queues of the next hop, the switch that sent the PAUSE: false.
 * - Each class has one queue. A queue waits for queues of the next hop: false.
 */
export const isLocalWait = (network: Switches, queue: number): boolean => queue >= 0 && withinOf(network) !== undefined;

/**
 * Returns a cycle of stuck queues that wait only for each other. `stuck` maps each stuck queue to the queues that it waits
 * for. The function removes entries from this map.
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
  // If classes have several queues, the cycle also contains PAUSEs, which have negative numbers (`queue-deadlock.ts`).
  return cycleIn(stuck).filter((queue) => queue >= 0);
}

/**
 * Returns the queues that the egress queue `queue` waits for: queues at the next hop with packets that arrived from
 * `queue`. If classes have several queues, the graph of waits also has PAUSEs (`waitsWithin`).
 */
export function waitsFor(network: Switches, queue: number): number[] {
  const within = withinOf(network);
  if (within !== undefined) return waitsWithin(network, within, queue);
  const { fabric, switches } = network;
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
