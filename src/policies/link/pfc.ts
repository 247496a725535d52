/**
 * Priority Flow Control: a frame stops chosen classes of the peer for so many quanta.
 *
 * What a frame says and what a peer does on one is in `pause-frame.ts`. A class whose time runs out starts by itself, so whoever still
 * wants it stopped repeats the frame after `refresh` of the time, or sooner where the repetition, which may have to wait for the wire and
 * takes effect a reaction after it arrives, would come too late.
 * A frame that has to wait is brought up to date, as a MAC makes it up when the wire is free: of each cause one waits at most, however
 * often a queue stops and goes meanwhile, and headroom needs no more.
 * A stop for a port's sake (DSH) stops all lossless classes and is kept apart: a queue's start never clears a port's stop.
 *
 * Who must stop is the headroom policy's to say. Only a port with memory of its own has nobody else to ask: a class of it stops at
 * `xoff` bytes and goes again at `xon`, both fixed, and what is left of the memory is its headroom.
 *
 * Paper    IEEE 802.1Qbb, 802.3 annex 31B
 * Differs  every frame takes the same reaction time, that of 10G unless `reactionShare` asks for the standard's limit at the link's rate, and a
 *          frame replaces what was left of an earlier one by its effect, where the standard's timer is set anew on reception
 */
import { MAX_QUANTA, setTimes } from "../../base/pause-times.ts";
import { formatBytes, formatRate, formatTime } from "../../base/format.ts";
import { defineParams, ParamError, type Idle, type OnWire, type Values } from "../../base/params.ts";
import { us, type Bytes, type Ps } from "../../base/units.ts";
import { PORT, QUEUE, type LinkPolicy, type LinkView } from "../../contracts/link.ts";
import * as pauses from "./pause-frame.ts";
import { quantumTime, QUANTUM_BYTES } from "./pause-frame.ts";

export const about = "PAUSE frames with quanta, by class (802.1Qbb)";

export const idle: Idle = "no lossless class";

export const params = defineParams({
  frame: pauses.frameParam,
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
    about: "Part of that time after which a PAUSE that is still wanted is repeated, or sooner if that were too late.",
  },
  repeat: {
    unit: "choice",
    default: "timer",
    choices: ["timer", "packet"],
    source: "802.1Qbb leaves it open; ConWeave's simulator: packet",
    about:
      "What repeats a PAUSE: a timer, as long as it is wanted; or each packet that comes while it is wanted, so that it may run out, and then no " +
      "RESUME is sent.",
  },
  hold: {
    unit: "ps",
    derived: "quanta, at the port's rate",
    min: 1,
    max: us(1e6),
    source: "ConWeave's simulator: 5 us",
    about: "How long a PAUSE holds from its effect, the same at every rate.",
  },
  behind: {
    unit: "count",
    derived: "none: a frame leaves before all packets",
    min: 0,
    max: 7,
    source: "ConWeave's simulator: 0, the class of ACKs",
    about: "Class whose packets in an egress queue leave before a frame that is made later.",
  },
  reaction: pauses.reactionParam,
  reactionShare: pauses.shareParam,
  timer: pauses.timerParam,
  xoff: {
    unit: "bytes",
    derived: "an even share of the port's memory for each lossless class, less the worst case that may follow",
    min: 1,
    max: 2 ** 40,
    source: "802.1Qbb",
    about: "Only of a port with memory of its own: bytes at which a class stops.",
  },
  xon: {
    unit: "bytes",
    derived: "xoff",
    min: 0,
    max: 2 ** 40,
    source: "bifrost, section VI: X_ON = X_OFF",
    about: "Only of a port with memory of its own: bytes at or below which it may go again.",
  },
});

export function check(p: Values<typeof params>): void {
  const { xoff, xon } = p;
  // By speed it is checked where the links are known.
  if (p.hold === undefined && p.reactionShare === undefined) pauses.checkQuanta(p, p.quanta, 0);
  if (xoff !== undefined && xon !== undefined && xon > xoff) {
    throw new ParamError("xon", `at most xoff, ${formatBytes(xoff)}`, formatBytes(xon));
  }
}

export const onWire = (p: Values<typeof params>): OnWire => ({
  frame: p.frame,
  reaction: pauses.reactionBytes(p),
  ...(p.behind !== undefined && { behind: p.behind }),
});

