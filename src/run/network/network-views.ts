/**
 * Views for policies that serve the whole network or its hosts: thin layers over the model, with network-wide port numbers.
 *
 * A policy that needs more adds a field to its contract and to this file. Views are classes, because V8 uses a slow representation for an
 * object literal with a getter.
 */
import { CLASS_BITS } from "../../base/queue-number.ts";
import { wrongCall } from "../../contracts/answers.ts";
import type { CongestionView, LinkLoad, StampReader } from "../../contracts/congestion.ts";
import type { DetectionView } from "../../contracts/detection.ts";
import * as clockRecord from "../../sim/engine/clock.ts";
import type { TimerBoard, TimerOptions } from "../../sim/engine/timers.ts";
import { invariant } from "../../base/invariant.ts";
import type { LinkView } from "../../contracts/link.ts";
import type { Fabric } from "../../sim/model/fabric.ts";
import type { Flows } from "../../sim/model/flows.ts";
import type { Forwarding } from "../../sim/model/forwarding.ts";
import type { Hosts } from "../../sim/model/hosts.ts";
import type { Network } from "../../sim/model/network.ts";
import { HOPS } from "../../sim/model/packet-record.ts";
import type { NicView } from "../../contracts/nic.ts";
import type { RecoveryView } from "../../contracts/recovery.ts";
import type { SchedulingView } from "../../contracts/scheduling.ts";
import type { Bps, Bytes, Ps } from "../../base/units.ts";
import { CONGESTED, UNDETERMINED, UNMARKED, type PacketWords, type Repeats } from "../../base/view.ts";
import type { Timer, TimerMaker } from "../../base/view.ts";

// Local names for speed: V8 compiles a module's own constants into its code, but reads imported ones from memory at each use.
const { NOW } = clockRecord;

// These checks are false for NaN, and for values that are not numbers.
const isRate = (rate: Bps): boolean => Number.isFinite(rate) && rate > 0;
const isAmount = (amount: number): boolean => Number.isFinite(amount) && amount >= 0;
const isByte = (byte: Bytes): boolean => Number.isInteger(byte) && byte >= 0;

function checkClasses(call: string, classes: number): void {
  if (!(isByte(classes) && classes <= 255)) wrongCall(call, "a bit mask of classes, 0 to 255", classes);
}

type Clocked = Pick<Network, "queue" | "timers" | "fabric">;

/** The part that all views of the whole network share. */
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

  /** `need` returns the bytes that may arrive at a port after a PAUSE. */
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
    if (!(isByte(size) && size > 0)) wrongCall("emit", "the whole bytes of a frame", size);
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
  private readonly dice: (node: number) => number;
  private readonly station: () => Pick<Forwarding, "signal">;

  /** `dice` returns the random numbers of a switch. `station`: the switches, which exist when the run begins. */
  constructor(network: Clocked, dice: (node: number) => number, station: () => Pick<Forwarding, "signal">) {
    super(network);
    this.dice = dice;
    this.station = station;
    this.ports = this.fabric.ports;
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
  words(width: number): PacketWords {
    return this.fabric.stampColumn(width);
  }
  signal(port: number, packet: number, mark: number): void {
    if (port >>> 0 !== port || port >= this.ports) wrongCall("signal", `a port, 0 to ${this.ports - 1}`, port);
    if (mark !== UNMARKED && mark !== UNDETERMINED && mark !== CONGESTED)
      wrongCall("signal", "UNMARKED, UNDETERMINED or CONGESTED", mark);
    this.station().signal(port, packet, mark);
  }
}

export class SchedulingViewImpl implements SchedulingView {
  readonly ports: number;
  readonly strict: readonly number[];
  private readonly node: Int32Array;
  private readonly switches: Network["switches"];

  constructor({ fabric, switches }: Pick<Network, "fabric" | "switches">, strict: readonly number[]) {
    this.ports = fabric.ports;
    this.strict = strict;
    this.node = fabric.node;
    this.switches = switches;
  }
  headSize(port: number, cls: number): Bytes {
    const size = this.switches[this.node[port]]?.headSize((port << CLASS_BITS) | cls) ?? 0;
    invariant(size > 0, "who asks for the size of a head says that it looks at heads", port, cls);
    return size;
  }
}

