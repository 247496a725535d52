/**
 * All hosts: RDMA NICs with many queue pairs, as senders and as receivers.
 *
 * The NIC rule selects the queue pair that sends next. Congestion control sets its rate and window, and recovery decides about ACKs and
 * retransmissions. The host moves the packets (`delivery.ts`) and keeps `sndNxt`, `sndUna` and the pacing time of each flow.
 */
import { CLASS_BITS } from "../../base/queue-number.ts";
import { checkFalse } from "../../contracts/answers.ts";
import type { CongestionPolicy } from "../../contracts/congestion.ts";
import type { NicRule } from "../../contracts/nic.ts";
import type { RecoveryPolicy } from "../../contracts/recovery.ts";
import type { Bps, Bytes, Ps } from "../../base/units.ts";
import type { Repeats } from "../../base/view.ts";
import type { Fabric } from "./fabric.ts";
import type { Flows } from "./flows.ts";
import { ANSWER, senderStalls, ROOM, TIMED_OUT, type SenderStalls } from "./sender-stalls.ts";
import { LastByteTrace } from "./last-byte-trace.ts";
import type { HostStation } from "./arrivals.ts";

export interface HostPolicies {
  readonly nic: NicRule;
  readonly congestion: CongestionPolicy;
  readonly recovery: RecoveryPolicy;
}

export interface HostOptions {
  /** Payload bytes of a full packet. */
  readonly payload: Bytes;
  /** True if the window scales with the rate (VAR_WIN of HPCC's simulator). */
  readonly scaleWindow: boolean;
}

/** The per-packet functions of hosts with queue pairs, created by `delivery.ts`. */
export interface Delivery extends HostStation {
  /** The queues of ACKs, NACKs and CNPs at `port` that are permitted to send now, a bit mask. */
  readonly readyControl: (port: number) => number;
  /** Transmits the oldest packet of the lowest-numbered queue in the bit mask `ready`. */
  readonly sendControl: (port: number, ready: number) => void;
  /** Transmits the next packet of `flow`. */
  readonly sendData: (port: number, flow: number) => void;
  /** Queues a packet of `flow` without payload. It has the class of ACKs, and waits behind the port's ACKs, NACKs and CNPs. */
  readonly sendEmpty: (flow: number) => void;
  /** Ignores all further ACKs of a flow, because fast-forward ends it. */
  readonly ignoreAcks: (flow: number) => void;
  /** Classes that may not send by `port` now, a bit mask: paused by the peer, or without credits of the link policy. */
  readonly stopped: (port: number) => number;
}

export class Hosts {
  readonly flows: Flows;
  readonly payload: Bytes;
  /** The flow whose start is being handled. -1: none. */
  beginning = -1;
  /**
   * The packet that the host is handling: data, an answer or a signal. Policies read the words (32-bit fields) of this
   * packet.
   */
  current = 0;
  /**
   * Called with a flow that begins. Returns true if fast-forward replays this flow without packets. The host then does
   * not start it. Null: fast-forward replays no flow.
   */
  takes: ((flow: number) => boolean) | null = null;
  /** Called when the NIC starts to send the last byte of a flow for the first time. */
  onLastByte: ((flow: number) => void) | null = null;
  /** Called when the receiver has every byte of a flow. Set if flows wait for the end of others. */
  onReceived: ((flow: number) => void) | null = null;
  /** Called when the sender has the last ACK of a flow. Null if no routing policy uses the hook. */
  onFinish: ((flow: number) => void) | null = null;
  /** Counters of the run: data packets that arrived with an ECN mark, and CNPs and data packets that were sent. */
  marked = 0;
  cnps = 0;
  dataPackets = 0;

  /**
   * Arrays by flow in which a recovery policy selects single packets to retransmit. Null: the recovery policy never
   * retransmits single packets.
   */
  repeats: Repeats | null = null;
  /**
   * By flow: the highest value that `sndNxt` had before recovery moved it back. A packet below this byte is a retransmission. Null if
   * recovery has not moved `sndNxt` back in any flow. Not used if the run has a transport policy. `endpoints.ts` then
   * records which bytes were sent.
   */
  sentBefore: Float64Array | null = null;

  /**
   * The oldest waiting ACK, NACK or CNP of each control queue (`ackQueues` in contracts/fidelity.ts). 0: none. The index is
   * 8 times the port, plus the queue.
   */
  readonly controlHead: Int32Array;

  /** Measures for each flow how long it waited at its sender, by cause. */
  stalls!: SenderStalls;
  /** By flow: a counter that increases when a timeout makes recovery retransmit. */
  readonly timeouts: Int32Array;
  /** True while the recovery policy handles the timeout of a flow. */
  timingOut = false;
  /**
   * True if a sender calls its receiver directly and without a packet (`onForget`). Both must then be in the same partition, so the run has
   * only one partition.
   */
  inOnePart = false;
  /** The flow numbers that occur in the parameters of congestion control (`named` of `contracts/congestion.ts`). */
  named: readonly number[] = [];
  /** True if congestion control reads the flows of other senders. */
  plansForAll = false;

