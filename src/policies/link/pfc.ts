/**
 * Priority Flow Control: a PAUSE frame pauses chosen classes of the upstream port for a number of quanta.
 *
 * `pause-frame.ts` has the frame and the reaction of the upstream. A paused class resumes by itself when its time ends.
 * So a port that still needs the pause repeats the frame when the share `refresh` of that time is over. The repetition may wait
 * for the wire and for the reaction time. If it might then take effect too late, the port repeats earlier.
 *
 * A MAC creates a frame only when the wire is free. In the model a frame waits for the wire, and its content is updated
 * until then. So at most one frame waits for each cause (the queues or the whole port), however often a queue pauses and
 * resumes. Headroom needs no room for more frames. A pause of a whole port (DSH) covers all lossless classes and is
 * stored separately. So the resume of a queue never ends the pause of its port.
 *
 * The headroom policy decides which queue pauses its upstream. A port with its own memory has fixed thresholds instead:
 * a class pauses at `xoff` bytes and resumes at `xon`. The rest of that memory is its headroom.
 *
 * Paper    IEEE 802.1Qbb and annex 31B of 802.3.
 * Differs  Every frame has the reaction time of 10G, unless `reactionShare` sets a share of the standard's limit. A new frame replaces
 *          the rest of the earlier pause when the new frame takes effect. In the standard it resets the timer on reception.
 */
import { MAX_QUANTA, setTimes } from "../../base/pause-times.ts";
import { formatBytes, formatRate, formatTime } from "../../base/format.ts";
import {
  defineParams,
  ParamError,
  type Idle,
  type OnWire,
  type Surroundings,
  type Unread,
  type Values,
} from "../../base/params.ts";
import { us, type Bytes, type Ps } from "../../base/units.ts";
import { PORT, QUEUE, type LinkPolicy, type LinkView } from "../../contracts/link.ts";
import * as pauses from "./pause-frame.ts";
import { quantumTime, QUANTUM_BYTES } from "./pause-frame.ts";

export const about = "PAUSE frames with quanta, for each class (802.1Qbb)";

export const steady = true;

export const idle: Idle = "no lossless class";

export const params = defineParams({
  frame: pauses.frameParam,
  quanta: {
    unit: "quanta",
    default: MAX_QUANTA,
    min: 2,
    max: MAX_QUANTA,
    source: "802.1Qbb: 16-bit field",
    about: "Duration of a PAUSE, in quanta of 512 bit times.",
  },
  refresh: {
    unit: "ratio",
    default: 0.5,
    min: 0.01,
    max: 1,
    source: "lab: a PAUSE is sent twice before it expires",
    about: "Share of that duration after which a needed PAUSE is repeated. It is repeated earlier if it would be late.",
  },
  repeat: {
    unit: "choice",
    default: "timer",
    choices: ["timer", "packet"],
    source: "802.1Qbb leaves it open; ConWeave's simulator: packet",
    about:
      "Trigger that repeats a PAUSE. `timer`: a timer, while the pause is needed. `packet`: each packet that arrives meanwhile, so the PAUSE may expire, and " +
      "then no RESUME is sent.",
  },
  hold: {
    unit: "ps",
    derived: "quanta, at the port's rate",
    min: 1,
    max: us(1e6),
    source: "ConWeave's simulator: 5 us",
    about: "Fixed duration of a PAUSE from its effect, the same at every rate.",
  },
  behind: {
    unit: "count",
    derived: "none: a frame leaves before all packets",
    min: 0,
    max: 7,
    source: "ConWeave's simulator: 0, the class of ACKs",
    about: "Class whose packets, if already queued at the egress port, leave before a PAUSE frame.",
  },
  reaction: pauses.reactionParam,
  reactionShare: pauses.shareParam,
  timer: pauses.timerParam,
  xoff: {
    unit: "bytes",
    derived: "an equal share of the port's memory for each lossless class, less the worst case that may follow",
    min: 1,
    max: 2 ** 40,
    source: "802.1Qbb",
    about: "X_OFF of a class at a port with its own memory, in bytes.",
  },
  xon: {
    unit: "bytes",
    derived: "xoff",
    min: 0,
    max: 2 ** 40,
    source: "bifrost, section VI: X_ON = X_OFF",
    about: "X_ON of a class at a port with its own memory: at or below it the class resumes.",
  },
});

export function check(p: Values<typeof params>): void {
  const { xoff, xon } = p;
  // With `reactionShare`, `quanta` is not checked here: its minimum then depends on the link rate, so `create` checks
  // it for each link.
  if (p.hold === undefined && p.reactionShare === undefined) pauses.checkQuanta(p, p.quanta, 0);
  if (xoff !== undefined && xon !== undefined && xon > xoff) {
    throw new ParamError("xon", `at most xoff, ${formatBytes(xoff)}`, formatBytes(xon));
  }
}

