/**
 * Deadlocks of figure 17's pod in HPCC's simulator with DCQCN. The numbers are from `node scripts/second-simulator.mjs deadlocks`
 * (docs/second-simulator.md).
 */
import type { Share } from "../experiment.ts";

export const deadlocksInHpcc = {
  DT: { name: "HPCC's simulator, DT", hits: 8, runs: 20 },
  SPFC: { name: "HPCC's simulator, SPFC as printed", hits: 3, runs: 20 },
} as const satisfies Readonly<Record<string, Share>>;

/** The path from docs/results/ to the page with the runs of the second simulator. */
export const DEADLOCKS_LINK = "../second-simulator.md#deadlocks-in-figure-17s-pod";
