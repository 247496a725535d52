/**
 * Applies faults to a network. A fault may cut links for a time, lose frames, slow a NIC down or make a port ignore
 * PAUSE frames.
 *
 * A `Faults` object is created before the run begins, and only if the scenario has faults. The fabric's `faults` is
 * null in any other network. Each partition records for every link whether it is dead, and applies faults to its own
 * nodes only.
 */
import { CLASS_BITS } from "../../base/queue-number.ts";
import type { FaultView } from "../../contracts/faults.ts";
import { PORT, QUEUE } from "../../contracts/link.ts";
import { setTimes } from "../../base/pause-times.ts";
import type { Ps } from "../../base/units.ts";
import type { PacketWords, TimerMaker } from "../../base/view.ts";
import type { Fabric } from "./fabric.ts";
import type { Faulty } from "./faulty.ts";
import { DATA, FLOW, KIND_MASK, LINK_FRAME, META, SIZE, STAMP } from "./packet-record.ts";
import { DAMAGED, LINK_DOWN, LOST_PAUSE, WATCHDOG } from "./recorder.ts";
import { SlowNic } from "./slow-nic.ts";
import type { Switch } from "./switch.ts";

/** The probabilities with which one fault loses the frames of one port. */
interface Losses {
  /** By frame size in bytes: the loss probability. Null: no frame is lost. */
  damage: Float64Array | null;
  pauses: number;
  readonly draw: () => number;
}

type Deeds = Pick<
  FaultView,
  | "cut"
  | "mend"
  | "setDelay"
  | "sendPause"
  | "record"
  | "takeIn"
  | "heard"
  | "stoppedSince"
  | "stoppedTime"
  | "first"
  | "ignorePauses"
  | "discard"
>;

export class Faults implements Deeds, Faulty {
  private readonly fabric: Fabric;
  private readonly switches: readonly (Switch | null)[];
  /** By link: the number of faults that cut the link now. */
  private readonly cuts: Int32Array;
  /** By link: the number of times that it went down since the start. Overlapping cuts count once. */
  private readonly timesCut: Int32Array;
  /** By packet: the value of `timesCut` when the packet was sent. */
  private readonly sentAfter: PacketWords;
  refuses: Faulty["refuses"] = null;
  private readonly losses: (Map<number, Losses> | null)[];
  private readonly nics: (SlowNic | null)[];
  private readonly timeNic: ReturnType<TimerMaker>;
  private readonly heardFrames: Float64Array;
  private readonly deaf: Uint8Array;
  private readonly discards: Uint8Array;
  private readonly words = new Int32Array(4);

  constructor(fabric: Fabric, switches: readonly (Switch | null)[], timer: TimerMaker) {
    this.fabric = fabric;
    this.switches = switches;
    const { ports } = fabric;
    this.cuts = new Int32Array(fabric.wiring.links.length);
    this.timesCut = new Int32Array(fabric.wiring.links.length);
    this.sentAfter = fabric.packets.column(1);
    this.losses = Array.from({ length: ports }, () => null);
    this.nics = Array.from({ length: ports }, () => null);
    this.timeNic = timer(ports, (port) => this.nics[port]?.take());
    this.heardFrames = fabric.linkFrames.heard = new Float64Array(ports * 8);
    this.deaf = new Uint8Array(ports);
    this.discards = new Uint8Array(ports);
    fabric.faults = this;
  }

  sends(port: number, packet: number): void {
    this.sentAfter.at[packet] = this.timesCut[this.fabric.linkOf[port]];
  }

  heeded(port: number, classes: number): number {
    return classes & ~this.deaf[port];
  }

  eachHeld(visit: (packet: number) => void): void {
    for (const nic of this.nics) nic?.each(visit);
  }

  takes(to: number, packet: number): boolean {
    const { fabric } = this;
    const from = fabric.peer[to];
    const link = fabric.linkOf[from];
    if (this.cuts[link] !== 0 || (this.timesCut[link] !== 0 && this.sentAfter.at[packet] !== this.timesCut[link])) {
      fabric.drop(to, packet, LINK_DOWN);
      return true;
    }
    const cause = this.lostBy(from, packet);
    if (cause >= 0) {
      fabric.drop(to, packet, cause);
      return true;
    }
    const nic = this.nics[to];
    return nic !== null && (fabric.packets.words[(packet << 4) | META] & KIND_MASK) === DATA && nic.takes(packet);
  }

  private lostBy(from: number, packet: number): number {
    const losses = this.losses[from];
    if (losses === null) return -1;
    const { words } = this.fabric.packets;
    const isFrame = (words[(packet << 4) | META] & KIND_MASK) === LINK_FRAME;
    for (const { damage, pauses, draw } of losses.values()) {
      if (damage !== null && draw() < damage[words[(packet << 4) | SIZE]]) return DAMAGED;
      if (isFrame && pauses > 0 && draw() < pauses) return LOST_PAUSE;
    }
    return -1;
  }

