/** Messages between `in-threads.ts` and the threads of partitions. */
import type { Failure } from "../lab/in-parts.ts";
import type { DivisionData, PartState, Scenario, Taken } from "../lab/part.ts";
import type { ToldError } from "./errors.ts";

export interface PartTask {
  readonly scenario: Scenario;
  readonly division: DivisionData;
  readonly part: number;
}

/** The machine's time that a partition used for building, working and waiting, in ms. */
export interface PartTimes {
  readonly built: number;
  readonly busy: number;
  readonly waited: number;
}

/** Messages from a thread. */
export type PartTold =
  | { readonly state: PartState }
  | { readonly ended: PartTimes }
  | { readonly taken: Taken }
  | { readonly failed: Failed };

/** The reason why a partition could not continue, and the simulated time in ps. */
export interface Failed extends Failure {
  readonly why: ToldError;
}
