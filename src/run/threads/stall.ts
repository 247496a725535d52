/**
 * Ends a run whose user policy is in an endless loop.
 *
 * The looping thread handles no messages, so the thread that waits for it detects the loop. The waiting thread counts
 * checks without progress. It does not measure seconds, because a machine that was asleep must not count as a loop.
 */
import { formatTime } from "../../base/format.ts";
import { PolicyError, type Scenario } from "../lab/partition-run.ts";

/** The time between two checks, ms. */
export const LOOK_MS = 100;
/** The time without progress, in ms, that counts as an endless loop. It includes the building of the network. */
const MAX_MS = 60_000;

/**
 * Returns a function that the caller calls every `LOOK_MS` with two numbers: the simulated time in ps, and the
 * packet-hops so far. It throws `PolicyError` if neither number has increased for `mostMs`.
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

/**
 * The error message for a hook that has not returned for `mostMs`. `at`: the simulated time that the run has reached.
 */
export function loopText(modules: readonly { readonly file: string }[], mostMs: number, at: string): string {
  const files = [...new Set(modules.map(({ file }) => file))].join(" or ");
  return `${files}: a hook did not return for ${mostMs / 1000} s (${at}). Look for an endless loop`;
}
