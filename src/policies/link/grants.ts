/**
 * Algorithm 1 of Bifrost: how much the peer may send in the slot that is one round trip away.
 *
 *   every slot T, on a port with H bytes for what comes in by its link:
 *     c = max(0, min(R T, H - L - F))       L: bytes that came in and are still here
 *     F = min(BDP + R T, what grants of the last RTT + T may still bring)
 *
 * F, the virtual incoming bytes, are an upper bound of what can still arrive. So L + F is what the port will hold if nothing leaves
 * any more, and Theorem 1 keeps it at H or below. c looks at F as it was a slot ago, which keeps what arrived since in reserve: that
 * is why full throughput asks for H = BDP + 2 R T.
 *
 * Bytes are those of full frames in the buffer: R is the line rate times frame / (frame + preamble and gap). Counted on the wire,
 * 2% of every grant would never arrive. A grant is whole frames, since the peer sends no others.
 *
 * Paper    bifrost, algorithm 1, section IV
 * Differs  (docs/errata.md) c is never negative; nothing is deducted by line 13, since c > 0 says that L + F < H; and F is what the text
 *          calls it, the grants of the last RTT + T, not line 15's F - r + c: from that a byte that leaked is taken though it was never
 *          in it, so L + F cannot show it, and a grant that went unused stays in it. `literal` runs lines 10 to 15 as printed
 */
import { ParamError } from "../../base/params.ts";
import { formatBytes, formatRate, formatTime } from "../../base/format.ts";
import { us, type Bytes, type Ps } from "../../base/units.ts";
import { QUEUE, type LinkView } from "../../contracts/link.ts";

/** Parameters that `bifrost` and `bifrostx` share. */
export const grantParams = {
  slot: {
    unit: "ps",
    default: us(10),
    min: us(0.1),
    max: us(1e6),
    source: "bifrost, section V",
    about: "T, the time between two grants.",
  },
  buffer: {
    unit: "bytes",
    derived: "the port's own memory less k packets",
    min: 1,
    max: 2 ** 40,
    source: "bifrost, algorithm 1; BDP + 2 R T or more",
    about: "H, the bytes that grants are made for. What the port's memory has beyond them is for packets that leak.",
  },
  internal: {
    unit: "ps",
    default: 0,
    min: 0,
    max: us(1e6),
    source: "lab: none; bifrost, section V, has about 1 us",
    about:
      "Time from the look at the queue until its frame waits at the port: the switch's own delay, less than a slot.",
  },
  k: {
    unit: "count",
    default: 1,
    min: 1,
    max: 1_000_000,
    source: "bifrost, section VI",
    about: "Packets of headroom for leaking; slots between two corrections of the printed text.",
  },
  literal: {
    unit: "flag",
    default: false,
    source: "docs/errata.md",
    about: "Algorithm 1 as printed, which grants too much after a stop.",
  },
} as const;

/** What it leads to. */
export const leakAsPrinted = (): ParamError =>
  new ParamError("literal", "false, to lose no packet", true, "The printed algorithm grants too much after a pause.");

export interface GrantValues {
  readonly slot: Ps;
  readonly buffer: Bytes | undefined;
  readonly internal: Ps;
  readonly k: number;
  readonly literal: boolean;
}

/** Told of every slot, for tests and traces: bytes here, and bytes that may come, after the grant `c`. */
export type Watch = (port: number, held: Bytes, incoming: Bytes, c: Bytes) => void;

export interface Granting {
  /** R T: what a port receives in a slot at line rate. */
  slotBytes(port: number): Bytes;
  /** H. */
  buffer(port: number): Bytes;
  /** The grant of a slot that begins now, from 0 to `slotBytes`, or beyond if `literal`. To be asked once each slot. */
  next(port: number): Bytes;
}

interface State {
  readonly slotBytes: Bytes;
  readonly buffer: Bytes;
  /** BDP + R T; where a frame takes longer than a slot to work, BDP and what comes in that time. */
  readonly most: Bytes;
  /** Grants of which nothing need have arrived, a ring whose oldest stands at `oldest`, and their sum. */
  readonly history: Float64Array;
  oldest: number;
  granted: Bytes;
  /** Most that may still come of the grant before those, since part of its slot is over. */
  readonly remainder: Bytes;
  /** F, and what had been received, a slot ago. */
  incoming: Bytes;
  received: Bytes;
  slots: number;
}

/**
 * `lag` is the time that a frame waits beyond the link's delays, there and back, before the first byte it grants can arrive; the
 * switch's own delay comes before it.
 */