export function unread({ repeat, hold, reactionShare }: Values<typeof params>, { ownMemory }: Surroundings): Unread {
  const memory = "no port with this policy has its own memory";
  return {
    ...(repeat === "packet" && { refresh: "with repeat packet, no timer repeats a PAUSE" }),
    ...(hold !== undefined && { timer: "hold counts from the effect" }),
    ...(reactionShare !== undefined && { reaction: "reactionShare overrides it" }),
    ...(!ownMemory && { xoff: memory, xon: memory }),
  };
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
  /**
   * The classes of the last PAUSE frame, as a bit mask. Each port has an entry for frames that pause single classes (scope
   * QUEUE). Another entry is for frames that pause the whole upstream port (scope PORT).
   */
  const classes = new Uint8Array(view.ports * 2);
  /** By port and scope (QUEUE or PORT), four words each: the quanta in the last PAUSE frame. A word has those of two classes. */
  const times = new Int32Array(view.ports * 8);

  // State of a port's downstream half, which sends PAUSE frames: the classes that the upstream port must not send now, as a
  // bit mask.
  const wanted = new Uint8Array(view.ports);
  // State of the downstream half, too: 1 if the whole upstream port must be paused now, by one PAUSE for all lossless classes.
  const portWanted = new Uint8Array(view.ports);
  const refresh = view.timer(view.ports * 2, (subject) => {
    const port = subject >> 1;
    if ((subject & 1) === 0) send(port, QUEUE, wanted[port], p.quanta);
    else send(port, PORT, lossless, p.quanta);
  });

  // The ports that run this policy and have their own memory.
  const own = view.mine.filter((port) => view.ownMemory(port) > 0);
  // By port: the X_OFF of its classes, bytes. 0 for a port that is not in `own`.
  const xoff = new Float64Array(view.ports);
  for (const port of own) xoff[port] = p.xoff ?? ownThreshold(view, port);
  const xon = p.xon === undefined ? xoff : xoff.map((bytes) => Math.min(bytes, p.xon ?? bytes));

  const byPacket = p.repeat === "packet";
  // With `repeat: packet`: the time when the last PAUSE of each port, cause and class was sent.
  const sentAt = new Float64Array(view.ports * 16).fill(-Infinity);
  /** The duration of a PAUSE that this port sends, not rounded. */
  const timeOf = (port: number): Ps => p.hold ?? p.quanta * quantumTime(view.rate(port));
  /** With `repeat: timer`, by port: the time from a PAUSE to its repetition. */
  const repeatAfter = byPacket ? new Float64Array(0) : refreshTimes(p, view);

  function sendAnew(port: number, scope: number, vector: number, quanta: number): void {
    const first = port * 16 + (scope === PORT ? 8 : 0);
    let named = vector;
    for (let cls = 0; cls < 8; cls++) {
      if ((vector & (1 << cls)) === 0) continue;
      if (quanta !== 0) sentAt[first + cls] = view.now;
      else if (view.now >= sentAt[first + cls] + timeOf(port)) named &= ~(1 << cls); // The PAUSE has expired: no RESUME.
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
      // A port has one timer for the PAUSEs of its queues, and one for those of the whole port. Each timer serves all
      // classes. It is armed only if it is not running, so a later pause of another class does not delay the
      // repetition.
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

  /** Reports a risk of the parameter `behind`: it may delay a PAUSE frame for longer than headroom covers. */
  function lateFrames(): ParamError | undefined {
    if (p.behind === undefined) return undefined;
    const hint = "A frame may wait behind any number of packets of that class.";
    return new ParamError("behind", "no class, to lose no packet", p.behind, hint);
  }

  const receiver = pauses.pauseReceiver(view, p, p.hold);
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
    onFrame: receiver.onFrame,
    addState(add) {
      receiver.addState(add);
      for (const bits of [...wanted, ...portWanted]) add(bits);
      // Two states are equal if the latest PAUSEs have the same time left. It does not matter when they were sent.
      if (byPacket) sentAt.forEach((at, k) => add(Math.max(0, at + timeOf(k >> 4) - view.now)));
    },
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
 * By port: the time from a PAUSE to its repetition. The repetition must take effect before the first PAUSE ends. The
 * repeated frame may wait for a packet on the wire and for another PAUSE frame of the port.
 */
function refreshTimes(p: Values<typeof params>, view: LinkView): Float64Array {
  const { hold, quanta, refresh } = p;
  const late = Math.ceil((view.maxFrame + p.frame + 2 * view.wireOverhead) / QUANTUM_BYTES);
  const times = new Float64Array(view.ports);
  for (const port of view.mine) {
    const quantum = quantumTime(view.rate(port));
    const lost = pauses.quantaLost(p, view.rate(port));
    // The duration of the pause, in quanta.
    const lasts = hold === undefined ? quanta : hold / quantum;
    // The time after which the PAUSE frame must be repeated at the latest, in quanta.
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

/**
 * Reports a port whose own memory is too small. For each lossless class it must store `xoff` bytes, and the packets that
 * may arrive after a PAUSE.
 */
function overfull(view: LinkView, port: number, xoff: Bytes): ParamError | undefined {
  const [memory, classes, need] = [view.ownMemory(port), view.lossless.length, view.worstCase(port)];
  const least = (xoff + need) * classes;
  if (memory >= least) return undefined;
  const hint = `Memory of ${formatBytes(least)} does too: ${formatBytes(need)} may follow a PAUSE, for each lossless class.`;
  const most = Math.floor(memory / classes) - need;
  return new ParamError("xoff", most < 1 ? "more memory" : `at most ${formatBytes(most)}`, formatBytes(xoff), hint);
}

/** The default of `xoff`: the highest threshold of a class that leaves enough memory for the packets after a PAUSE. */
function ownThreshold(view: LinkView, port: number): Bytes {
  const [memory, classes, need] = [view.ownMemory(port), view.lossless.length, view.worstCase(port)];
  const threshold = Math.floor(memory / classes) - need;
  if (threshold >= 1) return threshold;
  const least = formatBytes((need + 1) * classes);
  const hint = "That much may follow a PAUSE, for each lossless class; or set xoff and expect drops.";
  throw new ParamError("", `memory of ${least} or more`, formatBytes(memory), hint);
}
