/** A run of the pod with two failed links that ends at its first deadlock. */
import type { Results, Scale } from "../experiment.ts";
import { closFabric, PODS, type ClosOptions } from "./clos-fabric.ts";
import type { Sender } from "./policies.ts";
import type { Reading } from "./readings.ts";

export type Buffer = "DT" | "SPFC";

/** A simulation's length, ms: a deadlock must begin within it, and flows do. */
export const LENGTH_MS = 10;

export const deadlockScenario = (
  scheme: Buffer,
  sender: Sender,
  sw: Pick<ClosOptions, "memoryMiB" | "alpha">,
  scale: Scale,
  reading: Reading,
): Record<string, unknown> => ({
  // A deadlock that begins at the end must have time to be seen.
  until: `${LENGTH_MS + 2}ms`,
  onDeadlock: "stop",
  ...closFabric({ scheme, sender, workload: "WebSearch", load: 0.5, size: PODS[scale], broken: true, ...sw }, reading),
});

export interface Row {
  /** ms; null: no deadlock. */
  readonly onset: number | null;
}

export function onsetOf({ summary }: Results): Row {
  const since = summary.deadlock_since_ns;
  return { onset: since === null || since > LENGTH_MS * 1e6 ? null : since / 1e6 };
}
