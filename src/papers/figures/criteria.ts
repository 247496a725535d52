/** Changed criteria of claims, each with the sentence of the paper that justifies it. docs/results/criteria.md lists them. */
import type { Verdict } from "./contract.ts";

/** A criterion that was changed after claims had been judged by it. */
export interface ChangedCriterion {
  /** Ids of the claims: "spfc/fig13/dcqcn-p95". */
  readonly claims: readonly string[];
  /** The criterion before and after the change. */
  readonly before: string;
  readonly after: string;
  /** The paper's words with their section. */
  readonly sentence: string;
  /** The verdicts before the change, in the order of `claims`. */
  readonly verdictsBefore: readonly (Verdict | "definition" | "not a claim")[];
}
