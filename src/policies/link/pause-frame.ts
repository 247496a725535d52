/**
 * The PAUSE frame of 802.1Qbb: its fields, and the reaction of the upstream port when one arrives. The policies `pfc`
 * and `bifrost` send such frames.
 *
 * A frame has a list of classes and a time for each, in quanta of 512 bit times. It takes effect `reaction` quanta
 * after its arrival. The new time then replaces the rest of an earlier one, and time 0 resumes the class. A packet that
 * is already on the wire is finished.
 *
 * The time counts from reception, as in annex 31B of 802.3, or from the effect (`timer`). A class resumes when its time
 * ends. Counted from reception, the pause lasts for the frame's time less the reaction. If the reaction is longer,
 * there is no pause.
 */
import { formatRate } from "../../base/format.ts";
import { MAX_QUANTA } from "../../base/pause-times.ts";
import { ParamError } from "../../base/params.ts";
import type { Bps, Bytes, Ps } from "../../base/units.ts";
import { PORT, QUEUE, type LinkPolicy, type LinkView } from "../../contracts/link.ts";
import { responseQuanta } from "../../theory/response.ts";

/** The bytes that a port sends in one quantum of 512 bit times. */
export const QUANTUM_BYTES = 64;

/** The frame size as a parameter, for every policy with PAUSE frames. */
export const frameParam = {
  unit: "bytes",
  default: 64,
  min: 43,
  max: 1518,
  source: "802.3; HPCC's simulator charges 43 B",
  about: "Size of a PAUSE frame.",
} as const;
export const reactionParam = {
  unit: "quanta",
  default: 60,
  min: 0,
  max: MAX_QUANTA,
  source: "dsh, equation 1: 3840 B, the 10G limit of 802.3",
  about: "Quanta between the arrival of a PAUSE frame and its effect.",
} as const;

/** The reaction time as a share of the standard's limit, for networks whose links differ in speed. */
export const shareParam = {
  unit: "ratio",
  derived: "`reaction`, the same at every speed",
  min: 0,
  max: 4,
  source: "802.3, 31B.3.7",
  about:
    "Overrides `reaction` with a share of the time that 802.3 allows at the link's speed: 67 quanta at 10G, 394 at 100G, 905 at 400G.",
} as const;

export const timerParam = {
  unit: "choice",
  choices: ["reception", "effect"],
  default: "reception",
  source: "802.3, annex 31B: reception",
  about: "Start of the time that a PAUSE frame names: its reception, or its effect, which is `reaction` later.",
} as const;
export type PauseTimer = (typeof timerParam.choices)[number];

/** The reaction of a port to PAUSE frames: the values of `reactionParam`, `shareParam` and `timerParam`. */
export interface PauseReaction {
  readonly reaction: number;
  readonly reactionShare?: number | undefined;
  readonly timer: PauseTimer;
}

/** The quanta between the arrival of a PAUSE frame and its effect, on a link of this rate. */
export const reactionAt = ({ reaction, reactionShare }: PauseReaction, rate: Bps): number =>
  reactionShare === undefined ? reaction : Math.ceil(reactionShare * responseQuanta(rate));

/** The reaction time in bytes on the wire: one number for all links, or a function of the rate. */
export const reactionBytes = (p: PauseReaction): Bytes | ((rate: Bps) => Bytes) =>
  p.reactionShare === undefined ? p.reaction * QUANTUM_BYTES : (rate) => reactionAt(p, rate) * QUANTUM_BYTES;

/**
 * The quanta of a pause in which the port still transmits, because it has not reacted yet. There are none if the time of a
 * pause begins only with the reaction.
 */
export const quantaLost = (p: PauseReaction, rate: Bps): number => (p.timer === "reception" ? reactionAt(p, rate) : 0);

/** Throws `ParamError` if a pause of `quanta` ends before a port on a link of this rate reacts to it. */
export function checkQuanta(p: PauseReaction, quanta: number, rate: Bps): void {
  const lost = quantaLost(p, rate);
  if (quanta > lost) return;
  const where = p.reactionShare === undefined ? "" : ` at ${formatRate(rate)}`;
  throw new ParamError("quanta", `${lost + 1} or more`, quanta, `${lost} of them pass before a peer reacts${where}.`);
}

/** The duration of one quantum at this rate, not rounded. */
export const quantumTime = (rate: number): Ps => (QUANTUM_BYTES * 8e12) / rate;

const timeOf = (words: Int32Array, cls: number): number => (words[cls >> 1] >>> ((cls & 1) * 16)) & MAX_QUANTA;

/** A PAUSE frame that has arrived, and takes effect at time `at`. */
interface Pending {
  readonly at: Ps;
  readonly scope: number;
  readonly vector: number;
  readonly times: Int32Array;
}

/**
 * Returns two hooks of the upstream: `onFrame` handles an arriving PAUSE frame, and `addState` lists the frames that
 * have not taken effect. `hold` overrides the time in a frame: the pause then lasts for `hold` after the port has
 * stopped.
 */
export function pauseReceiver(
  view: LinkView,
  p: PauseReaction,
  hold?: Ps,
): Required<Pick<LinkPolicy, "onFrame" | "addState">> {
  // The time at which each pause ends, by port, cause and class.
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

  return {
    onFrame(port, scope, vector, body) {
      const reaction = reactionAt(p, view.rate(port));
      if (reaction === 0) {
        act(port, scope, vector, body);
        return;
      }
      const at = view.now + Math.round(reaction * quantumTime(view.rate(port)));
      if (waiting[port].push({ at, scope, vector, times: body.slice() }) === 1) effect.arm(port, at);
    },
    addState(add) {
      waiting.forEach((frames, port) => {
        for (const { at, scope, vector, times } of frames)
          for (const value of [port, at - view.now, scope, vector, ...times]) add(value);
      });
    },
  };
}
