#!/usr/bin/env node
/**
 * Starts `xoff` and reports a lack of memory, which V8 answers by ending the process at once with 134 and a dump.
 *
 * A command that may need much memory runs in a child process. Other commands run here: they end before a child would have started.
 * The child gets the signals of this process, and ends if this process is killed.
 */
import { spawn } from "node:child_process";
import { url } from "node:inspector";
import { basename } from "node:path";

const OUT_OF_MEMORY = 74; // EXIT.output: exit.ts may not be loadable
const LARGE = "check compare demo export import query report reproduce run sonic sweep test why".split(" ");
const CHILD = "XOFF_IN_ITS_PROCESS";

/** Imports the program's own files. */
function load(): void {
  import("./main.ts").catch((error: unknown) => {
    const { code, message } = error as NodeJS.ErrnoException;
    const isMachine = typeof code === "string" && /^E[A-Z]+$/.test(code);
    process.stderr.write(`error: xoff cannot be loaded: ${isMachine ? message : String(error)}\n`);
    process.exitCode = isMachine ? OUT_OF_MEMORY : 70;
  });
}

function watchOver(): void {
  const { execPath, execArgv, argv, env } = process;
  // In another session, the child gets Ctrl-C once, from here, and not from the terminal too.
  const child = spawn(execPath, [...execArgv, ...argv.slice(1)], {
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    env: { ...env, [CHILD]: "1" },
    detached: true,
  });
  const pass = (signal: NodeJS.Signals): void => {
    // Node gets SIGHUP even though nohup has the process ignore it.
    if (signal !== "SIGHUP" || !isNohup) child.kill(signal);
  };
  const stop = (): void => {
    child.kill("SIGSTOP");
    process.kill(process.pid, "SIGSTOP");
  };
  // The terminal sends SIGWINCH to its own session only; without it the child keeps the old width.
  const passed = ["SIGINT", "SIGTERM", "SIGHUP", "SIGCONT", "SIGWINCH"] as const;
  for (const signal of passed) process.on(signal, pass);
  process.on("SIGTSTP", stop);
  const release = (): void => {
    for (const signal of passed) process.off(signal, pass);
    process.off("SIGTSTP", stop);
  };
  // Too few file descriptors or processes for a second one.
  child.on("error", () => {
    release();
    load();
  });
  child.on("exit", (code, signal) => {
    if (signal === null && code !== 134) process.exitCode = code ?? OUT_OF_MEMORY;
    else if (signal === null || signal === "SIGABRT" || signal === "SIGKILL") {
      const how = signal === "SIGKILL" ? "The system killed xoff, probably because memory ran out." : "Out of memory.";
      process.stderr.on("error", () => {}); // closed or full: the exit code says it
      process.stderr.write(
        `error: ${how} Try a smaller run, fewer --jobs or --threads, ` +
          "or a larger heap: NODE_OPTIONS=--max-old-space-size=8000 (MB).\n",
      );
      process.exitCode = OUT_OF_MEMORY;
    } else {
      release();
      process.kill(process.pid, signal);
    }
  });
}

const isNohup = basename(process.env._ ?? "") === "nohup";

/** A debugger is attached: it must find the program in this process. */
const isInspected = url() !== undefined;

if (process.env[CHILD] !== undefined) {
  Reflect.deleteProperty(process.env, CHILD);
  process.on("disconnect", () => {
    process.kill(process.pid, "SIGKILL");
  });
  process.channel?.unref();
  load();
} else if (LARGE.includes(process.argv[2]) && !isInspected && process.platform !== "win32") watchOver();
else load();
