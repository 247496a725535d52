/**
 * The packets that wait at the ports of hosts until the link is free and the link policy permits them.
 *
 * In runs with queue pairs, ACKs, NACKs and CNPs wait here. Data packets do not wait here, because the NIC creates them when
 * it sends them. In runs with a transport policy instead of queue pairs, all packets wait here.
 *
 * This file has functions over constant arrays (docs/decisions/0016-closures-over-constant-arrays.md), created once for
 * each network.
 */
import { NOW } from "../engine/clock.ts";
import { CLASS_BITS, CLASS_MASK } from "../../base/queue-number.ts";
import { checkFalse } from "../../contracts/answers.ts";
import type { Bytes } from "../../base/units.ts";
import type { Fabric } from "./fabric.ts";
import { CLASS_SHIFT, KIND_MASK, LINK_FRAME, META, NEXT, SIZE } from "./packet-record.ts";
import { PORT_WORDS_LOG, STOPPED } from "./ports.ts";
import { LINK_DOWN } from "./recorder.ts";

export interface NicQueues {
  /** By port: the queues that contain a packet, as a bit mask. */
  readonly waiting: Uint8Array;
  /** True if the link policy of any host port has per-packet hooks. */
  readonly linkHooks: boolean;
  /** Calls the link policy's hooks for a packet that has arrived at its host port. `meta` is the packet's META word. */
  readonly arrived: (port: number, packet: number, meta: number) => void;
  /** The queues that may send by `port` now, as a bit mask. */
  readonly ready: (port: number) => number;
  /** Puts a packet on the wire: the oldest one of the lowest-numbered queue in the bit mask `ready`. */
  readonly sendFirst: (port: number, ready: number) => void;
  /**
   * Appends a packet to the queue of its class, or to the only queue of its port. The caller must then call `kick`.
   */
  readonly append: (port: number, packet: number) => void;
  /** Drops all packets that wait at a port whose link failed. */
  readonly flush: (port: number) => void;
  /** Puts a packet on the wire and calls the link policy's hooks for its departure. */
  readonly transmit: (port: number, packet: number, cls: number, size: Bytes) => void;
  /** The classes that may not send by `port` now, as a bit mask: paused by the peer, or refused by the link policy. */
  readonly stopped: (port: number) => number;
}

/**
 * Creates the queues. `head[8 * port + queue]` is the oldest packet of a queue, or 0. `fullFrame` is the size of a full
 * data packet. `hasWork` returns true if the port has another packet to send after the present one.
 */
export function nicQueues(
  fabric: Fabric,
  head: Int32Array,
  fullFrame: Bytes,
  hasWork: (port: number) => boolean,
): NicQueues {
  const { clock } = fabric.queue;
  const { words } = fabric.packets;
  const { words: portWords } = fabric.portRecords;
  const { addQueued, removeQueued, transmit: putOnWire } = fabric;
  /** The control class, whose packets link policies do not see. */
  const { controlClass } = fabric.fidelity.frames;
  const tail = new Int32Array(fabric.ports * 8);
  const waiting = new Uint8Array(fabric.ports);
  /** True if ACKs, NACKs and CNPs have a queue for each class. Otherwise they share one queue. */
  const byClass = fabric.fidelity.frames.ackQueues === 8;
  const linkHooks = fabric.links.some(
    (link, port) =>
      !fabric.wiring.isSwitch[fabric.node[port]] &&
      ("onArrive" in link || "onDepart" in link || "maySend" in link || "onSend" in link),
  );

  function ready(port: number): number {
    const waits = waiting[port];
    return byClass && waits !== 0 ? waits & ~stopped(port) : waits;
  }

  function sendFirst(port: number, open: number): void {
    const queue = (port << CLASS_BITS) | (31 - Math.clz32(open & -open));
    const packet = head[queue];
    const next = words[(packet << 4) | NEXT];
    head[queue] = next;
    if (next === 0) {
      tail[queue] = 0;
      waiting[port] &= ~(1 << (queue & CLASS_MASK));
    }
    removeQueued(port, words[(packet << 4) | SIZE]);
    if (fabric.tracer !== null) fabric.tracer.onDequeue(fabric.node[port], port, 0, packet, 0, 0);
    transmit(port, packet, (words[(packet << 4) | META] >> CLASS_SHIFT) & CLASS_MASK, words[(packet << 4) | SIZE]);
  }

  function transmit(port: number, packet: number, cls: number, size: Bytes): void {
    if (linkHooks && cls !== controlClass) {
      fabric.departing = port; // a frame that a policy sends by this port waits behind the packet
      fabric.links[port].onSend?.(port, cls, size);
      fabric.departing = -1;
    }
    putOnWire(port, packet, hasWork(port));
  }

  function stopped(port: number): number {
    const byPeer = portWords[(port << PORT_WORDS_LOG) | STOPPED];
    const link = fabric.links[port];
    if (!linkHooks || !link.maySend) return byPeer;
    let mask = byPeer;
    for (let cls = 0; cls < 8; cls++) {
      if ((mask & (1 << cls)) !== 0) continue;
      const isFree: unknown = link.maySend(port, cls, fullFrame);
      if (isFree === true) continue;
      checkFalse("link", "maySend", { port }, isFree);
      mask |= 1 << cls;
    }
    fabric.pauseTimes.setShort(port, mask & ~byPeer, clock[NOW]);
    return mask;
  }

  function append(port: number, packet: number): void {
    words[(packet << 4) | NEXT] = 0;
    if (fabric.tracer !== null) fabric.tracer.onEnqueue(fabric.node[port], port, 0, packet, 0);
    const cls = byClass ? (words[(packet << 4) | META] >> CLASS_SHIFT) & CLASS_MASK : 0;
    const queue = (port << CLASS_BITS) | cls;
    if (head[queue] === 0) {
      head[queue] = packet;
      waiting[port] |= 1 << cls;
    } else words[(tail[queue] << 4) | NEXT] = packet;
    tail[queue] = packet;
    addQueued(port, words[(packet << 4) | SIZE]);
  }

  function flush(port: number): void {
    for (let queue = port << CLASS_BITS; queue < (port + 1) << CLASS_BITS; queue++) {
      for (let packet = head[queue]; packet !== 0;) {
        const next = words[(packet << 4) | NEXT];
        removeQueued(port, words[(packet << 4) | SIZE]);
        fabric.tracer?.onDead?.(fabric.node[port], port, 0, packet, 0, false);
        fabric.drop(port, packet, LINK_DOWN);
        packet = next;
      }
      head[queue] = tail[queue] = 0;
    }
    waiting[port] = 0;
  }
  function arrived(port: number, packet: number, meta: number): void {
    const cls = (meta >> CLASS_SHIFT) & CLASS_MASK;
    if ((meta & KIND_MASK) === LINK_FRAME || cls === controlClass) return;
    // A host without a slow NIC has no queue for arriving packets. So the link policy is notified of the arrival, and at
    // once of the departure from the receive buffer.
    const size = words[(packet << 4) | SIZE];
    fabric.links[port].onArrive?.(port, cls, size);
    fabric.links[port].onDepart?.(port, cls, size);
  }

  return { waiting, linkHooks, arrived, ready, sendFirst, append, flush, transmit, stopped };
}
