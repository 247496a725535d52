/** Traffic: who sends what, when? A generator turns its parameters into a plan; nothing here runs. */
import type { Stream } from "../base/random.ts";
import type { Bps, Bytes, Ps } from "../base/units.ts";

/** What a generator may know of the network and of the scenario. */
export interface TrafficView {
  /** Host node numbers, in order of node number. */
  readonly hosts: readonly number[];
  /** When the run ends at the latest. */
  readonly until: Ps;
  /** The run ends when every flow is done, so nobody may go on starting flows until it ends. */
  readonly waitsForAll?: boolean;
  /** Rate of a host's first port. */
  rate(host: number): Bps;
  /** The switch a host hangs on. */
  leafOf(host: number): number;
  /** A stream of its own for each purpose and component of this traffic entry. */
  stream(purpose: string, component?: number): Stream;
}

/** One flow that starts at a known time. `bytes` may be Infinity: it never ends. */
export interface PlannedFlow {
  readonly source: number;
  readonly destination: number;
  readonly bytes: Bytes;
  readonly start: Ps;
  readonly cls: number;
  /** All flows of its entry that say so and have its two ends share a queue pair, and so its source port. */
  readonly keepsPair?: true;
  /** Which of a scenario's traffic entries asks for it, from 0. Whoever puts plans together says so (`plan.ts`), no kind of traffic. */
  readonly entry?: number;
}

/**
 * Open-loop: flows of `bytes` one after another. The next starts when the NIC has sent the last byte of the former,
 * acknowledged or not, as long as that is before `stop`.
 */
export interface Train {
  readonly source: number;
  readonly destination: number;
  readonly bytes: Bytes;
  readonly start: Ps;
  readonly stop: Ps;
  readonly cls: number;
  /** As those of a planned flow. */
  readonly keepsPair?: true;
  readonly entry?: number;
}

/**
 * Work of one host that flows wait for: a computation, or only the moment when several things have happened. It begins once all that names
 * it has, and not before `from`. What it waits for happens at its own host, so a run may be cut anywhere between hosts.
 */
export interface Task {
  readonly host: number;
  readonly from: Ps;
  readonly takes: Ps;
  /** Tasks of the same host that wait for it, by their places in the plan: further down, so none waits for itself. */
  readonly next: readonly number[];
  /** It begins once so many of the things that it waits for have happened, whichever they are; absent: all of them. */
  readonly enough?: number;
}

/** Of a list of flows: one that begins once some others are done, of which its sender hears as their receiver or by their last ACK. */
export interface WaitingFlow {
  /** Places in the list, from 0. */
  readonly flow: number;
  readonly others: readonly number[];
  /** So many of the others, whichever they are. */
  readonly enough: number;
}

/** `pair` of a send is below this. */
export const MAX_PAIRS = 1024;

/** A flow that begins when a task of its sender is over, and that other tasks wait for. */
export interface Send {
  readonly source: number;
  readonly destination: number;
  readonly bytes: Bytes;
  readonly cls: number;
  /** The task of the sender after which it begins; those of a plan are in its order. */
  readonly after: number;
  /** The task of the sender that waits until its last byte has left the NIC, and that of the receiver that waits for all of it. */
  readonly leaves?: number;
  readonly arrives?: number;
  /** The task of the sender that waits for its last ACK. */
  readonly acked?: number;
  /** All sends of one entry between its two ends that have this number share a queue pair, and so its source port. */
  readonly pair?: number;
  /** Where it belongs in its collective, from 0. */
  readonly iteration: number;
  readonly step: number;
  readonly entry?: number;
}

/** One thing that a rank of a recorded program does. Operations are numbered over all ranks, from 0. */
export type TraceOperation = {
  readonly rank: number;
  /** Operations of its rank that are over before it begins, and those that have begun. */
  readonly after: readonly number[];
  readonly afterBegin: readonly number[];
  /** Where it stands in its file. */
  readonly line: number;
} & (
  | { readonly kind: "calc"; readonly takes: Ps }
  | {
      readonly kind: "send" | "recv";
      /** The rank at the other end. */
      readonly peer: number;
      readonly bytes: Bytes;
      readonly tag: number;
      /** Of a rank that has several: messages of one NIC to one rank share a queue pair. */
      readonly nic: number;
      /** Of a send: the operation that receives it. */
      readonly takenBy?: number;
    }
);

/** A recorded program. */
export interface Trace {
  readonly ranks: number;
  readonly operations: readonly TraceOperation[];
  /** Begins (2k) and ends (2k + 1) of operations k, each after all that it waits for. */
  readonly moments: readonly number[];
}

/** What the sends of an entry make together, for whoever measures it. */
export interface Collective {
  readonly operation: string;
  readonly ranks: number;
  /** As nccl-tests count them, and what they multiply bytes over time with for the bus bandwidth. */
  readonly bytes: Bytes;
  readonly busFactor: number;
  readonly iterations: number;
  /** When the first iteration's computation may begin. */
  readonly start: Ps;
  readonly entry?: number;
}

/** All traffic of a run: flows with a known start, trains, and what waits for other traffic. */
export interface Plan {
  readonly flows: readonly PlannedFlow[];
  readonly trains: readonly Train[];
  readonly tasks?: readonly Task[];
  readonly sends?: readonly Send[];
  readonly collectives?: readonly Collective[];
}