export function granting(p: GrantValues, view: LinkView, lag: (port: number) => Ps, watch?: Watch): Granting {
  const states = new Map<number, State>();
  for (const port of view.mine) if (view.ownMemory(port) > 0) states.set(port, begin(port));

  function begin(port: number): State {
    if (p.internal >= p.slot) {
      throw new ParamError("internal", `less than a slot, ${formatTime(p.slot)}`, formatTime(p.internal));
    }
    const rate = view.rate(port);
    const roundTrip = 2 * view.delay(port);
    const bytesPerPs = (rate / 8e12) * (view.maxFrame / (view.maxFrame + view.wireOverhead));
    const slotBytes = bytesPerPs * p.slot;
    const late = p.internal + lag(port);
    // c looks at F as it was a slot ago, so what arrived since is counted twice: room for frames that work a slot late, and no later.
    const window = Math.max(p.slot, late);
    const most = bytesPerPs * (roundTrip + window);
    const memory = view.ownMemory(port);
    const buffer = p.buffer ?? memory - p.k * view.maxFrame;
    if (buffer > memory) {
      throw new ParamError("buffer", `at most the port's own memory, ${formatBytes(memory)}`, formatBytes(buffer));
    }
    if (buffer < most) {
      const last = `${formatBytes(bytesPerPs * window)} in ${late > p.slot ? "the time that a frame takes to work," : "a slot of"} ${formatTime(window)}`;
      const sum = `${formatBytes(bytesPerPs * roundTrip)} in a round trip of ${formatTime(roundTrip)} at ${formatRate(rate)}, and ${last}`;
      const hint = `Give the port more memory: ${formatBytes(Math.ceil(most + slotBytes + p.k * view.maxFrame))} loses no throughput.`;
      throw new ParamError("buffer", `at least BDP + R T: ${sum}`, formatBytes(buffer), hint);
    }
    const slots = (roundTrip + late) / p.slot;
    const whole = Math.floor(slots) + 1;
    return {
      ...{ slotBytes, buffer, most, oldest: 0, incoming: most, received: 0, slots: 0 },
      history: new Float64Array(whole).fill(slotBytes),
      granted: whole * slotBytes,
      remainder: (slots + 1 - whole) * slotBytes,
    };
  }

  function held(port: number): Bytes {
    let bytes = 0;
    for (let cls = 0; cls < 8; cls++) bytes += view.backlog(port, cls);
    return bytes;
  }

  /** Line 10 with c at least 0 and in whole frames; F from the grants themselves. */
  function corrected(at: State, here: Bytes): Bytes {
    const { history, slotBytes, oldest } = at;
    const room = at.buffer - here - at.incoming;
    const c = room >= slotBytes ? slotBytes : Math.max(0, Math.floor(room / view.maxFrame) * view.maxFrame);
    const leaving = history[oldest];
    history[oldest] = c;
    at.oldest = oldest + 1 === history.length ? 0 : oldest + 1;
    at.granted += c - leaving;
    at.incoming = Math.min(at.most, at.granted + Math.min(leaving, at.remainder));
    return c;
  }

  /** Lines 10 to 15. */
  function printed(at: State, here: Bytes, port: number): Bytes {
    let received = 0;
    for (let cls = 0; cls < 8; cls++) received += view.received(port, cls);
    const c = Math.min(at.slotBytes, at.buffer - here - at.incoming);
    const granted = at.slots % p.k === 0 ? Math.max(0, c - (here + at.incoming - at.buffer)) : c;
    at.incoming = Math.min(at.most, at.incoming - (received - at.received) + c);
    at.received = received;
    return granted;
  }

  const stateOf = (port: number): State => states.get(port) as State;
  return {
    slotBytes: (port) => stateOf(port).slotBytes,
    buffer: (port) => stateOf(port).buffer,
    next(port) {
      const at = stateOf(port);
      const here = held(port);
      const c = p.literal ? printed(at, here, port) : corrected(at, here);
      at.slots++;
      watch?.(port, here, at.incoming, c);
      return c;
    },
  };
}

/** Puts a slot's frame at its port, for `classes`, when the switch's own delay has passed since the look at the queue. */
export function sending(
  { internal, frame }: { readonly internal: Ps; readonly frame: Bytes },
  view: LinkView,
  classes: number,
): (port: number, words: Int32Array) => void {
  const emit = (port: number, words: Int32Array): void => {
    view.emit(port, frame, QUEUE, classes, words);
  };
  if (internal === 0) return emit;
  // Less than a slot: a port has one frame under way within the switch.
  const within = Array.from({ length: view.ports }, () => new Int32Array(4));
  const timer = view.timer(view.ports, (port) => {
    emit(port, within[port]);
  });
  return (port, words) => {
    within[port].set(words);
    timer.arm(port, view.now + internal);
  };
}
