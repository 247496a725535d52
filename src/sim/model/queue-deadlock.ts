/**
 * The part of the search for deadlocks (`deadlock.ts`) that networks with queues within a class need. The search has a
 * graph of queues and PAUSEs:
 * - A stuck queue waits for the PAUSE that blocks it. The PAUSE is for its class or for the queue alone.
 * - A PAUSE of a class waits for all queues of the peer that contain packets of the class from this link.
 * - A PAUSE of one queue waits for its asker: the queue because of which the peer's policy paused (`queue-pauses.ts`).
 *   Without an asker it waits as a PAUSE of a class does.
 *
 * In the graph, a queue has the number that `QueuePauses.nameOf` gives it. A PAUSE of a class has the number -1 minus
 * that of queue 0. A PAUSE of queue q has the number -1 minus that of queue q + 1. So the numbers of the two kinds of
 * PAUSEs differ.
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

/** The queues within the classes of a network, and the PAUSEs of single queues. */
export interface Within {
  readonly queues: ClassQueues;
  readonly pauses: QueuePauses;
}

/** Undefined: each class of the network has one queue. */
export function withinOf({ fabric: { classQueues, queuePauses } }: Switches): Within | undefined {
  return classQueues === null || queuePauses === null ? undefined : { queues: classQueues, pauses: queuePauses };
}

const pauseOfClass = ({ pauses }: Within, port: number, cls: number): number => -1 - pauses.nameOf(port, cls, 0);
const pauseOfQueue = ({ pauses }: Within, port: number, cls: number, queue: number): number =>
  -1 - pauses.nameOf(port, cls, queue + 1);

/** The port, the class and the queue of `name`, the number of a queue or a PAUSE. Queue -1: it is a PAUSE of a class. */
function partsOf({ pauses }: Within, name: number): { port: number; cls: number; queue: number } {
  const { ofClass, queue } = pauses.partsOf(name < 0 ? -1 - name : name);
  return { port: ofClass >> CLASS_BITS, cls: ofClass & CLASS_MASK, queue: name < 0 ? queue - 1 : queue };
}

/** Adds the stuck queues of class `cls` at `port`, and their PAUSEs, to `stuck`. */
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

/** The numbers that a stuck queue or a PAUSE waits for. A PAUSE must have been sent by a switch of this partition. */
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
  // The PAUSE has no entry if the frame that resumes the queue is on its way.
  if (asker === undefined) return [];
  return asker === NO_ASKER ? queuesWith(network, within, ingress, cls) : [asker];
}

/** The PAUSEs that a switch may have sent by `ingress` for queues of this class. */
export function pausesFrom({ fabric }: Switches, within: Within, ingress: number, cls: number): number[] {
  const port = fabric.peer[ingress];
  const found = [pauseOfClass(within, port, cls)];
  for (const name of within.pauses.open.keys()) {
    const { ofClass, queue } = within.pauses.partsOf(name);
    if (ofClass === ((ingress << CLASS_BITS) | cls)) found.push(pauseOfQueue(within, port, cls, queue));
  }
  return found;
}

/** The class to which the queue or PAUSE `name` belongs, as 8 times port, plus class. */
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
