/**
 * The error to expect of the completion times of a run with replays, as a part of each time (docs/fast-forward.md, Errors). It comes from
 * three sources:
 *
 *   model      it differs from the packets of simulated flows, and may differ as much for replayed ones
 *   packets    the model does not follow single packets, and ACKs of neighbours may come sooner or later than in it
 *   changes    a flow changes between packets and replay, or its neighbours do: their packets on the way are absent
 */
import type { Ps } from "../../base/units.ts";
import type { Network } from "../../sim/model/network.ts";
import type { FlowModel, Route } from "./flow-model.ts";
import type { FlowMemory } from "./memory.ts";

/** A replay may err by this multiple of the largest difference that the memory has seen. The factor is a choice, not a measurement. */
const OF_LARGEST = 3;

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
    return Math.max(OF_LARGEST * this.memory.worst, this.worst);
  }

  hasChanged(flow: number): boolean {
    return this.changes[flow] > 0;
  }

  /** The error by whole packets: a packet may wait for one other packet at each port of its path. */
  rounding(route: Route): Ps {
    return route.data * route.wire[0];
  }

  /** Notes a flow that was replayed or has changed, and has completed in the time `fct`. */
  note(flow: number, route: Route, fct: Ps): void {
    // The ACKs of a neighbour may begin or end sooner than in the model, by up to the time of one way.
    const answers = this.model.ackLoad(route) * (this.network.flows.baseRtt[flow] / 2);
    this.worst = Math.max(this.worst, (this.rounding(route) + answers + this.changes[flow]) / fct);
  }

  /** Packets carry the flow to its end although its group is replayed. The ACKs of the others delay it no more. */
  noteEnding(flow: number, route: Route): void {
    this.changes[flow] += this.absentAcks(route, this.network.flows.baseRtt[flow] / 2);
  }

  /** The flow returns to packets. Its neighbours lack its packets on the way, and it lacks theirs. */
  noteThaw(flow: number, route: Route): void {
    const roundTrip = this.network.flows.baseRtt[flow];
    this.changes[flow] += this.absentAcks(route, roundTrip) + roundTrip / 2;
  }

  /** The delay that the absence of ACKs for up to `time` takes away, and one packet at each port. */
  private absentAcks(route: Route, time: Ps): Ps {
    const waits = route.ports.reduce((sum, port) => sum + this.model.waitAt(port), 0);
    return Math.min(waits, this.model.ackLoad(route) * time) + this.rounding(route);
  }
}
