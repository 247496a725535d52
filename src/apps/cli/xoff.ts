#!/usr/bin/env node
/**
 * Starts `xoff` and reports a lack of memory. If memory runs out, V8 ends the process at once, with exit code 134 and a dump.
 *
 * A command that may need much memory therefore runs in a child process. Other commands run in this process, because they end sooner than a
 * child would start. The child receives the signals of this process, and ends if this process is killed.
 */
import { spawn } from "node:child_process";
import { url } from "node:inspector";
import { basename } from "node:path";

// Equals EXIT.output of terminal/exit.ts. The number is repeated here, because an out-of-memory message must not depend
// on loading that file.
const OUT_OF_MEMORY = 74;
const LARGE =
  "check compare demo export import incident query report reproduce run sonic sweep test tune watchdog whatif why";
const CHILD = "XOFF_IN_ITS_PROCESS";

/** Imports the program. If that fails, prints one line instead of a stack trace. */
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
  // The child runs in its own session. It receives Ctrl-C only from this process, not a second time from the terminal.
  const child = spawn(execPath, [...execArgv, ...argv.slice(1)], {
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    env: { ...env, [CHILD]: "1" },
    detached: true,
  });
  const pass = (signal: NodeJS.Signals): void => {
    // Under nohup the child should not receive SIGHUP. This process receives it all the same, because Node handles
    // SIGHUP even if nohup has disabled it.
    if (signal !== "SIGHUP" || !isNohup) child.kill(signal);
  };
  const stop = (): void => {
    child.kill("SIGSTOP");
    process.kill(process.pid, "SIGSTOP");
  };
  // The terminal sends SIGWINCH only to its own session. Unless it is passed on, the child keeps the old width.
  const passed = ["SIGINT", "SIGTERM", "SIGHUP", "SIGCONT", "SIGWINCH"] as const;
  for (const signal of passed) process.on(signal, pass);
  process.on("SIGTSTP", stop);
  const release = (): void => {
    for (const signal of passed) process.off(signal, pass);
    process.off("SIGTSTP", stop);
  };
  // The system has too few file descriptors or processes for a child, so the program runs in this process.
  child.on("error", () => {
    release();
    load();
  });
  child.on("exit", (code, signal) => {
    if (signal === null && code !== 134) process.exitCode = code ?? OUT_OF_MEMORY;
    else if (signal === null || signal === "SIGABRT" || signal === "SIGKILL") {
      const how = signal === "SIGKILL" ? "The system killed xoff, probably because memory ran out." : "Out of memory.";
      // stderr may be closed or full. An error of stderr must not end this process, because the exit code must still
      // report that the child ran out of memory.
      process.stderr.on("error", () => {});
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

/** Whether a debugger is attached. The program then runs in this process, where the debugger expects it. */
const isInspected = url() !== undefined;

if (process.env[CHILD] !== undefined) {
  Reflect.deleteProperty(process.env, CHILD);
  const end = (): void => {
    process.kill(process.pid, "SIGKILL");
  };
  process.on("disconnect", end);
  // The parent may have been killed while this child started. Then the IPC channel to the parent is closed already.
  if (process.send !== undefined && !process.connected) end();
  process.channel?.unref();
  load();
} else if (LARGE.split(" ").includes(process.argv[2]) && !isInspected && process.platform !== "win32") watchOver();
else load();