export function create(p: Values<typeof params>, view: LinkView): LinkPolicy {
  const lossless = view.lossless.reduce((mask, cls) => mask | (1 << cls), 0);
  if (p.hold === undefined) for (const port of view.mine) pauses.checkQuanta(p, p.quanta, view.rate(port));
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

  // Ports with memory of their own, and where a class of them stops.
  const own = view.mine.filter((port) => view.ownMemory(port) > 0);
  const xoff = new Float64Array(view.ports);
  for (const port of own) xoff[port] = p.xoff ?? ownThreshold(view, port);
  const xon = p.xon === undefined ? xoff : xoff.map((bytes) => Math.min(bytes, p.xon ?? bytes));

  // Where packets repeat it: when the last PAUSE of each cause and class was sent.
  const byPacket = p.repeat === "packet";
  const sentAt = new Float64Array(view.ports * 16).fill(-Infinity);
  /** How long a PAUSE holds, not rounded. */
  const timeOf = (port: number): Ps => p.hold ?? p.quanta * quantumTime(view.rate(port));
  /** Where a timer repeats it: how long after, by port. */
  const repeatAfter = byPacket ? new Float64Array(0) : refreshTimes(p, view);

  function sendAnew(port: number, scope: number, vector: number, quanta: number): void {
    const first = port * 16 + (scope === PORT ? 8 : 0);
    let named = vector;
    for (let cls = 0; cls < 8; cls++) {
      if ((vector & (1 << cls)) === 0) continue;
      if (quanta !== 0) sentAt[first + cls] = view.now;
      else if (view.now >= sentAt[first + cls] + timeOf(port)) named &= ~(1 << cls); // it has run out
    }
    if (named === 0) return;
    words.fill(0);
    setTimes(words, named, quanta);
    view.emit(port, p.frame, scope, named, words);
  }

  function send(port: number, scope: number, vector: number, quanta: number): void {
    if (byPacket) {
      sendAnew(port, scope, vector, quanta);
      return;
    }
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
      refresh.arm(subject, view.now + Math.round(repeatAfter[port]));
    }
  }

  function onArrive(port: number, cls: number): void {
    const bit = 1 << cls;
    if (xoff[port] === 0 || (lossless & bit) === 0) return;
    if ((wanted[port] & bit) !== 0) {
      if (byPacket) send(port, QUEUE, bit, p.quanta);
      return;
    }
    if (view.backlog(port, cls) < xoff[port]) return;
    wanted[port] |= bit;
    view.record(port, cls, QUEUE, true, xoff[port]);
    send(port, QUEUE, bit, p.quanta);
  }

  function onDepart(port: number, cls: number): void {
    const bit = 1 << cls;
    if (xoff[port] === 0 || (wanted[port] & bit) === 0 || view.backlog(port, cls) > xon[port]) return;
    wanted[port] &= ~bit;
    view.record(port, cls, QUEUE, false, xoff[port]);
    send(port, QUEUE, bit, 0);
  }

  /** Does a frame leave later than headroom allows for? */
  function lateFrames(): ParamError | undefined {
    if (p.behind === undefined) return undefined;
    const hint = "A frame may wait behind any number of packets of that class.";
    return new ParamError("behind", "no class, to lose no packet", p.behind, hint);
  }

  return {
    frames: "pause",
    ...(own.length > 0 && { onArrive, onDepart }),
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
    ...(byPacket && {
      pauseAgain(port, cls, scope) {
        send(port, scope, scope === PORT ? lossless : 1 << cls, p.quanta);
      },
    }),
    onFrame: pauses.heeding(view, p, p.hold),
    leak(port) {
      if (xoff[port] > 0) return overfull(view, port, xoff[port]) ?? lateFrames();
      if (byPacket) {
        const hint = "A PAUSE may run out while it is wanted.";
        return new ParamError("repeat", "timer, to lose no packet", p.repeat, hint);
      }
      return lateFrames();
    },
  };
}

/**
 * Time from a PAUSE to its repetition, by port. That may be later under way than the first by a packet on the wire and a frame of the other
 * cause before it, and must take effect while the first still works.
 */
function refreshTimes(p: Values<typeof params>, view: LinkView): Float64Array {
  const { hold, quanta, refresh } = p;
  const late = Math.ceil((view.maxFrame + p.frame + 2 * view.wireOverhead) / QUANTUM_BYTES);
  const times = new Float64Array(view.ports);
  for (const port of view.mine) {
    const quantum = quantumTime(view.rate(port));
    const lost = pauses.quantaLost(p, view.rate(port));
    // In quanta.
    const lasts = hold === undefined ? quanta : hold / quantum;
    const latest = (hold === undefined ? quanta - lost : lasts) - late;
    if (latest >= 1) times[port] = Math.min(lasts * refresh, latest) * quantum;
    else if (hold === undefined) {
      const hint = `A peer takes ${lost} of them to react, and a repetition may wait ${late} for the wire.`;
      throw new ParamError("quanta", `${lost + late + 1} or more`, quanta, hint);
    } else {
      const least = formatTime(Math.ceil((late + 1) * quantum));
      const hint = `At ${formatRate(view.rate(port))} a repetition may wait ${late} quanta for the wire.`;
      throw new ParamError("hold", `${least} or more`, formatTime(hold), hint);
    }
  }
  return times;
}

/** Is there less room in a port's own memory above `xoff` than may follow a PAUSE? */
function overfull(view: LinkView, port: number, xoff: Bytes): ParamError | undefined {
  const [memory, classes, need] = [view.ownMemory(port), view.lossless.length, view.worstCase(port)];
  const least = (xoff + need) * classes;
  if (memory >= least) return undefined;
  const hint = `Memory of ${formatBytes(least)} does too: ${formatBytes(need)} may follow a PAUSE, for each lossless class.`;
  const most = Math.floor(memory / classes) - need;
  return new ParamError("xoff", most < 1 ? "more memory" : `at most ${formatBytes(most)}`, formatBytes(xoff), hint);
}

/** What a class of a port may hold and still take what follows a PAUSE. */
function ownThreshold(view: LinkView, port: number): Bytes {
  const [memory, classes, need] = [view.ownMemory(port), view.lossless.length, view.worstCase(port)];
  const threshold = Math.floor(memory / classes) - need;
  if (threshold >= 1) return threshold;
  const least = formatBytes((need + 1) * classes);
  const hint = "That much may follow a PAUSE, for each lossless class; or set xoff and expect drops.";
  throw new ParamError("", `memory of ${least} or more`, formatBytes(memory), hint);
}
