/**
 * Traffic: which hosts send how many bytes to which hosts, and when? A generator turns its parameters into a `Plan`
 * before the run.
 */
import type { Stream } from "../base/random.ts";
import type { Bps, Bytes, Ps } from "../base/units.ts";

/** The properties of the network and the scenario that a generator may read. */
export interface TrafficView {
  /** The node numbers of all hosts, in ascending order. */
  readonly hosts: readonly number[];
  /** The time at which the run ends at the latest. */
  readonly until: Ps;
  /**
   * True if the run ends when every flow is done. The parameters of a generator must then set an end for its flows. If the
   * generator started flows up to `until`, the run could never end before `until`.
   */
  readonly waitsForAll?: boolean;
  /** Rate of the first port of a host. */
  rate(host: number): Bps;
  /** The node number of the switch that a host is connected to. */
  leafOf(host: number): number;
  /** A random stream of this traffic entry, separate for each purpose and component. */
  stream(purpose: string, component?: number): Stream;
}

/** A flow that starts at a known time. `bytes` is Infinity for a flow without an end. */
export interface PlannedFlow {
  readonly source: number;
  readonly destination: number;
  readonly bytes: Bytes;
  readonly start: Ps;
  readonly cls: number;
  /**
   * True if the flow shares a queue pair, and thus a source port, with other flows. All flows between the same two hosts
   * share one if they have `keepsPair` and belong to the same entry of the scenario's traffic list.
   */
  readonly keepsPair?: true;
  /**
   * The index of the flow's entry in the scenario's traffic list. `plan.ts` sets it when it merges the plans;
   * generators leave it absent.
   */
  readonly entry?: number;
}

/**
 * Open-loop traffic: a series of flows of `bytes` each. The next flow starts when the NIC has sent the last byte of the
 * previous one, without waiting for ACKs. No flow starts at or after `stop`.
 */
export interface Train {
  readonly source: number;
  readonly destination: number;
  readonly bytes: Bytes;
  readonly start: Ps;
  readonly stop: Ps;
  readonly cls: number;
  /** As in `PlannedFlow`. */
  readonly keepsPair?: true;
  readonly entry?: number;
}

/**
 * A step of a dependency graph at one host: a computation, or a point that waits for several events. A task begins
 * when its predecessors are done, and not before `from`. Its predecessors are the tasks that list it in `next`, and the
 * flows that list it in `leaves`, `arrives` or `acked`. A task waits only for events at its own host. So a partition
 * border may separate any two hosts.
 */
export interface Task {
  readonly host: number;
  readonly from: Ps;
  readonly takes: Ps;
  /**
   * The tasks of the same host that wait for this one, as indices of `tasks` of the plan. Each index is higher than the
   * task's own, so dependencies have no cycle.
   */
  readonly next: readonly number[];
  /** The task begins when this many of its predecessors are done, in any order. Absent: when all are done. */
  readonly enough?: number;
}

/**
 * A flow that begins when other flows of the same list have ended. Its sender must see the end of each of these other
 * flows. So its sender must be an endpoint of each of them: the receiver, or the sender, which sees the last ACK.
 */
export interface WaitingFlow {
  /** The index of the waiting flow in the list of flows. */
  readonly flow: number;
  /** The flows for which the waiting flow waits, as indices in the list of flows. */
  readonly others: readonly number[];
  /** The flow begins when this many of `others` have ended, in any order. */
  readonly enough: number;
}

/** The field `pair` of a `Send` must be less than this number. */
export const MAX_PAIRS = 1024;

/** A flow that begins when a task of its sender is done. Other tasks may wait for this flow. */
export interface Send {
  readonly source: number;
  readonly destination: number;
  readonly bytes: Bytes;
  readonly cls: number;
  /** The index in `tasks` of the sender's task after which the flow begins. The sends of a plan are sorted by this field. */
  readonly after: number;
  /** The index of the sender's task that waits until the last byte has left the NIC. */
  readonly leaves?: number;
  /** The index of the receiver's task that waits until every byte has arrived. */
  readonly arrives?: number;
  /** The index of the sender's task that waits for the last ACK of the flow. */
  readonly acked?: number;
  /**
   * The number of a queue pair. Sends of one traffic entry share a queue pair if they have the same `pair` and the same two
   * hosts. They then have the same source port.
   */
  readonly pair?: number;
  /** The iteration of the collective that the flow belongs to, from 0. */
  readonly iteration: number;
  /** The step of the collective that the flow belongs to, from 0. */
  readonly step: number;
  readonly entry?: number;
}

