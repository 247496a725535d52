/**
 * Claims whose criterion was changed, each with the sentence of the paper that justifies the change. docs/results/criteria.md lists them.
 */
import type { Verdict } from "./contract.ts";

/** A criterion that was changed after it had judged claims. */
export interface ChangedCriterion {
  /** The ids of the claims: "spfc/fig13/dcqcn-p95". */
  readonly claims: readonly string[];
  /** The criterion before the change. */
  readonly before: string;
  /** The criterion after the change. */
  readonly after: string;
  /** The paper's words with their section. */
  readonly sentence: string;
  /** The verdicts before the change, in the order of `claims`. */
  readonly verdictsBefore: readonly (Verdict | "definition" | "not a claim")[];
}