/** The view of flows for policies of hosts. */
abstract class FlowViewImpl extends NetworkViewImpl {
  readonly flows: number;
  readonly size: Float64Array;
  readonly sndNxt: Float64Array;
  readonly sndUna: Float64Array;
  readonly baseRtt: Float64Array;
  readonly payload: Bytes;
  protected readonly table: Flows;
  protected readonly hosts: Hosts;

  constructor(network: Clocked & Pick<Network, "flows" | "hosts">) {
    super(network);
    const { flows, hosts } = network;
    this.table = flows;
    this.hosts = hosts;
    this.flows = flows.capacity;
    this.size = flows.size;
    this.sndNxt = flows.sndNxt;
    this.sndUna = flows.sndUna;
    this.baseRtt = flows.baseRtt;
    this.payload = hosts.payload;
  }
  get words(): PacketWords | null {
    return this.fabric.stamps;
  }
  get packet(): number {
    return this.hosts.current;
  }
  /** A call for an unknown flow would fail silently, so it is rejected. */
  protected checkFlow(call: string, flow: number): void {
    if (flow >>> 0 !== flow || flow >= this.flows)
      wrongCall(call, `the number of a flow, 0 to ${this.flows - 1}`, flow);
  }
}

export class NicViewImpl extends FlowViewImpl implements NicView {
  readonly ports: number;
  readonly nextSend: Float64Array;
  readonly limit: Float64Array;
  readonly cls: Uint8Array;
  readonly port: Int32Array;
  readonly repeats: Repeats | null;

  constructor(network: Clocked & Pick<Network, "flows" | "hosts">) {
    super(network);
    this.ports = this.fabric.ports;
    this.nextSend = this.table.nextSend;
    this.limit = this.table.limit;
    this.cls = this.table.sendCls;
    this.port = this.table.port;
    this.repeats = this.hosts.repeats;
  }
  idle(port: number): boolean {
    return this.fabric.idle(port) && !this.fabric.isDown(port);
  }
  stopped(port: number): number {
    return this.hosts.delivery.stopped(port);
  }
  readyControl(port: number): number {
    return this.hosts.delivery.readyControl(port);
  }
  sendControl(port: number, ready: number): void {
    this.hosts.delivery.sendControl(port, ready);
  }
  sendData(port: number, flow: number): void {
    this.hosts.delivery.sendData(port, flow);
  }
  timer(action: (port: number) => void): Timer {
    return this.makeTimer(this.ports, action, { of: "port" });
  }
}

export class RecoveryViewImpl extends FlowViewImpl implements RecoveryView {
  readonly received: Float64Array;

  readonly lineRate: Float64Array;
  readonly longest: RecoveryView["longest"];

  constructor(network: Clocked & Pick<Network, "flows" | "hosts">, longest: RecoveryView["longest"]) {
    super(network);
    this.received = this.table.rcvNxt;
    this.lineRate = this.table.lineRate;
    this.longest = longest;
  }
  repeats(): Repeats {
    return this.hosts.repeatColumns();
  }
  repeat(flow: number, seq: Bytes): void {
    this.checkFlow("repeat", flow);
    if (seq !== -1 && !isByte(seq)) wrongCall("repeat", "a byte's number, or -1", seq);
    this.hosts.repeat(flow, seq);
  }
  sendEmpty(flow: number): void {
    this.checkFlow("sendEmpty", flow);
    this.hosts.delivery.sendEmpty(flow);
  }
  lost(flow: number, timedOut: boolean): void {
    this.checkFlow("lost", flow);
    this.hosts.lost(flow, timedOut);
  }
  rewind(flow: number, to: Bytes): void {
    this.checkFlow("rewind", flow);
    if (!isByte(to)) wrongCall("rewind", "a byte's number", to);
    this.hosts.rewind(flow, to);
  }
  skip(flow: number, to: Bytes): void {
    this.checkFlow("skip", flow);
    if (!isByte(to)) wrongCall("skip", "a byte's number", to);
    this.hosts.skip(flow, to);
  }
  /** The action may allow the flow to send. So its port is kicked afterwards. */
  timer(action: (flow: number) => void): Timer {
    const act = (flow: number): void => {
      this.hosts.timingOut = true;
      action(flow);
      this.hosts.timingOut = false;
      this.fabric.kick(this.table.port[flow]);
    };
    return this.makeTimer(this.flows, act, { of: "flow", rank: this.table.rank });
  }
}

