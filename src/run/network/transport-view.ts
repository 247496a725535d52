/**
 * The view of a network for transport policies: the implementation of `contracts/transport.ts`. It also creates their
 * packets.
 */
import { wrongCall } from "../../contracts/answers.ts";
import type { TransportView } from "../../contracts/transport.ts";
import type { Bps, Bytes, Ps } from "../../base/units.ts";
import type { PacketWords, Timer } from "../../base/view.ts";
import type { TimerOptions } from "../../sim/engine/timers.ts";
import type { Endpoints } from "../../sim/model/endpoints.ts";
import type { Network } from "../../sim/model/network.ts";
import { REPLY, REQUEST, STAMP } from "../../sim/model/packet-record.ts";
import { checkFlow, NetworkViewImpl } from "./network-views.ts";

export class TransportViewImpl extends NetworkViewImpl implements TransportView {
  readonly flows: number;
  readonly ports: number;
  readonly size: Float64Array;
  readonly baseRtt: Float64Array;
  readonly lineRate: Float64Array;
  readonly order: Int32Array;
  readonly cls: Uint8Array;
  readonly port: Int32Array;
  readonly source: Int32Array;
  readonly destination: Int32Array;
  readonly payload: Bytes;
  readonly dataHeader: Bytes;
  readonly message: Bytes;
  private readonly rank: Int32Array | null;
  private readonly dice: (node: number) => number;
  private readonly endpoints: () => Endpoints;

  /**
   * `dice` returns the next number of a host's own random stream. `endpoints` returns the transport's code at the
   * hosts, which is created after this view.
   */
  constructor(network: Network, dice: (node: number) => number, endpoints: () => Endpoints) {
    super(network);
    const { flows, hosts } = network;
    const { frames } = this.fabric.fidelity;
    this.flows = flows.capacity;
    this.ports = this.fabric.ports;
    this.size = flows.size;
    this.baseRtt = flows.baseRtt;
    this.lineRate = flows.lineRate;
    this.order = flows.name;
    this.cls = flows.cls;
    this.port = flows.port;
    this.source = flows.source;
    this.destination = flows.destination;
    this.payload = hosts.payload;
    this.dataHeader = frames.dataHeader;
    this.message = frames.ack;
    this.rank = flows.rank;
    this.dice = dice;
    this.endpoints = endpoints;
  }
  receiverPort(flow: number): number {
    return this.endpoints().receiverPort(flow);
  }
  wireTime(port: number, size: Bytes): Ps {
    return this.fabric.fidelity.wireTime(size, this.fabric.rate[port]);
  }
  rate(port: number): Bps {
    return this.fabric.rate[port];
  }
  queued(port: number): Bytes {
    return this.fabric.queuedBytes(port);
  }
  random(port: number): number {
    return this.dice(this.fabric.node[port]);
  }
  senderTimer(action: (flow: number) => void): Timer {
    return this.timer(this.flows, action, { of: "flow", rank: this.rank });
  }
  receiverTimer(action: (flow: number) => void): Timer {
    return this.timer(this.flows, action, { of: "flow", rank: this.rank });
  }
  portTimer(action: (port: number) => void): Timer {
    return this.timer(this.ports, action, { of: "port" });
  }
  words(width: number): PacketWords {
    if (this.fabric.transport !== null) wrongCall("words", "one call in create", width);
    this.fabric.transport = this.fabric.packets.column(width);
    return this.fabric.transport;
  }
  get telemetry(): PacketWords | null {
    return this.fabric.stamps;
  }
  sentAt(packet: number): Ps {
    return this.fabric.packets.doubles[(packet << 3) | STAMP];
  }
  entropy(packet: number): number {
    return this.fabric.entropy?.at[packet] ?? 0;
  }
  send(flow: number, seq: Bytes, bytes: Bytes, cls: number, entropy: number): number {
    this.check("send", flow, cls, entropy);
    if (!(Number.isInteger(seq) && seq >= 0 && bytes > 0 && bytes <= this.payload && seq + bytes <= this.size[flow])) {
      const expected = `whole bytes of the flow, 0 to ${this.size[flow]}, at most ${this.payload} at once`;
      wrongCall("send", expected, `${bytes} from ${seq} on`);
    }
    return this.endpoints().data(flow, seq, bytes, cls, entropy);
  }
  request(flow: number, kind: number, value: number, cls: number, entropy: number): number {
    return this.tell("request", REQUEST, flow, kind, value, cls, entropy);
  }
  reply(flow: number, kind: number, value: number, cls: number, entropy: number): number {
    return this.tell("reply", REPLY, flow, kind, value, cls, entropy);
  }
  deliver(flow: number, bytes: Bytes): void {
    this.endpoints().deliverBytes(flow, bytes);
  }
  finish(flow: number): void {
    checkFlow("finish", flow, this.flows);
    this.endpoints().finish(flow);
  }

  private tell(
    call: string,
    to: number,
    flow: number,
    kind: number,
    value: number,
    cls: number,
    entropy: number,
  ): number {
    this.check(call, flow, cls, entropy);
    if (kind >>> 0 !== kind || kind > 255) wrongCall(call, "a kind, 0 to 255", kind);
    if (!Number.isFinite(value)) wrongCall(call, "a finite value", value);
    return this.endpoints().message(to, flow, kind, value, cls, entropy);
  }

  private check(call: string, flow: number, cls: number, entropy: number): void {
    checkFlow(call, flow, this.flows);
    if (cls >>> 0 !== cls || cls > 7) wrongCall(call, "a class, 0 to 7", cls);
    if (entropy >>> 0 !== entropy || entropy > 65_535) wrongCall(call, "an entropy, 0 to 65535", entropy);
  }

  private timer(subjects: number, action: (subject: number) => void, options: TimerOptions): Timer {
    const act = (subject: number): void => {
      action(subject);
      this.endpoints().kickAll();
    };
    return this.makeTimer(subjects, act, options);
  }
}
