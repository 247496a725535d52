/** A few of the invocations of `npm run hostile`: each seed makes others. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, test } from "vitest";
import { build } from "./xoff.ts";

const script = fileURLToPath(new URL("../../scripts/hostile.mjs", import.meta.url));

beforeAll(build);

test("4 hostile invocations: nothing of the user's is lost, no stack trace, a documented exit code", () => {
  const { status, stdout } = spawnSync(process.execPath, [script, "--runs", "4", "--seed", "15"], {
    encoding: "utf8",
  });
  expect(stdout).toMatch(/^4 invocations, seed 15: 0 went wrong\. /);
  expect(status).toBe(0);
});
