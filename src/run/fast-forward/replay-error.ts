/**
 * The expected error of the completion times in a run with replays, as a share of each completion time
 * (docs/fast-forward.md, Errors). It is the sum of two errors:
 *
 *   model      The largest difference between the model and simulated flows decides this error. The error is 1.5 times this
 *              difference. But if mean rates are learned from simulated flows (`Paces`), it is the difference plus `REACTION`. `REACTION` is the effect of one rate
 *              cut or halt of sending. In the exact run, a replayed flow may have a cut or halt that no simulated flow had.
 *   packets    The model does not follow single packets. After a change between packet simulation and replay, the packets on the way
 *              are absent.
 */
import type { Ps } from "../../base/units.ts";
import type { Network } from "../../sim/model/network.ts";
import type { FlowModel, Route } from "./flow-model.ts";
import { REACTION, type FlowMemory } from "./memory.ts";

/**
 * The assumed maximum error of a replay, as a multiple of the largest difference between the model and a simulated
 * flow. It applies if no mean rates are learned from simulated flows (`Paces`). bench/fast-forward-soak.mjs verifies
 * the value.
 */
const OF_LARGEST = 1.5;
/**
 * The NIC that sends a flow also sends ACKs of other flows, which delay the flow's packets. These ACKs may come earlier or
 * later than in the model, because small errors add up along chains of flows that wait for one another. The assumed shift
 * of the ACKs is at most this share of the sent flow's completion time. It is also at most the base RTT of the sent flow.
 * bench/fast-forward-soak.mjs verifies the value.
 */
const MAX_SHIFT = 0.1;

export class ReplayError {
  private readonly network: Network;
  private readonly model: FlowModel;
  private readonly memory: FlowMemory;
  /**
   * The largest error `packets` of a flow so far, as a share of the flow's completion time. The cause of this error is that
   * the model does not follow single packets. The error `model`, which the top of this file also explains, is not included.
   */
  private worst = 0;
  /**
   * By flow: the error in ps from changes between packet simulation and replay. Such a change concerned the flow
   * itself, or its contention group (flows that share ports, directly or through other flows).
   */
  private readonly changes: Float64Array;
  /**
   * By flow: the error of its completion time in ps. The map has only flows that are simulated packet by packet to
   * their end while the rest of their group is replayed. The error arises because the ACKs of the replayed flows are
   * absent and delay no packet.
   */
  private readonly endings = new Map<number, Ps>();
  /**
   * By port, in ps: the part of a new packet's wait that the simulation lacks, because replayed flows send no packets.
   * This part is a difference: the wait in the flow-level model minus the wait behind the simulated packets in the queue.
   * `noteMissing` updates it.
   */
  private readonly missing: Float64Array;

  constructor(network: Network, model: FlowModel, memory: FlowMemory) {
    this.network = network;
    this.model = model;
    this.memory = memory;
    this.changes = new Float64Array(network.flows.capacity);
    this.missing = new Float64Array(network.fabric.ports);
  }

  /** The largest expected error of a completion time so far, as a share of that completion time. */
  get bound(): number {
    const { paces, worst } = this.memory;
    return (paces === undefined ? OF_LARGEST * worst : worst + REACTION) + this.worst;
  }

  /**
   * The flows with inexact completion times. Each of them, or a flow of its group, was simulated packet by packet at
   * one time and replayed at another.
   */
  changed(): readonly number[] {
    return Array.from(this.changes.keys()).filter((flow) => this.changes[flow] > 0 || this.endings.has(flow));
  }

  /**
   * The error that arises because the model does not follow single packets. In the simulation, a packet may wait for
   * one other packet at each port of its path.
   */
  rounding(route: Route): Ps {
    return route.data * route.wire[0];
  }

