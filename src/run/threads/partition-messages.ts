/** Messages between `in-threads.ts` and the threads of partitions. */
import type { Failure } from "../lab/in-partitions.ts";
import type { DivisionData, PartState, Scenario, Taken } from "../lab/partition-run.ts";
import type { PackedError } from "./errors.ts";

export interface PartitionTask {
  readonly scenario: Scenario;
  readonly division: DivisionData;
  readonly part: number;
}

/** The machine's time that a partition used for building, working and waiting, in ms. */
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

/** The reason why a partition could not continue, and the simulated time in ps. */
export interface Failed extends Failure {
  readonly why: PackedError;
}
