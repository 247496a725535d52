/** Runs an experiment: in one thread for each of its partitions, or in this thread in slices of simulated time (`slices.ts`). */
import type { Experiment } from "../lab/lab.ts";
import type { Cut } from "../lab/in-partitions.ts";
import { runInThreads, type ThreadedRun, type ThreadsProgress } from "./in-threads.ts";
import { PortStateBoard, type PortStates } from "../measure/port-states.ts";
import { PORTS_EVERY_MS } from "./partition-messages.ts";
import { runInSlices } from "./slices.ts";

export interface SimulateOptions {
  /**
   * Called after each slice of a run in one thread. The caller reads the progress from the network of the experiment.
   */
  readonly onSlice: () => void;
  /** Called with the progress of a run in several threads, a few times a second. */
  readonly onProgress: (progress: ThreadsProgress) => void;
  /** Returns true if the run must end early, with partial results. */
  readonly isCut: () => boolean;
  /** Called a few times a second with the state of all ports. Absent: the states are not read. */
  readonly onPorts?: ((states: PortStates) => void) | undefined;
}

/**
 * Runs an experiment. `cut` is the result of `threadsFor`. A run that was ended early has the ending "interrupted".
 * Throws the errors of `Experiment.run`.
 */
export async function simulate(
  experiment: Experiment,
  cut: Cut | string,
  { onSlice, onProgress, isCut, onPorts }: SimulateOptions,
): Promise<ThreadedRun> {
  if (typeof cut !== "string") return runInThreads(experiment, cut, { onProgress, isCut, onPorts });
  const lookAtPorts = onPorts === undefined ? () => {} : portReporter(experiment, onPorts);
  const between = (): void => {
    onSlice();
    lookAtPorts();
  };
  const ending = await runInSlices(experiment, experiment.scenario.until, between, isCut);
  return { results: experiment.results(ending ?? "interrupted"), isCutShort: ending === undefined, times: [] };
}

/** Returns a function that reports the state of all ports, at most once in `PORTS_EVERY_MS`. */
function portReporter({ network }: Experiment, onPorts: (states: PortStates) => void): () => void {
  const board = new PortStateBoard(new ArrayBuffer(PortStateBoard.bytes(network.fabric.ports)));
  let last = -Infinity;
  return () => {
    if (performance.now() - last < PORTS_EVERY_MS) return;
    last = performance.now();
    board.note(network);
    onPorts(board.read(network.queue.now));
  };
}
