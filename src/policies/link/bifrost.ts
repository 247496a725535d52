/**
 * Bifrost: the downstream grants every slot what the upstream may send one round trip later, as PAUSE frames.
 *
 *   p = T - c / R + reaction     c: this slot's grant (grants.ts); a frame where c < R T, every slot
 *
 * PFC looks at the queue alone and needs two bandwidth-delay products of buffer on a long link; Bifrost counts what is under way
 * too, and needs one and two slots. The upstream is PFC's (`pause-frame.ts`).
 *
 * A frame may come late: it waits for a packet on the wire, light may be slower. Then the peer, whose pause is over, begins one more
 * packet: a pause leaks. What leaked is seen in the queue and granted later. `overlap` closes the gap where it would never end: a
 * slot that grants nothing is paused for a little longer than the slot, and the next frame replaces what is left of it.
 *
 * The peer counts a pause from its reception and stops a reaction later (`timer`): so every pause is longer by that, and the peer stands
 * still for T - c / R of the slot.
 *
 * Paper    bifrost, section IV and algorithm 1
 * Differs  as grants.ts says; the reaction, of which the paper says nothing; `overlap`, which it does not have (0 there); several
 *          lossless classes are stopped together, since H is one (`bifrostx` tells them apart)
 */
import { formatRate, formatTime } from "../../base/format.ts";
import { MAX_QUANTA, setTimes } from "../../base/pause-times.ts";
import { defineParams, ParamError, type OnWire, type Values } from "../../base/params.ts";
import type { Ps } from "../../base/units.ts";
import { QUEUE, type LinkPolicy, type LinkView } from "../../contracts/link.ts";
import { granting, grantParams, leakAsPrinted, sending, type Watch } from "./grants.ts";
import * as pauses from "./pause-frame.ts";
import { quantumTime, QUANTUM_BYTES } from "./pause-frame.ts";

export const about = "a grant every slot for one round trip later, as PAUSE frames";

export const needs = { ownMemory: true } as const;

export const params = defineParams({
  ...grantParams,
  overlap: {
    unit: "ps",
    derived: "the time of a full packet on the wire",
    min: 0,
    max: grantParams.slot.max,
    source: "lab: a PAUSE waits so long at most; bifrost has 0",
    about: "How much longer than its slot a slot without any grant is paused.",
  },
  frame: pauses.frameParam,
  reaction: pauses.reactionParam,
  timer: pauses.timerParam,
});

export const onWire = (p: Values<typeof params>): OnWire => ({ frame: p.frame, reaction: p.reaction * QUANTUM_BYTES });

export function create(p: Values<typeof params>, view: LinkView, watch?: Watch): LinkPolicy {
  const lossless = view.lossless.reduce((mask, cls) => mask | (1 << cls), 0);
  const words = new Int32Array(4);
  const wire = (port: number, size: number): Ps => ((size + view.wireOverhead) * 8e12) / view.rate(port);
  const overlap = (port: number): Ps => (p.literal ? 0 : (p.overlap ?? wire(port, view.maxFrame)));
  // A frame waits for a packet on the wire at most, takes its own time, and works after `reaction`.
  const lag = (port: number): Ps =>
    wire(port, view.maxFrame) + wire(port, p.frame) + p.reaction * quantumTime(view.rate(port));
  const isGranted = (port: number): boolean => view.ownMemory(port) > 0;
  const lost = p.literal || p.timer === "effect" ? 0 : p.reaction;
  for (const port of view.mine.filter(isGranted)) checkField(view.rate(port), p.slot + overlap(port), p.slot, lost);

  const grants = granting(p, view, lag, watch);
  const send = sending(p, view, lossless);
  /** Ports whose peers are granted less than a whole slot. */
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

  /** The last of the frames granted need only begin before the next slot: the peer finishes what it has begun. */
  function pauseQuanta(port: number, c: number): number {
    const full = grants.slotBytes(port);
    const quantum = quantumTime(view.rate(port));
    if (c === full) return 0;
    const still = c === 0 ? p.slot + overlap(port) : p.slot * (1 - (c - view.maxFrame) / full);
    const quanta = Math.ceil(still / quantum) - (c === 0 ? 0 : 1);
    return quanta === 0 ? 0 : quanta + lost;
  }

  /** A spell of slots that are not granted whole is on record as one PAUSE of each class. */
  function note(port: number, now: number): void {
    if (short[port] === now) return;
    short[port] = now;
    for (const cls of view.lossless) view.record(port, cls, QUEUE, now === 1, grants.buffer(port));
  }

  const printedQuanta = (port: number, c: number): number =>
    Math.ceil((p.slot * (1 - c / grants.slotBytes(port))) / quantumTime(view.rate(port)));

  const nothing = (): void => {
    // The slots alone say when to stop.
  };
  return {
    frames: "pause",
    pause: nothing,
    resume: nothing,
    onFrame: pauses.heeding(view, p),
    leak(port) {
      if (p.literal) return leakAsPrinted();
      const least = wire(port, view.maxFrame);
      if (overlap(port) >= least) return undefined;
      const hint = "A frame may wait so long for the wire, while its peer goes on.";
      return new ParamError("overlap", `${formatTime(Math.ceil(least))} or more`, formatTime(overlap(port)), hint);
    },
  };
}

/** The longest pause of a slot, and the quanta that pass before it works, must fit the field of a PAUSE frame. */
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
