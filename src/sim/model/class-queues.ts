/**
 * The queues within a class, for a scheduling policy with `queues` (docs/decisions/0050-queues-within-a-class.md). The
 * policy assigns each packet to a queue, and the peer may pause single queues.
 *
 * The egress record of the class has the backlog of all its queues together. The bit of the class in NON_EMPTY is set
 * while one of its queues has a packet and is not paused. So the other code of a switch does not depend on these
 * queues. Runs without such a policy do not use this file.
 *
 * This file has functions over constant arrays (docs/decisions/0016-closures-over-constant-arrays.md), created once for
 * each network.
 */
import { reserve } from "../engine/reserve.ts";
import { NOW } from "../engine/clock.ts";
import type { EventQueue } from "../engine/event-queue.ts";
import { wrongAnswer } from "../../contracts/answers.ts";
import type { SchedulingPolicy } from "../../contracts/scheduling.ts";
import { CLASS_BITS } from "../../base/queue-number.ts";
import type { Bytes, Ps } from "../../base/units.ts";
import type { LastByteTrace } from "./last-byte-trace.ts";
import { DATA, FLOW, IN, KIND_MASK, LAST_BYTE, META, NEXT, SIZE } from "./packet-record.ts";
import type { Packets } from "./packets.ts";
import type { PauseTimes } from "./pause-times.ts";
import type { QueuePauses } from "./queue-pauses.ts";
import { NON_EMPTY, PORT_WORDS_LOG, type Ports } from "./ports.ts";
import type { Queues } from "./queues.ts";

/** The maximum number of queues that a class may have. */
export const MAX_QUEUES = 4096;

/** A scheduling policy that divides classes into queues. */
export type Dividing = SchedulingPolicy & Required<Pick<SchedulingPolicy, "queues" | "assign" | "nextQueue">>;

/** The fields of the fabric that this file uses. */
interface QueuedFabric {
  readonly queue: EventQueue;
  readonly packets: Packets;
  readonly portRecords: Ports;
  readonly queueRecords: Queues;
  readonly pauseTimes: PauseTimes;
  readonly lastBytes: LastByteTrace;
  readonly ports: number;
  departing: number;
}

/**
 * The operations on queues within classes. The place of such a queue is its network-wide number, which `placeOf`
 * computes.
 */
export interface ClassQueues {
  /** The number of queues of a class. */
  readonly queues: number;
  /** The classes that the policy divides, as a bit mask. All other classes use queue 0 only. */
  readonly classes: number;
  /** The bytes that a frame of maximum size takes in a buffer. */
  readonly maxFrame: Bytes;
  /** Appends a packet to the queue that the policy assigns. */
  readonly join: (port: number, cls: number, packet: number, size: Bytes) => void;
  /**
   * Removes and returns the first packet of the queue that the policy selects. At least one queue must be able to send.
   */
  readonly take: (port: number, cls: number) => number;
  /** Removes all packets of a class, and calls `lose` with each. */
  readonly empty: (port: number, cls: number, lose: (packet: number) => void) => void;
  /** Records that the peer pauses or resumes a queue. Returns true if the class can send because of this. */
  readonly setPaused: (port: number, cls: number, queue: number, isPaused: boolean) => boolean;
  /** Resumes all paused queues of a port. Calls `visit` with each of them. */
  readonly resumeAll: (port: number, visit: (cls: number, queue: number) => void) => void;
  readonly isPaused: (port: number, cls: number, queue: number) => boolean;
  readonly backlog: (port: number, cls: number, queue: number) => Bytes;
  readonly first: (port: number, cls: number, queue: number) => number;
  /** The last packet of a queue, or 0. */
  readonly last: (port: number, cls: number, queue: number) => number;
  /** The start of the current pause that the peer requested for this queue, and not for its class, in ps. */
  readonly pausedSince: (port: number, cls: number, queue: number) => Ps;
  /** The number of active queues of a class: they have a packet and are not paused. */
  readonly active: (port: number, cls: number) => number;
  /** The next active queue in cyclic order after `queue`, or -1. */
  readonly nextActive: (port: number, cls: number, queue: number) => number;
  /** Calls `visit` for each queue of the class that is not empty, with its first packet and the number of the queue. */
  readonly eachFirst: (port: number, cls: number, visit: (first: number, queue: number) => void) => void;
  /** The time in ps for which a queue has been paused alone, without its class. */
  readonly pausedUpTo: (place: number) => Ps;
  /** The state of all queues, as arrays that partitions exchange. Elements are sorted by class, then port, then queue. */
  readonly columns: readonly (Float64Array | Int32Array | Uint8Array)[];
}

