/**
 * The hot half of `fabric.ts`: is a port idle, put a packet on its wire, take one off at the other end.
 *
 * Functions over arrays that never change (docs/decisions/0016-closures-over-constant-arrays.md), made once for a network.
 */
import { CLASS_MASK } from "../../base/queue-number.ts";
import { NOW, SEQ, SUBJECT_BITS } from "../engine/clock.ts";
import type { EventQueue } from "../engine/event-queue.ts";
import type { Handlers } from "../engine/run.ts";
import { invariant } from "../../base/invariant.ts";
import type { Bytes, Ps } from "../../base/units.ts";
import { arrivals, type LandingFabric } from "./arrivals.ts";
import type { Border } from "./border.ts";
import type { Ledger } from "./ledger.ts";
import { CLASS_SHIFT, META, NEXT, NEXT_ARRIVAL_SEQ, NEXT_ARRIVES, SIZE } from "./packet-record.ts";
import type { Packets } from "./packets.ts";
import {
  ACROSS,
  AT_HOST,
  BUSY_SEQ,
  BUSY_UNTIL,
  DELAY,
  DONE_QUEUED,
  DOWN,
  FLAGS,
  FLIGHT_HEAD,
  FLIGHT_TAIL,
  PACKETS,
  PEAK,
  PEER_SHIFT,
  PORT_DOUBLES_LOG,
  PORT_WORDS_LOG,
  QUEUED,
  SENT,
  WIRE_BASE,
  type Ports,
} from "./ports.ts";
import { EGRESS_WORDS_LOG, HEAD, type Queues } from "./queues.ts";
import { LINK_DOWN } from "./recorder.ts";
import { LINK_DELAY, type WireTimes } from "./wire-times.ts";

/** What wires need of the fabric they are a part of. */
export interface WiredFabric extends LandingFabric {
  readonly departing: number;
}

export interface Wires {
  /** Makes what happens at the ends of links, when all that stands there is made. */
  readonly begin: () => void;
  /** The kind of event of a lane that is an arrival; its subject is the port that the link comes from. */
  readonly arriveKind: number;
  /** Time a frame of `size` occupies `port`. */
  readonly wireTime: (port: number, size: Bytes) => Ps;
  /** Has the present transmission of `port` ended, in the order of events? */
  readonly idle: (port: number) => boolean;
  /** Something may have become possible at `port`: send now if it is idle, else see to it that its end is noticed. */
  readonly kick: (port: number) => void;
  /** The same at this very time, but as an event of its own: for whoever may be in the midst of sending by some port. */
  readonly kickSoon: (port: number) => void;
  /** Puts `packet` on the wire of `port`, which must be idle. `more`: would the end of this transmission do anything? */
  readonly transmit: (port: number, packet: number, more: boolean) => void;
  /** A packet that another part of the network has put on the wire of `port`, which is that part's, and that arrives here at `arrives`. */
  readonly takeOver: (port: number, packet: number, arrives: Ps) => void;
  /** Sees to it that the end of the present transmission of `port` is an event, unless it is one already. */
  readonly queueDone: (port: number) => void;
  /** Bytes begin, or cease, to wait at `port`. */
  readonly addQueued: (port: number, size: Bytes) => void;
  readonly removeQueued: (port: number, size: Bytes) => void;
  /** Frees `packet` where its journey ends. */
  readonly deliver: (packet: number) => void;
}

export interface WireParts extends Omit<WireTimes, "base"> {
  readonly queue: EventQueue;
  readonly handlers: Handlers;
  readonly packets: Packets;
  readonly ports: Ports;
  readonly queues: Queues;
  readonly ledger: Ledger;
  readonly elide: boolean;
  /** null: the network is not cut. */
  readonly border: Border | null;
}

