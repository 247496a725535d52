/**
 * Runs one command of xoff after another in one process, for test/cli/warm.ts. So the modules are loaded and compiled once.
 *
 * A request is a line of JSON on file descriptor 3. The answer is the exit code, a line on descriptor 4, with "ends" if the command ends the
 * process. A command has ended when its event
 * loop is empty, as in a process of its own. Then everything that it registered is removed.
 */
import { readSync, writeSync } from "node:fs";

const [program] = process.argv.splice(2);
const byte = Buffer.alloc(1);
let commands = 0;

/** Waits for the next request. Returns undefined if the test file has ended. */
function request() {
  const bytes = [];
  while (readSync(3, byte) === 1) {
    if (byte[0] === 10) return JSON.parse(Buffer.from(bytes).toString());
    bytes.push(byte[0]);
  }
  return undefined;
}

/** Begins the next command. Its first module is evaluated again, and all others stay loaded. */
function begin() {
  const next = request();
  if (next === undefined) process.reallyExit(0);
  process.chdir(next.cwd);
  process.argv.splice(2, Infinity, ...next.args);
  process.exitCode = undefined;
  void import(`${program}?${++commands}`);
}

function answer(ends = "") {
  process.emit("exit", process.exitCode ?? 0);
  writeSync(4, `${process.exitCode ?? 0}${ends}\n`);
}

process.exit = (code) => {
  if (code !== undefined) process.exitCode = code;
  answer(" ends");
  process.reallyExit(process.exitCode ?? 0);
};
process.on("beforeExit", () => {
  if (commands > 0) answer();
  reset();
  begin();
});

const emitters = [process, process.stdout, process.stderr];
const listenersOf = (emitter) => emitter.eventNames().map((name) => [name, emitter.rawListeners(name)]);
const own = emitters.map((emitter) => new Map(listenersOf(emitter)));

/** Removes what the command has registered. The program wraps `write` of its two streams. */
function reset() {
  for (const [k, emitter] of emitters.entries()) {
    for (const [name, listeners] of listenersOf(emitter))
      for (const listener of listeners)
        if (!own[k].get(name)?.includes(listener)) emitter.removeListener(name, listener);
  }
  for (const stream of [process.stdout, process.stderr]) delete stream.write;
}
