/**
 * The error to expect of the completion times of a run with replays, as a part of each time (docs/fast-forward.md, Errors). It is the sum
 * of two errors:
 *
 *   model      a multiple of the largest difference to simulated flows. For learned mean rates the multiple is larger, and this error has a minimum
 *   packets    the model does not follow single packets, and packets on the way are absent after a change between packets and replay
 */
import type { Ps } from "../../base/units.ts";
import type { Network } from "../../sim/model/network.ts";
import type { FlowModel, Route } from "./flow-model.ts";
import type { FlowMemory } from "./memory.ts";

/**
 * The error of the model is OF_LARGEST times the largest difference that the memory has found. For learned mean rates
 * it is LEAST_PACED plus OF_LARGEST_PACED times that difference, because the state of congestion control at the start
 * varies. All three numbers are measured by bench/fast-forward-soak.mjs.
 */
const OF_LARGEST = 2;
const OF_LARGEST_PACED = 4;
const LEAST_PACED = 0.02;

export class ReplayError {
  private readonly network: Network;
  private readonly model: FlowModel;
  private readonly memory: FlowMemory;
  /**
   * The largest error of any flow, relative to the completion time of that flow. The error of the model is not
   * included.
   */
  private worst = 0;
  /** By flow: the error in ps from changes between packets and replay, of the flow itself or of its neighbours. */
  private readonly changes: Float64Array;

  constructor(network: Network, model: FlowModel, memory: FlowMemory) {
    this.network = network;
    this.model = model;
    this.memory = memory;
    this.changes = new Float64Array(network.flows.capacity);
  }

  /** The largest expected error of a completion time so far, as a share of that completion time. */
  get bound(): number {
    const { paces, worst } = this.memory;
    const ofModel = paces === undefined ? OF_LARGEST * worst : LEAST_PACED + OF_LARGEST_PACED * worst;
    return ofModel + this.worst;
  }

  /** The flows with an entry in `changes`. */
  changed(): readonly number[] {
    return Array.from(this.changes.keys()).filter((flow) => this.changes[flow] > 0);
  }

  /** The error by whole packets: a packet may wait for one other packet at each port of its path. */
  rounding(route: Route): Ps {
    return route.data * route.wire[0];
  }

  /**
   * Notes that a flow was completed in the time `fct`, by a replay or after a change. The times at which the ACKs of
   * its neighbours begin or end may differ from the model. Measurements show that half of a one-way delay is enough for
   * this error.
   */
  note(flow: number, route: Route, fct: Ps): void {
    const answers = (this.model.ackLoad(route) * this.network.flows.baseRtt[flow]) / 4;
    this.worst = Math.max(this.worst, (this.rounding(route) + answers + this.changes[flow]) / fct);
  }

  /**
   * Adds the error of a flow that packets carry to its end while the rest of its group is replayed. The ACKs of the
   * other flows no longer delay it.
   */
  noteEnding(flow: number, route: Route): void {
    this.changes[flow] += this.absentAcks(route, this.network.flows.baseRtt[flow] / 2);
  }

  /**
   * Adds the error of a flow that returns from replay to packets. Its packets in flight are missing for its neighbours,
   * and their packets for this flow.
   */
  noteThaw(flow: number, route: Route): void {
    const roundTrip = this.network.flows.baseRtt[flow];
    this.changes[flow] += this.waits(route) + this.rounding(route) + roundTrip / 2;
  }

  /** Adds the error of a flow that begins by packets. It does not wait behind packets that exist only in the model. */
  noteBegin(flow: number, route: Route): void {
    const { fabric, hosts, switches } = this.network;
    const frame = hosts.payload + fabric.fidelity.frames.dataHeader;
    for (const port of route.ports.slice(1)) {
      if (switches[fabric.node[port]] === null) continue;
      const real = (fabric.queuedBytes(port) / frame) * fabric.wireTime(port, frame);
      this.changes[flow] += Math.max(0, this.model.waitAt(port) - real);
    }
  }

  /** The time that a flow gains because ACKs are absent for up to `time`. */
  private absentAcks(route: Route, time: Ps): Ps {
    return Math.min(this.waits(route), this.model.ackLoad(route) * time);
  }

  /** The time that a packet waits in the model's queues along the path. */
  private waits(route: Route): Ps {
    return route.ports.reduce((sum, port) => sum + this.model.waitAt(port), 0);
  }
}
