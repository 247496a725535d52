/**
 * The handlers of the events that `wires.ts` schedules: the arrival of a packet, and the end of a transmission.
 *
 * They are functions over constant arrays (docs/decisions/0016-closures-over-constant-arrays.md). They are created for
 * all ports when the run begins. By then all nodes exist, and it is known whether any link damages frames.
 */
import { CARGO } from "../engine/clock.ts";
import type { EventQueue } from "../engine/event-queue.ts";
import type { Handler } from "../engine/run.ts";
import type { ErrorModel } from "../../contracts/fidelity.ts";
import type { Faulty } from "./faulty.ts";
import type { LinkRetry } from "./link-retry.ts";
import { NEXT, NEXT_ARRIVAL_SEQ, NEXT_ARRIVES, SIZE } from "./packet-record.ts";
import type { Packets } from "./packets.ts";
import {
  AT_HOST,
  DONE_QUEUED,
  DOWN,
  FLAGS,
  FLIGHT_HEAD,
  FLIGHT_TAIL,
  LINK_IS_DOWN,
  PEER_SHIFT,
  PORT_WORDS_LOG,
  TO_HOST,
  type Ports,
} from "./ports.ts";
import { DAMAGED } from "./recorder.ts";

/**
 * The functions of a node that its links and ports call. One object of them serves all switches, another one serves all
 * hosts.
 */
export interface Station {
  readonly receive: (port: number, packet: number) => void;
  /** Sends the next packet of an idle port, if a packet may leave. */
  readonly sendNext: (port: number) => void;
  /** True if `sendNext` would send a packet by this port. */
  readonly hasWork: (port: number) => boolean;
  /**
   * Drops packets that wait at a port. The bit mask `classes` selects their classes, by default all. `cause` is the
   * recorded drop cause, by default a failed link.
   */
  readonly flush: (port: number, classes?: number, cause?: number) => void;
  /** The peer of the port paused or resumed a class. */
  readonly onEgress: (port: number, cls: number, stops: boolean) => void;
}

/** The functions of the hosts. `delivery.ts` implements them for queue pairs, `endpoints.ts` for transports. */
export interface HostStation extends Station {
  /**
   * A variant of `receive` that does not notify the link policy, because a slow NIC has already done so. `meta` is the
   * packet's META word.
   */
  readonly takeIn: (port: number, packet: number, meta: number) => void;
}

/** The fields of the fabric that the handlers of this file use. */
export interface LandingFabric {
  readonly queue: EventQueue;
  readonly packets: Packets;
  readonly portRecords: Ports;
  /** `switching` has the functions for arrivals at all switches, and `hosts` those for arrivals at all hosts. */
  readonly switching: Station;
  readonly hosts: Station;
  readonly errors: ErrorModel | null;
  readonly retry: Pick<LinkRetry, "has" | "accepts"> | null;
  readonly faults: Pick<Faulty, "takes"> | null;
  drop(port: number, packet: number, cause: number): void;
}

export interface Arrivals {
  /** Handles the arrival of a packet that is the cargo of an event in a lane (`engine/lanes.ts`). */
  readonly arrive: Handler;
  /** Handles the arrival of the first packet in the list of the port that sent it (`wires.ts`). */
  readonly arriveListed: Handler;
  /** Handles the end of a port's transmission: the port may send its next packet. */
  readonly done: Handler;
}

/** Creates the handlers of `Arrivals`. `listedKind` is the kind of event whose handler is `arriveListed`. */
export function arrivals(fabric: LandingFabric, listedKind: number): Arrivals {
  const { state, insert } = fabric.queue;
  const { words, doubles } = fabric.packets;
  const { words: portWords, rareWords, beyond } = fabric.portRecords;
  const { errors, retry, faults } = fabric;
  const { sendNext: sendNextOfSwitch } = fabric.switching;
  const { sendNext: sendNextOfHost } = fabric.hosts;
  const receiveAtSwitch = unlessTaken(fabric.switching.receive);
  const receiveAtHost = unlessTaken(fabric.hosts.receive);

  function arrive(port: number): void {
    const end = beyond[port];
    // If the link is dead, the packet was already lost when the link failed.
    if ((end & LINK_IS_DOWN) === 0) land(port, end, state[CARGO]);
  }

  function arriveListed(port: number): void {
    const w = port << PORT_WORDS_LOG;
    const packet = rareWords[w | FLIGHT_HEAD];
    // The packet was lost earlier, when the link failed.
    if (packet === 0) return;
    const next = words[(packet << 4) | NEXT];
    rareWords[w | FLIGHT_HEAD] = next;
    if (next === 0) rareWords[w | FLIGHT_TAIL] = 0;
    else {
      const arrives = doubles[(packet << 3) | NEXT_ARRIVES];
      insert(arrives, doubles[(packet << 3) | NEXT_ARRIVAL_SEQ], listedKind, port);
    }
    state[CARGO] = packet;
    land(port, beyond[port], packet);
  }

  function land(port: number, end: number, packet: number): void {
    const to = end >> PEER_SHIFT;
    if (errors !== null && isLost(port, to, packet)) return;
    if ((end & TO_HOST) === 0) receiveAtSwitch(to, packet);
    else receiveAtHost(to, packet);
  }

  /** True if a packet does not arrive at port `to`: its link damaged it, or retransmits it later. */
  function isLost(port: number, to: number, packet: number): boolean {
    const isDamaged = errors !== null && errors.damaged(port, words[(packet << 4) | SIZE]);
    if (retry !== null && retry.has(port)) return !retry.accepts(port, packet, isDamaged);
    if (isDamaged) fabric.drop(to, packet, DAMAGED);
    return isDamaged;
  }

  function done(port: number): void {
    const flags = (portWords[(port << PORT_WORDS_LOG) | FLAGS] &= ~DONE_QUEUED);
    if ((flags & DOWN) !== 0) return;
    if ((flags & AT_HOST) === 0) sendNextOfSwitch(port);
    else sendNextOfHost(port);
  }

  /**
   * Wraps `receive`: a packet is first checked for faults. Networks without faults use the plain `receive`, so the
   * check costs them nothing.
   */
  function unlessTaken(receive: Station["receive"]): Station["receive"] {
    if (faults === null) return receive;
    return (port, packet) => {
      if (!faults.takes(port, packet)) receive(port, packet);
    };
  }

  return { arrive, arriveListed, done };
}
