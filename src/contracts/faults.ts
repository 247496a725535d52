/**
 * Faults: what goes wrong while a scenario runs, and what watches over it.
 *
 * A fault is a file under `src/faults/`. It says what it befalls, and what becomes of that at its beginning and its end; the model does it and keeps
 * the accounts, so no fault can lose a byte without a cause. What it does to packets is asked only in runs that have faults.
 */
import type { ParamError } from "../base/params.ts";
import type { TimerMaker } from "../base/view.ts";
import type { Bps, Bytes, Ps } from "../base/units.ts";

/** What a fault befalls: hosts, links, switches, or ports of switches, by name. */
export type Befalls = "hosts" | "links" | "switches" | "ports";

/** A NIC that takes in data no faster than at `rate`. */
export interface Intake {
  readonly rate: Bps;
  readonly memory: Bytes;
  /** It stops a class at `xoff` bytes in its memory and lets it go at `xon`. */
  readonly xoff: Bytes;
  readonly xon: Bytes;
}

export interface FaultView {
  readonly now: Ps;
  /** When it begins and ends; Infinity: it stays. */
  readonly at: Ps;
  readonly until: Ps;
  readonly timer: TimerMaker;
  /**
   * What it befalls, as ports of the network: those of its hosts or switches, its ports, or of each of its links the port at the end named
   * first and the one at the other, in turn. In a part of a network that is cut, hosts' and ports of its own; of links and switches all, for all parts
   * are to know them.
   */
  readonly ports: readonly number[];
  readonly lossless: readonly number[];
  /** A draw from [0, 1) of the fault's own stream for a node. */
  random(node: number): number;
  peer(port: number): number;
  node(port: number): number;
  rate(port: number): Bps;
  /** One way, as the scenario has it. */
  delay(port: number): Ps;
  /** Puts it on record that something happened at `port`, of class `cls` or of none in particular. */
  note(what: string, port: number, cls?: number): void;

  /** The link of `port` is dead both ways, and works again. A link that several faults have cut works again when the last one mends it. */
  cut(port: number): void;
  mend(port: number): void;
  /** Routes are reckoned anew over the links that work. */
  reroute(): void;
  /** Said when the fault is made: light may come to take so long for what `port` sends. */
  mayTake(port: number, delay: Ps): void;
  /** Light takes so long from now on for what `port` sends; nothing overtakes. */
  setDelay(port: number, delay: Ps): void;
  /** What `port` sends arrives damaged with these chances, of a bit and of a frame; what flow control has it send is lost with that. */
  damage(port: number, bitErrorRate: number, frameErrorRate: number): void;
  losePauses(port: number, chance: number): void;
  /** A NIC sends a PAUSE of `classes`, a bit mask. `record`: it is on record that it has them stopped, or lets them go. */
  sendPause(port: number, classes: number, quanta: number): void;
  record(port: number, cls: number, stops: boolean): void;
  /** A NIC takes data in no faster than this; null: as fast as it comes. */
  takeIn(port: number, intake: Intake | null): void;
  /** Of a port of a switch: how many frames of flow control have come in that name the class, and since when the class has been stopped; Infinity: it is not. */
  heard(port: number, cls: number): number;
  stoppedSince(port: number, cls: number): Ps;
  /** How long the class has been stopped in all, and of the packet that waits first which flow's it is and when that sent it; undefined: none waits. */
  stoppedTime(port: number, cls: number): Ps;
  first(port: number, cls: number): { readonly flow: number; readonly sent: Ps } | undefined;
  /** It heeds no PAUSE of the class; what comes in by it or is to leave by it, of the class, is discarded, and what waits there. */
  ignorePauses(port: number, cls: number, ignores: boolean): void;
  discard(port: number, cls: number, discards: boolean): void;
}

export interface Fault {
  begin(): void;
  end(): void;
}

/** What a kind of fault exports, besides `about` and `params`. */
export interface FaultModule {
  readonly befalls: Befalls;
  /** Its links may be dead, or light take another time on them. */
  readonly varies?: true;
  /** Packets of a lossless class may find no memory for it: says why. */
  readonly loses?: string;
  /** What may come to a port besides what its headroom was made for, at a link of that rate and delay; Infinity: no headroom would do. */
  excess?(values: Readonly<Record<string, unknown>>, link: { readonly rate: Bps; readonly delay: Ps }): Bytes;
  /** What of it cannot happen in the time from its beginning to the end of the run. */
  late?(values: Readonly<Record<string, unknown>>, left: Ps): ParamError | undefined;
  /** It works by PAUSE frames, so the link policy must have them. */
  readonly needsPauses?: true;
  /** It may discard packets of a class at a port. */
  readonly discards?: true;
  /** What a NIC does by which it stops its peer: "storms PAUSEs". */
  readonly stops?: string;
  /** Its links are dead. */
  readonly cuts?: true;
  create(values: Readonly<Record<string, unknown>>, view: FaultView): Fault;
}
