/**
 * Credit-Based Flow Control, InfiniBand's: nothing is sent for which there is no room.
 *
 *   FCCL = ABR + free                    downstream: blocks received since the start, blocks that are free
 *   send k blocks if FCTBS + k <= FCCL   upstream: blocks sent since the start; then FCTBS += k
 *
 * A block is 64 B, and packets round up. A frame for a class carries the FCCL of the one direction and the FCTBS of the other, from which
 * the far end takes its ABR: so what is lost on the way is not lost as credit. A frame goes when the limit has moved and the wire is
 * idle, or every `period` if something has changed. With `counters: 12-bit`, as on the wire, at most 2048 blocks are ever granted.
 *
 * Each class of a port has an even share of the memory of its own; pool, thresholds and headroom have no part in it. A host takes in what
 * arrives at once, so its credit moves only with what it has received.
 *
 * Paper    infiniband; bifrost, section II-B
 * Differs  a frame goes when the limit moves on an idle wire, not when the wire falls idle after that: it then waits for the period;
 *          every link has credits when the run begins
 */
import { CLASS_BITS, CLASS_MASK } from "../../base/queue-number.ts";
import { us, type Bytes } from "../../base/units.ts";
import { defineParams, type Needs, type OnWire, type Values } from "../../base/params.ts";
import { QUEUE, type LinkPolicy, type LinkView } from "../../contracts/link.ts";

export const about = "credits in blocks of 64 bytes (InfiniBand)";

/** Of a packet, rounded up. */
const BLOCK: Bytes = 64;
const blocksOf = (bytes: Bytes): number => Math.ceil(bytes / BLOCK);

/** Counters of 12 bits, and the most that they can grant. */
const MASK = 4095;
const MOST = 2048;

export const params = defineParams({
  frame: {
    unit: "bytes",
    default: 8,
    min: 8,
    max: 1518,
    source: "infiniband: operand, FCTBS, lane, FCCL and CRC",
    about: "A frame with credits; preamble and gap, which InfiniBand has not, come on top.",
  },
  period: {
    unit: "ps",
    default: 4_096_000,
    min: us(0.1),
    max: us(1000),
    source: "ib_model: 4.096 us",
    about: "Longest time for which a change is kept to oneself, T_fc.",
  },
  counters: {
    unit: "choice",
    choices: ["ideal", "12-bit"],
    default: "ideal",
    source: "bifrost, section VI-B: CBFC-ideal",
    about: "Credits without bound, or at most 2048 blocks, 128 KiB, as fields of 12 bits allow.",
  },
  hostBuffer: {
    unit: "bytes",
    derived: "what a round trip and two periods can bring",
    min: BLOCK,
    max: 2 ** 40,
    source: "lab: a host never holds anybody up",
    about: "What a host grants each class.",
  },
});

export const needs: Needs = { ownMemory: "even share" };

export const onWire = (p: Values<typeof params>): OnWire => ({ frame: p.frame, reaction: 0 });

export function create(p: Values<typeof params>, view: LinkView): LinkPolicy {
  const lossless = view.lossless.reduce((mask, cls) => mask | (1 << cls), 0);
  const short = p.counters === "12-bit";
  // Counters run on modulo 2^32 (or 2^12), as their differences are small. By port and class.
  const sent = new Int32Array(view.ports * 8);
  const limit = new Int32Array(view.ports * 8);
  const received = new Int32Array(view.ports * 8);
  const free = new Int32Array(view.ports * 8);
  const words = new Int32Array(4);
  /** Has something changed that the peer has not been told? */
  const news = new Uint8Array(view.ports * 8);
  const tell = view.timer(view.ports * 8, send);

  const granted = (queue: number): number =>
    short ? (received[queue] + Math.min(free[queue], MOST)) & MASK : (received[queue] + free[queue]) | 0;

  for (const port of view.mine) for (const cls of view.lossless) free[port * 8 + cls] = room(port);
  for (const port of view.mine)
    for (const cls of view.lossless) limit[view.peer(port) * 8 + cls] = granted(port * 8 + cls);

  function room(port: number): number {
    const own = view.ownMemory(port);
    if (own > 0) return Math.floor(own / view.lossless.length / BLOCK);
    return blocksOf(p.hostBuffer ?? 2 * (view.worstCase(port) + (2 * p.period * view.rate(port)) / 8e12));
  }

  function send(queue: number): void {
    if (news[queue] === 0) return;
    news[queue] = 0;
    tell.cancel(queue);
    words[0] = short ? sent[queue] & MASK : sent[queue];
    words[1] = granted(queue);
    view.emit(queue >> CLASS_BITS, p.frame, QUEUE, 1 << (queue & CLASS_MASK), words);
  }

  /** The next of the moments that lie a period apart. */
  function later(queue: number): void {
    news[queue] = 1;
    if (tell.due(queue) === Infinity) tell.arm(queue, (Math.floor(view.now / p.period) + 1) * p.period);
  }

  /** The limit has moved: the peer hears of it at once if the wire is idle. */
  function moved(port: number, queue: number): void {
    later(queue);
    if (view.idle(port)) send(queue);
  }

  const counts = (cls: number): boolean => (lossless & (1 << cls)) !== 0;

  return {
    pause() {
      // Nobody decides but the room there is.
    },
    resume() {
      // As for a pause.
    },
    onFrame(port, _scope, vector, body) {
      for (let cls = 0; cls < 8; cls++) {
        if ((vector & (1 << cls)) === 0) continue;
        const queue = port * 8 + cls;
        limit[queue] = body[1];
        const missed = short ? (body[0] - received[queue]) & MASK : (body[0] - received[queue]) | 0;
        if (missed === 0) continue;
        received[queue] = (received[queue] + missed) | 0;
        later(queue);
      }
      view.wake(port);
    },
    onArrive(port, cls, size) {
      if (!counts(cls)) return;
      const queue = port * 8 + cls;
      received[queue] = (received[queue] + blocksOf(size)) | 0;
      free[queue] -= blocksOf(size);
      if (short && free[queue] >= MOST) moved(port, queue); // else what came in takes from one and adds to the other
    },
    onDepart(port, cls, size) {
      if (!counts(cls)) return;
      const queue = port * 8 + cls;
      free[queue] += blocksOf(size);
      moved(port, queue);
    },
    maySend(port, cls, size) {
      if (!counts(cls)) return true;
      const left = limit[port * 8 + cls] - sent[port * 8 + cls] - blocksOf(size);
      return short ? (left & MASK) <= MOST : (left | 0) >= 0;
    },
    onSend(port, cls, size) {
      if (!counts(cls)) return;
      const queue = port * 8 + cls;
      sent[queue] = (sent[queue] + blocksOf(size)) | 0;
      later(queue);
    },
  };
}