  /**
   * Updates `worst`, the largest relative error of a flow, with the error of `flow`. `fct` is the completion time that this
   * run gives the flow.
   *
   * In the exact run, the NIC of the flow also sends ACKs of other flows, which delay the flow's packets. These ACKs
   * can cause two errors of `fct`. Only the larger one counts:
   *
   * - Every flow: the ACKs come earlier or later than in the flow-level model (`MAX_SHIFT`).
   * - A flow simulated to its end while other flows are replayed: their ACKs are absent, so the flow does not wait
   *   behind them (`noteEnding`).
   */
  note(flow: number, route: Route, fct: Ps): void {
    const shift = Math.min(this.network.flows.baseRtt[flow], MAX_SHIFT * fct);
    const acks = Math.max(this.model.ackLoad(route) * shift, this.endings.get(flow) ?? 0);
    this.worst = Math.max(this.worst, (this.rounding(route) + acks + this.changes[flow]) / fct);
  }

  /**
   * Notes a flow that is simulated packet by packet to its end while the rest of its group is replayed. The ACKs of the
   * replayed flows are absent, so they do not delay this flow. The missing delay is its error.
   */
  noteEnding(flow: number, route: Route): void {
    if (!this.endings.has(flow)) this.endings.set(flow, this.absentAcks(route, this.network.flows.baseRtt[flow] / 2));
  }

  /**
   * Updates and returns a difference at a port, `missing`: how much less a simulated packet waits there than in the
   * flow-level model of the replay. The reason is that packets of replayed flows are absent from the port. While no replayed
   * flow uses the port (`isReplayed` is false), all new packets are simulated, so the difference can only decrease. Call this
   * function when the flows that share the port return to packet simulation. Call it again when a simulated flow begins.
   */
  noteMissing(port: number, isReplayed: boolean): Ps {
    const gap = this.gapAt(port);
    this.missing[port] = isReplayed ? gap : Math.min(gap, this.missing[port]);
    return this.missing[port];
  }

  /**
   * Adds the error of a flow that returns from replay to packet simulation. Two things differ from the exact run:
   *
   * - At first no packet of the flow's contention group (flows connected by shared ports) is on the way. Packets and
   *   ACKs are missing for a round trip, or for the length of the replay (`absent`) if that is shorter.
   * - If `isNear`, the cause of the return may bring congestion that delays the flow. Causes are a new flow and a long
   *   queue. In the exact run, packets of the group would already be on the way to this congestion. Here the first
   *   packets reach it up to half a round trip late.
   */
  noteThaw(flow: number, route: Route, absent: Ps, isNear: boolean): void {
    const time = Math.min(this.network.flows.baseRtt[flow], absent);
    const late = isNear ? time / 2 : this.model.ackLoad(route) * time;
    this.changes[flow] += this.waits(route) + this.rounding(route) + late;
  }

  /**
   * Adds the error of a flow that begins in packet simulation. Packets of replayed flows are absent, so the flow does not wait behind them.
   * `isReplayed` is true for a port that replayed flows use.
   */
  noteBegin(flow: number, route: Route, isReplayed: (port: number) => boolean): void {
    for (const port of route.ports.slice(1)) this.changes[flow] += this.noteMissing(port, isReplayed(port));
  }

  /** The wait at a switch port in the model, less the wait behind the packets that are really queued there. At least 0. */
  private gapAt(port: number): Ps {
    const { fabric, hosts, switches } = this.network;
    if (switches[fabric.node[port]] === null) return 0;
    const frame = hosts.payload + fabric.fidelity.frames.dataHeader;
    const real = (fabric.queuedBytes(port) / frame) * fabric.wireTime(port, frame);
    return Math.max(0, this.model.waitAt(port) - real);
  }

  /**
   * The time by which a simulated flow ends too early, because it does not wait behind ACKs of replayed flows. These
   * ACKs are absent from its links for at most `time`.
   */
  private absentAcks(route: Route, time: Ps): Ps {
    return Math.min(this.waits(route), this.model.ackLoad(route) * time);
  }

  /** The time that a packet waits in the model's queues along the path. */
  private waits(route: Route): Ps {
    return route.ports.reduce((sum, port) => sum + this.model.waitAt(port), 0);
  }
}