export function wires(fabric: WiredFabric, parts: WireParts): Wires {
  const { border, handlers, ledger, times: wireTimes, laneOf, laneOfEnds, laneAcross, elide } = parts;
  const { clock, number, insert } = parts.queue;
  const { append, join } = parts.queue.lanes;
  /** Does the number of an event follow from what it is? */
  const isFixed = parts.queue.order === "fixed";
  const handOver = border?.handOver;
  const { words, doubles, give } = parts.packets;
  const { egressWords: queueWords, classLog } = parts.queues;
  const { words: portWords, doubles: portDoubles, rareWords, rareDoubles, beyond } = parts.ports;

  // In this order at one picosecond: a port that ends a transmission just when a packet arrives is idle by then.
  const doneKind = handlers.add(tooEarly, "port");
  const arriveKind = handlers.add(tooEarly, "link");
  const kickKind = handlers.add(kick, "port");
  const arrivePayload = arriveKind << SUBJECT_BITS;
  // Arrivals that are no lane's: another call, but the same number, so it does not matter which way a packet took.
  const listedKind = handlers.add(tooEarly, "link");

  function begin(): void {
    const { done, arrive, arriveListed } = arrivals(fabric, listedKind);
    handlers.list[doneKind] = done;
    handlers.list[arriveKind] = arrive;
    handlers.list[listedKind] = arriveListed;
  }

  function wireTime(port: number, size: Bytes): Ps {
    return wireTimes[portWords[(port << PORT_WORDS_LOG) | WIRE_BASE] + size];
  }

  function idle(port: number): boolean {
    const until = portDoubles[(port << PORT_DOUBLES_LOG) | BUSY_UNTIL];
    const now = clock[NOW];
    return until < now || (until === now && busySeq(port) <= clock[SEQ]);
  }

  /** The number of the end of the present transmission. */
  function busySeq(port: number): number {
    return isFixed ? (doneKind << SUBJECT_BITS) | port : rareDoubles[(port << PORT_DOUBLES_LOG) | BUSY_SEQ];
  }

  function kick(port: number): void {
    if (port === fabric.departing) return;
    const flags = portWords[(port << PORT_WORDS_LOG) | FLAGS];
    const station = (flags & AT_HOST) === 0 ? fabric.switching : fabric.hosts;
    if (idle(port)) {
      if ((flags & DOWN) === 0) station.sendNext(port);
    } else if ((flags & DONE_QUEUED) === 0 && station.hasWork(port)) queueDone(port);
  }

  function kickSoon(port: number): void {
    if (!idle(port)) queueDone(port); // where it ends at this very time, its end may come first, as it would had it been an event all along
    insert(clock[NOW], number(kickKind, port), kickKind, port);
  }

  function transmit(port: number, packet: number, more: boolean): void {
    send(port, packet, occupy(port, packet));
    // eslint-disable-next-line @typescript-eslint/no-unnecessary-boolean-literal-compare
    if (more === true || !elide) queueEnd(port, packet);
  }

  /** The same in a part of a network. */
  function transmitAcross(port: number, packet: number, more: boolean): void {
    const arrives = occupy(port, packet);
    const leaves = handOver !== undefined && (portWords[(port << PORT_WORDS_LOG) | FLAGS] & ACROSS) !== 0;
    if (leaves) {
      ledger.handOver(words[(packet << 4) | SIZE]);
      handOver(port, packet, arrives);
    } else send(port, packet, arrives);
    // eslint-disable-next-line @typescript-eslint/no-unnecessary-boolean-literal-compare
    if (more === true || !elide) queueEnd(port, packet);
    if (leaves) give(packet);
  }

  /** `queueDone` where the transmission of `packet` begins. What goes next, as far as one knows now, is brought along, so that it is read ahead. */
  function queueEnd(port: number, packet: number): void {
    const w = port << PORT_WORDS_LOG;
    const flags = portWords[w | FLAGS];
    if ((flags & DONE_QUEUED) !== 0) return;
    portWords[w | FLAGS] = flags | DONE_QUEUED;
    const lane = laneOfEnds[portWords[w | WIRE_BASE] + words[(packet << 4) | SIZE]];
    const end = portDoubles[(port << PORT_DOUBLES_LOG) | BUSY_UNTIL];
    const cls = (words[(packet << 4) | META] >> CLASS_SHIFT) & CLASS_MASK;
    const next = queueWords[(((cls << classLog) | port) << EGRESS_WORDS_LOG) | HEAD];
    // eslint-disable-next-line @typescript-eslint/no-unnecessary-boolean-literal-compare
    if (lane < 0 || append(lane, end, (doneKind << SUBJECT_BITS) | port, next) !== true)
      insert(end, busySeq(port), doneKind, port);
  }

  /** The wire of `port` is taken by `packet`. Returns when that arrives at its other end. */
  function occupy(port: number, packet: number): Ps {
    const w = port << PORT_WORDS_LOG;
    const d = port << PORT_DOUBLES_LOG;
    const now = clock[NOW];
    if (portDoubles[d | BUSY_UNTIL] > now) invariant(false, "a port sends one packet at a time", port, now);
    const size = words[(packet << 4) | SIZE];
    const base = portWords[w | WIRE_BASE];
    const end = now + wireTimes[base + size];
    portDoubles[d | BUSY_UNTIL] = end;
    if (!isFixed) rareDoubles[d | BUSY_SEQ] = number(doneKind, port);
    portDoubles[d | SENT] += size;
    portWords[w | PACKETS]++;
    const delay = wireTimes[base + LINK_DELAY];
    return end + (delay >= 0 ? delay : rareDoubles[d | DELAY]);
  }

  /** It goes on the link behind `port`. */
  function send(port: number, packet: number, arrives: Ps): void {
    const lane = laneOf[portWords[(port << PORT_WORDS_LOG) | WIRE_BASE] + words[(packet << 4) | SIZE]];
    // Compared, since V8 tests what a call returns for all that is false in JavaScript.
    // eslint-disable-next-line @typescript-eslint/no-unnecessary-boolean-literal-compare
    if (lane < 0 || append(lane, arrives, arrivePayload | port, packet) !== true) list(port, packet, arrives);
  }

  /** It joins the packets on the link behind `port` that are in no lane: of an unusual size, or where light is not always equally fast. */
  function list(port: number, packet: number, arrives: Ps): void {
    const w = port << PORT_WORDS_LOG;
    const seq = number(arriveKind, port);
    words[(packet << 4) | NEXT] = 0;
    if (rareWords[w | FLIGHT_HEAD] === 0) {
      rareWords[w | FLIGHT_HEAD] = packet;
      insert(arrives, seq, listedKind, port);
    } else {
      const before = rareWords[w | FLIGHT_TAIL];
      words[(before << 4) | NEXT] = packet;
      doubles[(before << 3) | NEXT_ARRIVES] = arrives;
      doubles[(before << 3) | NEXT_ARRIVAL_SEQ] = seq;
    }
    rareWords[w | FLIGHT_TAIL] = packet;
  }

  function takeOver(port: number, packet: number, arrives: Ps): void {
    ledger.takeOver(words[(packet << 4) | SIZE]);
    // It was sent before the link failed, and was on it then. One that faults cut may be whole again when the packet arrives: they look then.
    if (fabric.faults === null && (portWords[(port << PORT_WORDS_LOG) | FLAGS] & DOWN) !== 0)
      fabric.drop(beyond[port] >> PEER_SHIFT, packet, LINK_DOWN);
    else {
      const lane = laneAcross[portWords[(port << PORT_WORDS_LOG) | WIRE_BASE] + words[(packet << 4) | SIZE]];
      // eslint-disable-next-line @typescript-eslint/no-unnecessary-boolean-literal-compare
      if (lane < 0 || join(lane, arrives, arrivePayload | port, packet) !== true) list(port, packet, arrives);
    }
  }

  function queueDone(port: number): void {
    const w = port << PORT_WORDS_LOG;
    const d = port << PORT_DOUBLES_LOG;
    const flags = portWords[w | FLAGS];
    if ((flags & DONE_QUEUED) !== 0) return;
    portWords[w | FLAGS] = flags | DONE_QUEUED;
    insert(portDoubles[d | BUSY_UNTIL], busySeq(port), doneKind, port);
  }

  function addQueued(port: number, size: Bytes): void {
    const d = port << PORT_DOUBLES_LOG;
    const queued = portDoubles[d | QUEUED] + size;
    portDoubles[d | QUEUED] = queued;
    if (queued > portDoubles[d | PEAK]) portDoubles[d | PEAK] = queued;
  }

  function removeQueued(port: number, size: Bytes): void {
    portDoubles[(port << PORT_DOUBLES_LOG) | QUEUED] -= size;
  }

  function deliver(packet: number): void {
    ledger.deliver(words[(packet << 4) | SIZE]);
    give(packet);
  }

  return {
    ...{ arriveKind, begin, wireTime, idle, kick, kickSoon, takeOver, queueDone, addQueued, removeQueued, deliver },
    transmit: border === null ? transmit : transmitAcross,
  };
}

function tooEarly(): never {
  throw new Error("nothing is under way before the run begins");
}
