/** Runs of the pod with two failed links. Each ends at its first deadlock. */
import { type Scale, untilDeadlock } from "../experiment.ts";
import { closFabric, PODS, type ClosOptions } from "./clos-fabric.ts";
import type { Sender } from "./policies.ts";
import type { Reading } from "./readings.ts";

export type Buffer = "DT" | "SPFC";

/** The counted length of a run, ms. A deadlock counts if it begins within this time. In figure 18 flows begin within it too. */
export const LENGTH_MS = 10;

export const deadlockScenario = (
  scheme: Buffer,
  sender: Sender,
  sw: Pick<ClosOptions, "memoryMiB" | "alpha">,
  scale: Scale,
  reading: Reading,
): Record<string, unknown> => ({
  ...untilDeadlock(LENGTH_MS),
  ...closFabric({ scheme, sender, workload: "WebSearch", load: 0.5, size: PODS[scale], broken: true, ...sw }, reading),
});
