/**
 * SWING: a relay at each end of a long link forwards PAUSE frames over the link. The relays have much memory, so the
 * switches need little.
 *
 *   M -- relay ====== long link ====== relay -- N        data from M to N, PAUSEs from N to M
 *
 * - N pauses the relay next to it by ordinary PFC. That relay stops sending to N at once, stores arriving packets, and
 *   forwards the PAUSE over the long link. It forwards the resume of N in the same way.
 * - The far relay stops sending when that PAUSE arrives. It stores packets from M, and above `xoff` it pauses M by
 *   ordinary PFC.
 *
 * After a PAUSE, the relay next to N still receives packets for one round trip of the long link. After a resume it
 * receives none for the same time. So this relay stores at most one bandwidth-delay product. After a resume this relay
 * runs empty only if it was empty when N paused it.
 *
 * As a safeguard, a relay pauses the far relay by itself if its occupancy plus the bytes in flight might not fit its
 * memory.
 *
 * Paper    chen23. Section II-B of bifrost names the components of SWING, and the rules are reconstructed from that section.
 * Differs  The signals between relays are not published. Here they are PFC frames, which are repeated like those of PFC.
 */
import { formatBytes } from "../../base/format.ts";
import {
  defineParams,
  ParamError,
  type Needs,
  type OnWire,
  type Surroundings,
  type Unread,
  type Values,
} from "../../base/params.ts";
import { ns, type Bytes, type Ps } from "../../base/units.ts";
import { PORT, QUEUE, type LinkPolicy, type LinkView } from "../../contracts/link.ts";
import * as pfc from "./pfc.ts";

export const about = "relays at both ends of a long link carry PAUSE frames across it";

// The parameters of PFC except `hold`, which overrides the duration in a PAUSE frame. A switch with another link policy
// may pause a relay, so the relay must obey the duration in the frame.
const { hold: _, ...ofPfc } = pfc.params;

export const params = defineParams({
  ...ofPfc,
  xoff: {
    unit: "bytes",
    default: 198 * 1024,
    min: 1,
    max: 2 ** 40,
    source: "bifrost, section VI-B",
    about: "Bytes of a class in the queue to the long link at which the relay pauses its switch.",
  },
  xon: { ...pfc.params.xon, about: "Bytes at or below which the relay resumes its switch." },
  cable: {
    unit: "delay",
    default: ns(50),
    min: 0,
    max: ns(100_000),
    source: "lab: 10 m",
    about: "One-way delay between a relay and its switch, or the length of the cable.",
  },
});

const asPfc = (p: Values<typeof params>): Values<typeof pfc.params> => ({ ...p, hold: undefined });

export function check(p: Values<typeof params>): void {
  pfc.check(asPfc(p));
  if (p.repeat !== "timer") {
    const hint =
      "A switch keeps a class paused even if no packets arrive, so a timer must repeat its PAUSE across the long link.";
    throw new ParamError("repeat", "timer", p.repeat, hint);
  }
}
export const needs: Needs = { ownMemory: true };
export const onWire = (p: Values<typeof params>): OnWire => pfc.onWire(asPfc(p));
export const relays = (p: Values<typeof params>): Ps => p.cable;

export const unread = (p: Values<typeof params>, surroundings: Surroundings): Unread =>
  pfc.unread(asPfc(p), surroundings);

