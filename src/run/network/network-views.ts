/**
 * Views for policies that serve the whole network. They pass values of the model on, with network-wide port numbers,
 * and check the arguments of a policy's calls. If a policy needs another value, add a field to its contract and to this
 * file. Views are classes, because V8 uses a slow representation for an object literal with a getter.
 */
import { CLASS_BITS } from "../../base/queue-number.ts";
import { wrongCall } from "../../contracts/answers.ts";
import type { DetectionView } from "../../contracts/detection.ts";
import { NOW } from "../../sim/engine/clock.ts";
import type { TimerBoard, TimerOptions } from "../../sim/engine/timers.ts";
import { invariant } from "../../base/invariant.ts";
import { DATA, KIND_MASK, META, SIZE } from "../../sim/model/packet-record.ts";
import type { LinkView } from "../../contracts/link.ts";
import type { ClassQueues } from "../../sim/model/class-queues.ts";
import type { Fabric } from "../../sim/model/fabric.ts";
import type { Forwarding } from "../../sim/model/forwarding.ts";
import type { Network } from "../../sim/model/network.ts";
import type { QueueView } from "../../contracts/scheduling.ts";
import type { Bps, Bytes, Ps } from "../../base/units.ts";
import { secondStamper } from "./stampers.ts";
import { CONGESTED, UNDETERMINED, UNMARKED, type PacketWords } from "../../base/view.ts";
import type { Timer, TimerMaker } from "../../base/view.ts";

// `isByte` is also false for NaN and for values that are not numbers.
export const isByte = (byte: Bytes): boolean => Number.isInteger(byte) && byte >= 0;

function checkClasses(call: string, classes: number): void {
  if (!(isByte(classes) && classes <= 255)) wrongCall(call, "a bit mask of classes, 0 to 255", classes);
}

/**
 * Throws an error if a policy's call names an unknown flow, because the call would otherwise fail silently. `flows` is
 * the maximum number of flows.
 */
export function checkFlow(call: string, flow: number, flows: number): void {
  if (flow >>> 0 !== flow || flow >= flows) wrongCall(call, `the number of a flow, 0 to ${flows - 1}`, flow);
}

export type Clocked = Pick<Network, "queue" | "timers" | "fabric">;

/** The base class of all views of the whole network: clock and timers. */
export abstract class NetworkViewImpl {
  protected readonly fabric: Fabric;
  private readonly clock: Float64Array;
  private readonly board: TimerBoard;

  constructor({ fabric, queue, timers }: Clocked) {
    this.fabric = fabric;
    this.clock = queue.clock;
    this.board = timers;
  }
  get now(): Ps {
    return this.clock[NOW];
  }
  protected makeTimer(subjects: number, action: (subject: number) => void, options?: TimerOptions): Timer {
    return this.board.make(subjects, action, options);
  }
}

/** Bytes of the smallest Ethernet frame. */
const MIN_FRAME = 64;

export class LinkViewImpl extends NetworkViewImpl implements LinkView {
  readonly ports: number;
  readonly mine: readonly number[];
  readonly acting: readonly number[];
  readonly lossless: readonly number[];
  readonly maxFrame: Bytes;
  readonly wireOverhead: Bytes;
  readonly timer: TimerMaker;
  private readonly switches: Network["switches"];
  private readonly need: (port: number) => Bytes;

