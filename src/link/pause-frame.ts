/**
 * A PAUSE frame of 802.1Qbb and what a peer does on one: fields in, stops out. `pfc` and `bifrost` send them, for reasons of their own.
 *
 * A frame names classes and a time for each, in quanta of 512 bit times. It takes effect `reaction` quanta after it has arrived: then it
 * replaces what was left of an earlier one, and time 0 starts the class again; a packet already on the wire is finished. Its time runs
 * from its reception, as annex 31B of 802.3 has it, or from its effect (`timer`), and a class whose time runs out starts by itself.
 * Counted from reception, a class stands for the time that the frame names less the reaction, and not at all if that is the longer.
 */
import { MAX_QUANTA } from "../base/pause-times.ts";
import type { Ps } from "../base/units.ts";
import { PORT, QUEUE, type LinkPolicy, type LinkView } from "../contracts/link.ts";

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

export const timerParam = {
  unit: "choice",
  choices: ["reception", "effect"],
  default: "reception",
  source: "802.3, annex 31B: reception",
  about: "From when the time that a PAUSE names runs: from its reception, or from its effect, `reaction` later.",
} as const;
export type PauseTimer = (typeof timerParam.choices)[number];

/** How a peer heeds frames: values of `reactionParam` and `timerParam`. */
export interface Heeding {
  readonly reaction: number;
  readonly timer: PauseTimer;
}

/** Quanta of a pause that its peer does not stand still for, since they pass before it reacts. */
export const quantaLost = ({ reaction, timer }: Heeding): number => (timer === "reception" ? reaction : 0);

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
export function heeding(view: LinkView, { reaction, timer }: Heeding, hold?: Ps): LinkPolicy["onFrame"] {
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
  const lost = hold === undefined ? quantaLost({ reaction, timer }) : 0;

  function act(port: number, scope: number, vector: number, asked: Int32Array): void {
    const quantum = quantumTime(view.rate(port));
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
    if (reaction === 0) {
      act(port, scope, vector, body);
      return;
    }
    const at = view.now + Math.round(reaction * quantumTime(view.rate(port)));
    if (waiting[port].push({ at, scope, vector, times: body.slice() }) === 1) effect.arm(port, at);
  };
}
