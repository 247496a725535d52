/**
 * All hosts: RDMA NICs with many queue pairs, as senders and as receivers.
 *
 * Which queue pair sends next is the NIC rule's affair, how fast congestion control's, what is acknowledged and sent again recovery's;
 * the host moves the packets (`delivery.ts`) and keeps `sndNxt`, `sndUna` and the clock of each flow.
 */
import { CLASS_BITS } from "../../base/queue-number.ts";
import type { CongestionPolicy } from "../../contracts/congestion.ts";
import type { NicRule } from "../../contracts/nic.ts";
import type { RecoveryPolicy } from "../../contracts/recovery.ts";
import type { Bps, Bytes, Ps } from "../../base/units.ts";
import type { Repeats } from "../../base/view.ts";
import type { Fabric } from "./fabric.ts";
import type { Flows } from "./flows.ts";
import { ANSWER, holds, ROOM, TIMED_OUT, type Holds } from "./holds.ts";
import { Journeys } from "./journeys.ts";
import type { Station } from "./arrivals.ts";

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
}

/** What hosts do with packets: `delivery.ts`. */
export interface Delivery extends Station {
  /** Queues of ACKs, NACKs and CNPs that may send by `port` now, a bit mask. */
  readonly readyControl: (port: number) => number;
  /** Puts on the wire the oldest packet of the lowest of these queues; the next packet of `flow`. */
  readonly sendControl: (port: number, ready: number) => void;
  readonly sendData: (port: number, flow: number) => void;
  /** Puts a packet of `flow` without data behind the control packets of its port, in their class. */
  readonly sendEmpty: (flow: number) => void;
  /** The same as `receive` of a packet of which the link policy has heard: `meta` is its META. */
  readonly takeIn: (port: number, packet: number, meta: number) => void;
  /** Classes that may not send by `port` now, a bit mask: stopped by the peer, or for want of what the link policy counts. */
  readonly stopped: (port: number) => number;
}

export class Hosts {
  readonly flows: Flows;
  readonly payload: Bytes;
  /** The flow that is beginning now; -1: none is. */
  beginning = -1;
  /** The ACK being handled: congestion control reads its stamps by it. */
  current = 0;
  /** Called when the NIC has started to send the last byte of a flow for the first time. */
  onLastByte: ((flow: number) => void) | null = null;
  /** Called when the receiver has every byte of a flow, where flows wait for others. */
  onReceived: ((flow: number) => void) | null = null;
  /** Called when a flow has its last ACK, if any routing policy wants to know. */
  onFinish: ((flow: number) => void) | null = null;
  /** Data packets by what they met, for the counters of a run. */
  marked = 0;
  cnps = 0;
  dataPackets = 0;

  /** Of recovery that sends single packets again; null: it does not. */
  repeats: Repeats | null = null;
  /** How far each flow had come when it was last taken back, to tell repeats from new packets; null: none ever was. */
  sentBefore: Float64Array | null = null;

  /** By port * 8 + queue (`ackQueues` in contracts/fidelity.ts): the oldest waiting ACK, NACK or CNP, or 0. */
  readonly controlHead: Int32Array;

  /** What holds flows, and how often a timeout has taken one back. */
  holds!: Holds;
  readonly timeouts: Int32Array;
  /** Does recovery act on a timeout? */
  timingOut = false;
  /** Does a receiver hear at once what only its sender knows (`onForget`)? Then no cut may lie between the two: the network runs in one part. */
  inOnePart = false;
  /** Flows that congestion control knows by number. */
  named: readonly number[] = [];
  /** Does congestion control look at flows of other senders? */
  plansForAll = false;

  /** What they do with packets, once the policies are there. */
  delivery!: Delivery;

  private readonly fabric: Fabric;
  private readonly options: HostOptions;
  private nic!: NicRule;
  private congestion!: CongestionPolicy;
  private recovery!: RecoveryPolicy;