export function create(p: Values<typeof params>, view: LinkView): LinkPolicy {
  const isMine = new Uint8Array(view.ports);
  for (const port of view.mine) isMine[port] = 1;
  const isLong = (port: number): boolean => isMine[view.peer(port)] !== 0;
  /** By port of a relay: the relay's other port. -1: there is none. */
  const across = new Int32Array(view.ports).fill(-1);
  for (const port of view.mine)
    across[port] = view.mine.find((other) => other !== port && view.node(other) === view.node(port)) ?? -1;

  /**
   * By port of a relay to its switch: the classes that the switch has paused there. A port has two bit masks, one for each cause: pauses
   * of single queues, and pauses of the whole port.
   */
  const stopped = new Uint8Array(view.ports * 2);
  const guards = new Map<number, Guard>();

  const local = Object.assign(Object.create(view) as LinkView, {
    // At the relay's port to the long link, PFC is given no memory, so it applies no threshold `xoff` there. `xoff` is for
    // packets that wait for the long link, and these arrive at the relay's other port. A `Guard` protects the long port.
    ownMemory: (port: number): Bytes => (isLong(port) ? 0 : view.ownMemory(port)),
    stop(port: number, cause: number, classes: number): void {
      view.stop(port, cause, classes);
      relay(port, cause, (before) => before | classes);
    },
    start(port: number, cause: number, classes: number): void {
      relay(port, cause, (before) => before & ~classes);
      view.start(port, cause, classes);
    },
  });
  const pauses = pfc.create(asPfc(p), local);
  for (const port of view.mine) if (isLong(port) && across[port] >= 0) guards.set(port, new Guard(view, port));

  /** Forwards a pause or a resume from the switch at `port` to the relay at the other end of the long link. */
  function relay(port: number, cause: number, change: (classes: number) => number): void {
    const long = across[port];
    if (long < 0 || isLong(port)) return;
    const before = stopped[port * 2] | stopped[port * 2 + 1];
    const side = port * 2 + (cause === PORT ? 1 : 0);
    stopped[side] = change(stopped[side]);
    const after = stopped[port * 2] | stopped[port * 2 + 1];
    for (const cls of view.lossless) {
      const bit = 1 << cls;
      if ((after & ~before & bit) !== 0) pauses.pause(long, cls, QUEUE);
      if ((before & ~after & bit) !== 0) pauses.resume(long, cls, QUEUE);
    }
    guards.get(long)?.relayed(view.lossless.every((cls) => (after & (1 << cls)) !== 0));
  }

  function guarded(port: number, cls: number): void {
    const guard = guards.get(port);
    if (guard?.turns() !== true) return;
    if (guard.stops) pauses.pause(port, cls, PORT);
    else pauses.resume(port, cls, PORT);
  }

  return {
    pause: (port, cls, scope) => {
      pauses.pause(port, cls, scope);
    },
    resume: (port, cls, scope) => {
      pauses.resume(port, cls, scope);
    },
    onFrame: (port, scope, vector, words) => {
      pauses.onFrame(port, scope, vector, words);
    },
    onArrive(port, cls, size) {
      pauses.onArrive?.(port, cls, size);
      guarded(port, cls);
    },
    onDepart(port, cls, size) {
      pauses.onDepart?.(port, cls, size);
      guarded(port, cls);
    },
    leak(port) {
      const [memory, need] = [view.ownMemory(port), view.worstCase(port)];
      if (!isLong(port) || memory >= need) return pauses.leak?.(port);
      return new ParamError(
        "",
        `memory of ${formatBytes(need)} or more: so many bytes may follow a PAUSE`,
        formatBytes(memory),
      );
    },
  };
}

/**
 * A time at which the far relay was paused or resumed. `goes` is true for a resume. `open` is the total time before
 * `at` in which the far relay was not paused.
 */
interface Turn {
  readonly at: Ps;
  readonly open: Ps;
  readonly goes: boolean;
}

const openBy = ({ at, open, goes }: Turn, time: Ps): Ps => (goes ? open + time - at : open);

/** Tracks whether the occupancy of a relay plus the bytes in flight on the long link fits the relay's memory. */
class Guard {
  /** True while the guard requires that the far relay is paused. */
  stops = false;
  private readonly view: LinkView;
  private readonly port: number;
  private readonly memory: Bytes;
  private readonly roundTrip: Ps;
  /** The bytes that the relay receives per picosecond at line rate. */
  private readonly bytesPerPs: number;
  /**
   * The maximum number of bytes that arrive after a PAUSE in addition to those of the link's round trip. They belong to
   * packets whose transmission had begun, and to the peer's reaction time.
   */
  private readonly slip: Bytes;
  private byRelay = false;
  /**
   * The pauses and resumes of the far relay in the last round trip, the oldest first. Before them is one entry more:
   * the latest change before that round trip.
   */
  private turned: Turn[] = [{ at: 0, open: 0, goes: true }];

  constructor(view: LinkView, port: number) {
    this.view = view;
    this.port = port;
    this.memory = view.ownMemory(port);
    this.roundTrip = 2 * view.delay(port);
    this.bytesPerPs = (view.rate(port) / 8e12) * (view.maxFrame / (view.maxFrame + view.wireOverhead));
    this.slip = view.worstCase(port) - Math.floor(this.roundTrip * this.bytesPerPs);
  }

  /** Records whether the local switch has paused all classes that the long link carries. */
  relayed(all: boolean): void {
    this.byRelay = all;
    this.note();
  }

  /**
   * Returns true if the state of the far relay must change now. `stops` is then the new state: true for a pause, false
   * for a resume.
   */
  turns(): boolean {
    const left = this.memory - this.held() - this.coming();
    if (this.stops ? left < this.slip : left >= 0) return false;
    this.stops = !this.stops;
    this.note();
    return true;
  }

  private held(): Bytes {
    let bytes = 0;
    for (const cls of this.view.lossless) bytes += this.view.backlog(this.port, cls);
    return bytes;
  }

  /**
   * The maximum number of bytes that may still arrive if the far relay were paused now. Each pause may take effect one
   * packet late.
   */
  private coming(): Bytes {
    const { now, maxFrame } = this.view;
    const from = now - this.roundTrip;
    const { turned } = this;
    while (turned.length > 1 && turned[1].at <= from) turned.shift();
    const earlier = from <= turned[0].at ? turned[0].open : openBy(turned[0], from);
    const open = openBy(turned[turned.length - 1], now) - earlier;
    return open * this.bytesPerPs + (turned.length >> 1) * maxFrame + this.slip;
  }

  private note(): void {
    const goes = !this.byRelay && !this.stops;
    const last = this.turned[this.turned.length - 1];
    const { now } = this.view;
    if (last.goes !== goes) this.turned.push({ at: now, open: openBy(last, now), goes });
  }
}
