/** Criteria of claims that were changed: each with the sentence of the paper that it is argued from. docs/results/criteria.md lists them. */
import type { Verdict } from "./contract.ts";

/** A claim whose criterion was changed after it had been judged. */
export interface ChangedCriterion {
  /** Ids of the claims: "spfc/fig13/dcqcn-p95". */
  readonly claims: readonly string[];
  /** How they were judged, and how they are. */
  readonly before: string;
  readonly after: string;
  /** The paper's words, and where they stand. */
  readonly sentence: string;
  /** Before the change, claim by claim in the order of `claims`; a claim that did not count says so. */
  readonly verdictsBefore: readonly (Verdict | "definition" | "not a claim")[];
}
