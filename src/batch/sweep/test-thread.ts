/** The test thread of `xoff test`. It makes each check of a module in turn and reports its begin and its end. */
import { parentPort, workerData } from "node:worker_threads";
import { PolicyError, withModules, type Results } from "../../run/lab/lab.ts";
import { blamedOn } from "../../run/lab/policy-error.ts";
import { importModule, wordOf } from "../../run/lab/modules.ts";
import { congestionChecks } from "../suites/congestion.ts";
import { contractChecks, type Contract } from "../suites/contracts.ts";
import { allocated } from "./allocations.ts";
import {
  beside,
  checkLossless,
  checkOnlooker,
  checkParts,
  checkRecovers,
  checkTwice,
  experimentOf,
  LONGER,
  settingOf,
} from "./policy-runs.ts";
import type { TestMessage, Tried } from "./policy-test.ts";
import { wordsInFabric } from "./words-in-fabric.ts";

const port = parentPort;
if (port === null) throw new Error("this module runs in a worker thread");
const post = (message: TestMessage): void => {
  port.postMessage(message);
};

const { module, modules, set } = workerData as Tried;
const word = wordOf(module);
const tables = await withModules(modules);
const settings = [settingOf(module, tables), ...set];

/** Maximum length of a randomly generated test case in a message, in characters. A longer text is cut. */
const LONGEST_CASE = 500;

/** Makes one check. The text that `run` returns is reported as a remark. */
function trial(name: string, run: () => string | undefined): void {
  post({ begins: name });
  try {
    const note = run();
    post({ name, passed: true, ...(note === undefined ? {} : { note }) });
  } catch (error) {
    post({ name, passed: false, note: messageOf(error) });
  }
}

/** Describes an error of the module, with the line in the module's file if it is known. */
function messageOf(error: unknown): string {
  const thrown = causeOf(error);
  const blamed = blamedOn(thrown, modules);
  const what = blamed instanceof PolicyError || thrown instanceof Error ? (blamed as Error).message : String(thrown);
  const [, example] = /Counterexample: (.*)/.exec(error instanceof Error ? error.message : "") ?? [];
  return `${what.split("\n")[0]}${example === undefined ? "" : `; for example with ${shortCase(example)}`}`;
}

/**
 * A random case as text. The text omits `__proto__: null`. This entry says nothing about the case: it is there because
 * fast-check's records have no prototype.
 */
function shortCase(example: string): string {
  const text = example.replaceAll("__proto__:null,", "");
  return text.length > LONGEST_CASE ? `${text.slice(0, LONGEST_CASE)}...` : text;
}

/** Returns the error that a property threw. fast-check wraps it in an error of its own, as the cause. */
const causeOf = (error: unknown): unknown =>
  error instanceof Error && error.message.startsWith("Property failed") && error.cause !== undefined
    ? error.cause
    : error;

/**
 * Limit of the bytes per call. Below it, a call allocates at most two numbers of 16 B each, which optimised code would not put on the heap.
 * Above it, the call creates an object.
 */
const MAX_BYTES = 36;

const exports = await importModule(module.url);
const checks =
  word === "congestion"
    ? congestionChecks(exports as never, wordsInFabric(tables, module.name, settings))
    : contractChecks(word as Contract, exports);
for (const { name, run } of checks)
  trial(name, () => {
    run();
    return undefined;
  });
/**
 * The results of a run of the test fabric (`policy-runs.ts`) with the tested module. Undefined if the run fails, or if a
 * second run gives other results.
 */
let known: Results | undefined;
trial("runs, and gives the same results again with the same seed", () => {
  known = checkTwice(tables, settings);
  return undefined;
});
trial("gives the same results if the network is partitioned over threads", () => {
  const whole = checkParts(tables, settings, known);
  return whole === undefined ? undefined : `not tried: ${whole}`;
});
/**
 * Authors of buffer policies for lossy classes often forget the lossless classes, so the policies drop their packets too. The
 * name of the check therefore mentions the remedy: `view.lossless`, the list of the lossless classes.
 */
const NO_DROP =
  word === "buffer"
    ? "drops no packet of a lossless class (view.lossless), even if it is meant for lossy classes only"
    : "drops no packet of a lossless class";
if (word === "buffer" || word === "headroom" || word === "link")
  trial(NO_DROP, () => {
    const untried = checkLossless(tables, settings, word);
    return untried === undefined ? undefined : `not tried: ${untried}`;
  });
if (word === "congestion")
  trial("a flow regains its rate after a burst of other flows", () => checkRecovers(tables, settings));
if (module.section === "policies")
  trial("allocates nothing for each packet", () => {
    const { bytes, where } = allocated(tables, module, exports, (own) => experimentOf(own, [...settings, LONGER]));
    if (bytes > MAX_BYTES)
      throw new Error(
        `${bytes.toFixed(0)} B a call (${where}): keep numbers in typed arrays, and create no object, array or closure in a hook`,
      );
    return undefined;
  });
if (module.section === "probes")
  trial("does not change the run", () => {
    const rows = checkOnlooker(tables, settings);
    return `rows of its table in the test fabric: ${rows}`;
  });
else {
  post({ begins: "the run compared with the default" });
  try {
    post({ beside: beside(tables, settings, known) });
  } catch {
    // An earlier check has already reported the reason why the module does not run.
  }
}
post({ done: true });
