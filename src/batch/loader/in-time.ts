/**
 * Stops user code that loops for ever. During such a loop this thread handles no event, not even Ctrl-C. The code
 * therefore runs in a script of Node's `vm`, whose timeout ends the loop.
 */
import { Script } from "node:vm";
import { isDebugged } from "./debugged.ts";
import { ModuleError } from "./module-error.ts";

/** The code exceeded its time limit. */
export class TooLong extends Error {
  override name = "TooLong";
  readonly mostMs: number;

  constructor(mostMs: number) {
    super(`no answer for ${mostMs / 1000} s`);
    this.mostMs = mostMs;
  }
}

/** The time limit, ms. Correct code needs less than a tenth of it. */
const MAX_MS = 30_000;

/** The key of the global property in which `script` finds the function to run. */
const ASKED = Symbol.for("xoff in time");

const script = new Script(`globalThis[Symbol.for(${JSON.stringify(Symbol.keyFor(ASKED))})]()`);

/** Runs the synchronous `work` and returns its result. Throws `TooLong` if it exceeds the limit. Under a debugger there is no limit. */
export function inTime<Result>(work: () => Result, mostMs = MAX_MS): Result {
  if (isDebugged()) return work();
  Reflect.set(globalThis, ASKED, work);
  try {
    return script.runInThisContext({ timeout: mostMs }) as Result;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw error;
    throw new TooLong(mostMs);
  }
}

/** Runs `work`, which calls code of `modules`, and returns its result. Throws `ModuleError` if the code exceeds the limit. */
export function madeInTime<Result>(
  modules: readonly { readonly file: string }[] | undefined,
  work: () => Result,
  mostMs?: number,
): Result {
  if (modules === undefined || modules.length === 0) return work();
  try {
    return inTime(work, mostMs);
  } catch (error) {
    if (!(error instanceof TooLong)) throw error;
    const files = [...new Set(modules.map(({ file }) => file))].join(" or ");
    throw new ModuleError("a create that returns", `${error.message} (${files})`, "Look for an endless loop.");
  }
}
