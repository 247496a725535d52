/**
 * Views for policies of hosts: NIC, recovery and congestion control. They pass values of the model on, and check the
 * arguments of a policy's calls. `network-views.ts` has their base class.
 */
import { wrongCall } from "../../contracts/answers.ts";
import type { CongestionView, LinkLoad, StampReader } from "../../contracts/congestion.ts";
import { invariant } from "../../base/invariant.ts";
import type { Fabric } from "../../sim/model/fabric.ts";
import type { Flows } from "../../sim/model/flows.ts";
import type { Hosts } from "../../sim/model/hosts.ts";
import type { Network } from "../../sim/model/network.ts";
import { HOPS } from "../../sim/model/packet-record.ts";
import type { NicView } from "../../contracts/nic.ts";
import type { RecoveryView } from "../../contracts/recovery.ts";
import type { Bps, Bytes, Ps } from "../../base/units.ts";
import type { PacketWords, Repeats, Timer } from "../../base/view.ts";
import { checkFlow, isByte, NetworkViewImpl, type Clocked } from "./network-views.ts";

// True for a valid rate. False also for NaN and for values that are not numbers.
const isRate = (rate: Bps): boolean => Number.isFinite(rate) && rate > 0;
// True for a valid amount. False also for NaN and for values that are not numbers.
const isAmount = (amount: number): boolean => Number.isFinite(amount) && amount >= 0;

/** The part of the view that all policies of hosts share: the flows. */
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
  protected checkFlow(call: string, flow: number): void {
    checkFlow(call, flow, this.flows);
  }
}

export class NicViewImpl extends FlowViewImpl implements NicView {
  readonly ports: number;
  readonly nextSend: Float64Array;
  readonly limit: Float64Array;
  readonly paused: Uint8Array | null;
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
    this.paused = this.fabric.flowPauses?.paused ?? null;
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
  /**
   * A timer for each flow. After `action`, which may allow the flow to send, the flow's port checks whether it has a
   * packet to send.
   */
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
  readonly destination: Int32Array;
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
    this.destination = this.table.destination;
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

/**
 * The number of words of an INT stamp of `policies/detection/int.ts`. The words are the time, the bytes sent, the bytes
 * queued and the rate in Mbit/s.
 */
const STAMP_WORDS = 4;

/** Reads the INT stamps of the ACK that a host is handling. `scale` is the unit of the stamps' byte counts. */
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
