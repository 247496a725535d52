/** Compares two runs of one scenario cell by cell and finds the first difference. */
import { resultsDiffer } from "../../run/lab/difference.ts";
import type { Outcome } from "./run-modes.ts";

/** Returns a sentence about the first difference; undefined if the runs are equal. */
export function difference(one: Outcome, other: Outcome): string | undefined {
  if ("stopped" in one || "stopped" in other) return ofDrops(one, other);
  return resultsDiffer(one.results, other.results);
}

function ofDrops(one: Outcome, other: Outcome): string | undefined {
  const [a, b] = [one, other].map((outcome) => ("stopped" in outcome ? outcome.stopped : "no drop ended it"));
  return a === b ? undefined : `how it ended: ${a} | ${b}`;
}