  /**
   * Returns the loss probabilities of `fault` at `port`, which the caller may change. The first call for this fault and
   * port creates them, all 0. The random numbers that decide about losses then come from the `draw` of that call.
   */
  lossesOf(fault: number, port: number, draw: () => number): Losses {
    const all = (this.losses[port] ??= new Map<number, Losses>());
    let own = all.get(fault);
    if (own === undefined) all.set(fault, (own = { damage: null, pauses: 0, draw }));
    return own;
  }

  /**
   * Cuts a link, unless another fault has cut it already. Packets that wait for the link are lost now. Packets on the
   * link are lost at the time of their arrival. All pauses of the two ports end.
   */
  cut(port: number): void {
    const { fabric } = this;
    const link = fabric.linkOf[port];
    if (++this.cuts[link] > 1) return;
    this.timesCut[link]++;
    for (const end of [port, fabric.peer[port]]) {
      fabric.portRecords.setDown(end, true);
      if (!fabric.owns(fabric.node[end])) continue;
      fabric.linkFrames.flush(end);
      fabric.stationAt(end).flush(end);
      for (const cause of [QUEUE, PORT]) fabric.start(end, cause, 255);
      fabric.resumeQueues(end);
    }
  }

  /**
   * Restores a link, unless another fault still cuts it or it has failed for good. The cut ended the pauses that each
   * end had caused at the other, so both ends send their current PAUSE frames again.
   */
  mend(port: number): void {
    const { fabric } = this;
    const link = fabric.linkOf[port];
    if (--this.cuts[link] > 0 || (fabric.wiring.links[link].failsAt ?? Infinity) <= fabric.queue.now) return;
    for (const end of [port, fabric.peer[port]]) fabric.portRecords.setDown(end, false);
    for (const end of [port, fabric.peer[port]]) {
      if (!fabric.owns(fabric.node[end])) continue;
      this.switches[fabric.node[end]]?.tellAgain(end);
      fabric.kick(end);
    }
  }

  setDelay(port: number, delay: Ps): void {
    this.fabric.shortest[port] = delay;
  }

  sendPause(port: number, classes: number, quanta: number): void {
    this.words.fill(0);
    setTimes(this.words, classes, quanta);
    this.fabric.linkFrames.emit(port, this.fabric.fidelity.frames.pause, QUEUE, classes, this.words);
  }

  record(port: number, cls: number, stops: boolean): void {
    this.fabric.recorder.onVerdict(port, cls, QUEUE, stops, 0, 0);
  }

  takeIn(port: number, intake: Parameters<Deeds["takeIn"]>[1]): void {
    const nic = (this.nics[port] ??= new SlowNic(this.fabric, port, (at) => {
      this.timeNic.arm(port, at);
    }));
    nic.set(intake);
  }

  heard(port: number, cls: number): number {
    return this.heardFrames[(port << CLASS_BITS) | cls];
  }

  stoppedSince(port: number, cls: number): Ps {
    return (this.fabric.stopped(port) & (1 << cls)) === 0
      ? Infinity
      : this.fabric.stoppedSince[(port << CLASS_BITS) | cls];
  }

  stoppedTime(port: number, cls: number): Ps {
    const { fabric } = this;
    const since = this.stoppedSince(port, cls);
    return fabric.stoppedTime[(port << CLASS_BITS) | cls] + (since === Infinity ? 0 : fabric.queue.now - since);
  }

  first(port: number, cls: number): ReturnType<FaultView["first"]> {
    const { node, packets } = this.fabric;
    const packet = this.switches[node[port]]?.firstOf((port << CLASS_BITS) | cls) ?? 0;
    if (packet === 0) return undefined;
    return { flow: packets.words[(packet << 4) | FLOW], sent: packets.doubles[(packet << 3) | STAMP] };
  }

  ignorePauses(port: number, cls: number, ignores: boolean): void {
    const bit = 1 << cls;
    if (!ignores) this.deaf[port] &= ~bit;
    else {
      this.deaf[port] |= bit;
      for (const cause of [QUEUE, PORT]) this.fabric.start(port, cause, bit);
    }
  }

  discard(port: number, cls: number, discards: boolean): void {
    const bit = 1 << cls;
    if (!discards) this.discards[port] &= ~bit;
    else {
      this.discards[port] |= bit;
      this.fabric.stationAt(port).flush(port, bit, WATCHDOG);
    }
  }

  /** Makes `refuses` check every packet. Called if any port may discard packets. */
  mayDiscard(): void {
    const { discards } = this;
    this.refuses = (inPort, cls, out) => ((discards[inPort] | discards[out]) & (1 << cls)) !== 0;
  }
}
