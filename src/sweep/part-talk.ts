/** What `in-threads.ts` and the threads of a run's parts say to each other. */
import type { Failure } from "../lab/in-parts.ts";
import type { DivisionData, PartState, Scenario, Taken } from "../lab/part.ts";

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
export type Failed =
  | (Failure & { readonly kind: "invariant"; readonly message: string })
  | (Failure & { readonly kind: "policy"; readonly message: string })
  | (Failure & {
      readonly kind: "param";
      readonly path: string;
      readonly expected: string;
      readonly got: unknown;
      readonly hint: string | undefined;
    });
