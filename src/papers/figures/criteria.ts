/**
 * Changed criteria of claims. docs/results/notes/<paper>/criteria.json has them, and docs/results/criteria.md lists them.
 */
import type { Verdict } from "./contract.ts";

/** A criterion that was changed after it had judged claims. */
export interface ChangedCriterion {
  /** The ids of the claims: "spfc/fig13/dcqcn-p95". */
  readonly claims: readonly string[];
  readonly before: string;
  readonly after: string;
  /** The words of the paper that justify the new criterion, with their section. */
  readonly sentence: string;
  /** The verdicts under the old criterion, in the order of `claims`. */
  readonly verdictsBefore: readonly (Verdict | "definition" | "not a claim")[];
}
