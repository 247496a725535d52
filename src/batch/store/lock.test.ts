import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { FolderError } from "./folder-error.ts";
import { Lock } from "./lock.ts";

let folder = "";
const at = (name: string): string => join(folder, name);
const LOCK = ".run.xoff-lock";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "xoff-lock-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** Returns the error of a second process that tries to take the lock. */
function refused(): FolderError {
  try {
    Lock.of(at("run"));
  } catch (error) {
    if (error instanceof FolderError) return error;
    throw error;
  }
  throw new Error("it was not refused");
}

const held = (more: object): void => {
  writeFileSync(
    at(LOCK),
    JSON.stringify({ xoff: "lock", pid: 1, host: hostname(), began: null, since: "then", ...more }),
  );
};
/** The process id of a process that has ended. */
const ended = (): number => spawnSync(process.execPath, ["-e", ""]).pid;

test("the first has it, the second is told who, and once released it can be taken again, without a trace", () => {
  const lock = Lock.of(at("run"));
  const { kind, message } = refused();
  expect(kind).toBe("busy");
  expect(message).toContain(`another xoff, process ${process.pid} since `);
  lock.release();
  Lock.of(at("run")).release();
  expect(readdirSync(folder)).toEqual([]);
});

test("whose process is gone, or is another of the same number, holds nobody up", () => {
  held({ pid: ended() });
  Lock.of(at("run")).release();
  held({ pid: process.pid, began: "1" });
  if (existsSync("/proc/self/stat")) Lock.of(at("run")).release();
});

test("one of another machine stands, whatever its process, and the message says what to remove", () => {
  held({ pid: ended(), host: "elsewhere" });
  expect(refused().message).toMatch(/on elsewhere since then\. Remove .*run\.xoff-lock if it has ended\.$/);
});

test("one with nothing in it is being written: whose it is is told once it says so", () => {
  writeFileSync(at(LOCK), "");
  const later = Date.now() / 1000 + 60; // a time that is in the future even on a slow machine
  utimesSync(at(LOCK), later, later);
  const holder = JSON.stringify({ xoff: "lock", pid: process.pid, host: hostname(), began: null, since: "then" });
  const writer = spawn(process.execPath, [
    "-e",
    `setTimeout(() => require("node:fs").writeFileSync(process.argv[1], process.argv[2]), 50)`,
    at(LOCK),
    holder,
  ]);
  expect(refused().message).toContain(`another xoff, process ${process.pid} since then`);
  writer.kill();
});

test("one with nothing in it is left behind after 5 s; what is no lock is never removed", () => {
  writeFileSync(at(LOCK), "");
  const old = Date.now() / 1000 - 60;
  utimesSync(at(LOCK), old, old);
  Lock.of(at("run")).release();
  writeFileSync(at(LOCK), "my notes");
  expect(refused().kind).toBe("mistake");
});

test("a lock that somebody has put in its place is not released", () => {
  const lock = Lock.of(at("run"));
  held({});
  lock.release();
  expect(existsSync(at(LOCK))).toBe(true);
});
