/** Runs the built program in a separate folder, as a user does. */
import {
  execFileSync,
  spawn,
  spawnSync,
  type ChildProcess,
  type SpawnSyncOptions,
  type SpawnSyncReturns,
} from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { isBuilt } from "../current-build.ts";
import { runWarm } from "./warm.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
export const main = join(root, "dist", "bin", "xoff.js");
/** The module that runs a command. `main` imports it. */
const program = join(root, "dist", "bin", "apps-cli-main.js");

/** Builds dist/ unless it is the build of the present sources. Throws if the build fails. */
export function build(): void {
  if (!isBuilt()) execFileSync(process.execPath, [join(root, "scripts", "setup.mjs")], { cwd: root, stdio: "pipe" });
}

/** The exit code and the output of a program. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Removes lines about progress and expected duration, which depend on the machine. */
const withoutTimes = (stderr: string): string =>
  stderr.replace(/^(\d+ of \d+ (rows|runs) done, |.* takes? about .* on this machine: ).*\n/gm, "");
/** The output without the lines that list the code to run. */
export const butCode = (stderr: string): string =>
  stderr.replaceAll(/^Runs code: \S+ \(SHA-256 [0-9a-f]{64}\)\n/gm, "");

/**
 * Runs a program to its end. Throws if the program cannot start, for example by `spawn ENOMEM` when memory is short.
 */
export function ran(
  program: string,
  args: readonly string[],
  options: SpawnSyncOptions = {},
): SpawnSyncReturns<string> {
  const result = spawnSync(program, args, { ...options, encoding: "utf8" });
  if (result.error) throw new Error(`${program} ${args[0]} did not run: ${result.error.message}`);
  return result;
}

/** A folder with files, in which commands run. Call `remove` at the end. */
export class Folder {
  readonly path = mkdtempSync(join(tmpdir(), "xoff-cli-"));

  /**
   * Creates the folder. `reference` copies the input of a reference run, and `edits` replace text in its files. Without `reference` the
   * folder is empty.
   */
  constructor(reference = "", edits: readonly (readonly [file: string, from: string | RegExp, to: string])[] = []) {
    for (const name of reference === "" ? [] : ["config.txt", "topology.txt", "flow.txt", "trace.txt"]) {
      cpSync(join(root, "test", "parity", "cases", reference, name), this.at(name));
    }
    for (const [file, from, to] of edits) {
      const before = this.text(file);
      const after = before.replace(from, to);
      if (after === before) throw new Error(`nothing in ${file} of ${reference} matches ${String(from)}`);
      this.write(file, after);
    }
  }

  at(name: string): string {
    return join(this.path, name);
  }
  text(name: string): string {
    return readFileSync(this.at(name), "utf8");
  }
  bytes(name: string): Buffer {
    return readFileSync(this.at(name));
  }
  write(name: string, text: string | Uint8Array): void {
    writeFileSync(this.at(name), text);
  }
  names(): string[] {
    return readdirSync(this.path).sort();
  }

  /** Runs a command. The result has no lines that only a slow machine prints. */
  run(...args: readonly string[]): Ended {
    const { stderr, ...rest } = this.runWhole(...args);
    return { ...rest, stderr: withoutTimes(stderr) };
  }

  /** Runs a command. The result has all lines. A test file runs its commands in one process, which is faster (`warm.ts`). */
  runWhole(...args: readonly string[]): Ended {
    return runWarm(program, this.path, args);
  }

  /** Starts a command and does not wait for its end. */
  start(...args: readonly string[]): ChildProcess {
    return spawn(process.execPath, [main, ...args], { cwd: this.path, stdio: ["ignore", "pipe", "pipe"] });
  }

  remove(): void {
    // A program that was just killed may still write a file there.
    rmSync(this.path, { recursive: true, maxRetries: 5 });
  }
}

/** Waits for a condition. Throws if the program ends first, because the condition might then never hold. */
export async function until(isMet: () => boolean, child: ChildProcess): Promise<void> {
  while (!isMet()) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`the program ended with ${child.exitCode ?? child.signalCode} before the condition held`);
    await delay(10);
  }
}

/** Waits for a started program to end. It has to be called right after the start, because an ended program emits no further event. */
export function ended(child: ChildProcess): Promise<Ended> {
  if (child.exitCode !== null || child.signalCode !== null)
    throw new Error("ended: expected a program that still runs");
  let stdout = "";
  let stderr = "";
  child.stdout?.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr?.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.on("error", reject); // a program that cannot start has an error and no exit code
    child.on("close", (code) => {
      resolve({ code, stdout, stderr: withoutTimes(stderr) });
    });
  });
}
