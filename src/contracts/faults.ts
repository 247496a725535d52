/**
 * Faults: failures that a scenario injects, such as a dead link, and watchdogs that react to failures.
 *
 * Each kind of fault is a file under `src/policies/faults/`. It declares its targets, its effect when it begins and its
 * effect when it ends. The model applies the effect and keeps the byte accounts, so each lost byte has a recorded
 * cause. Runs without faults skip all checks for them.
 */
import type { ParamError } from "../base/params.ts";
import type { TimerMaker } from "../base/view.ts";
import type { Bps, Bytes, Ps } from "../base/units.ts";

/** The kind of target that a fault has. */
export type Befalls = "hosts" | "links" | "switches" | "ports";

/** The parameters of a slow NIC: it accepts data at no more than `rate`. */
export interface Intake {
  readonly rate: Bps;
  readonly memory: Bytes;
  /** The NIC pauses a class when its memory holds this many bytes. */
  readonly xoff: Bytes;
  /** The NIC resumes the class when its memory holds at most this many bytes. */
  readonly xon: Bytes;
}

export interface FaultView {
  readonly now: Ps;
  /** The time at which the fault begins. */
  readonly at: Ps;
  /** The time at which the fault ends. Infinity: it lasts to the end of the run. */
  readonly until: Ps;
  readonly timer: TimerMaker;
  /**
   * The targets of the fault, as network-wide port numbers:
   *
   * - hosts and switches: all their ports
   * - links: two ports for each link. For the target "sw1-sw0" in the scenario, the port of sw1 comes first
   *
   * For a fault of hosts or single ports, the ports of other partitions are left out. For a fault of links or switches,
   * the list has the ports of all partitions, because every partition applies such a fault.
   */
  readonly ports: readonly number[];
  readonly lossless: readonly number[];
  /** Draws a random number from [0, 1). Each fault has its own random stream for each node. */
  random(node: number): number;
  peer(port: number): number;
  node(port: number): number;
  rate(port: number): Bps;
  /** One-way propagation delay of the port's link, as given in the scenario. */
  delay(port: number): Ps;
  /** Adds a row to the table of faults: an event at `port`, for class `cls` or for no class in particular. */
  note(what: string, port: number, cls?: number): void;

  /** Disables the link of `port` in both directions. */
  cut(port: number): void;
  /**
   * Enables the link of `port` again. A link that several faults cut works again after the last of them has called
   * `mend`.
   */
  mend(port: number): void;
  /** Recomputes the routes over the links that work. */
  reroute(): void;
  /**
   * Call this in `create` for each delay that `setDelay` may later set at `port`. A partitioned run must know the
   * minimum delay of each link before it starts.
   */
  mayTake(port: number, delay: Ps): void;
  /**
   * Sets the propagation delay of the link at `port` from now on. Packets still arrive in the order in which they were
   * sent.
   */
  setDelay(port: number, delay: Ps): void;
  /**
   * Damages frames that `port` sends, with the given probabilities per bit and per frame. `losePauses` sets the
   * probability with which the port's flow-control frames are lost.
   */
  damage(port: number, bitErrorRate: number, frameErrorRate: number): void;
  losePauses(port: number, chance: number): void;
  /** Sends a PAUSE frame for `classes`, a bit mask, from the NIC at `port`. */
  sendPause(port: number, classes: number, quanta: number): void;
  /** Reports to the measurements that the NIC paused or resumed a class. */
  record(port: number, cls: number, stops: boolean): void;
  /** Limits the rate at which the NIC at `port` accepts data. Null removes the limit. */
  takeIn(port: number, intake: Intake | null): void;
  /** The number of flow-control frames for class `cls` that a switch received at `port`. */
  heard(port: number, cls: number): number;
  /** The time since which class `cls` is paused at `port`, or Infinity if it is not paused. */
  stoppedSince(port: number, cls: number): Ps;
  /** The total time for which class `cls` was paused at `port`. */
  stoppedTime(port: number, cls: number): Ps;
  /** The flow and the sending time of the first packet in the egress queue, or undefined if the queue is empty. */
  first(port: number, cls: number): { readonly flow: number; readonly sent: Ps } | undefined;
  /** If `ignores` is true, the port transmits class `cls` despite PAUSE frames. */
  ignorePauses(port: number, cls: number, ignores: boolean): void;
  /**
   * If `discards` is true, the port drops all packets of class `cls`: those that arrive at it, wait at it or are routed
   * to it.
   */
  discard(port: number, cls: number, discards: boolean): void;
}

export interface Fault {
  begin(): void;
  end(): void;
}

/** The exports of the file of a fault, in addition to `about` and `params`. */
export interface FaultModule {
  readonly befalls: Befalls;
  /** Set this if the fault may take links down or change their delay. */
  readonly varies?: true;
  /**
   * Set this if lossless packets may be dropped under this fault because memory is full. The value is the reason, in
   * words.
   */
  readonly loses?: string;
  /**
   * The maximum of additional bytes that arrive at a port after a PAUSE because of this fault. They are in addition to
   * those for which headroom is sized. `link` has the rate and delay without the fault. Infinity: no headroom suffices.
   */
  excess?(values: Readonly<Record<string, unknown>>, link: { readonly rate: Bps; readonly delay: Ps }): Bytes;
  /**
   * Returns an error if the run is too short for some effect of the fault. `left` is the time from the beginning of the
   * fault to the end of the run.
   */
  late?(values: Readonly<Record<string, unknown>>, left: Ps): ParamError | undefined;
  /**
   * Set this if the fault acts through PAUSE frames. The fault then needs a link policy that has PAUSE frames, such as
   * `pfc`.
   */
  readonly needsPauses?: true;
  /** Set this if the fault may call `discard`, which drops the packets of a class at a port. */
  readonly discards?: true;
  /**
   * Set this if the fault makes a NIC pause its peer. The value describes the effect in messages, such as "storms
   * PAUSEs".
   */
  readonly stops?: string;
  /** Its links fail. */
  readonly cuts?: true;
  /**
   * Set this if the fault acts only when one of its timers fires. Fast-forward may then skip the time between two
   * firings.
   */
  readonly steady?: true;
  create(values: Readonly<Record<string, unknown>>, view: FaultView): Fault;
}
