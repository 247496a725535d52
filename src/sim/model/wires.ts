/**
 * The per-packet work of ports and links: checks whether a port is idle, and puts packets on wires. The rare operations
 * are in `fabric.ts`.
 *
 * This file has functions over constant arrays (docs/decisions/0016-closures-over-constant-arrays.md), created once for
 * each network.
 */
import { CLASS_MASK } from "../../base/queue-number.ts";
import { NOW, SEQ, SUBJECT_BITS } from "../engine/clock.ts";
import type { EventQueue } from "../engine/event-queue.ts";
import type { Handlers } from "../engine/run.ts";
import { invariant } from "../../base/invariant.ts";
import type { Bytes, Ps } from "../../base/units.ts";
import { arrivals, type LandingFabric } from "./arrivals.ts";
import type { Border } from "./partition-border.ts";
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

/** The fields of the fabric that this file uses. */
export interface WiredFabric extends LandingFabric {
  readonly departing: number;
}

export interface Wires {
  /** Creates the handlers of arrivals and of the ends of transmissions. Call it after all nodes are created. */
  readonly begin: () => void;
  /**
   * The event kind of packet arrivals in lanes, that is, in queues of arrivals with equal delay. The subject of such an
   * event is the port at which the link begins.
   */
  readonly arriveKind: number;
  /** The time for which a frame of `size` occupies the wire of `port`, in ps. */
  readonly wireTime: (port: number, size: Bytes) => Ps;
  /**
   * True if `port` transmits nothing. A transmission may end in the current picosecond. It then counts as ended only
   * for events that are ordered after its end.
   */
  readonly idle: (port: number) => boolean;
  /**
   * Call this when a packet of `port` may have become ready. An idle port sends now. A busy port gets an event at the
   * end of its transmission, and sends then.
   */
  readonly kick: (port: number) => void;
  /**
   * Schedules a `kick` of the port in an event of its own, at the current time. For callers that run while another port
   * starts a transmission.
   */
  readonly kickSoon: (port: number) => void;
  /**
   * Puts `packet` on the wire of `port`, which must be idle. `more` is true if the port has something to do when the
   * transmission ends.
   */
  readonly transmit: (port: number, packet: number, more: boolean) => void;
  /**
   * Accepts a packet that `port`, in another partition, has put on its wire. The packet arrives in this partition at
   * `arrives`.
   */
  readonly takeOver: (port: number, packet: number, arrives: Ps) => void;
  /** Schedules an event at the end of the current transmission of `port`, unless it is already scheduled. */
  readonly queueDone: (port: number) => void;
  /** Adds to the bytes that wait at `port`. */
  readonly addQueued: (port: number, size: Bytes) => void;
  /** Subtracts from the bytes that wait at `port`. */
  readonly removeQueued: (port: number, size: Bytes) => void;
  /** Frees the record of `packet`, which has reached its destination. */
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
  /** The links to other partitions. Null: the network is not partitioned. */
  readonly border: Border | null;
}

export function wires(fabric: WiredFabric, parts: WireParts): Wires {
  const { border, handlers, ledger, times: wireTimes, laneOf, laneOfEnds, laneAcross, elide } = parts;
  const { clock, number, insert } = parts.queue;
  const { append, join } = parts.queue.lanes;
  /** True if an event's order number (its rank within a picosecond) depends only on the event's kind and subject, such as a port. */
  const isFixed = parts.queue.order === "fixed";
  const handOver = border?.handOver;
  const { words, doubles, give } = parts.packets;
  const { egressWords: queueWords, classLog } = parts.queues;
  const { words: portWords, doubles: portDoubles, rareWords, rareDoubles, beyond } = parts.ports;

  // Within one picosecond, events run in the order in which their kinds are registered here. The end of a transmission
  // precedes an arrival. So if a port's transmission ends when a packet arrives, the packet finds the port idle.
  const doneKind = handlers.add(tooEarly, "port");
  const arriveKind = handlers.add(tooEarly, "link");
  const kickKind = handlers.add(kick, "port");
  const arrivePayload = arriveKind << SUBJECT_BITS;
  // The kind of arrivals that are not in a lane (a queue for events of equal delay) but in the list of a link. This kind
  // has its own handler. Its events get the same order numbers as events of `arriveKind`, so lanes and lists give the
  // same order of events.
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

  /** The order number of the event that ends the current transmission of a port. */
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
    // If the current transmission ends in this picosecond, its end event runs before the event inserted below, and may send a
    // packet. With the option `elide`, a transmission's end has no event if no packet waits for this end. `queueDone` inserts
    // a missing end event, so that packets leave in the same order as without `elide`.
    if (!idle(port)) queueDone(port);
    insert(clock[NOW], number(kickKind, port), kickKind, port);
  }

  function transmit(port: number, packet: number, more: boolean): void {
    send(port, packet, occupy(port, packet));
    // eslint-disable-next-line @typescript-eslint/no-unnecessary-boolean-literal-compare
    if (more === true || !elide) queueEnd(port, packet);
  }

  /** The variant of `transmit` for partitioned networks. A packet to another partition is handed over. */
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

  /**
   * Called when the transmission of `packet` starts: schedules the event at its end, which sends the next packet.
   *
   * A lane is a queue for events with equal delays. Each event in a lane carries the number of a packet, its cargo. The lane
   * reads the record of this packet into the CPU cache before the event runs. Here the cargo is not `packet`. It is the packet
   * that will probably be the next one: the first packet in the queue of the same class.
   */
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

  /** Marks the wire of `port` as busy with `packet`. Returns the time at which the packet arrives at the other end. */
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

  /**
   * Puts the packet on the link that begins at `port`: into a lane (a queue of arrivals with equal delay) if one
   * fits. Otherwise the packet joins the list of the port.
   */
  function send(port: number, packet: number, arrives: Ps): void {
    const lane = laneOf[portWords[(port << PORT_WORDS_LOG) | WIRE_BASE] + words[(packet << 4) | SIZE]];
    // The comparison with `true` is faster: without it V8 tests the result for every falsy value of JavaScript.
    // eslint-disable-next-line @typescript-eslint/no-unnecessary-boolean-literal-compare
    if (lane < 0 || append(lane, arrives, arrivePayload | port, packet) !== true) list(port, packet, arrives);
  }

  /**
   * Appends a packet to the list of its link. A list contains the packets that have no place in a lane, that is, in a queue
   * of arrivals with equal delay. Examples are packets of unusual sizes, or on links with varying delay.
   */
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
    // A scenario without `faults` repairs no link. The packet was sent while the link worked, so DOWN means that the link failed
    // while the packet was on it: the packet is lost. With `faults` the link may be repaired, so a check at the arrival decides.
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
