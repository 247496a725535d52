/**
 * A PAUSE frame of 802.1Qbb and what a peer does on one: fields in, stops out. `pfc` and `bifrost` send them, for reasons of their own.
 *
 * A frame names classes and a time for each, in quanta of 512 bit times. It takes effect `reaction` quanta after it has arrived: then it
 * replaces what was left of an earlier one, and time 0 starts the class again; a packet already on the wire is finished. Its time runs
 * from its reception, as annex 31B of 802.3 has it, or from its effect (`timer`), and a class whose time runs out starts by itself.
 * Counted from reception, a class stands for the time that the frame names less the reaction, and not at all if that is the longer.
 */
import { formatRate } from "../../base/format.ts";
import { MAX_QUANTA } from "../../base/pause-times.ts";
import { ParamError } from "../../base/params.ts";
import type { Bps, Bytes, Ps } from "../../base/units.ts";
import { PORT, QUEUE, type LinkPolicy, type LinkView } from "../../contracts/link.ts";
import { responseQuanta } from "../../theory/response.ts";

/** Bytes that a port sends in one quantum: 512 bit times. */
export const QUANTUM_BYTES = 64;

/** A frame and the time until its effect, as parameters that every policy with such frames offers. */
export const frameParam = {
  unit: "bytes",
  default: 64,
  min: 43,
  max: 1518,
  source: "802.3; HPCC's simulator charges 43 B",
  about: "A PAUSE frame.",
} as const;
export const reactionParam = {
  unit: "quanta",
  default: 60,
  min: 0,
  max: MAX_QUANTA,
  source: "dsh, equation 1: 3840 B, the 10G limit of 802.3",
  about: "Quanta between the arrival of a frame and its effect.",
} as const;

/** The same by speed, as a parameter of policies whose links may differ in it. */
export const shareParam = {
  unit: "ratio",
  derived: "`reaction`, the same at every speed",
  min: 0,
  max: 4,
  source: "802.3, 31B.3.7",
  about:
    "Instead of `reaction`, a part of what 802.3 lets a peer take at the link's speed, 67 quanta at 10G, 394 at 100G, 905 at 400G; 1: all of it.",
} as const;

export const timerParam = {
  unit: "choice",
  choices: ["reception", "effect"],
  default: "reception",
  source: "802.3, annex 31B: reception",
  about: "From when the time that a PAUSE names runs: from its reception, or from its effect, `reaction` later.",
} as const;
export type PauseTimer = (typeof timerParam.choices)[number];

/** How a peer heeds frames: values of `reactionParam`, `shareParam` and `timerParam`. */
export interface Heeding {
  readonly reaction: number;
  readonly reactionShare?: number | undefined;
  readonly timer: PauseTimer;
}

/** Quanta between the arrival of a frame and its effect, on a link of `rate`. */
export const reactionAt = ({ reaction, reactionShare }: Heeding, rate: Bps): number =>
  reactionShare === undefined ? reaction : Math.ceil(reactionShare * responseQuanta(rate));

/** The same in bytes of the wire: one number for all links, or by rate. */
export const reactionBytes = (p: Heeding): Bytes | ((rate: Bps) => Bytes) =>
  p.reactionShare === undefined ? p.reaction * QUANTUM_BYTES : (rate) => reactionAt(p, rate) * QUANTUM_BYTES;

/** Quanta of a pause that its peer does not stand still for, since they pass before it reacts. */
export const quantaLost = (p: Heeding, rate: Bps): number => (p.timer === "reception" ? reactionAt(p, rate) : 0);

/** Throws `ParamError` for a pause of `quanta` that is over before a peer on a link of `rate` reacts. */
export function checkQuanta(p: Heeding, quanta: number, rate: Bps): void {
  const lost = quantaLost(p, rate);
  if (quanta > lost) return;
  const where = p.reactionShare === undefined ? "" : ` at ${formatRate(rate)}`;
  throw new ParamError("quanta", `${lost + 1} or more`, quanta, `${lost} of them pass before a peer reacts${where}.`);
}

/** Time of a quantum at `rate`, not rounded. */
export const quantumTime = (rate: number): Ps => (QUANTUM_BYTES * 8e12) / rate;

const timeOf = (words: Int32Array, cls: number): number => (words[cls >> 1] >>> ((cls & 1) * 16)) & MAX_QUANTA;

/** A frame that has arrived and will take effect at `at`. */
interface Pending {
  readonly at: Ps;
  readonly scope: number;
  readonly vector: number;
  readonly times: Int32Array;
}

/**
 * The upstream half: what to do with a frame that the peer emitted. `hold`: how long a stop lasts from its effect, whatever time the frame
 * names; absent: that time.
 */
export function heeding(view: LinkView, p: Heeding, hold?: Ps): LinkPolicy["onFrame"] {
  // When each stop runs out, by port, cause and class; frames that have arrived and not yet taken effect, by port.
  const expiry = view.timer(view.ports * 16, (subject) => {
    const cls = subject & 7;
    view.start(subject >> 4, (subject & 8) === 0 ? QUEUE : PORT, 1 << cls);
  });
  const waiting: Pending[][] = Array.from({ length: view.ports }, () => []);
  const effect = view.timer(view.ports, (port) => {
    const due = waiting[port].shift();
    if (due === undefined) return;
    if (waiting[port].length > 0) effect.arm(port, waiting[port][0].at);
    act(port, due.scope, due.vector, due.times);
  });
  function act(port: number, scope: number, vector: number, asked: Int32Array): void {
    const quantum = quantumTime(view.rate(port));
    const lost = hold === undefined ? quantaLost(p, view.rate(port)) : 0;
    const side = scope === PORT ? 8 : 0;
    let stops = 0;
    for (let cls = 0; cls < 8; cls++) {
      if ((vector & (1 << cls)) === 0) continue;
      const subject = port * 16 + side + cls;
      const quanta = timeOf(asked, cls) - lost;
      if (quanta <= 0) expiry.cancel(subject);
      else {
        stops |= 1 << cls;
        expiry.arm(subject, view.now + (hold ?? Math.round(quanta * quantum)));
      }
    }
    if (stops !== 0) view.stop(port, scope, stops);
    if (stops !== vector) view.start(port, scope, vector & ~stops);
  }

  return (port, scope, vector, body) => {
    const reaction = reactionAt(p, view.rate(port));
    if (reaction === 0) {
      act(port, scope, vector, body);
      return;
    }
    const at = view.now + Math.round(reaction * quantumTime(view.rate(port)));
    if (waiting[port].push({ at, scope, vector, times: body.slice() }) === 1) effect.arm(port, at);
  };
}
