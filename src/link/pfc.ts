/**
 * Priority Flow Control: a frame stops chosen classes of the peer for so many quanta.
 *
 * A frame names classes and a time for each, in quanta of 512 bit times; it replaces what was left of an earlier one, and time 0
 * starts the class again. A class whose time runs out starts by itself, so whoever still wants it stopped repeats the frame after
 * `refresh` of the time. Between the arrival of a frame and its effect lie `reaction` quanta; a frame already on the wire is finished.
 * A frame that has to wait is brought up to date, as a MAC makes it up when the wire is free: of each cause one waits at most, however
 * often a queue stops and goes meanwhile, and headroom needs no more.
 * A stop for a port's sake (DSH) stops all lossless classes and is kept apart: a queue's start never clears a port's stop.
 *
 * Paper    IEEE 802.1Qbb, 802.3 annex 31B
 * Differs  the reaction time is the same for every frame rather than at most the standard's limit for the rate
 */
import { defineParams, type OnWire, type Values } from "../params.ts";
import type { Ps } from "../units.ts";
import { PORT, QUEUE, type LinkPolicy, type LinkView } from "./contract.ts";

export const about = "PAUSE frames with quanta, by class (802.1Qbb)";

/** Longest time that fits the 16-bit field, quanta. */
const MAX_QUANTA = 65_535;
/** Bytes that a port sends in one quantum: 512 bit times. */
const QUANTUM_BYTES = 64;

export const params = defineParams({
  frame: {
    unit: "bytes",
    default: 64,
    min: 43,
    max: 1518,
    source: "802.3; HPCC's simulator charges 43 B",
    about: "A PAUSE frame.",
  },
  quanta: {
    unit: "quanta",
    default: MAX_QUANTA,
    min: 2,
    max: MAX_QUANTA,
    source: "802.1Qbb: 16-bit field",
    about: "Time a PAUSE asks for, in quanta of 512 bit times.",
  },
  refresh: {
    unit: "ratio",
    default: 0.5,
    min: 0.01,
    max: 1,
    source: "lab: twice before it runs out",
    about: "Part of that time after which a PAUSE that is still wanted is repeated.",
  },
  reaction: {
    unit: "quanta",
    default: 60,
    min: 0,
    max: MAX_QUANTA,
    source: "dsh, equation 1: 3840 B, the 10G limit of 802.3",
    about: "Quanta between the arrival of a frame and its effect.",
  },
});

export const onWire = (p: Values<typeof params>): OnWire => ({ frame: p.frame, reaction: p.reaction * QUANTUM_BYTES });

/** A frame that has arrived and will take effect at `at`. */
interface Pending {
  readonly at: Ps;
  readonly scope: number;
  readonly vector: number;
  readonly times: Int32Array;
}

/** Times are eight 16-bit fields, class 0 first. */
function setTimes(words: Int32Array, classes: number, quanta: number): void {
  for (let cls = 0; cls < 8; cls++) {
    if ((classes & (1 << cls)) === 0) continue;
    const shift = (cls & 1) * 16;
    words[cls >> 1] = (words[cls >> 1] & ~(MAX_QUANTA << shift)) | (quanta << shift);
  }
}

const timeOf = (words: Int32Array, cls: number): number => (words[cls >> 1] >>> ((cls & 1) * 16)) & MAX_QUANTA;

export function create(p: Values<typeof params>, view: LinkView): LinkPolicy {
  const lossless = view.lossless.reduce((mask, cls) => mask | (1 << cls), 0);
  const quantum = (port: number): Ps => (QUANTUM_BYTES * 8e12) / view.rate(port);
  const words = new Int32Array(4);
  /** The last frame of each port and cause: its classes and their times. */
  const classes = new Uint8Array(view.ports * 2);
  const times = new Int32Array(view.ports * 8);

  // Downstream: what is wanted stopped, by port: one bit a class for queues, one flag for the port.
  const wanted = new Uint8Array(view.ports);
  const portWanted = new Uint8Array(view.ports);
  const refresh = view.timer(view.ports * 2, (subject) => {
    const port = subject >> 1;
    if ((subject & 1) === 0) send(port, QUEUE, wanted[port], p.quanta);
    else send(port, PORT, lossless, p.quanta);
  });

  // Upstream: when each stop runs out, by port, cause and class; frames that have arrived and not yet taken effect, by port.
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

  function send(port: number, scope: number, vector: number, quanta: number): void {
    const subject = port * 2 + (scope === PORT ? 1 : 0);
    for (let k = 0; k < 4; k++) words[k] = times[subject * 4 + k];
    setTimes(words, vector, quanta);
    if (view.amend(port, scope, classes[subject] | vector, words)) classes[subject] |= vector;
    else {
      words.fill(0);
      setTimes(words, vector, quanta);
      view.emit(port, p.frame, scope, vector, words);
      classes[subject] = vector;
    }
    times.set(words, subject * 4);
    const holds = scope === PORT ? portWanted[port] !== 0 : wanted[port] !== 0;
    if (!holds) refresh.cancel(subject);
    else if (quanta !== 0 && refresh.due(subject) === Infinity) {
      // One moment for all classes: a class that stops later must not put off the repetition that an earlier one needs.
      refresh.arm(subject, view.now + Math.round(p.quanta * p.refresh * quantum(port)));
    }
  }

  function act(port: number, scope: number, vector: number, asked: Int32Array): void {
    const side = scope === PORT ? 8 : 0;
    let stops = 0;
    for (let cls = 0; cls < 8; cls++) {
      if ((vector & (1 << cls)) === 0) continue;
      const subject = port * 16 + side + cls;
      const quanta = timeOf(asked, cls);
      if (quanta === 0) expiry.cancel(subject);
      else {
        stops |= 1 << cls;
        expiry.arm(subject, view.now + Math.round(quanta * quantum(port)));
      }
    }
    if (stops !== 0) view.stop(port, scope, stops);
    if (stops !== vector) view.start(port, scope, vector & ~stops);
  }

  return {
    pause(port, cls, scope) {
      if (scope === PORT) portWanted[port] = 1;
      else wanted[port] |= 1 << cls;
      send(port, scope, scope === PORT ? lossless : 1 << cls, p.quanta);
    },
    resume(port, cls, scope) {
      if (scope === PORT) portWanted[port] = 0;
      else wanted[port] &= ~(1 << cls);
      send(port, scope, scope === PORT ? lossless : 1 << cls, 0);
    },
    onFrame(port, scope, vector, body) {
      if (p.reaction === 0) {
        act(port, scope, vector, body);
        return;
      }
      const at = view.now + Math.round(p.reaction * quantum(port));
      if (waiting[port].push({ at, scope, vector, times: body.slice() }) === 1) effect.arm(port, at);
    },
  };
}
