/**
 * All hosts: RDMA NICs with many queue pairs, as senders and as receivers.
 *
 * A data packet that arrives becomes its own ACK: the record is turned round, so what switches left on it (marks, stamps,
 * time) travels back without a copy. Which queue pair sends next is the NIC rule's affair, how fast congestion control's, what is
 * acknowledged and sent again recovery's; the host moves the packets and keeps `sndNxt`, `sndUna` and the clock of each flow.
 */
import type { CongestionPolicy } from "../congestion/contract.ts";
import type { NicRule } from "../nic/contract.ts";
import * as replies from "../recovery/contract.ts";
import type { RecoveryPolicy } from "../recovery/contract.ts";
import type { Bps, Bytes, Ps } from "../units.ts";
import type { Fabric, Station } from "./fabric.ts";
import type { Flows } from "./flows.ts";
import * as packetRecord from "./packet-record.ts";
import { LINK_DOWN } from "./recorder.ts";

// Local names: an engine folds a module's own constants into its code, and reads imported ones from memory each time.
const { ACK_PACKET, CNP, DATA, FLOW, HOPS, IN, LINK_FRAME, META, NACK_PACKET, NEXT, PAYLOAD, SEQ, SIZE, STAMP, TO } =
  packetRecord;
const { NACK, SILENT } = replies;

export interface HostPolicies {
  readonly nic: NicRule;
  readonly congestion: CongestionPolicy;
  readonly recovery: RecoveryPolicy;
}

export interface HostOptions {
  /** Payload bytes of a full packet. */
  readonly payload: Bytes;
  /** The window scales with the rate (HPCC's VAR_WIN). */
  readonly scaleWindow: boolean;
  /** Packets are paced by the flow's rate; if not, by the line's (HPCC's RATE_BOUND 0). */
  readonly paced: boolean;
}

export class Hosts implements Station {
  readonly flows: Flows;
  readonly payload: Bytes;
  /** The ACK being handled: congestion control reads its stamps by it. */
  current = 0;
  /** Called when the NIC has started to send the last byte of a flow for the first time. */
  onLastByte: ((flow: number) => void) | null = null;
  /** Data packets by what they met, for the counters of a run. */
  marked = 0;
  nacks = 0;
  cnps = 0;
  dataPackets = 0;
  /** Packets of a flow that arrived although an earlier byte was missing, and the farthest one was ahead, bytes. */
  outOfOrder = 0;
  reach: Bytes = 0;

  private readonly fabric: Fabric;
  /** Class of control frames, which link policies are not told of: they have memory of their own. */
  private readonly controlClass: number | undefined;
  private readonly scales: boolean;
  private readonly paced: boolean;
  private readonly controlHead: Int32Array;
  private readonly controlTail: Int32Array;
  private readonly lastByteSent: Uint8Array;
  private readonly finished: Uint8Array;
  private nic!: NicRule;
  private congestion!: CongestionPolicy;
  private recovery!: RecoveryPolicy;
  private notifies = false;
  /** Does any link policy hear arrivals and departures, or answer `maySend`? */
  private linkHooks = false;
  /** Highest mark among the packets that no ACK has answered yet. */
  private readonly pendingMark: Uint8Array;
  /** Packets that no ACK has answered yet. */
  private readonly pendingPackets: Int32Array;

  constructor(fabric: Fabric, flows: Flows, options: HostOptions) {
    this.fabric = fabric;
    this.flows = flows;
    this.payload = options.payload;
    this.controlClass = fabric.fidelity.frames.controlClass;
    this.scales = options.scaleWindow;
    this.paced = options.paced;
    this.controlHead = new Int32Array(fabric.ports);
    this.controlTail = new Int32Array(fabric.ports);
    this.lastByteSent = new Uint8Array(flows.capacity);
    this.finished = new Uint8Array(flows.capacity);
    this.pendingMark = new Uint8Array(flows.capacity);
    this.pendingPackets = new Int32Array(flows.capacity);
  }

  adopt(policies: HostPolicies): void {
    this.nic = policies.nic;
    this.congestion = policies.congestion;
    this.recovery = policies.recovery;
    this.notifies = policies.congestion.notifies !== undefined;
    this.linkHooks = this.fabric.links.some(
      (link) => "onArrive" in link || "onDepart" in link || "maySend" in link || "onSend" in link,
    );
  }

