/** Finds entries of a scenario's traffic that start no flow before the run ends. */
import { formatTime } from "../../base/format.ts";
import { ParamError } from "../../base/params.ts";
import type { Plan } from "../../contracts/traffic.ts";
import type { Scenario } from "../../scenario/scenario.ts";

/**
 * Returns a mistake for each traffic entry that starts no flow in the run. The result depends on the seed: a random entry
 * with a low load may start no flow under one seed, and some flows under another.
 */
export function idleTraffic(
  { traffic, until, seed }: Pick<Scenario, "traffic" | "until" | "seed">,
  plan: Plan,
): ParamError[] {
  const { flows, trains, tasks = [], sends = [] } = plan;
  const starting = new Set<number | undefined>();
  for (const { entry, start } of flows) if (start < until) starting.add(entry);
  for (const { entry, start } of trains) if (start < until) starting.add(entry);
  for (const { entry, after } of sends) if (tasks[after].from < until) starting.add(entry);
  const hint = `No flow begins in the run of ${formatTime(until)} under seed ${seed}: raise the load, or lengthen the run.`;
  return traffic.flatMap((_, entry) =>
    starting.has(entry) ? [] : [new ParamError(`traffic[${entry}]`, "at least one flow", 0, hint)],
  );
}
