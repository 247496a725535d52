/** What `in-threads.ts` and the threads of a run's parts say to each other. */
import type { Failure } from "../lab/in-parts.ts";
import type { DivisionData, PartState, Scenario, Taken } from "../lab/part.ts";
import type { ToldError } from "./errors.ts";

export interface PartTask {
  readonly scenario: Scenario;
  readonly division: DivisionData;
  readonly part: number;
}

/** What a part took of the machine's time, ms. */
export interface PartTimes {
  readonly built: number;
  readonly busy: number;
  readonly waited: number;
}

/** What a thread tells. */
export type PartTold =
  | { readonly state: PartState }
  | { readonly ended: PartTimes }
  | { readonly taken: Taken }
  | { readonly failed: Failed };

/** Why a part could not go on, and at which simulated time, ps. */
export interface Failed extends Failure {
  readonly why: ToldError;
}