export class CongestionViewImpl extends FlowViewImpl implements CongestionView {
  readonly rate: Float64Array;
  readonly lineRate: Float64Array;
  readonly window: Float64Array;
  readonly packetOnWire: Bytes;
  readonly stamps: StampReader;
  readonly loads: ((flow: number) => readonly LinkLoad[]) | null;
  private readonly quiet: (flow: number) => boolean;

  constructor(
    network: Clocked & Pick<Network, "flows" | "hosts" | "showsRate">,
    stamps: StampReader,
    loads: CongestionView["loads"],
  ) {
    super(network);
    this.loads = loads;
    this.quiet = (flow) => this.hosts.timersOnlySetRate(flow) && network.showsRate?.(flow) !== true;
    const { dataHeader, wireOverhead } = this.fabric.fidelity.frames;
    this.packetOnWire = this.payload + dataHeader + wireOverhead;
    this.rate = this.table.rate;
    this.lineRate = this.table.lineRate;
    this.window = this.table.window;
    this.stamps = stamps;
  }
  portRate(port: number): Bps {
    return this.fabric.rate[port];
  }
  setRate(flow: number, rate: Bps): void {
    this.checkFlow("setRate", flow);
    if (!isRate(rate)) wrongCall("setRate", "a rate above 0, bit/s", rate);
    this.hosts.setRate(flow, rate);
  }
  changeRate(flow: number, rate: Bps): void {
    this.checkFlow("changeRate", flow);
    if (!isRate(rate)) wrongCall("changeRate", "a rate above 0, bit/s", rate);
    this.hosts.changeRate(flow, rate);
  }
  holdUntil(flow: number, at: Ps): void {
    this.checkFlow("holdUntil", flow);
    if (!isAmount(at)) wrongCall("holdUntil", "a time, ps", at);
    this.hosts.holdUntil(flow, at);
  }
  setClass(flow: number, cls: number): void {
    this.checkFlow("setClass", flow);
    if (cls >>> 0 !== cls || cls > 7) wrongCall("setClass", "a class, 0 to 7", cls);
    if (cls === this.fabric.fidelity.frames.controlClass)
      wrongCall("setClass", "a class other than the control class", cls);
    this.hosts.setClass(flow, cls);
  }
  setWindow(flow: number, window: Bytes): void {
    this.checkFlow("setWindow", flow);
    if (!isAmount(window)) wrongCall("setWindow", "bytes, 0 for no limit", window);
    this.hosts.setWindow(flow, window);
  }
  timer(action: (flow: number) => void): Timer {
    return this.makeTimer(this.flows, action, { of: "flow", rank: this.table.rank, quiet: this.quiet });
  }
}

/** The number of words of a telemetry stamp of `detection/int`. They are time, bytes sent and bytes queued, and the rate in Mbit/s. */
const STAMP_WORDS = 4;

/** The stamps of the ACK that a host is handling. `scale` is that of the stamping policy. */
export class StampReaderImpl implements StampReader {
  readonly scale: number;
  private readonly fabric: Fabric;
  private readonly hosts: Hosts;

  constructor(fabric: Fabric, hosts: Hosts, scale: number) {
    this.fabric = fabric;
    this.hosts = hosts;
    this.scale = scale;
  }
  get hops(): number {
    return this.fabric.packets.words[(this.hosts.current << 4) | HOPS];
  }
  time(hop: number): number {
    return this.word(hop, 0);
  }
  bytes(hop: number): number {
    return this.word(hop, 1);
  }
  queue(hop: number): number {
    return this.word(hop, 2);
  }
  rate(hop: number): Bps {
    return this.word(hop, 3) * 1e6;
  }

  private word(hop: number, k: number): number {
    const column = this.fabric.stamps;
    invariant(column !== null, "a policy that reads stamps has switches that write them");
    return column.at[this.hosts.current * column.width + hop * STAMP_WORDS + k];
  }
}