  /** The flow may send from now on. Rate, window and base RTT are set. */
  begin(flow: number): void {
    this.flows.nextSend[flow] = this.fabric.queue.now;
    this.setRate(flow, this.flows.rate[flow]);
    this.congestion.onStart(flow);
    this.nic.onStart(flow);
    this.fabric.kick(this.flows.port[flow]);
  }

  setRate(flow: number, rate: Bps): void {
    const flows = this.flows;
    flows.rate[flow] = rate;
    const window = flows.window[flow];
    if (window !== 0) {
      flows.limit[flow] = this.scales ? this.fabric.fidelity.scaleWindow(window, rate, flows.lineRate[flow]) : window;
    }
  }

  changeRate(flow: number, rate: Bps): void {
    const flows = this.flows;
    const last = flows.lastSize[flow];
    const fidelity = this.fabric.fidelity;
    const shift = fidelity.paceTime(last, rate) - fidelity.paceTime(last, flows.rate[flow]);
    flows.nextSend[flow] = Math.max(flows.nextSend[flow] + shift, flows.heldUntil[flow]);
    this.setRate(flow, rate);
    this.nic.onSooner(flow);
  }

  setWindow(flow: number, window: Bytes): void {
    this.flows.window[flow] = window;
    if (window === 0) this.flows.limit[flow] = Infinity;
    this.setRate(flow, this.flows.rate[flow]);
    this.fabric.kick(this.flows.port[flow]);
  }

  /** No packet of the flow before `at`. */
  holdUntil(flow: number, at: Ps): void {
    const flows = this.flows;
    flows.heldUntil[flow] = at;
    if (at > flows.nextSend[flow]) flows.nextSend[flow] = at;
    this.fabric.kick(flows.port[flow]);
  }

  rewind(flow: number, to: Bytes): void {
    this.flows.sndNxt[flow] = to;
    this.nic.onRewind(flow);
  }

  hasControl(port: number): boolean {
    return this.controlHead[port] !== 0;
  }

  /** Oldest waiting ACK, NACK or CNP of a port, or 0. */
  firstControl(port: number): number {
    return this.controlHead[port];
  }

  sendControl(port: number): void {
    const fabric = this.fabric;
    const words = fabric.packets.words;
    const packet = this.controlHead[port];
    const next = words[(packet << 4) | NEXT];
    this.controlHead[port] = next;
    if (next === 0) this.controlTail[port] = 0;
    fabric.removeQueued(port, words[(packet << 4) | SIZE]);
    if (fabric.tracer !== null) fabric.tracer.onDequeue(fabric.node[port], port, 0, packet, 0, 0);
    this.transmit(port, packet, (words[(packet << 4) | META] >> 4) & 7, words[(packet << 4) | SIZE]);
  }

  sendData(port: number, flow: number): void {
    const fabric = this.fabric;
    const flows = this.flows;
    const seq = flows.sndNxt[flow];
    const left = flows.size[flow] - seq;
    const payload = left < this.payload ? left : this.payload;
    const size = payload + fabric.fidelity.frames.dataHeader;
    const packet = fabric.packets.take();
    const { words, doubles } = fabric.packets;
    const at = packet << 4;
    words[at | FLOW] = flow;
    words[at | SIZE] = size;
    words[at | META] = DATA | (flows.cls[flow] << 4);
    words[at | IN] = port;
    words[at | PAYLOAD] = payload;
    words[at | TO] = flows.destination[flow];
    words[at | HOPS] = 0;
    doubles[(packet << 3) | SEQ] = seq;
    doubles[(packet << 3) | STAMP] = fabric.queue.now;
    if (fabric.routing !== null) {
      const { at: kept, width } = fabric.routing;
      kept.fill(0, packet * width, (packet + 1) * width);
    }
    fabric.ledger.create(size);
    flows.sndNxt[flow] = seq + payload;
    this.dataPackets++;
    if (this.recovery.onSend) this.recovery.onSend(flow);
    if (fabric.tracer !== null) fabric.tracer.onDequeue(fabric.node[port], port, flows.cls[flow], packet, 0, 0);
    this.transmit(port, packet, flows.cls[flow], size);
    flows.lastSize[flow] = size;
    const rate = this.paced ? flows.rate[flow] : flows.lineRate[flow];
    const now = fabric.queue.now;
    const due =
      rate === flows.lineRate[flow] ? now + fabric.wireTime(port, size) : now + fabric.fidelity.paceTime(size, rate);
    flows.nextSend[flow] = due > flows.heldUntil[flow] ? due : flows.heldUntil[flow];
    if (payload === left && this.lastByteSent[flow] === 0) {
      this.lastByteSent[flow] = 1;
      if (this.onLastByte !== null) this.onLastByte(flow);
    }
  }