  constructor(fabric: Fabric, flows: Flows, options: HostOptions) {
    this.fabric = fabric;
    this.flows = flows;
    this.payload = options.payload;
    this.options = options;
    this.controlHead = new Int32Array(fabric.ports * 8);
    this.timeouts = new Int32Array(flows.capacity);
    fabric.flowNames = flows.name;
    fabric.journeys = new Journeys(fabric, flows, this.timeouts);
  }

  /** Policies come after the hosts, since their views read them. */
  adopt(policies: HostPolicies, delivery: Delivery): void {
    this.nic = policies.nic;
    this.congestion = policies.congestion;
    this.recovery = policies.recovery;
    this.inOnePart = policies.recovery.onForget !== undefined;
    this.named = policies.congestion.named ?? [];
    this.plansForAll = policies.congestion.whole === true;
    this.delivery = delivery;
    this.fabric.hosts = delivery;
  }

  /** The flow may send from now on. Rate, window and base RTT are set. */
  begin(flow: number): void {
    this.beginning = flow;
    this.flows.nextSend[flow] = this.fabric.queue.now;
    this.setRate(flow, this.flows.rate[flow]);
    this.congestion.onStart(flow);
    this.recovery.onStart?.(flow);
    this.holds.begin(flow);
    this.nic.onStart(flow);
    this.fabric.kick(this.flows.port[flow]);
    this.beginning = -1;
  }

  /** Do the timers of congestion control change nothing but the rate of `flow` as long as no packet of it arrives? */
  timersOnlySetRate(flow: number): boolean {
    return this.congestion.timersOnlySetRate?.(flow) === true;
  }

  /** Does a change of its rate open or close the window of a flow that has bytes left to send? */
  rateOpensWindow(flow: number): boolean {
    const { window, sndNxt, size } = this.flows;
    return this.options.scaleWindow && window[flow] !== 0 && sndNxt[flow] < size[flow];
  }

  setRate(flow: number, rate: Bps): void {
    const flows = this.flows;
    flows.rate[flow] = rate;
    const window = flows.window[flow];
    if (window !== 0) {
      flows.limit[flow] = this.options.scaleWindow
        ? this.fabric.fidelity.scaleWindow(window, rate, flows.lineRate[flow])
        : window;
    }
    this.holds.look(flow, ROOM);
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
    const { sndNxt, capacity } = this.flows;
    this.sentBefore ??= new Float64Array(capacity);
    if (sndNxt[flow] > this.sentBefore[flow]) this.sentBefore[flow] = sndNxt[flow];
    sndNxt[flow] = to;
    this.goesAgain(flow);
    this.nic.onRewind(flow);
  }

  skip(flow: number, to: Bytes): void {
    this.flows.sndNxt[flow] = to;
    this.holds.look(flow, ROOM);
  }

  /** Columns for single repeats, made when recovery asks for them: the NIC and `delivery.ts` then look at them. */
  repeatColumns(): Repeats {
    const column = (value: number): Float64Array => new Float64Array(this.flows.capacity).fill(value);
    return (this.repeats ??= { next: column(-1), landed: column(0), reach: column(Infinity), look: null });
  }

  repeat(flow: number, seq: Bytes): void {
    this.repeatColumns().next[flow] = seq;
    this.goesAgain(flow);
    if (seq >= 0) this.nic.onRewind(flow);
  }

  private goesAgain(flow: number): void {
    if (this.timingOut) this.timeouts[flow]++;
    this.holds.look(flow, this.timingOut ? TIMED_OUT : ANSWER);
  }

  /** Made once recovery has said whether it repeats single packets. */
  makeHolds(): Holds {
    return (this.holds = holds(this.fabric, this.flows, this.repeats));
  }

  lost(flow: number, timedOut: boolean): void {
    this.congestion.onLoss?.(flow, timedOut);
  }

  /** Oldest waiting ACK, NACK or CNP of a queue of a port, or 0. */
  firstControl(port: number, queue: number): number {
    return this.controlHead[(port << CLASS_BITS) | queue];
  }
}
