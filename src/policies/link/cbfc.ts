/**
 * Credit-based flow control of InfiniBand: the upstream sends a packet only if the downstream has room for it.
 *
 *   FCCL = ABR + free                    The downstream computes the limit FCCL. ABR: blocks received since the start. free: free blocks.
 *   send k blocks if FCTBS + k <= FCCL   The upstream keeps to the limit. FCTBS: blocks sent since the start. Sending adds k to it.
 *
 * A block is 64 B. The size of a packet is rounded up to whole blocks. A frame for a class carries the FCCL of one direction and the
 * FCTBS of the other direction. The receiver sets its ABR to the received FCTBS, so lost packets do not reduce the credit. A port sends a
 * frame when its FCCL has changed and the wire is idle. It also sends a frame every `period` if any counter has changed. With
 * `counters: 12-bit`, as in InfiniBand, a grant is at most 2048 blocks.
 *
 * Each class of a port has an equal share of the port's own memory. Pool, thresholds and headroom play no role. A host
 * consumes packets on arrival, so its credit depends only on the bytes that it has received.
 *
 * Paper    infiniband; bifrost, section II-B.
 * Differs  If FCCL changes while the wire is busy, its frame leaves at the end of the period, not when the wire becomes idle.
 *          Every link has credits when the run begins.
 */
import { CLASS_BITS, CLASS_MASK } from "../../base/queue-number.ts";
import { us, type Bytes } from "../../base/units.ts";
import { defineParams, type Needs, type OnWire, type Values } from "../../base/params.ts";
import { QUEUE, type LinkPolicy, type LinkView } from "../../contracts/link.ts";

export const about = "credits in blocks of 64 bytes (InfiniBand)";

/** The size of a credit block. A packet takes whole blocks. */
const BLOCK: Bytes = 64;
const blocksOf = (bytes: Bytes): number => Math.ceil(bytes / BLOCK);

/** Reduces a counter to 12 bits. */
const MASK = 4095;
/** The maximum number of blocks that a 12-bit counter can grant. */
const MAX_CREDITS = 2048;

export const params = defineParams({
  frame: {
    unit: "bytes",
    default: 8,
    min: 8,
    max: 1518,
    source: "infiniband: operand, FCTBS, lane with FCCL and CRC",
    about: "Size of a credit frame. Preamble and gap, which InfiniBand does not have, are added.",
  },
  period: {
    unit: "ps",
    default: 4_096_000,
    min: us(0.1),
    max: us(1000),
    source: "ib_model: 4.096 us",
    about: "T_fc: the longest time until the peer is notified of a change.",
  },
  counters: {
    unit: "choice",
    choices: ["ideal", "12-bit"],
    default: "ideal",
    source: "bifrost, section VI-B: CBFC-ideal",
    about: "Unbounded credits, or at most 2048 blocks (128 KiB), the limit of 12-bit fields.",
  },
  hostBuffer: {
    unit: "bytes",
    derived: "twice the bytes that can arrive in a round trip and two periods",
    min: BLOCK,
    max: 2 ** 40,
    source: "lab: a host never blocks its link",
    about: "Bytes that a host grants to each class.",
  },
});

export const needs: Needs = { ownMemory: "even share" };

export const onWire = (p: Values<typeof params>): OnWire => ({ frame: p.frame, reaction: 0 });

export function create(p: Values<typeof params>, view: LinkView): LinkPolicy {
  const lossless = view.lossless.reduce((mask, cls) => mask | (1 << cls), 0);
  const short = p.counters === "12-bit";
  // Counters of blocks (units of credit), by port and class. They wrap at 2^32, or at 2^12 with `counters: 12-bit`.
  // Only small differences of two counters are used, so a wrap causes no error.
  const sent = new Int32Array(view.ports * 8);
  const limit = new Int32Array(view.ports * 8);
  const received = new Int32Array(view.ports * 8);
  const free = new Int32Array(view.ports * 8);
  const words = new Int32Array(4);
  /** By queue: 1 if a counter has changed and no frame has reported it to the peer yet. */
  const news = new Uint8Array(view.ports * 8);
  const tell = view.timer(view.ports * 8, send);

  const granted = (queue: number): number =>
    short ? (received[queue] + Math.min(free[queue], MAX_CREDITS)) & MASK : (received[queue] + free[queue]) | 0;

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

  /**
   * Records that a counter of the queue has changed. The queue's frame leaves at the next multiple of the period at the
   * latest.
   */
  function later(queue: number): void {
    news[queue] = 1;
    if (tell.due(queue) === Infinity) tell.arm(queue, (Math.floor(view.now / p.period) + 1) * p.period);
  }

  /**
   * Notifies the peer of a changed limit: at once if the wire is idle, otherwise at the next multiple of the period.
   */
  function moved(port: number, queue: number): void {
    later(queue);
    if (view.idle(port)) send(queue);
  }

  const counts = (cls: number): boolean => (lossless & (1 << cls)) !== 0;

  return {
    pause() {
      // The headroom policy's decision to pause needs no action: the free memory alone determines the credits.
    },
    resume() {
      // The headroom policy's decision to resume needs no action: the free memory alone determines the credits.
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
      if (short && free[queue] >= MAX_CREDITS) moved(port, queue); // Otherwise the limit is unchanged: received grows as free shrinks.
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
      return short ? (left & MASK) <= MAX_CREDITS : (left | 0) >= 0;
    },
    onSend(port, cls, size) {
      if (!counts(cls)) return;
      const queue = port * 8 + cls;
      sent[queue] = (sent[queue] + blocksOf(size)) | 0;
      later(queue);
    },
  };
}
