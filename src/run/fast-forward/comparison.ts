/**
 * Compares simulated flows with the flow-level model, in which the same flows begin at the same times. The memory of
 * flows (`memory.ts`) learns from each flow that was simulated packet by packet to its end.
 *
 * The model may use mean rates that were learned from earlier flows (`paces.ts`). If the rate of a flow is too low, the
 * flow ends earlier in the simulation than in the model. The model then ends the flow too. The time that the flow would
 * still have needed in the model counts as a difference between the completion times.
 */
import type { Ps } from "../../base/units.ts";
import type { Network } from "../../sim/model/network.ts";
import { latencyOf, type FlowModel, type Route } from "./flow-model.ts";
import type { FlowMemory } from "./memory.ts";

export class Comparison {
  private readonly network: Network;
  private readonly model: FlowModel;
  private readonly memory: FlowMemory;
  /** Converts a time on the clock of the run, which leaves out skipped time, to the simulated time that includes it. */
  private readonly real: (clock: Ps) => Ps;
  /** By flow: the time at which its last byte arrives in the model. NaN: not yet. */
  private readonly predicted: Float64Array;
  /** By flow: 1 if its simulation had an event that the model lacks. */
  private readonly tainted: Uint8Array;
  /** By flow: the part of the NIC's line rate that it may use in the model (`begin`). Empty if no rates are learned (`Paces`). */
  private readonly paces: Float64Array;
  /**
   * By flow: the time that the model still needed to send the flow when the simulation had already sent all its bytes.
   * Empty if no rates are learned.
   */
  private readonly late: Float64Array;

  constructor(network: Network, model: FlowModel, memory: FlowMemory, real: (clock: Ps) => Ps) {
    const { capacity } = network.flows;
    const paced = memory.paces === undefined ? 0 : capacity;
    this.network = network;
    this.model = model;
    this.memory = memory;
    this.real = real;
    this.predicted = new Float64Array(capacity).fill(NaN);
    this.tainted = new Uint8Array(capacity);
    this.paces = new Float64Array(paced);
    this.late = new Float64Array(paced);
  }

  /**
   * Notes that the flow begins in the model. `pace`: a part of the line rate of the flow's NIC. The flow's data and the
   * ACKs of this NIC may together use at most this part.
   */
  begin(flow: number, pace: number): void {
    if (this.memory.paces !== undefined) this.paces[flow] = pace;
  }

  /** Notes that the last byte of the flow arrives in the model at `time`. */
  predict(flow: number, time: Ps): void {
    this.predicted[flow] = time;
  }

  /**
   * Notes that the simulation of this flow had an event that the model lacks, such as a wait behind a flow outside the
   * model. So nothing can be learned from this flow.
   */
  taint(flow: number): void {
    this.tainted[flow] = 1;
  }

  /**
   * If the flow is done in the simulation but not in the model, ends it in the model and returns true. Only a model
   * with learned rates can be so late.
   */
  finishLate(flow: number): boolean {
    const { memory, model } = this;
    if (memory.paces === undefined || !Number.isNaN(this.predicted[flow]) || !model.active.has(flow)) return false;
    this.late[flow] += model.finish(flow);
    return true;
  }

  /**
   * Ends flows of a NIC in the model if the simulation has already sent all their bytes. The model is late, because its
   * rates for them are too low. `hasPackets`: true for a flow that is simulated packet by packet.
   */
  finishSenders(nic: number, hasPackets: (flow: number) => boolean): void {
    if (this.memory.paces === undefined) return;
    const { size, sndNxt } = this.network.flows;
    for (const flow of this.model.sendersOf(nic))
      if (hasPackets(flow) && sndNxt[flow] >= size[flow]) this.late[flow] += this.model.finish(flow);
  }

  /**
   * Learns from a flow that is done in the simulation. `rounding`: the time by which its end may differ from the model
   * because the simulation sends only whole packets.
   */
  learn(flow: number, kind: number, route: Route, rounding: Ps): void {
    if (this.tainted[flow] !== 0) return;
    const { received, start } = this.network.flows;
    const fct = this.real(received[flow]) - this.real(start[flow]);
    const late = this.predicted[flow] - received[flow] + (this.late[flow] ?? 0);
    const difference = Math.abs(late) / fct;
    if (!Number.isNaN(late) && !this.learnPace(flow, kind, route, fct - latencyOf(route), late)) return;
    this.memory.learn(kind, Number.isNaN(difference) ? Infinity : difference, rounding / fct);
  }

  /**
   * Learns the mean rate of a simulated flow. `sending` is the simulated time that the flow needed for its bytes.
   * `late` is the additional time that the flow needed in the model. Returns false for the first flow of a kind, for
   * which the model had no rate.
   */
  private learnPace(flow: number, kind: number, route: Route, sending: Ps, late: Ps): boolean {
    const { paces } = this.memory;
    if (paces === undefined) return true;
    const { flows, hosts } = this.network;
    const work = Math.ceil(flows.size[flow] / hosts.payload) * route.wire[0];
    return paces.learn(kind, this.paces[flow], work, sending + late, sending);
  }
}
