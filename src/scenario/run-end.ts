/**
 * Derives the end of a run from the fields `until`, `limit` and `count`. Also derives the time span of the flows that
 * enter the statistics.
 */
import { formatTime } from "../base/format.ts";
import { ParamError } from "../base/params.ts";
import type { Scenario } from "./scenario.ts";
import type { Spec } from "./schema.ts";

/**
 * The default limit of a run with `until: done`, as a multiple of `count.to`. Flows that begin before `count.to` enter
 * the statistics.
 */
const PATIENCE = 10;

/**
 * The end of the run, and the time span of the flows that enter the statistics. Throws `ParamError`, which
 * names the value by its path from the scenario's root.
 */
export function endOf({
  until,
  limit,
  count: { from, to = Infinity },
}: Pick<Spec, "until" | "limit" | "count">): Pick<Scenario, "until" | "untilDone" | "count"> {
  if (to <= from) throw new ParamError("count.to", `a time after count.from, ${formatTime(from)}`, formatTime(to));
  const end = until === "done" ? latest(limit, to) : until;
  if (until !== "done" && limit !== undefined)
    throw new ParamError(
      "limit",
      "no `limit` next to a time as `until`",
      formatTime(limit),
      "`limit` is only allowed with `until: done`.",
    );
  if (from >= end)
    throw new ParamError("count.from", `a time before the end of the run at ${formatTime(end)}`, formatTime(from));
  if (to !== Infinity && to > end)
    throw new ParamError("count.to", `at most the end of the run, ${formatTime(end)}`, formatTime(to));
  return {
    until: end,
    ...(until === "done" ? { untilDone: true } : {}),
    ...(from === 0 && to === Infinity ? {} : { count: { from, to } }),
  };
}

function latest(limit: number | undefined, to: number): number {
  if (limit !== undefined) return limit;
  if (to !== Infinity) return PATIENCE * to;
  const hint = "Or set count: { to: 2ms }, which gives a limit of ten times that time.";
  throw new ParamError("limit", "a latest end of the run", undefined, hint);
}