  private transmit(port: number, packet: number, cls: number, size: Bytes): void {
    const fabric = this.fabric;
    if (this.linkHooks && cls !== this.controlClass) {
      fabric.departing = port; // a frame for this port waits behind the packet
      fabric.links[port].onSend?.(port, cls, size);
      fabric.departing = -1;
    }
    fabric.transmit(port, packet, this.hasWork(port));
  }

  /** Classes that may not send by `port` now, a bit mask: stopped by the peer, or for want of what the link policy counts. */
  stopped(port: number): number {
    const stopped = this.fabric.stopped(port);
    const link = this.fabric.links[port];
    if (!this.linkHooks || !link.maySend) return stopped;
    const size = this.payload + this.fabric.fidelity.frames.dataHeader;
    let mask = stopped;
    for (let cls = 0; cls < 8; cls++) if ((mask & (1 << cls)) === 0 && !link.maySend(port, cls, size)) mask |= 1 << cls;
    return mask;
  }

  sendNext(port: number): void {
    if (!this.fabric.sendFrame(port)) this.nic.kick(port);
  }

  hasWork(port: number): boolean {
    return this.fabric.firstFrame(port) !== 0 || this.controlHead[port] !== 0 || this.nic.hasWork(port);
  }

  flush(port: number): void {
    const words = this.fabric.packets.words;
    for (let packet = this.controlHead[port]; packet !== 0;) {
      const next = words[(packet << 4) | NEXT];
      this.fabric.removeQueued(port, words[(packet << 4) | SIZE]);
      this.fabric.drop(port, packet, LINK_DOWN);
      packet = next;
    }
    this.controlHead[port] = this.controlTail[port] = 0;
  }

  onEgress(): void {
    // A host's policies hear of a PAUSE by the kick that ends it.
  }

  receive(port: number, packet: number): void {
    const fabric = this.fabric;
    const meta = fabric.packets.words[(packet << 4) | META];
    if (this.linkHooks && (meta & 15) !== LINK_FRAME && ((meta >> 4) & 7) !== this.controlClass) {
      // A host takes in what arrives at once.
      const size = fabric.packets.words[(packet << 4) | SIZE];
      fabric.links[port].onArrive?.(port, (meta >> 4) & 7, size);
      fabric.links[port].onDepart?.(port, (meta >> 4) & 7, size);
    }
    if (fabric.tracer !== null) fabric.tracer.onReceive(fabric.node[port], port, packet);
    switch (meta & 15) {
      case DATA:
        this.receiveData(port, packet, (meta >> 8) & 3);
        break;
      case LINK_FRAME:
        fabric.takeFrame(port, packet);
        break;
      case CNP: {
        const flow = fabric.packets.words[(packet << 4) | FLOW];
        fabric.deliver(packet);
        if (this.finished[flow] === 0) this.congestion.onCnp?.(flow);
        fabric.kick(port);
        break;
      }
      default:
        this.receiveAck(port, packet, (meta & 15) === NACK_PACKET, (meta >> 8) & 3);
    }
  }