export function classQueues(
  fabric: QueuedFabric,
  policy: Dividing,
  classes: number,
  maxFrame: Bytes,
  pauses: QueuePauses,
): ClassQueues {
  const { queues, assign, nextQueue, onLeave = null } = policy;
  const { clock } = fabric.queue;
  const { words } = fabric.packets;
  const { words: portWords } = fabric.portRecords;
  const { classLog } = fabric.queueRecords;
  const { pauseTimes, lastBytes } = fabric;
  const places = (8 << classLog) * queues;
  const heads = new Int32Array(reserve(places * 4));
  const tails = new Int32Array(reserve(places * 4));
  const bytes = new Float64Array(reserve(places * 8));
  const paused = new Uint8Array(reserve(places));
  // A place is the index of a queue in these arrays (`placeOf`).
  /** By place (index of a queue): the start of the current pause of this queue, ps. */
  const since = new Float64Array(reserve(places * 8));
  /** By place (index of a queue): the total paused time of the queue's class up to the time in `since`, ps. */
  const classThen = new Float64Array(reserve(places * 8));
  /** By place (index of a queue): the sum of the completed pauses of this queue, ps. */
  const total = new Float64Array(reserve(places * 8));
  /** The number of words of a bit mask with a bit for each queue of a class. */
  const width = (queues + 31) >> 5;
  /**
   * The queues that may send, as a bit mask of `width` words for each class and port. `classOf` computes the number of a
   * class and port. A queue may send if it has a packet and is not paused.
   */
  const open = new Int32Array((8 << classLog) * width);
  /** By class and port: the number of queues that may send. */
  const counts = new Int32Array(8 << classLog);

  const classOf = (port: number, cls: number): number => (cls << classLog) | port;
  const placeOf = (port: number, cls: number, queue: number): number => classOf(port, cls) * queues + queue;

  function setOpen(port: number, cls: number, queue: number): void {
    const at = classOf(port, cls);
    open[at * width + (queue >> 5)] |= 1 << (queue & 31);
    if (counts[at]++ === 0) portWords[(port << PORT_WORDS_LOG) | NON_EMPTY] |= 1 << cls;
  }

  function setShut(port: number, cls: number, queue: number): void {
    const at = classOf(port, cls);
    open[at * width + (queue >> 5)] &= ~(1 << (queue & 31));
    if (--counts[at] === 0) portWords[(port << PORT_WORDS_LOG) | NON_EMPTY] &= ~(1 << cls);
  }

  function isOpen(port: number, cls: number, queue: number): boolean {
    return (open[classOf(port, cls) * width + (queue >> 5)] & (1 << (queue & 31))) !== 0;
  }

  function join(port: number, cls: number, packet: number, size: Bytes): void {
    const p = packet << 4;
    const isDivided = (classes & (1 << cls)) !== 0;
    pauses.enterHook();
    const queue = isDivided ? assign(port, cls, packet, words[p | FLOW], size, words[p | IN]) : 0;
    if (queue >>> 0 !== queue || queue >= queues)
      wrongAnswer("scheduling", "assign", { port }, `a queue, 0 to ${queues - 1}`, queue);
    const place = placeOf(port, cls, queue);
    words[p | NEXT] = 0;
    if (heads[place] === 0) {
      heads[place] = packet;
      if (paused[place] === 0) setOpen(port, cls, queue);
    } else words[(tails[place] << 4) | NEXT] = packet;
    tails[place] = packet;
    bytes[place] += size;
    pauses.leaveHook(port, cls, queue, bytes[place]);
    const meta = words[p | META];
    if (meta >= LAST_BYTE && (meta & KIND_MASK) === DATA) lastBytes.joins(meta, place, pausedUpTo(place));
  }

  function take(port: number, cls: number): number {
    const queue = (classes & (1 << cls)) !== 0 ? nextQueue(port, cls) : 0;
    if (queue >>> 0 !== queue || queue >= queues || !isOpen(port, cls, queue))
      wrongAnswer("scheduling", "nextQueue", { port }, "a queue that has a packet and is not paused", queue);
    const place = placeOf(port, cls, queue);
    const packet = heads[place];
    const next = words[(packet << 4) | NEXT];
    heads[place] = next;
    if (next === 0) {
      tails[place] = 0;
      setShut(port, cls, queue);
    }
    // The packet has not left the port yet. While `departing` names the port, a frame that the policy sends there waits
    // behind this packet.
    fabric.departing = port;
    left(port, cls, queue, packet);
    fabric.departing = -1;
    return packet;
  }

  /** Updates the state of a queue after a packet has left it. */
  function left(port: number, cls: number, queue: number, packet: number): void {
    const p = packet << 4;
    const place = placeOf(port, cls, queue);
    bytes[place] -= words[p | SIZE];
    const meta = words[p | META];
    if (meta >= LAST_BYTE && (meta & KIND_MASK) === DATA) lastBytes.quits(meta, pausedUpTo(place));
    if (onLeave === null || (classes & (1 << cls)) === 0) return;
    pauses.enterHook();
    onLeave(port, cls, packet, words[p | FLOW], words[p | SIZE], words[p | IN], queue);
    pauses.leaveHook(port, cls, queue, bytes[place]);
  }

  function empty(port: number, cls: number, lose: (packet: number) => void): void {
    for (let queue = 0; queue < queues; queue++) {
      const place = placeOf(port, cls, queue);
      if (heads[place] === 0) continue;
      if (paused[place] === 0) setShut(port, cls, queue);
      let packet = heads[place];
      heads[place] = tails[place] = 0;
      while (packet !== 0) {
        const next = words[(packet << 4) | NEXT];
        left(port, cls, queue, packet);
        lose(packet);
        packet = next;
      }
    }
  }

  function setPaused(port: number, cls: number, queue: number, isPaused: boolean): boolean {
    const place = placeOf(port, cls, queue);
    if ((paused[place] !== 0) === isPaused) return false;
    const now = clock[NOW];
    if (isPaused) {
      paused[place] = 1;
      since[place] = now;
      classThen[place] = pauseTimes.upTo((port << CLASS_BITS) | cls, now);
      if (heads[place] !== 0) setShut(port, cls, queue);
      return false;
    }
    total[place] = pausedUpTo(place);
    paused[place] = 0;
    if (heads[place] === 0) return false;
    setOpen(port, cls, queue);
    return true;
  }

  function pausedUpTo(place: number): Ps {
    if (paused[place] === 0) return total[place];
    const now = clock[NOW];
    const at = Math.floor(place / queues);
    const [port, cls] = [at & ((1 << classLog) - 1), at >> classLog];
    const ofClass = pauseTimes.upTo((port << CLASS_BITS) | cls, now) - classThen[place];
    return total[place] + (now - since[place]) - ofClass;
  }

  function nextActive(port: number, cls: number, queue: number): number {
    const base = classOf(port, cls) * width;
    const start = queue + 1 < queues ? queue + 1 : 0;
    let word = start >> 5;
    let bits = open[base + word] & (-1 << (start & 31));
    // The loop visits the first word twice: first its bits from `start` on, and last its other bits.
    for (let k = 0; k <= width; k++) {
      if (bits !== 0) return (word << 5) | (31 - Math.clz32(bits & -bits));
      if (++word === width) word = 0;
      bits = open[base + word];
    }
    return -1;
  }

  return {
    ...{ queues, classes, maxFrame, join, take, empty, setPaused, nextActive, pausedUpTo },
    resumeAll(port, visit) {
      for (let cls = 0; cls < 8; cls++)
        for (let queue = 0; queue < queues; queue++) {
          if (paused[placeOf(port, cls, queue)] === 0) continue;
          setPaused(port, cls, queue, false);
          visit(cls, queue);
        }
    },
    isPaused: (port, cls, queue) => paused[placeOf(port, cls, queue)] !== 0,
    backlog: (port, cls, queue) => bytes[placeOf(port, cls, queue)],
    first: (port, cls, queue) => heads[placeOf(port, cls, queue)],
    last: (port, cls, queue) => tails[placeOf(port, cls, queue)],
    pausedSince: (port, cls, queue) => since[placeOf(port, cls, queue)],
    active: (port, cls) => counts[classOf(port, cls)],
    eachFirst(port, cls, visit) {
      for (let queue = 0; queue < queues; queue++) {
        const first = heads[placeOf(port, cls, queue)];
        if (first !== 0) visit(first, queue);
      }
    },
    columns: [heads, tails, bytes, paused, since, classThen, total],
  };
}