  /** `need` returns the maximum number of bytes that arrive at a port after it sends a PAUSE frame. */
  constructor(
    network: Clocked & Pick<Network, "switches">,
    lossless: readonly number[],
    mine: readonly number[],
    maxFrame: Bytes,
    need: (port: number) => Bytes,
  ) {
    super(network);
    this.need = need;
    this.maxFrame = maxFrame;
    this.wireOverhead = this.fabric.fidelity.frames.wireOverhead;
    this.ports = this.fabric.ports;
    this.mine = mine;
    this.acting = mine.filter((port) => this.fabric.owns(this.fabric.node[port]));
    this.lossless = lossless;
    this.switches = network.switches;
    this.timer = (subjects, action) => this.makeTimer(subjects, action);
  }
  private checkPort(call: string, port: number): void {
    if (port >>> 0 !== port || port >= this.ports) wrongCall(call, `a port, 0 to ${this.ports - 1}`, port);
  }
  rate(port: number): Bps {
    return this.fabric.rate[port];
  }
  delay(port: number): Ps {
    return this.fabric.delay[port];
  }
  backlog(port: number, cls: number): Bytes {
    return this.switches[this.fabric.node[port]]?.held(port * 8 + cls) ?? 0;
  }
  waiting(port: number, cls: number): Bytes {
    return this.switches[this.fabric.node[port]]?.backlog(port * 8 + cls) ?? Infinity;
  }
  received(port: number, cls: number): Bytes {
    return this.switches[this.fabric.node[port]]?.received(port * 8 + cls) ?? 0;
  }
  ownMemory(port: number): Bytes {
    return this.fabric.ownMemory?.[port] ?? 0;
  }
  peer(port: number): number {
    return this.fabric.peer[port];
  }
  node(port: number): number {
    return this.fabric.node[port];
  }
  idle(port: number): boolean {
    return this.fabric.idle(port) && port !== this.fabric.departing;
  }
  worstCase(port: number): Bytes {
    return this.need(port);
  }
  record(port: number, cls: number, scope: number, stops: boolean, threshold: Bytes): void {
    this.fabric.recorder.onVerdict(port, cls, scope, stops, this.backlog(port, cls), threshold);
  }
  emit(port: number, size: Bytes, scope: number, vector: number, words: Int32Array): void {
    this.checkPort("emit", port);
    if (!(isByte(size) && size > 0)) wrongCall("emit", "a frame size in whole bytes, above 0", size);
    this.fabric.linkFrames.emit(port, size, scope, vector, words);
  }
  amend(port: number, scope: number, vector: number, words: Int32Array): boolean {
    return this.fabric.linkFrames.amend(port, scope, vector, words);
  }
  stop(port: number, cause: number, classes: number): void {
    this.checkPort("stop", port);
    checkClasses("stop", classes);
    this.fabric.stop(port, cause, classes);
  }
  start(port: number, cause: number, classes: number): void {
    this.checkPort("start", port);
    checkClasses("start", classes);
    this.fabric.start(port, cause, classes);
  }
  wake(port: number): void {
    this.checkPort("wake", port);
    this.fabric.kick(port);
  }
}

export class DetectionViewImpl extends NetworkViewImpl implements DetectionView {
  readonly ports: number;
  readonly wireOverhead: Bytes;
  private readonly dice: (node: number) => number;
  private readonly station: () => Pick<Forwarding, "signal">;
  private hasWords = false;

  /**
   * `dice` returns the next number of a switch's own random stream. The functions of the switches do not
   * exist before the run begins. So the constructor gets `station`, which returns them later.
   */
  constructor(network: Clocked, dice: (node: number) => number, station: () => Pick<Forwarding, "signal">) {
    super(network);
    this.dice = dice;
    this.station = station;
    this.ports = this.fabric.ports;
    this.wireOverhead = this.fabric.fidelity.frames.wireOverhead;
  }
  rate(port: number): Bps {
    return this.fabric.rate[port];
  }
  queued(port: number): Bytes {
    return this.fabric.queuedBytes(port);
  }
  sent(port: number): Bytes {
    return this.fabric.sentBytes(port);
  }
  random(port: number): number {
    return this.dice(this.fabric.node[port]);
  }
  words(width: number, clears = true): PacketWords {
    if (this.hasWords) wrongCall("words", "one call in create", width);
    if (this.fabric.stamps !== null) throw secondStamper("");
    this.hasWords = true;
    return this.fabric.stampColumn(width, clears);
  }
  signal(port: number, packet: number, mark: number): void {
    if (port >>> 0 !== port || port >= this.ports) wrongCall("signal", `a port, 0 to ${this.ports - 1}`, port);
    if (mark !== UNMARKED && mark !== UNDETERMINED && mark !== CONGESTED)
      wrongCall("signal", "UNMARKED, UNDETERMINED or CONGESTED", mark);
    this.station().signal(port, packet, mark);
  }
}

/** Values of the network that a scheduling policy reads in addition to the fabric. */
export interface SchedulingSetting {
  readonly strict: readonly number[];
  readonly maxFrame: Bytes;
  readonly hasTransport: boolean;
  /** Returns the next number of the random stream that switch `node` has, in [0, 1). */
  readonly dice: (node: number) => number;
}

