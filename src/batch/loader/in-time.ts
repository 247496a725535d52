/**
 * An end to code from somebody's file that loops for ever: while it does, this thread hears neither Ctrl-C nor anything else. Node ends what runs in a
 * script of `vm` after a time.
 */
import { Script } from "node:vm";
import { isDebugged } from "./debugged.ts";
import { ModuleError } from "./module-error.ts";

/** It has taken longer than it may. */
export class TooLong extends Error {
  override name = "TooLong";
  readonly mostMs: number;

  constructor(mostMs: number) {
    super(`no answer for ${mostMs / 1000} s`);
    this.mostMs = mostMs;
  }
}

/** Nothing that is asked so takes a tenth of it. */
const MOST_MS = 30_000;

/** Through which the script finds what it is to run. */
const ASKED = Symbol.for("xoff in time");

const script = new Script(`globalThis[Symbol.for(${JSON.stringify(Symbol.keyFor(ASKED))})]()`);

/** Returns what the synchronous `work` returns. Throws `TooLong` if it does not return in time; under a debugger there is no limit. */
export function inTime<Result>(work: () => Result, mostMs = MOST_MS): Result {
  if (isDebugged()) return work();
  Reflect.set(globalThis, ASKED, work);
  try {
    return script.runInThisContext({ timeout: mostMs }) as Result;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw error;
    throw new TooLong(mostMs);
  }
}

/** What `work` returns, which asks these modules to make or to check something. Throws `ModuleError` where one of them does not return. */
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
