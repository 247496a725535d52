/** That of package.json, which only a program on Node can read; test/docs.test.ts keeps the two equal. */
export const VERSION = "0.1.0";

/** Names the numbers that this code makes of scenarios: another where any of them changes (test/golden). */
export const RESULTS_ID = "3155ad31";
