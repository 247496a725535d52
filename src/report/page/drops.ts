/** Dropped packets by cause, from a run's counters. */
import type { Summary } from "../../run/measure/summary.ts";

/** The causes of dropped packets in words, with the number of packets. */
export function drops({ counters }: Pick<Summary, "counters">): [why: string, packets: number][] {
  return Object.entries(counters)
    .filter(([name, n]) => name.startsWith("dropped_") && n > 0)
    .map(([name, n]) => [name.replace("dropped_", "").replaceAll("_", " "), n]);
}
