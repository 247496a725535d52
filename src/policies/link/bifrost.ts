/**
 * Bifrost: in every slot the downstream grants the bytes that the upstream may send one round trip later. PAUSE frames
 * carry the grants.
 *
 *   p = T - c / R + reaction     p: pause, c: this slot's grant (grants.ts); a frame in every slot with c < R T
 *
 * T is the length of a slot, R the link rate. With c > 0, p is longer by up to the time of a frame (`pauseQuanta`).
 *
 * PFC decides by the queue alone, and needs a buffer of two bandwidth-delay products on a long link. Bifrost also counts
 * the bytes in flight, and needs one BDP and two slots. The upstream reacts as with PFC (`pause-frame.ts`).
 *
 * A frame takes effect late if it waits for a packet on the wire, or if the cable is longer than configured. Then the
 * previous pause of the upstream ends too early, and one more packet is sent than granted. The downstream sees this
 * packet in its queue and deducts it from later grants. If the output does not drain, such a packet would still arrive
 * in every other slot. So the pause of a slot without any grant is longer than the slot, by `overlap`. The next frame
 * replaces the rest of that pause.
 *
 * With `timer: reception` the upstream counts a pause from reception, but reacts one reaction time later. So every pause
 * is longer by that time, and the upstream is silent for T - c / R of the slot. With `timer: effect` nothing is added.
 *
 * Paper    bifrost, section IV and algorithm 1.
 * Differs  The grants differ as described in grants.ts. The pause includes the reaction time, which the paper does not mention, and
 *          `overlap` (0 in the paper). All lossless classes are paused together, because they share the buffer H (`bifrostx` separates
 *          them).
 */
import { formatRate, formatTime } from "../../base/format.ts";
import { MAX_QUANTA, setTimes } from "../../base/pause-times.ts";
import { defineParams, ParamError, type OnWire, type Unread, type Values } from "../../base/params.ts";
import type { Ps } from "../../base/units.ts";
import { QUEUE, type LinkPolicy, type LinkView } from "../../contracts/link.ts";
import { granting, grantParams, leakAsPrinted, sending, unreadGrants, type Watch } from "./grants.ts";
import * as pauses from "./pause-frame.ts";
import { quantumTime, QUANTUM_BYTES } from "./pause-frame.ts";

export const about = "in every slot a grant for one round trip later, sent as PAUSE frames";

export const needs = { ownMemory: true } as const;

export const params = defineParams({
  ...grantParams,
  overlap: {
    unit: "ps",
    derived: "the time of a full packet on the wire",
    min: 0,
    max: grantParams.slot.max,
    source: "lab: a PAUSE frame waits for at most one packet; bifrost has 0",
    about: "Extra pause of a slot without any grant, beyond the slot itself.",
  },
  frame: pauses.frameParam,
  reaction: pauses.reactionParam,
  timer: pauses.timerParam,
});

export const unread = (p: Values<typeof params>): Unread => ({
  ...unreadGrants(p),
  ...(p.literal && { overlap: "literal has no extra pause" }),
});

export const onWire = (p: Values<typeof params>): OnWire => ({ frame: p.frame, reaction: p.reaction * QUANTUM_BYTES });

