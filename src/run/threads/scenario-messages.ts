/** Messages between `run.ts` and the thread of a run. */
import type { Scenario } from "../lab/lab.ts";
import type { PackedResults } from "./transfer.ts";
import type { PackedError } from "./errors.ts";
import type { PortStates } from "../measure/port-states.ts";
import type { Threads } from "./threads.ts";

export interface ScenarioTask {
  readonly scenario: Scenario;
  readonly threads: Threads;
  /** True if the caller wants the states of ports during the run. */
  readonly reportsPorts: boolean;
}

/** The progress of a run, as `onProgress` of `run` gets it. */
export interface RunProgress {
  /** The simulated time that has passed, in ns. */
  readonly nowNs: number;
  /** The latest end of the run, in ns. The run may end earlier. */
  readonly untilNs: number;
  /** The number of transmissions of packets. A packet counts once for each link that it crosses. */
  readonly packetHops: number;
}

/** The number of threads of a run. `why`: the reason for using a single thread. */
export interface ThreadsUsed {
  readonly count: number;
  readonly why?: string;
}

/** Messages from a thread: progress, and at the end the results or the failure. */
export type ScenarioMessage =
  | { readonly progress: RunProgress }
  | { readonly ports: PortStates }
  | { readonly carried: PackedResults; readonly used: ThreadsUsed }
  | { readonly failed: PackedError };
