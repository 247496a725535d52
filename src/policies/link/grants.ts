/**
 * Algorithm 1 of Bifrost: computes how many bytes the upstream may send in the slot one round trip later.
 *
 *   every slot T, on a port with H bytes for packets from its link:
 *     c = max(0, min(R T, H - L - F))       L: bytes that arrived by the link and are still in the switch
 *     F = min(BDP + R T, bytes that may still arrive by the grants of the last RTT + T)
 *
 * F, the virtual incoming bytes, is an upper bound of the bytes that can still arrive. L + F is the maximum occupancy
 * if no packet leaves. By Theorem 1 it never exceeds H. The grant c uses the F of one slot ago. So bytes that arrived
 * in this slot are counted twice: in L and in F. For full throughput, H must have room for them: H = BDP + 2 R T.
 *
 * Bytes are those of full frames in the buffer: R is the line rate times frame / (frame + preamble and gap). If R
 * counted wire bytes, 2% of every grant would never arrive. A grant is a whole number of frames, because the upstream
 * sends only whole frames.
 *
 * Paper    bifrost, algorithm 1 (section IV).
 * Differs  Three points, which docs/errata.md explains. `literal` runs lines 10 to 15 as printed.
 *          First, c is never negative. Second, line 13 is left out: c > 0 implies L + F < H, so the line never deducts anything.
 *          Third, F is computed from the grants of the last RTT + T, as the paper's text defines it. Line 15 computes F - r + c
 *          instead. This subtracts leaked bytes, which F never contained, so L + F cannot show them. Line 15 also never removes
 *          unused grants.
 */
import { ParamError, type Unread } from "../../base/params.ts";
import { formatBytes, formatRate, formatTime } from "../../base/format.ts";
import { us, type Bytes, type Ps } from "../../base/units.ts";
import { QUEUE, type LinkView } from "../../contracts/link.ts";

/** Parameters that both `bifrost` and `bifrostx` have. */
export const grantParams = {
  slot: {
    unit: "ps",
    default: us(10),
    min: us(0.1),
    max: us(1e6),
    source: "bifrost, section V",
    about: "T: the time between two grants.",
  },
  buffer: {
    unit: "bytes",
    derived: "the port's own memory minus k packets",
    min: 1,
    max: 2 ** 40,
    source: "bifrost, algorithm 1; BDP + 2 R T or more",
    about: "H: the bytes that grants may fill. The rest of the port's memory is for leaked packets.",
  },
  internal: {
    unit: "ps",
    default: 0,
    min: 0,
    max: us(1e6),
    source: "lab: none; bifrost, section V, has about 1 us",
    about:
      "The switch's own delay, from the reading of the queue until the frame waits at the port. It must be below one slot.",
  },
  k: {
    unit: "count",
    default: 1,
    min: 1,
    max: 1_000_000,
    source: "bifrost, section VI",
    about: "Packets of headroom for leaks. With `literal`, also the number of slots between two corrections.",
  },
  literal: {
    unit: "flag",
    default: false,
    source: "docs/errata.md",
    about: "Algorithm 1 as printed, which grants too much after a pause.",
  },
} as const;

/** The error that the check for losses reports if `literal` is set: the algorithm as printed in the paper can lose packets. */
export const leakAsPrinted = (): ParamError =>
  new ParamError("literal", "false, to lose no packet", true, "The printed algorithm grants too much after a pause.");

export interface GrantValues {
  readonly slot: Ps;
  readonly buffer: Bytes | undefined;
  readonly internal: Ps;
  readonly k: number;
  readonly literal: boolean;
}

/**
 * Names `k` if it has no effect. `k` has two uses. Without the parameter `buffer`, grants may fill a port's memory except
 * for `k` packets. With `literal`, grants are corrected once in `k` slots.
 */
export const unreadGrants = ({ buffer, literal }: GrantValues): Unread =>
  buffer === undefined || literal ? {} : { k: "buffer overrides it" };

/**
 * A function that is called in every slot, for tests and traces. `held`: bytes that arrived by the link and are still in
 * the switch (L). `incoming`: bytes that may still arrive after the grant `c`.
 */
export type Watch = (port: number, held: Bytes, incoming: Bytes, c: Bytes) => void;

export interface Granting {
  /** R T: the bytes that a port receives in one slot at line rate. */
  slotBytes(port: number): Bytes;
  /** H: the bytes of memory that grants may fill. */
  buffer(port: number): Bytes;
  /**
   * The grant of the slot that begins now, from 0 to `slotBytes`. With `literal` it may be outside this range. Call it
   * once in each slot.
   */
  next(port: number): Bytes;
}

interface State {
  readonly slotBytes: Bytes;
  readonly buffer: Bytes;
  /**
   * The upper bound of F, the bytes that may still arrive: BDP + R T. T is the length of a slot. If the frame of a grant
   * may need longer than T to take effect, this longer time replaces T.
   */
  readonly most: Bytes;
  /** A ring of the latest grants. Bytes of all of them may still be in flight. */
  readonly history: Float64Array;
  /** The index of the oldest grant in the ring. */
  oldest: number;
  /** The sum of all grants in the ring, bytes. */
  granted: Bytes;
  /**
   * The maximum number of bytes that may still arrive under the newest grant that is no longer in `history`. The packets
   * of this grant arrive within one slot, and a part of that slot is over. So this number is the bytes of the rest of the slot.
   */
  readonly remainder: Bytes;
  /** The value of F at the previous slot: the bytes that could still arrive then. */
  incoming: Bytes;
  received: Bytes;
  slots: number;
}

/**
 * Creates the grants of all ports that have their own memory. `lag` returns the maximum time from the sending of a
 * grant's frame to the arrival of the first granted byte. This time excludes the two link delays and the switch's own
 * delay.
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
    // `most` is the upper bound of F, the bytes that may still arrive. A grant uses the F of one slot ago. Under the
    // grants up to that time, packets can arrive for at most a round trip plus `late` from now on. The paper's
    // bound is a round trip and one slot, which is enough if `late` is at most one slot. If `late` is longer than a slot,
    // `most` covers `late` instead of the slot.
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

  /**
   * Computes the grant c by line 10 of Bifrost's algorithm 1, but at least 0 and in whole frames. Also computes F, the
   * bytes that may still arrive: the sum of the grants in `history`, plus the `remainder` of the grant before them. F
   * is at most `most`.
   */
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

  /** The grant by lines 10 to 15 of algorithm 1, exactly as the paper prints them. */
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

/**
 * Returns a function that sends the frame of a port with the grants of one time slot. The frame applies to `classes`, a
 * bit mask. The switch needs the time `internal` before it queues the frame.
 */
export function sending(
  { internal, frame }: { readonly internal: Ps; readonly frame: Bytes },
  view: LinkView,
  classes: number,
): (port: number, words: Int32Array) => void {
  const emit = (port: number, words: Int32Array): void => {
    view.emit(port, frame, QUEUE, classes, words);
  };
  if (internal === 0) return emit;
  // A port sends at most one frame in each slot, and the switch's own delay is shorter than a slot. So at most one frame of a port waits
  // for this delay, and room for one frame is enough.
  const within = Array.from({ length: view.ports }, () => new Int32Array(4));
  const timer = view.timer(view.ports, (port) => {
    emit(port, within[port]);
  });
  return (port, words) => {
    within[port].set(words);
    timer.arm(port, view.now + internal);
  };
}
