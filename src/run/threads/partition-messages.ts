/** Messages between `in-threads.ts` and the threads of partitions. */
import type { Failure } from "../lab/in-partitions.ts";
import type { DivisionData, PartState, Scenario, Taken } from "../lab/partition-run.ts";
import type { PackedError } from "./errors.ts";

export interface PartitionTask {
  readonly scenario: Scenario;
  readonly division: DivisionData;
  readonly part: number;
  /** Shared memory for the states of all ports (`PortStateBoard`). Absent: the states are not read. */
  readonly ports?: SharedArrayBuffer | undefined;
}

/** The shortest time between two reports of the states of ports, in ms. */
export const PORTS_EVERY_MS = 200;

/**
 * The real time of a partition in ms. `built`: to build the network. `busy`: to run events. `waited`: to wait for other
 * partitions.
 */
export interface PartitionTimes {
  readonly built: number;
  readonly busy: number;
  readonly waited: number;
}

/** Messages from a thread. */
export type PartitionMessage =
  | { readonly state: PartState }
  | { readonly ended: PartitionTimes }
  | { readonly taken: Taken }
  | { readonly failed: Failed };

/** The reason why a partition cannot continue, with the simulated time in ps. */
export interface Failed extends Failure {
  readonly why: PackedError;
}
