/** What `run.ts` and the thread of a run say to each other. */
import type { Scenario } from "../lab/lab.ts";
import type { Carried } from "./carried.ts";
import type { ToldError } from "./errors.ts";
import type { Threads } from "./threads.ts";

export interface ScenarioTask {
  readonly scenario: Scenario;
  readonly threads: Threads;
}

/** How far a run is. */
export interface RunProgress {
  /** Simulated time that is over, ns. */
  readonly nowNs: number;
  /** When the run ends at the latest, ns: it may be done earlier. */
  readonly untilNs: number;
  /** Packets that were put on a link. */
  readonly packetHops: number;
}

/** In how many threads a run was, and why in one, where it was. */
export interface ThreadsUsed {
  readonly count: number;
  readonly why?: string;
}

/** What a thread tells: how far it is, and at last what came of it, or why nothing did. */
export type ScenarioTold =
  | { readonly progress: RunProgress }
  | { readonly carried: Carried; readonly used: ThreadsUsed }
  | { readonly failed: ToldError };
