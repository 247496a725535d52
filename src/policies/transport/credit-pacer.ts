/**
 * The receiver's half of EQDS. It decides when each port of a host grants credit, and to which flow.
 *
 * Each port has three lists of flows. A pull goes to the first list that has a flow. The flows of a list take turns:
 *
 * 1. flows with trimmed packets, until their credit covers these packets
 * 2. flows that request credit, until their pull target is reached
 * 3. idle flows, up to one window beyond the target, so that they do not need speculative credit again
 *
 * Source  htsim's `EqdsPullPacer` (eqds.cpp)
 */
import type { Ps } from "../../base/units.ts";
import type { Timer } from "../../base/view.ts";

export interface CreditPacerOptions {
  readonly flows: number;
  readonly ports: number;
  /** The number of credit quanta that one pull grants. */
  readonly quanta: number;
  /** The number of quanta (units of credit) that an idle flow may get beyond its pull target. */
  readonly idleQuanta: (flow: number) => number;
  /** True if the receiver has all packets of a flow, so it needs no more credit. */
  readonly isComplete: (flow: number) => boolean;
  /** Sends a pull to the sender of a flow. `quanta` is the sum of all grants to the flow so far. */
  readonly pull: (flow: number, quanta: number) => void;
  /** The time between two pulls of a port. */
  readonly interval: (port: number) => Ps;
  readonly now: () => Ps;
  readonly timer: (action: (port: number) => void) => Timer;
}

export class CreditPacer {
  private readonly options: CreditPacerOptions;
  /** By flow, in quanta: the highest pull target so far. */
  private readonly target: Float64Array;
  /** By flow, in quanta: the sum of all grants. */
  private readonly granted: Float64Array;
  /** By flow, in quanta: the credit that trimmed packets still need. */
  private readonly due: Float64Array;
  /** By flow: 1 if the flow is in the list `wanting` of its port. */
  private readonly isWanting: Uint8Array;
  /** By flow: 1 if the flow is in the list `idle` of its port. */
  private readonly isIdle: Uint8Array;
  /** By port: the flows with trimmed packets, in the order of their turns. */
  private readonly repairing: number[][];
  /** By port: the flows that request credit, in the order of their turns. */
  private readonly wanting: number[][];
  /** By port: the idle flows, in the order of their turns. */
  private readonly idle: number[][];
  /** By port: the earliest time of its next pull. */
  private readonly free: Float64Array;

  private readonly timer: Timer;

  constructor(options: CreditPacerOptions) {
    const { flows, ports } = options;
    const lists = (): number[][] => Array.from({ length: ports }, () => []);
    this.options = options;
    this.target = new Float64Array(flows);
    this.granted = new Float64Array(flows);
    this.due = new Float64Array(flows);
    this.isWanting = new Uint8Array(flows);
    this.isIdle = new Uint8Array(flows);
    this.repairing = lists();
    this.wanting = lists();
    this.idle = lists();
    this.free = new Float64Array(ports);
    this.timer = options.timer((port) => {
      this.grant(port);
    });
  }

  /** Call this when a packet of the flow arrives that carries the pull target `target`. */
  want(port: number, flow: number, target: number): void {
    this.target[flow] = Math.max(this.target[flow], target);
    this.join(port, flow);
  }

  /** Call this when a trimmed packet of the flow needs `quanta` of credit for its retransmission. */
  owe(port: number, flow: number, quanta: number): void {
    if (quanta <= 0) return;
    if (this.due[flow] === 0) this.repairing[port].push(flow);
    this.due[flow] += quanta;
    this.wake(port);
  }

  /**
   * Handles the sender's report that packets were lost. `total` is the credit that the flow needs since its start,
   * including the retransmissions, in quanta (units of credit). The latest pull message may also be lost, so it is
   * repeated.
   */
  restore(port: number, flow: number, total: number): void {
    this.options.pull(flow, this.granted[flow]);
    this.owe(port, flow, total - this.granted[flow] - this.due[flow]);
  }

  /**
   * Adds the flow to the list `wanting` if it requests more credit than was granted. A flow with trimmed packets first
   * stays in the list `repairing`, until enough credit for these packets was granted.
   */
  private join(port: number, flow: number): void {
    if (this.isWanting[flow] !== 0 || this.due[flow] > 0 || this.target[flow] <= this.granted[flow]) return;
    this.isWanting[flow] = 1;
    this.wanting[port].push(flow);
    this.wake(port);
  }

  private wake(port: number): void {
    if (this.timer.due(port) === Infinity) this.timer.arm(port, Math.max(this.options.now(), this.free[port]));
  }

  private grant(port: number): void {
    const flow = this.choose(port);
    if (flow < 0) return;
    this.options.pull(flow, this.granted[flow]);
    this.free[port] = this.options.now() + this.options.interval(port);
    this.timer.arm(port, this.free[port]);
  }

  /**
   * Chooses the flow that gets the next pull (a message that grants credit), and counts the credit in `granted`. The flow
   * then goes to the end of the list in which it waits for more credit, or leaves the lists. Returns -1 if no flow needs
   * credit.
   */
  private choose(port: number): number {
    const { quanta, idleQuanta } = this.options;
    let flow = this.take(this.repairing[port]);
    if (flow >= 0) {
      this.granted[flow] += quanta;
      this.due[flow] = Math.max(0, this.due[flow] - quanta);
      if (this.due[flow] > 0) this.repairing[port].push(flow);
      else this.join(port, flow);
      return flow;
    }
    flow = this.take(this.wanting[port]);
    if (flow >= 0) {
      this.granted[flow] += quanta;
      if (this.target[flow] > this.granted[flow]) this.wanting[port].push(flow);
      else {
        this.isWanting[flow] = 0;
        this.rest(port, flow);
      }
      return flow;
    }
    flow = this.take(this.idle[port]);
    if (flow < 0) return -1;
    this.granted[flow] += quanta;
    this.isIdle[flow] = 0;
    const beyond = this.granted[flow] - this.target[flow];
    if (beyond >= 0 && beyond < idleQuanta(flow)) this.rest(port, flow);
    return flow;
  }

  private rest(port: number, flow: number): void {
    if (this.isIdle[flow] !== 0) return;
    this.isIdle[flow] = 1;
    this.idle[port].push(flow);
  }

  private take(list: number[]): number {
    for (let flow = list.shift(); flow !== undefined; flow = list.shift())
      if (!this.options.isComplete(flow)) return flow;
    return -1;
  }
}
