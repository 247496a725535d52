/**
 * A copy of the version in package.json, because only a program on Node can read that file. test/docs.test.ts checks
 * that the two versions are equal.
 */
export const VERSION = "0.1.0";

/** Identifies the results that this code computes. It changes if the result of any scenario changes (test/golden). */
export const RESULTS_ID = "3155ad31";