  private receiveData(port: number, packet: number, mark: number): void {
    const fabric = this.fabric;
    const { words, doubles } = fabric.packets;
    const flows = this.flows;
    const at = packet << 4;
    const flow = words[at | FLOW];
    const seq = doubles[(packet << 3) | SEQ];
    const now = fabric.queue.now;
    fabric.digest.mixTime(now, Math.imul(flow, 0x9e3779b1) ^ seq);
    if (mark !== 0) this.marked++;
    const ahead = seq - flows.rcvNxt[flow];
    if (ahead > 0) {
      this.outOfOrder++;
      if (ahead > this.reach) this.reach = ahead;
    }
    const reply = this.recovery.onData(flow, seq, words[at | PAYLOAD]);
    if (flows.rcvNxt[flow] >= flows.size[flow] && Number.isNaN(flows.received[flow])) {
      flows.received[flow] = now;
      fabric.recorder.onReceived(flow);
    }
    if (mark !== 0 && this.congestion.notifies?.(flow, mark) === true) this.sendCnp(port, flow);
    const packets = ++this.pendingPackets[flow];
    let echo = this.notifies ? 0 : mark;
    if (this.pendingMark[flow] > echo) echo = this.pendingMark[flow];
    if (reply === SILENT) {
      this.pendingMark[flow] = echo;
      fabric.deliver(packet);
      return;
    }
    this.pendingMark[flow] = 0;
    this.pendingPackets[flow] = 0;
    if (reply === NACK) this.nacks++;

    // Turned round: what switches left on the packet goes back with the answer.
    const frames = fabric.fidelity.frames;
    fabric.ledger.deliver(words[at | SIZE]);
    fabric.ledger.create(frames.ack);
    const kind = reply === NACK ? NACK_PACKET : ACK_PACKET;
    const cls = frames.controlClass ?? flows.cls[flow];
    words[at | SIZE] = frames.ack;
    words[at | META] = kind | (cls << 4) | (echo << 8);
    words[at | IN] = port;
    // An ACK says how many packets it answers, a NACK how far ahead the one was that it answers.
    words[at | PAYLOAD] = reply === NACK ? seq - flows.rcvNxt[flow] : packets;
    words[at | TO] = flows.source[flow];
    doubles[(packet << 3) | SEQ] = flows.rcvNxt[flow];
    this.queueControl(port, packet);
  }

  private receiveAck(port: number, packet: number, nack: boolean, mark: number): void {
    const fabric = this.fabric;
    const { words, doubles } = fabric.packets;
    const flows = this.flows;
    const flow = words[(packet << 4) | FLOW];
    if (this.finished[flow] !== 0) {
      fabric.deliver(packet); // the flow is gone: a NACK that its last retransmission overtook
      return;
    }
    const ack = doubles[(packet << 3) | SEQ];
    const before = flows.sndUna[flow];
    const acked = ack > before ? ack - before : 0;
    if (acked > 0) flows.sndUna[flow] = ack;
    if (flows.sndNxt[flow] < ack) flows.sndNxt[flow] = ack; // sent again although it had arrived
    const done = flows.sndUna[flow] >= flows.size[flow];
    if (done) {
      this.finished[flow] = 1;
      flows.acked[flow] = fabric.queue.now;
      this.recovery.onFinish?.(flow);
      this.nic.onFinish(flow);
      fabric.recorder.onAcked(flow);
    }
    const payload = words[(packet << 4) | PAYLOAD];
    if (nack) this.recovery.onNack(flow, ack, ack + payload);
    else if (this.recovery.onAck) this.recovery.onAck(flow, ack);
    // The last ACK too goes through congestion control: what it changes of the port's timing is part of the rule.
    this.current = packet;
    const rtt = fabric.queue.now - doubles[(packet << 3) | STAMP];
    this.congestion.onAck(flow, ack, mark, rtt, acked, nack ? 1 : payload);
    if (done) this.congestion.onFinish?.(flow);
    fabric.deliver(packet);
    fabric.kick(port);
  }

  private sendCnp(port: number, flow: number): void {
    const fabric = this.fabric;
    const packet = fabric.packets.take();
    const { words } = fabric.packets;
    const frames = fabric.fidelity.frames;
    const at = packet << 4;
    words[at | FLOW] = flow;
    words[at | SIZE] = frames.cnp;
    words[at | META] = CNP | ((frames.controlClass ?? this.flows.cls[flow]) << 4);
    words[at | IN] = port;
    words[at | PAYLOAD] = 0;
    words[at | TO] = this.flows.source[flow];
    words[at | HOPS] = 0;
    fabric.ledger.create(frames.cnp);
    this.cnps++;
    this.queueControl(port, packet);
  }

  private queueControl(port: number, packet: number): void {
    const fabric = this.fabric;
    const words = fabric.packets.words;
    words[(packet << 4) | NEXT] = 0;
    if (fabric.tracer !== null) fabric.tracer.onEnqueue(fabric.node[port], port, 0, packet, 0);
    if (this.controlHead[port] === 0) this.controlHead[port] = packet;
    else words[(this.controlTail[port] << 4) | NEXT] = packet;
    this.controlTail[port] = packet;
    fabric.addQueued(port, words[(packet << 4) | SIZE]);
    fabric.kick(port);
  }
}