  /** The per-packet functions of queue pairs, created after the policies. Not set if the run has a transport policy (`endpoints.ts`). */
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
    fabric.flowSources = flows.source;
    fabric.lastBytes = new LastByteTrace(fabric, flows, this.timeouts);
  }

  /** Sets the policies. They are created after the hosts, because their views read the hosts. */
  adopt(policies: HostPolicies, station: HostStation): void {
    this.nic = policies.nic;
    this.congestion = policies.congestion;
    this.recovery = policies.recovery;
    this.inOnePart = policies.recovery.onForget !== undefined;
    this.named = policies.congestion.named ?? [];
    this.plansForAll = policies.congestion.whole === true;
    this.fabric.hosts = station;
  }

  /** Begins a flow. Rate, window and base RTT are already set. */
  begin(flow: number): void {
    if (this.takes === null || !this.takes(flow)) this.start(flow);
  }

  /**
   * Lets the flow send, from its next byte on. Called when it begins, or when fast-forward returns it to packet
   * simulation.
   */
  start(flow: number): void {
    this.beginning = flow;
    this.flows.nextSend[flow] = this.fabric.queue.now;
    this.setRate(flow, this.flows.rate[flow]);
    this.congestion.onStart(flow);
    this.recovery.onStart?.(flow);
    this.stalls.begin(flow);
    this.nic.onStart(flow);
    this.fabric.kick(this.flows.port[flow]);
    this.beginning = -1;
  }

  /** The flow sends no further packets. */
  leave(flow: number): void {
    this.nic.onFinish(flow);
  }

  /** Ends a flow whose last bytes fast-forward has skipped, so no packet carried them. */
  end(flow: number): void {
    this.recovery.onFinish?.(flow);
    this.onFinish?.(flow);
    this.congestion.onFinish?.(flow);
  }

  /** True if the timers of congestion control do nothing but set the rate of `flow`, until a packet of this flow arrives. */
  timersOnlySetRate(flow: number): boolean {
    return this.says("timersOnlySetRate", flow);
  }

  /** The position in the NIC's round of flows at which its next search begins (`turn` of `contracts/nic.ts`). */
  turn(port: number): number {
    return this.nic.turn?.(port) ?? 0;
  }

  /**
   * True if congestion control's state for `flow` stays the same as long as ACKs arrive as before, for example without
   * marks. Fast-forward needs this to skip time.
   */
  isAtRest(flow: number): boolean {
    return this.says("isAtRest", flow);
  }

  /** The answer of an optional hook of congestion control. False if the policy does not have the hook. */
  private says(hook: "timersOnlySetRate" | "isAtRest", flow: number): boolean {
    if (this.congestion[hook] === undefined) return false;
    const answer: unknown = this.congestion[hook](flow);
    if (answer !== true) checkFalse("congestion", hook, { flow }, answer);
    return answer === true;
  }

  /** True if the flow has bytes left to send, and a change of its rate can open or close its window. */
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
    this.stalls.look(flow, ROOM);
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
    this.kick(this.flows.port[flow]);
  }

  /** Sets the class of the flow's next packets. */
  setClass(flow: number, cls: number): void {
    this.flows.sendCls[flow] = cls;
    this.kick(this.flows.port[flow]);
  }

  /** Sends no packet of the flow before `at`. */
  holdUntil(flow: number, at: Ps): void {
    const flows = this.flows;
    flows.heldUntil[flow] = at;
    if (at > flows.nextSend[flow]) flows.nextSend[flow] = at;
    this.kick(flows.port[flow]);
  }

  /**
   * Lets a port send if it can. There are two exceptions while a hook `onSend` runs. The port of the hook (`departing`) is
   * about to transmit anyway, so `kick` does nothing for it. For any other port, `kick` schedules an event in which it sends.
   */
  private kick(port: number): void {
    const { departing } = this.fabric;
    if (departing < 0) this.fabric.kick(port);
    else if (port !== departing) this.fabric.kickSoon(port);
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
    this.stalls.look(flow, ROOM);
  }

  /** The columns for retransmissions of single packets. The first call creates them; then the NIC and `delivery.ts` read them. */
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
    this.stalls.look(flow, this.timingOut ? TIMED_OUT : ANSWER);
  }

  /**
   * Creates the measurement of the flows' waiting times at their senders. Call it after the recovery policy has declared
   * whether it retransmits single packets. `isAble` returns true if a flow has something to send and may send it. A transport
   * policy passes `isAble`. By default, a flow is able if it has bytes to send and room in its window, or a packet to
   * retransmit (`repeats`).
   */
  makeStalls(isAble?: (flow: number) => boolean): SenderStalls {
    this.stalls = senderStalls(this.fabric, this.flows, this.repeats, isAble);
    const { lastBytes } = this.fabric;
    lastBytes.stalledByQueue = this.stalls.byQueue;
    if (this.stalls.byQueue !== null) lastBytes.doneByQueue = new Float64Array(this.flows.capacity);
    return this.stalls;
  }

  lost(flow: number, timedOut: boolean): void {
    this.congestion.onLoss?.(flow, timedOut);
  }

  /** The first packet of `queue` at a port (`controlHead`): an ACK, NACK, CNP or packet of a transport. 0: none waits. */
  firstControl(port: number, queue: number): number {
    return this.controlHead[(port << CLASS_BITS) | queue];
  }
}
