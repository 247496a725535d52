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
 * A replay may err by this multiple of the largest difference that the memory has seen. With learned mean rates the multiple and the smallest
 * error are larger, because the control's state at the start differs each time. All three are measured by bench/fast-forward-soak.mjs.
 */
const OF_LARGEST = 2;
const OF_LARGEST_PACED = 4;
const LEAST_PACED = 0.02;

export class ReplayError {
  private readonly network: Network;
  private readonly model: FlowModel;
  private readonly memory: FlowMemory;
  /** The largest error of a flow from packets and changes. */
  private worst = 0;
  /** By flow: the error that its changes between packets and replay may cause, in ps. */
  private readonly changes: Float64Array;

  constructor(network: Network, model: FlowModel, memory: FlowMemory) {
    this.network = network;
    this.model = model;
    this.memory = memory;
    this.changes = new Float64Array(network.flows.capacity);
  }

  /** The largest error of any flow so far. */
  get bound(): number {
    const { paces, worst } = this.memory;
    const ofModel = paces === undefined ? OF_LARGEST * worst : LEAST_PACED + OF_LARGEST_PACED * worst;
    return ofModel + this.worst;
  }

  /** The flows that have changed between packets and replay, or whose neighbours have. */
  changed(): readonly number[] {
    return Array.from(this.changes.keys()).filter((flow) => this.changes[flow] > 0);
  }

  /** The error by whole packets: a packet may wait for one other packet at each port of its path. */
  rounding(route: Route): Ps {
    return route.data * route.wire[0];
  }

  /**
   * Notes a flow that was replayed or has changed, and has completed in the time `fct`. The ACKs of a neighbour may begin or end sooner than
   * in the model. Half of a one-way delay covers all observed errors.
   */
  note(flow: number, route: Route, fct: Ps): void {
    const answers = (this.model.ackLoad(route) * this.network.flows.baseRtt[flow]) / 4;
    this.worst = Math.max(this.worst, (this.rounding(route) + answers + this.changes[flow]) / fct);
  }

  /** Packets carry the flow to its end although its group is replayed. The ACKs of the others delay it no more. */
  noteEnding(flow: number, route: Route): void {
    this.changes[flow] += this.absentAcks(route, this.network.flows.baseRtt[flow] / 2);
  }

  /** The flow returns to packets. Its neighbours lack its packets on the way, and it lacks theirs. */
  noteThaw(flow: number, route: Route): void {
    const roundTrip = this.network.flows.baseRtt[flow];
    this.changes[flow] += this.waits(route) + this.rounding(route) + roundTrip / 2;
  }

  /** The flow begins by packets. It does not wait behind the packets that only the model has. */
  noteBegin(flow: number, route: Route): void {
    const { fabric, hosts, switches } = this.network;
    const frame = hosts.payload + fabric.fidelity.frames.dataHeader;
    for (const port of route.ports.slice(1)) {
      if (switches[fabric.node[port]] === null) continue;
      const real = (fabric.queuedBytes(port) / frame) * fabric.wireTime(port, frame);
      this.changes[flow] += Math.max(0, this.model.waitAt(port) - real);
    }
  }

  /** The delay that the absence of ACKs for up to `time` takes away. */
  private absentAcks(route: Route, time: Ps): Ps {
    return Math.min(this.waits(route), this.model.ackLoad(route) * time);
  }

  /** The time that a packet waits in the model's queues along the path. */
  private waits(route: Route): Ps {
    return route.ports.reduce((sum, port) => sum + this.model.waitAt(port), 0);
  }
}
