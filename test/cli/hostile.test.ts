/** Runs a few of the invocations of `npm run hostile`. Each seed draws other invocations. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, test } from "vitest";
import { build } from "./xoff.ts";

const script = fileURLToPath(new URL("../../scripts/hostile.mjs", import.meta.url));

beforeAll(build);

test("10 traps: no completed line, code, name or limit makes xoff run, replace or print something unrequested", () => {
  const { stdout } = spawnSync(
    process.execPath,
    [script, "--runs", "1", "--only", "1", "--traps", "10", "--seed", "4"],
    {
      encoding: "utf8",
    },
  );
  expect(stdout).toMatch(/^10 traps, seed 4: 0 went wrong\.$/m);
}, 120_000);

test("4 hostile invocations: no file of the user is lost, no stack trace, a documented exit code", () => {
  const { status, stdout } = spawnSync(process.execPath, [script, "--runs", "4", "--seed", "15"], {
    encoding: "utf8",
  });
  expect(stdout).toMatch(/^4 invocations, seed 15: 0 went wrong\. /);
  expect(status).toBe(0);
});