export function create(p: Values<typeof params>, view: LinkView, watch?: Watch): LinkPolicy {
  const lossless = view.lossless.reduce((mask, cls) => mask | (1 << cls), 0);
  const words = new Int32Array(4);
  const wire = (port: number, size: number): Ps => ((size + view.wireOverhead) * 8e12) / view.rate(port);
  const overlap = (port: number): Ps => (p.literal ? 0 : (p.overlap ?? wire(port, view.maxFrame)));
  // By port: the maximum time from a grant until its PAUSE frame takes effect, in ps, without the delay of the link. The
  // frame waits for at most one packet on the wire, is transmitted, and takes effect after `reaction`.
  const lag = (port: number): Ps =>
    wire(port, view.maxFrame) + wire(port, p.frame) + p.reaction * quantumTime(view.rate(port));
  const isGranted = (port: number): boolean => view.ownMemory(port) > 0;
  const lost = p.literal || p.timer === "effect" ? 0 : p.reaction;
  for (const port of view.mine.filter(isGranted)) checkField(view.rate(port), p.slot + overlap(port), p.slot, lost);

  const grants = granting(p, view, lag, watch);
  const send = sending(p, view, lossless);
  /** By port: 1 if its latest grant to the upstream was less than a whole slot. */
  const short = new Uint8Array(view.ports);
  const slot = view.timer(view.ports, (port) => {
    slot.arm(port, view.now + p.slot);
    const c = grants.next(port);
    note(port, c < grants.slotBytes(port) ? 1 : 0);
    const quanta = p.literal ? printedQuanta(port, c) : pauseQuanta(port, c);
    if (quanta <= 0) return;
    setTimes(words, lossless, Math.min(MAX_QUANTA, quanta));
    send(port, words);
  });
  for (const port of view.acting.filter(isGranted)) slot.arm(port, view.now + p.slot);

  /**
   * The quanta of the pause after a grant of `c` bytes. The pause covers the part of the slot in which the upstream
   * must begin no packet. If the next pause starts while the upstream sends a packet, the upstream still finishes this
   * packet. So the last granted packet may be sent during the next pause. The upstream thus needs only the time of
   * `c - view.maxFrame` bytes between two pauses, and the pause lasts for the rest of the slot.
   */
  function pauseQuanta(port: number, c: number): number {
    const full = grants.slotBytes(port);
    const quantum = quantumTime(view.rate(port));
    if (c === full) return 0;
    const still = c === 0 ? p.slot + overlap(port) : p.slot * (1 - (c - view.maxFrame) / full);
    const quanta = Math.ceil(still / quantum) - (c === 0 ? 0 : 1);
    return quanta === 0 ? 0 : quanta + lost;
  }

  /**
   * Records a PAUSE of each lossless class: its start if `now` is 1, and its end if `now` is 0. A PAUSE starts with a grant
   * for less than a whole slot (time between two grants). It ends with the next grant for a whole slot.
   */
  function note(port: number, now: number): void {
    if (short[port] === now) return;
    short[port] = now;
    for (const cls of view.lossless) view.record(port, cls, QUEUE, now === 1, grants.buffer(port));
  }

  const printedQuanta = (port: number, c: number): number =>
    Math.ceil((p.slot * (1 - c / grants.slotBytes(port))) / quantumTime(view.rate(port)));

  const nothing = (): void => {
    // Nothing to do: this policy ignores the pauses that the headroom policy requests. The upstream pauses only
    // for the part of a slot (time between two grants) that its grant does not cover.
  };
  return {
    frames: "pause",
    pause: nothing,
    resume: nothing,
    onFrame: pauses.pauseReceiver(view, p).onFrame,
    leak(port) {
      if (p.literal) return leakAsPrinted();
      const least = wire(port, view.maxFrame);
      if (overlap(port) >= least) return undefined;
      const hint = "A frame may wait so long for the wire, while its peer goes on.";
      return new ParamError("overlap", `${formatTime(Math.ceil(least))} or more`, formatTime(overlap(port)), hint);
    },
  };
}

/**
 * Throws `ParamError` if the longest pause of a slot does not fit the 16-bit field of a PAUSE frame. `lost`: quanta
 * that pass during the reaction time.
 */
function checkField(rate: number, longest: Ps, slot: Ps, lost: number): void {
  const quantum = quantumTime(rate);
  const quanta = Math.ceil(longest / quantum) + lost;
  if (quanta <= MAX_QUANTA) return;
  const most = Math.floor((MAX_QUANTA - lost) * quantum) - (longest - slot);
  const reacting = lost === 0 ? "" : ` with ${lost} for the reaction`;
  throw new ParamError(
    "slot",
    `at most ${formatTime(most)} at ${formatRate(rate)}`,
    formatTime(slot),
    `A PAUSE frame carries at most ${MAX_QUANTA} quanta of ${formatTime(quantum)}, and ${formatTime(longest)} are ${quanta}${reacting}.`,
  );
}
