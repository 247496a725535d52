/**
 * An end to policies from files that loop for ever in threads: a thread that does hears nothing, so whoever waits for it counts its own looks at
 * how far the run is. Looks, not seconds, so that a machine that was asleep is no loop.
 */
import { formatTime } from "../../base/format.ts";
import { PolicyError, type Scenario } from "../lab/part.ts";

/** Between two looks, and how long without any progress is a loop. Before the first progress a network is built. */
export const LOOK_MS = 100;
const MOST_MS = 60_000;

/** To be called each `LOOK_MS` with how far the run is, ps and packet-hops; throws `PolicyError` where that has long been the same. */
export function stallWatch(
  { modules = [] }: Scenario,
  mostMs = MOST_MS,
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

/** Of hooks that have not returned for so long; `at` is how far the run has come. */
export function loopText(modules: readonly { readonly file: string }[], mostMs: number, at: string): string {
  const files = [...new Set(modules.map(({ file }) => file))].join(" or ");
  return `${files}: a hook did not return for ${mostMs / 1000} s (${at}). Look for an endless loop`;
}
