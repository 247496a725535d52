/**
 * BifrostX: in addition to Bifrost's grant for the link, each class gets a token. A class whose backlog grows gets a
 * smaller token, so that it does not fill the buffer.
 *
 *   downstream, every slot:  c_max = Bifrost's grant      c_i = R T - max(0, growth of class i in the slot)
 *   upstream, on a frame:    from high to low priority    c'_i = min(q_i, c_i, what is left of c_max)
 *
 * R T is the number of bytes of a slot at line rate, and q_i the backlog of class i at the upstream.
 *
 * c_max alone keeps the link lossless and fully used, so all classes share one buffer. The token c_i limits a class
 * that congests. Lower classes use the share that it leaves. Leftover tokens of less than one packet are added to the
 * next frame's. Otherwise a class with small tokens would never send. Until the first frame arrives no class is
 * limited, because the initial grants cover a full round trip.
 *
 * A frame has nine fields of 14 bits. Each is a share of R T in steps of 1 / 16383, rounded down, so no slot or rate
 * overflows a field. PFC's eight 16-bit fields cannot contain nine numbers. A frame is sent in every slot, even if
 * nothing is limited, because it also ends earlier limits.
 *
 * Paper    bifrost, algorithms 2 and 3 (section IV-E).
 * Differs  (docs/errata.md) the frame and the carry-over, which the paper leaves open; c_max as in grants.ts. High priority is the
 *          lowest class number, as in scheduling. The backlog of a host is not known by class and counts as endless.
 */
import { defineParams, type OnWire, type Unread, type Values } from "../../base/params.ts";
import type { Bytes, Ps } from "../../base/units.ts";
import { QUEUE, type LinkPolicy, type LinkView } from "../../contracts/link.ts";
import { granting, grantParams, leakAsPrinted, sending, unreadGrants, type Watch } from "./grants.ts";

export const about = "Bifrost with a token for each class, in its own frame format";

export const needs = { ownMemory: true } as const;

export const params = defineParams({
  ...grantParams,
  frame: {
    unit: "bytes",
    default: 64,
    min: 43,
    max: 1518,
    source: "lab: the smallest Ethernet frame",
    about: "Size of a token frame.",
  },
});

export const unread = (p: Values<typeof params>): Unread => unreadGrants(p);

export const onWire = (p: Values<typeof params>): OnWire => ({ frame: p.frame, reaction: 0 });

/** The largest value of a 14-bit field. */
const STEPS = 2 ** 14 - 1;

/** Writes a field of a token frame. Field 0 is c_max, and field 1 + i is the token of class i. */
export function setField(words: Int32Array, field: number, steps: number): void {
  for (let bit = 0; bit < 14; bit++) {
    const at = field * 14 + bit;
    if ((steps & (1 << bit)) !== 0) words[at >> 5] |= 1 << (at & 31);
    else words[at >> 5] &= ~(1 << (at & 31));
  }
}

export function fieldOf(words: Int32Array, field: number): number {
  let steps = 0;
  for (let bit = 0; bit < 14; bit++) {
    const at = field * 14 + bit;
    steps |= ((words[at >> 5] >>> (at & 31)) & 1) << bit;
  }
  return steps;
}

export function create(p: Values<typeof params>, view: LinkView, watch?: Watch): LinkPolicy {
  const classes = [...view.lossless].sort((a, b) => a - b);
  const lossless = classes.reduce((mask, cls) => mask | (1 << cls), 0);
  const words = new Int32Array(4);
  const wire = (port: number, size: Bytes): Ps => ((size + view.wireOverhead) * 8e12) / view.rate(port);
  // The maximum delay of a frame in ps. A frame waits for at most one packet, and then takes its own time on the wire.
  // A class may carry over unused tokens (bytes that it may send) of at most one packet to the next slot. So one more packet is added.
  const lag = (port: number): Ps => 2 * wire(port, view.maxFrame) + wire(port, p.frame);
  const grants = granting(p, view, lag, watch);
  const send = sending(p, view, lossless);
  /** The unit of a port's tokens: R T, the bytes of one slot at the port's own rate. It is the same at both ends of the link. */
  const whole = (port: number): Bytes =>
    (view.rate(port) / 8e12) * (view.maxFrame / (view.maxFrame + view.wireOverhead)) * p.slot;

  // At the downstream end, by port and class: the backlog there one slot ago.
  const before = new Float64Array(view.ports * 8);
  // At the downstream end, by port: 1 if its latest grant was less than a full slot.
  const short = new Uint8Array(view.ports);
  const slot = view.timer(view.ports, (port) => {
    slot.arm(port, view.now + p.slot);
    const full = grants.slotBytes(port);
    const most = Math.max(0, Math.min(full, grants.next(port)));
    note(port, most < full ? 1 : 0);
    setField(words, 0, Math.floor((most / full) * STEPS));
    for (const cls of classes) {
      const held = view.backlog(port, cls);
      const growth = held - before[port * 8 + cls];
      before[port * 8 + cls] = held;
      const token = Math.max(0, full - Math.max(growth, 0));
      setField(words, 1 + cls, Math.floor((token / full) * STEPS));
    }
    send(port, words);
  });
  for (const port of view.acting) if (view.ownMemory(port) > 0) slot.arm(port, view.now + p.slot);

  function note(port: number, now: number): void {
    if (short[port] === now) return;
    short[port] = now;
    for (const cls of classes) view.record(port, cls, QUEUE, now === 1, grants.buffer(port));
  }

  // At the upstream end, by port and class: the bytes that may still be sent.
  const tokens = new Float64Array(view.ports * 8);
  // At the upstream end, by port: 1 if a frame of the peer has arrived.
  const hasFrame = new Uint8Array(view.ports);
  const nothing = (): void => {
    // If the headroom policy decides to pause or resume the upstream, this policy sends no frame. Only token frames limit the upstream.
  };
  return {
    ...(p.literal && { leak: leakAsPrinted }),
    pause: nothing,
    resume: nothing,
    onFrame(port, _scope, _vector, body) {
      const step = whole(port) / STEPS;
      let left = fieldOf(body, 0) * step;
      for (const cls of classes) {
        const queue = port * 8 + cls;
        const token = Math.min(view.waiting(port, cls), fieldOf(body, 1 + cls) * step, left);
        left -= token;
        tokens[queue] = Math.min(tokens[queue], view.maxFrame) + token;
      }
      hasFrame[port] = 1;
      view.wake(port);
    },
    maySend: (port, cls, size) =>
      hasFrame[port] === 0 || (lossless & (1 << cls)) === 0 || tokens[port * 8 + cls] >= size,
    onSend(port, cls, size) {
      if (hasFrame[port] !== 0) tokens[port * 8 + cls] -= size;
    },
  };
}
