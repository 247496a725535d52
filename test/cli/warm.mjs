/**
 * Runs one command of xoff after another in one process, for test/cli/warm.ts. So the modules are loaded and compiled once, also in the
 * threads that make runs.
 *
 * A request is a line of JSON on file descriptor 3. The answer is the exit code, a line on descriptor 4, with "ends" if the command ends the
 * process. A command has ended when its event loop is empty, as in a process of its own. Then everything that it registered is removed.
 */
import { readSync, writeSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import worker from "node:worker_threads";

const [program] = process.argv.splice(2);
const byte = Buffer.alloc(1);
let commands = 0;

const PlainWorker = worker.Worker;
/** Threads that commands have ended. A later command that starts a thread takes one of `idle`. */
const [ended, idle] = [new Set(), new Set()];

/** True if a message names modules of the user. A thread never unloads them. */
const namesModules = (message) => /"modules":\[\{|"code":/.test(JSON.stringify(message));

/**
 * A thread of the pool (src/batch/sweep/pool.ts). When the pool ends it, it waits for a later command. It really ends if its last task has failed
 * or still runs, or if it has loaded modules of the user.
 */
class PoolThread extends PlainWorker {
  /** The channel of its present module. */
  #port;
  /** True if its last task has succeeded. */
  #isWaiting = false;
  #hasModules = false;

  constructor(module, options) {
    if (!/\/(run|plan|trial)-thread\.js$/.test(module.href)) return new PlainWorker(module, options);
    const [kept] = idle;
    if (kept === undefined) super(new URL("warm-thread.mjs", import.meta.url));
    return (kept ?? this).#begin(module.href, options);
  }

  #begin(module, { workerData }) {
    idle.delete(this);
    this.ref();
    const { port1, port2 } = new worker.MessageChannel();
    this.#port = port1;
    this.#hasModules = namesModules(workerData);
    port1.on("message", (message) => {
      this.#isWaiting = "answer" in message;
      this.emit("message", message);
    });
    super.postMessage({ module, workerData, parentPort: port2 }, [port2]);
    return this;
  }

  postMessage(order) {
    this.#isWaiting = false;
    this.#hasModules ||= namesModules(order);
    this.#port.postMessage(order);
  }

  async terminate() {
    this.#port.close();
    if (!this.#isWaiting || this.#hasModules) return super.terminate();
    this.removeAllListeners();
    this.unref();
    this.on("exit", () => idle.delete(this));
    ended.add(this);
    return 0;
  }
}
worker.Worker = PoolThread;
syncBuiltinESMExports();

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

/** Removes what the command has registered, and keeps its threads. The program wraps `write` of its two streams. */
function reset() {
  for (const [k, emitter] of emitters.entries()) {
    for (const [name, listeners] of listenersOf(emitter))
      for (const listener of listeners)
        if (!own[k].get(name)?.includes(listener)) emitter.removeListener(name, listener);
  }
  for (const stream of [process.stdout, process.stderr]) delete stream.write;
  for (const thread of ended) idle.add(thread);
  ended.clear();
}
