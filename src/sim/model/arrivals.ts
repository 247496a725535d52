/**
 * What happens at the ends of links and of transmissions: the events of `wires.ts`.
 *
 * Functions over arrays that never change (docs/decisions/0016-closures-over-constant-arrays.md), made for all ports when the run begins: what stands at
 * the ends of links, and whether any link damages what it carries, is known by then.
 */
import { CARGO } from "../engine/clock.ts";
import type { EventQueue } from "../engine/event-queue.ts";
import type { Handler } from "../engine/run.ts";
import type { ErrorModel } from "../../contracts/fidelity.ts";
import type { Faulty } from "./faulty.ts";
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

/** All switches, or all hosts: what stands at the end of a link. */
export interface Station {
  readonly receive: (port: number, packet: number) => void;
  /** The port is idle: send what comes next, if anything may go. */
  readonly sendNext: (port: number) => void;
  /** Would `sendNext` do anything? */
  readonly hasWork: (port: number) => boolean;
  /** Forget what waits to leave by a port, of some classes, a bit mask, for a cause; left out: all of it, since its link failed. */
  readonly flush: (port: number, classes?: number, cause?: number) => void;
  /** The peer stopped or started a class of the port. */
  readonly onEgress: (port: number, cls: number, stops: boolean) => void;
}

/** What is needed of the fabric. */
export interface LandingFabric {
  readonly queue: EventQueue;
  readonly packets: Packets;
  readonly portRecords: Ports;
  /** What stands at the ends of links. */
  readonly switching: Station;
  readonly hosts: Station;
  readonly errors: ErrorModel | null;
  readonly faults: Pick<Faulty, "takes"> | null;
  drop(port: number, packet: number, cause: number): void;
}

export interface Arrivals {
  /** A packet of a lane comes to the other end of the link behind a port; the first of the port's list does. */
  readonly arrive: Handler;
  readonly arriveListed: Handler;
  /** The transmission of a port has ended. */
  readonly done: Handler;
}

/** `listedKind`: the kind of event that calls `arriveListed`. */
export function arrivals(fabric: LandingFabric, listedKind: number): Arrivals {
  const { state, insert } = fabric.queue;
  const { words, doubles } = fabric.packets;
  const { words: portWords, rareWords, beyond } = fabric.portRecords;
  const { errors, faults } = fabric;
  const { sendNext: sendNextOfSwitch } = fabric.switching;
  const { sendNext: sendNextOfHost } = fabric.hosts;
  const receiveAtSwitch = unlessTaken(fabric.switching.receive);
  const receiveAtHost = unlessTaken(fabric.hosts.receive);

  function arrive(port: number): void {
    const end = beyond[port];
    if ((end & LINK_IS_DOWN) === 0) land(port, end, state[CARGO]); // else it was lost when the link failed
  }

  function arriveListed(port: number): void {
    const w = port << PORT_WORDS_LOG;
    const packet = rareWords[w | FLIGHT_HEAD];
    if (packet === 0) return; // lost when the link failed
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
    if (errors !== null && errors.damaged(port, words[(packet << 4) | SIZE])) fabric.drop(to, packet, DAMAGED);
    else if ((end & TO_HOST) === 0) receiveAtSwitch(to, packet);
    else receiveAtHost(to, packet);
  }

  function done(port: number): void {
    const flags = (portWords[(port << PORT_WORDS_LOG) | FLAGS] &= ~DONE_QUEUED);
    if ((flags & DOWN) !== 0) return;
    if ((flags & AT_HOST) === 0) sendNextOfSwitch(port);
    else sendNextOfHost(port);
  }

  /** What a network without faults does not ask costs it nothing. */
  function unlessTaken(receive: Station["receive"]): Station["receive"] {
    if (faults === null) return receive;
    return (port, packet) => {
      if (!faults.takes(port, packet)) receive(port, packet);
    };
  }

  return { arrive, arriveListed, done };
}
