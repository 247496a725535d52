/** Runs a few of the invocations of `npm run hostile`. Each seed draws other invocations. */
import { fileURLToPath } from "node:url";
import { beforeAll, expect, test } from "vitest";
import { build, ran } from "./xoff.ts";

const script = fileURLToPath(new URL("../../scripts/hostile.mjs", import.meta.url));

// One start of the script: it makes the folders of both tests.
let found: ReturnType<typeof ran>;
beforeAll(() => {
  build();
  found = ran(process.execPath, [script, "--runs", "4", "--traps", "10", "--seed", "15"]);
});

test("10 traps: no completed line, code, name or limit makes xoff run, replace or print something unrequested", () => {
  expect(found.stdout).toMatch(/^10 traps, seed 15: 0 went wrong\.$/m);
});

test("4 hostile invocations: no file of the user is lost, no stack trace, a documented exit code", () => {
  expect(found.stdout).toMatch(/^4 invocations, seed 15: 0 went wrong\. /m);
  expect(found.status).toBe(0);
});
