/** Traffic: who sends what, when? A generator turns its parameters into a `Plan`, before the run. */
import type { Stream } from "../base/random.ts";
import type { Bps, Bytes, Ps } from "../base/units.ts";

/** The properties of the network and the scenario that a generator may read. */
export interface TrafficView {
  /** Host node numbers, in order of node number. */
  readonly hosts: readonly number[];
  /** The latest end of the run. */
  readonly until: Ps;
  /** The run ends when every flow is done, so traffic must not start flows until the end of the run. */
  readonly waitsForAll?: boolean;
  /** Rate of a host's first port. */
  rate(host: number): Bps;
  /** The switch of a host. */
  leafOf(host: number): number;
  /** A random stream for one purpose and component of this traffic entry. */
  stream(purpose: string, component?: number): Stream;
}

/** A flow that starts at a known time. `bytes` may be Infinity: no end. */
export interface PlannedFlow {
  readonly source: number;
  readonly destination: number;
  readonly bytes: Bytes;
  readonly start: Ps;
  readonly cls: number;
  /** All such flows of one entry with the same two ends share a queue pair, and so its source port. */
  readonly keepsPair?: true;
  /** The scenario's traffic entry of this flow, from 0. `plan.ts` sets it when it joins the plans; traffic kinds do not. */
  readonly entry?: number;
}

/**
 * Open-loop: flows of `bytes`, one after another. The next flow starts when the NIC has sent the last byte of the previous one,
 * acknowledged or not. No flow starts at or after `stop`.
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
 * Work of one host that flows wait for: a computation, or the moment at which several events have happened. It begins after all tasks and
 * flows that name it, and not before `from`. All of them end at its own host, so partitions may separate any two hosts.
 */
export interface Task {
  readonly host: number;
  readonly from: Ps;
  readonly takes: Ps;
  /**
   * Tasks of the same host that wait for this one, by place in the plan. They are further down in the plan, so no task waits for itself.
   */
  readonly next: readonly number[];
  /** It begins after this many of its predecessors, in any order; absent: after all of them. */
  readonly enough?: number;
}

/** A flow of a list that begins after other flows. Its sender notices the end of each as its receiver, or by its last ACK. */
export interface WaitingFlow {
  /** Places in the list, from 0. */
  readonly flow: number;
  readonly others: readonly number[];
  /** The number of other flows to wait for, in any order. */
  readonly enough: number;
}

/** The limit of `pair` of a send, exclusive. */
export const MAX_PAIRS = 1024;

/** A flow that begins after a task of its sender. Other tasks wait for it. */
export interface Send {
  readonly source: number;
  readonly destination: number;
  readonly bytes: Bytes;
  readonly cls: number;
  /** The sender's task after which it begins. Sends of a plan are ordered by it. */
  readonly after: number;
  /** The sender's task that waits until the last byte has left the NIC, and the receiver's task that waits for every byte. */
  readonly leaves?: number;
  readonly arrives?: number;
  /** The sender's task that waits for the last ACK. */
  readonly acked?: number;
  /** All sends of one entry with the same two ends and this number share a queue pair, and so its source port. */
  readonly pair?: number;
  /** Its place in the collective, from 0. */
  readonly iteration: number;
  readonly step: number;
  readonly entry?: number;
}

/** One operation of a rank of a recorded program. Operations are numbered over all ranks, from 0. */
export type TraceOperation = {
  readonly rank: number;
  /** The operations of its rank that must end before it begins, and those that must begin before it. */
  readonly after: readonly number[];
  readonly afterBegin: readonly number[];
  /** Its line in the file. */
  readonly line: number;
} & (
  | { readonly kind: "calc"; readonly takes: Ps }
  | {
      readonly kind: "send" | "recv";
      /** The rank at the other end. */
      readonly peer: number;
      readonly bytes: Bytes;
      readonly tag: number;
      /** The NIC of a rank with several: messages of one NIC to one rank share a queue pair. */
      readonly nic: number;
      /** For a send: the operation that receives it. */
      readonly takenBy?: number;
    }
);

/** A recorded program. */
export interface Trace {
  readonly ranks: number;
  readonly operations: readonly TraceOperation[];
  /** Begins (2k) and ends (2k + 1) of operations k, each after everything that it waits for. */
  readonly moments: readonly number[];
}

/** The sends of an entry as one collective, for measurements. */
export interface Collective {
  readonly operation: string;
  readonly ranks: number;
  /** Bytes as nccl-tests count them, and the factor from bytes per time to bus bandwidth. */
  readonly bytes: Bytes;
  readonly busFactor: number;
  readonly iterations: number;
  /** The earliest start of the first iteration's computation. */
  readonly start: Ps;
  readonly entry?: number;
}

/** All traffic of a run: flows with a known start, trains, and flows that wait for other traffic. */
export interface Plan {
  readonly flows: readonly PlannedFlow[];
  readonly trains: readonly Train[];
  readonly tasks?: readonly Task[];
  readonly sends?: readonly Send[];
  readonly collectives?: readonly Collective[];
}
