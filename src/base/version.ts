/** The version in package.json, which only a program on Node can read. test/docs.test.ts checks that both are equal. */
export const VERSION = "0.1.0";

/** Identifies the results that this code computes. It changes if the result of any scenario changes (test/golden). */
export const RESULTS_ID = "3155ad31";
