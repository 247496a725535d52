/** Two runs of one scenario, cell by cell: where do they differ first? */
import { resultsDiffer } from "../../run/lab/difference.ts";
import type { Outcome } from "./ways.ts";

/** A sentence, or undefined where all is the same. */
export function difference(one: Outcome, other: Outcome): string | undefined {
  if ("stopped" in one || "stopped" in other) return ofDrops(one, other);
  return resultsDiffer(one.results, other.results);
}

function ofDrops(one: Outcome, other: Outcome): string | undefined {
  const [a, b] = [one, other].map((outcome) => ("stopped" in outcome ? outcome.stopped : "no drop ended it"));
  return a === b ? undefined : `how it ended: ${a} | ${b}`;
}