export class SchedulingViewImpl extends NetworkViewImpl implements QueueView {
  readonly ports: number;
  readonly strict: readonly number[];
  readonly maxFrame: Bytes;
  readonly wireOverhead: Bytes;
  readonly flows: number;
  readonly names: Int32Array;
  readonly timer: TimerMaker;
  private readonly node: Int32Array;
  private readonly switches: Network["switches"];
  private readonly setting: SchedulingSetting;

  constructor(network: Network, setting: SchedulingSetting) {
    super(network);
    const { fabric, switches, flows } = network;
    this.ports = fabric.ports;
    this.strict = setting.strict;
    this.maxFrame = setting.maxFrame;
    this.wireOverhead = fabric.fidelity.frames.wireOverhead;
    this.flows = flows.capacity;
    this.names = flows.name;
    this.timer = (subjects, action) => this.makeTimer(subjects, action);
    this.node = fabric.node;
    this.switches = switches;
    this.setting = setting;
  }
  private get within(): ClassQueues {
    const { classQueues } = this.fabric;
    if (classQueues === null) wrongCall("a call about queues", "`queues` of the policy, and the run to have begun", 0);
    return classQueues;
  }
  private checkClass(call: string, cls: number): void {
    if (cls >>> 0 !== cls || (this.within.classes & (1 << cls)) === 0)
      wrongCall(call, "a class without strict priority, 0 to 7", cls);
  }
  private checkQueue(call: string, cls: number, queue: number): void {
    this.checkClass(call, cls);
    const { queues } = this.within;
    if (queue >>> 0 !== queue || queue >= queues) wrongCall(call, `a queue, 0 to ${queues - 1}`, queue);
  }
  rate(port: number): Bps {
    return this.fabric.rate[port];
  }
  delay(port: number): Ps {
    return this.fabric.delay[port];
  }
  toHost(port: number): boolean {
    return this.switches[this.node[this.fabric.peer[port]]] === null;
  }
  isData(packet: number): boolean {
    return (this.fabric.packets.words[(packet << 4) | META] & KIND_MASK) === DATA;
  }
  random(port: number): number {
    return this.setting.dice(this.node[port]);
  }
  get header(): PacketWords | null {
    return this.fabric.transport;
  }
  words(width: number): PacketWords {
    const { fabric } = this;
    invariant(fabric.scheduling === null, "scheduling asks once for words on packets", width);
    fabric.scheduling = fabric.packets.column(width);
    return fabric.scheduling;
  }
  queued(port: number, cls: number, queue: number): Bytes {
    return this.within.backlog(port, cls, queue);
  }
  firstSize(port: number, cls: number, queue: number): Bytes {
    const packet = this.within.first(port, cls, queue);
    return packet === 0 ? 0 : this.fabric.packets.words[(packet << 4) | SIZE];
  }
  isPaused(port: number, cls: number, queue: number): boolean {
    return this.within.isPaused(port, cls, queue);
  }
  active(port: number, cls: number): number {
    return this.within.active(port, cls);
  }
  nextActive(port: number, cls: number, queue: number): number {
    return this.within.nextActive(port, cls, queue);
  }
  pause(port: number, cls: number, queue: number): void {
    this.tell("pause", port, cls, queue, true);
  }
  resume(port: number, cls: number, queue: number): void {
    this.tell("resume", port, cls, queue, false);
  }
  private tell(call: string, port: number, cls: number, queue: number, isPaused: boolean): void {
    const { fabric } = this;
    if (port >>> 0 !== port || port >= this.ports || this.switches[this.node[port]] === null)
      wrongCall(call, "a port of a switch", port);
    const isHost = this.toHost(port);
    if (!isHost) this.checkQueue(call, cls, queue);
    else {
      this.checkClass(call, cls);
      checkFlow(call, queue, this.flows);
      // Packets of a transport wait at the NIC in the queue of their class. There is no queue for a flow.
      if (this.setting.hasTransport)
        wrongCall(call, "a port to a switch, because a transport has no queues of flows", port);
    }
    const size = Math.max(fabric.fidelity.frames.pause, MIN_FRAME);
    if (!fabric.isDown(port)) fabric.queuePauses?.request(port, cls, queue, isPaused);
    fabric.linkFrames.emitForQueue(port, size, cls, queue, isPaused, isHost);
  }
  headSize(port: number, cls: number): Bytes {
    const size = this.switches[this.node[port]]?.headSize((port << CLASS_BITS) | cls) ?? 0;
    invariant(size > 0, "a policy that calls `headSize` sets `looksAtHeads`", port, cls);
    return size;
  }
}
