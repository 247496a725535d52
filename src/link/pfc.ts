/**
 * Priority Flow Control: a frame stops chosen classes of the peer for so many quanta.
 *
 * What a frame says and what a peer does on one is in `pause-frame.ts`. A class whose time runs out starts by itself, so whoever still
 * wants it stopped repeats the frame after `refresh` of the time.
 * A frame that has to wait is brought up to date, as a MAC makes it up when the wire is free: of each cause one waits at most, however
 * often a queue stops and goes meanwhile, and headroom needs no more.
 * A stop for a port's sake (DSH) stops all lossless classes and is kept apart: a queue's start never clears a port's stop.
 *
 * Paper    IEEE 802.1Qbb, 802.3 annex 31B
 * Differs  the reaction time is the same for every frame rather than at most the standard's limit for the rate
 */
import { defineParams, type OnWire, type Values } from "../params.ts";
import { PORT, QUEUE, type LinkPolicy, type LinkView } from "./contract.ts";
import { frameParam, heeding, MAX_QUANTA, quantumTime, QUANTUM_BYTES, reactionParam, setTimes } from "./pause-frame.ts";

export const about = "PAUSE frames with quanta, by class (802.1Qbb)";

export const params = defineParams({
  frame: frameParam,
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
  reaction: reactionParam,
});

export const onWire = (p: Values<typeof params>): OnWire => ({ frame: p.frame, reaction: p.reaction * QUANTUM_BYTES });

export function create(p: Values<typeof params>, view: LinkView): LinkPolicy {
  const lossless = view.lossless.reduce((mask, cls) => mask | (1 << cls), 0);
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
      refresh.arm(subject, view.now + Math.round(p.quanta * p.refresh * quantumTime(view.rate(port))));
    }
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
    onFrame: heeding(view, p.reaction),
  };
}