/** One operation of a rank in a recorded program. Operations have numbers from 0, over all ranks. */
export type TraceOperation = {
  readonly rank: number;
  /** Operations of the same rank that must have ended before this one begins. */
  readonly after: readonly number[];
  /** Operations of the same rank that must have begun before this one begins. */
  readonly afterBegin: readonly number[];
  /** The line of the operation in the trace file. */
  readonly line: number;
  /** The row of `layers` that the operation belongs to. Absent: the file does not name its layer. */
  readonly row?: number;
  /**
   * The number of the collective that the operation is a part of. Operations with the same `row` and the same number
   * form one collective. Absent: the operation is a computation, or a message on its own.
   */
  readonly collective?: number;
} & (
  | { readonly kind: "calc"; readonly takes: Ps }
  | {
      readonly kind: "send" | "recv";
      /** The rank that receives the message of a send, or that sends the message of a receive. */
      readonly peer: number;
      readonly bytes: Bytes;
      readonly tag: number;
      /** The NIC that a rank with several NICs uses. All messages from one NIC to one rank share a queue pair. */
      readonly nic: number;
      /** For a send: the number of the matching receive operation. */
      readonly takenBy?: number;
    }
);

/**
 * A row of the per-layer results of a trace. It has computations of one layer, and the collectives after them. The
 * collectives of a row have the same kind, size and group size.
 */
export interface LayerRow {
  /** The number of the layer in the order of the file, from 0. */
  readonly layer: number;
  /** The name of the layer. */
  readonly name: string;
  /** The pass of the iteration, such as "forward". "": the trace does not name it. */
  readonly pass: string;
  /**
   * Kind of the row's collectives, such as "all-reduce". For single messages: "send" or "recv". "": this row of the results has
   * only computations.
   */
  readonly operation: string;
  /** Kind of the collective's group of ranks, such as "TP". "": the trace does not name it. */
  readonly group: string;
  /** The number of ranks of one collective. 0 without a collective. */
  readonly ranks: number;
  /** The size of one collective, as nccl-tests define it. 0 without a collective. */
  readonly bytes: Bytes;
}

/** A recorded program. */
export interface Trace {
  readonly ranks: number;
  readonly operations: readonly TraceOperation[];
  /** The rows of the per-layer results. Absent: the file names no layers. */
  readonly layers?: readonly LayerRow[];
  /**
   * The moments of all operations in an order that respects every dependency. The start of operation 3 is moment 6, its
   * end is moment 7.
   */
  readonly moments: readonly number[];
}

/**
 * A collective operation, such as an all-reduce, for the measurements. It consists of all sends of one traffic entry.
 */
export interface Collective {
  readonly operation: string;
  readonly ranks: number;
  /** The size of the collective as nccl-tests define it. */
  readonly bytes: Bytes;
  /** The factor that converts bytes per time to bus bandwidth. */
  readonly busFactor: number;
  readonly iterations: number;
  /** The earliest time at which the computation of the first iteration starts. */
  readonly start: Ps;
  readonly entry?: number;
}

/** A trace in the traffic of a run, with the data for measurements of the trace's operations. */
export interface PlannedTrace {
  readonly trace: Trace;
  /** The task of each moment (see `Trace.moments`): element 2n for the begin of operation n, 2n + 1 for its end. */
  readonly tasks: Uint32Array;
  /** The time before which no operation begins. */
  readonly start: Ps;
  readonly entry?: number;
}

/**
 * All traffic of a run: flows with a known start, trains (sequences of flows), and sends (flows that wait for tasks).
 */
export interface Plan {
  readonly flows: readonly PlannedFlow[];
  readonly trains: readonly Train[];
  readonly tasks?: readonly Task[];
  readonly sends?: readonly Send[];
  readonly collectives?: readonly Collective[];
  readonly traces?: readonly PlannedTrace[];
}
