/**
 * The part of the search for deadlocks (`deadlock.ts`) that networks with several queues in a class need. The search has
 * a graph. Its nodes are the stuck queues and the PAUSEs that block them:
 * - A stuck queue waits for the PAUSE that blocks it. The PAUSE is for its class or for the queue alone.
 * - A PAUSE of a class waits for queues of the switch that sent it: all that contain packets of the class from the
 *   paused link.
 * - A PAUSE of one queue waits for its asker, a queue of the switch that sent the PAUSE. The scheduling policy was handling
 *   this queue when the policy requested the PAUSE (`queue-pauses.ts`).
 * - A PAUSE of one queue without an asker waits for the same queues as a PAUSE of the class.
 *
 * The number of a node shows whether it is a queue or one of the two kinds of PAUSEs:
 * - queue q: `QueuePauses.nameOf` of q, from 0
 * - PAUSE of a class: -1 minus the number of queue 0
 * - PAUSE of queue q alone: -1 minus the number of queue q + 1
 */
import { CLASS_BITS, CLASS_MASK } from "../../base/queue-number.ts";
import type { Ps } from "../../base/units.ts";
import type { ClassQueues } from "./class-queues.ts";
import type { Fabric } from "./fabric.ts";
import { IN, NEXT } from "./packet-record.ts";
import { NO_ASKER, type QueuePauses } from "./queue-pauses.ts";
import type { Switch } from "./switch.ts";

export interface Switches {
  readonly fabric: Fabric;
  readonly switches: readonly (Switch | null)[];
}

/** The queues of a network whose classes have several queues each, and the PAUSEs of single queues. */
export interface Within {
  readonly queues: ClassQueues;
  readonly pauses: QueuePauses;
}

/** Returns the queues within the classes, and their PAUSEs. Undefined if each class of the network has one queue. */
export function withinOf({ fabric: { classQueues, queuePauses } }: Switches): Within | undefined {
  return classQueues === null || queuePauses === null ? undefined : { queues: classQueues, pauses: queuePauses };
}

const pauseOfClass = ({ pauses }: Within, port: number, cls: number): number => -1 - pauses.nameOf(port, cls, 0);
const pauseOfQueue = ({ pauses }: Within, port: number, cls: number, queue: number): number =>
  -1 - pauses.nameOf(port, cls, queue + 1);

/**
 * Decodes the number `name`. It is the number of a PAUSE if it is negative, and otherwise that of a queue. For a PAUSE,
 * the result's `queue` is the paused queue, or -1 if the whole class is paused.
 */
function partsOf({ pauses }: Within, name: number): { port: number; cls: number; queue: number } {
  const { ofClass, queue } = pauses.partsOf(name < 0 ? -1 - name : name);
  return { port: ofClass >> CLASS_BITS, cls: ofClass & CLASS_MASK, queue: name < 0 ? queue - 1 : queue };
}

/**
 * Adds the numbers of the stuck queues of class `cls` at `port` to `stuck`, and the negative numbers of the PAUSEs that
 * block these queues.
 */
export function addStuck({ fabric }: Switches, within: Within, port: number, cls: number, stuck: number[]): void {
  const isHeld = (fabric.stopped(port) & (1 << cls)) !== 0;
  let found = false;
  within.queues.eachFirst(port, cls, (_, queue) => {
    const isPaused = within.queues.isPaused(port, cls, queue);
    if (!isHeld && !isPaused) return;
    stuck.push(within.pauses.nameOf(port, cls, queue));
    found = true;
    if (!isHeld) stuck.push(pauseOfQueue(within, port, cls, queue));
  });
  if (isHeld && found) stuck.push(pauseOfClass(within, port, cls));
}

/**
 * `name` is a number that identifies a stuck queue or a PAUSE. For a queue, returns the number of the PAUSE that blocks
 * it. For a PAUSE, returns the numbers of the queues that must drain before the PAUSE can end. A switch of this partition
 * must have sent this PAUSE.
 */
export function waitsWithin(network: Switches, within: Within, name: number): number[] {
  const { fabric } = network;
  const { port, cls, queue } = partsOf(within, name);
  if (name >= 0) {
    const isHeld = (fabric.stopped(port) & (1 << cls)) !== 0;
    return [isHeld ? pauseOfClass(within, port, cls) : pauseOfQueue(within, port, cls, queue)];
  }
  const ingress = fabric.peer[port];
  if (queue < 0) return queuesWith(network, within, ingress, cls);
  const asker = within.pauses.open.get(within.pauses.nameOf(ingress, cls, queue));
  // Undefined: `open` has no entry for the PAUSE, because the switch that sent it has ended it. The frame that ends it is
  // on its way, so the PAUSE does not wait for any queue.
  if (asker === undefined) return [];
  return asker === NO_ASKER ? queuesWith(network, within, ingress, cls) : [asker];
}

/**
 * Returns a list of the PAUSEs that a switch may have sent for class `cls` upstream through port `ingress`, as numbers that
 * identify them. A PAUSE of a single queue is in the list only if it is in effect. The PAUSE of the whole class is always in the list. This is harmless, because
 * the search for deadlocks drops each PAUSE that blocks no stuck queue.
 */
export function pausesFrom({ fabric }: Switches, within: Within, ingress: number, cls: number): number[] {
  const port = fabric.peer[ingress];
  const found = [pauseOfClass(within, port, cls)];
  for (const name of within.pauses.open.keys()) {
    const { ofClass, queue } = within.pauses.partsOf(name);
    if (ofClass === ((ingress << CLASS_BITS) | cls)) found.push(pauseOfQueue(within, port, cls, queue));
  }
  return found;
}

/** The port and class of a queue or PAUSE with the number `name`, as 8 times port, plus class. PAUSEs have negative numbers. */
export function classOf(within: Within, name: number): number {
  const { port, cls } = partsOf(within, name);
  return (port << CLASS_BITS) | cls;
}

/** The time since which a stuck queue is paused. */
export function sinceWithin({ fabric }: Switches, within: Within, name: number): Ps {
  const { port, cls, queue } = partsOf(within, name);
  const isHeld = (fabric.stopped(port) & (1 << cls)) !== 0;
  return isHeld || queue < 0
    ? fabric.stoppedSince[(port << CLASS_BITS) | cls]
    : within.queues.pausedSince(port, cls, queue);
}

/** The queues with packets that came by `ingress`. */
function queuesWith({ fabric, switches }: Switches, within: Within, ingress: number, cls: number): number[] {
  const at = switches[fabric.node[ingress]];
  if (at === null) return [];
  const { words } = fabric.packets;
  const found: number[] = [];
  for (let out = at.base; out < at.base + at.ports; out++)
    within.queues.eachFirst(out, cls, (first, queue) => {
      let packet = first;
      while (packet !== 0 && words[(packet << 4) | IN] !== ingress) packet = words[(packet << 4) | NEXT];
      if (packet !== 0) found.push(within.pauses.nameOf(out, cls, queue));
    });
  return found;
}
