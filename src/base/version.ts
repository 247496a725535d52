/** That of package.json, which only a program on Node can read; test/docs.test.ts keeps the two equal. */
export const VERSION = "0.1.0";
