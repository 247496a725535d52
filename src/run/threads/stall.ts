/**
 * Ends runs whose user policies loop for ever in a thread. Such a thread handles no messages. So the waiting side counts its own checks
 * without progress. It counts checks, not seconds, so a machine that was asleep is no loop.
 */
import { formatTime } from "../../base/format.ts";
import { PolicyError, type Scenario } from "../lab/partition-run.ts";

/** The time between two checks, and the time without progress that counts as a loop. Before the first progress a network is built. */
export const LOOK_MS = 100;
const MAX_MS = 60_000;

/**
 * Returns a function to call each `LOOK_MS` with the progress in ps and packet-hops. It throws `PolicyError` if there was no progress for
 * `mostMs`.
 */
export function stallWatch(
  { modules = [] }: Scenario,
  mostMs = MAX_MS,
): (progress: { readonly now: number; readonly hops: number }) => void {
  let last = "";
  let looks = 0;
  return ({ now, hops }) => {
    const here = `${now} ${hops}`;
    looks = here === last ? looks + 1 : 0;
    last = here;
    if (modules.length > 0 && looks * LOOK_MS >= mostMs)
      throw new PolicyError(loopText(modules, mostMs, `at ${formatTime(now)}`));
  };
}

/** The message for hooks that have not returned for `mostMs`. `at` is the progress of the run. */
export function loopText(modules: readonly { readonly file: string }[], mostMs: number, at: string): string {
  const files = [...new Set(modules.map(({ file }) => file))].join(" or ");
  return `${files}: a hook did not return for ${mostMs / 1000} s (${at}). Look for an endless loop`;
}
