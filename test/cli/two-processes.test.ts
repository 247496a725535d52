/**
 * Tests that the second process of a command ends when the first one is killed, even during the start of the second
 * one.
 */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { main, Folder } from "./xoff.ts";

let at: Folder;
beforeEach(() => {
  at = new Folder();
});
afterEach(() => {
  at.remove();
});

test("a process without its first process ends before it runs anything", async () => {
  expect(at.run("new", "my.yaml").code).toBe(0);
  const env = { ...process.env, XOFF_IN_ITS_PROCESS: "1" };
  const child = spawn(process.execPath, [main, "run", "my.yaml", "--out", "res"], {
    ...{ cwd: at.path, env, stdio: ["ignore", "ignore", "ignore", "ipc"] },
  });
  child.disconnect();
  const signal = await new Promise((resolve) => child.on("exit", (_, by) => resolve(by)));
  expect(signal).toBe("SIGKILL");
  expect(existsSync(at.at("res"))).toBe(false);
});
