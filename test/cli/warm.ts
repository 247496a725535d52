/**
 * Runs commands of the built program in one process, one after another. To load and compile the program takes most of a short command's
 * time, about 0.3 s.
 *
 * Tests of the process itself start one of their own (`Folder.start`). These are the tests of signals, pipes, locks and memory.
 */
import { execFileSync, spawn } from "node:child_process";
import { closeSync, fstatSync, ftruncateSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const script = fileURLToPath(new URL("warm.mjs", import.meta.url));

/** A process that waits for commands, with the descriptors of its pipes and of the files that it prints to. */
interface Warm {
  readonly requests: number;
  readonly answers: number;
  readonly stdout: number;
  readonly stderr: number;
}

/** Starts the process. It ends when this process closes `requests`, thus at the latest with it. */
function start(program: string): Warm {
  const folder = mkdtempSync(join(tmpdir(), "xoff-warm-"));
  const at = (name: string): string => join(folder, name);
  execFileSync("mkfifo", [at("requests"), at("answers")]);
  // A pipe that is opened for both directions does not wait for its other end.
  const both = [openSync(at("requests"), "r+"), openSync(at("answers"), "r+")];
  const ends = [openSync(at("requests"), "r"), openSync(at("answers"), "w")];
  const warm = {
    requests: openSync(at("requests"), "w"),
    answers: openSync(at("answers"), "r"),
    stdout: openSync(at("stdout"), "a+"),
    stderr: openSync(at("stderr"), "a+"),
  };
  const child = spawn(process.execPath, [script, pathToFileURL(program).href], {
    stdio: ["ignore", warm.stdout, warm.stderr, ...ends],
  });
  child.on("error", () => undefined); // its first command reports the missing answer
  child.unref();
  for (const end of [...both, ...ends]) closeSync(end);
  rmSync(folder, { recursive: true });
  return warm;
}

function stop(warm: Warm): void {
  for (const descriptor of Object.values(warm) as number[]) closeSync(descriptor);
}

/** The next line of the answers. Empty if the process has ended. */
function answerOf({ answers }: Warm): string {
  const bytes = Buffer.alloc(16);
  const length = readSync(answers, bytes);
  return bytes.toString("utf8", 0, length);
}

/** The content of a file, which is emptied. */
function taken(file: number): string {
  const bytes = Buffer.alloc(fstatSync(file).size);
  readSync(file, bytes, 0, bytes.length, 0);
  ftruncateSync(file);
  return bytes.toString();
}

/** Commands that a process runs before another one replaces it. A process never unloads the code of users that it has run. */
const MAX_COMMANDS = 50;

let running: Warm | undefined;
let commands = 0;

/** Runs a command in the folder `cwd`. `program` is the module of the bundle that runs the command when it is imported. */
export function runWarm(
  program: string,
  cwd: string,
  args: readonly string[],
): { readonly code: number; readonly stdout: string; readonly stderr: string } {
  if (running !== undefined && ++commands > MAX_COMMANDS) {
    stop(running);
    running = undefined;
  }
  if (running === undefined) {
    running = start(program);
    commands = 1;
  }
  const warm = running;
  let answer = "";
  try {
    writeSync(warm.requests, `${JSON.stringify({ cwd, args })}\n`);
    answer = answerOf(warm);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPIPE") throw error;
  }
  const [stdout, stderr] = [taken(warm.stdout), taken(warm.stderr)];
  const [, code, ends] = /^(\d+)( ends)?\n$/.exec(answer) ?? [];
  if (code === undefined || ends !== undefined) {
    stop(warm);
    running = undefined;
  }
  if (code === undefined) throw new Error(`xoff ${args.join(" ")}: its process ended without an exit code. ${stderr}`);
  return { code: Number(code), stdout, stderr };
}
