/**
 * Faults: what goes wrong while a scenario runs, and what watches over it.
 *
 * A fault is a file under `src/policies/faults/`. It names its targets and its effect at its beginning and end. The model applies the effect and
 * keeps the accounts, so no fault can lose a byte without a recorded cause. Runs without faults skip every check for them.
 */
import type { ParamError } from "../base/params.ts";
import type { TimerMaker } from "../base/view.ts";
import type { Bps, Bytes, Ps } from "../base/units.ts";

/** The targets of a fault, by name. */
export type Befalls = "hosts" | "links" | "switches" | "ports";

/** A NIC that accepts data at `rate` at most. */
export interface Intake {
  readonly rate: Bps;
  readonly memory: Bytes;
  /** The NIC pauses a class at `xoff` bytes of its memory and resumes it at `xon`. */
  readonly xoff: Bytes;
  readonly xon: Bytes;
}

export interface FaultView {
  readonly now: Ps;
  /** Beginning and end of the fault; Infinity: no end. */
  readonly at: Ps;
  readonly until: Ps;
  readonly timer: TimerMaker;
  /**
   * The targets as ports of the network. For hosts and switches: their ports. For links: by turns the port at the end named first and the
   * port at the other end. A partition lists only its own hosts' ports and ports, but all links and switches, since every partition must
   * know those.
   */
  readonly ports: readonly number[];
  readonly lossless: readonly number[];
  /** A draw from [0, 1) of the fault's own stream for a node. */
  random(node: number): number;
  peer(port: number): number;
  node(port: number): number;
  rate(port: number): Bps;
  /** Propagation delay one way, as in the scenario. */
  delay(port: number): Ps;
  /** Records an event at `port`, for class `cls` or for no class. */
  note(what: string, port: number, cls?: number): void;

  /**
   * The link of `port` fails in both directions, and works again. A link that several faults cut works again when the last of them mends
   * it.
   */
  cut(port: number): void;
  mend(port: number): void;
  /** Computes the routes again, over the working links. */
  reroute(): void;
  /** Declares in `create` a delay that `setDelay` may give to `port`. */
  mayTake(port: number, delay: Ps): void;
  /** Sets the propagation delay of `port` from now on. Packets never overtake each other. */
  setDelay(port: number, delay: Ps): void;
  /**
   * Damages frames that `port` sends, with these chances for each bit and each frame. Its flow-control frames are lost with the chance of
   * `losePauses`.
   */
  damage(port: number, bitErrorRate: number, frameErrorRate: number): void;
  losePauses(port: number, chance: number): void;
  /** A NIC sends a PAUSE frame for `classes`, a bit mask. `record` notes that the NIC paused a class, or resumed it. */
  sendPause(port: number, classes: number, quanta: number): void;
  record(port: number, cls: number, stops: boolean): void;
  /** Limits the rate at which a NIC accepts data; null: no limit. */
  takeIn(port: number, intake: Intake | null): void;
  /**
   * For a port of a switch: the number of flow-control frames received that name the class. Then the time since which the class is paused;
   * Infinity: not paused.
   */
  heard(port: number, cls: number): number;
  stoppedSince(port: number, cls: number): Ps;
  /**
   * The total time for which the class was paused. Then the flow of the first packet in the queue, and the time it was sent; undefined: the
   * queue is empty.
   */
  stoppedTime(port: number, cls: number): Ps;
  first(port: number, cls: number): { readonly flow: number; readonly sent: Ps } | undefined;
  /**
   * The port ignores PAUSE frames for the class. It discards packets of the class that arrive at it or are to leave by it, and its queue.
   */
  ignorePauses(port: number, cls: number, ignores: boolean): void;
  discard(port: number, cls: number, discards: boolean): void;
}

export interface Fault {
  begin(): void;
  end(): void;
}

/** The exports of a kind of fault, in addition to `about` and `params`. */
export interface FaultModule {
  readonly befalls: Befalls;
  /** Its links may fail or change their delay. */
  readonly varies?: true;
  /** The reason why lossless packets may find no memory. */
  readonly loses?: string;
  /**
   * The bytes that may arrive at a port in addition to those that headroom is sized for, on a link of that rate and delay. Infinity: no
   * headroom suffices.
   */
  excess?(values: Readonly<Record<string, unknown>>, link: { readonly rate: Bps; readonly delay: Ps }): Bytes;
  /** The part of the fault that cannot happen in the time from its beginning to the end of the run. */
  late?(values: Readonly<Record<string, unknown>>, left: Ps): ParamError | undefined;
  /** It works by PAUSE frames, so it needs a link policy that has them. */
  readonly needsPauses?: true;
  /** It may discard packets of a class at a port. */
  readonly discards?: true;
  /** The behaviour of a NIC that pauses its peer, such as "storms PAUSEs". */
  readonly stops?: string;
  /** Its links fail. */
  readonly cuts?: true;
  create(values: Readonly<Record<string, unknown>>, view: FaultView): Fault;
}
