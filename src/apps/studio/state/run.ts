/** A run of the page: in progress, done, or recorded by the command line. */
import type { OwnModule } from "xoff";
import type { Fabric, Live, Recorded, Repeated, RunView, Seeding } from "../lab/messages.ts";

/** The results of a run with one seed. The page runs several seeds and computes the differences between two runs from these results. */
export interface SeedRun extends Seeding {
  readonly seed: number;
  readonly digest: string;
  readonly unfinished: number;
  /** Largest relative error of the values from fast-forward. 0 for an exact run. */
  readonly error: number;
  /** Value of each row of the comparison, by the row's key. */
  readonly values: Readonly<Record<string, number>>;
}

export interface Run {
  readonly name: string;
  readonly text: string;
  /** The user's policy modules that the run used. */
  readonly own?: readonly OwnModule[] | undefined;
  /** Share of the simulated time that is done, from 0 to 1. */
  readonly progress: number;
  readonly packetHops: number;
  /** Latest possible end of the run in simulated ns. 0 until the run has begun. */
  readonly untilNs: number;
  /** The fabric of a run in progress. */
  readonly fabric?: Fabric;
  /** The state of a run in progress at its last report. */
  readonly live?: Live;
  readonly view?: RunView;
  /** The same scenario under further seeds. */
  readonly seeds?: readonly SeedRun[];
  readonly error?: string;
  /** The data of a recorded run in addition to its view. Undefined for a run that the page simulated itself. */
  readonly recorded?: Recorded;
}

/** A run with results. */
export type DoneRun = Run & { readonly view: RunView };

/** The input with which a worker repeats a run. */
export const textOf = ({ text, own, recorded }: DoneRun): Pick<Repeated, "text" | "own" | "beside"> => ({
  ...{ text, own },
  ...(recorded && { beside: recorded.beside }),
});
