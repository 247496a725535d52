/** The modes in which one scenario can run. All must give identical results. A new mode is added to the list here. */
import { ParamError, setUp, type Experiment, type Results, type Scenario } from "../../run/lab/lab.ts";
import { runInTurns, whyWhole } from "../../run/lab/in-partitions.ts";
import type { Ps } from "../../base/units.ts";
import { cutAtRandom } from "./cuts.ts";

export type Network = Experiment["network"];

/**
 * The outcome of a run: results, or the message of a packet loss that ended it. A loss ends a run with a message only
 * if the scenario has `onDrop: stop`, and if the settings explain the loss (`run/check/lossless-guarantee.ts`).
 * Otherwise a loss is counted or is an internal error.
 */
export type Outcome = { readonly results: Results; readonly network: Network } | { readonly stopped: string };

/** Number of slices of a run. After each slice, the run ends if it has exceeded its maximum number of events. */
const SLICES = 32;

/**
 * Runs the experiment in the usual mode, in slices of simulated time. Interrupts it at the end of a slice if it has had
 * more than `most` events by then. Returns the outcome and the simulated time that was reached.
 */
export function usualRun(
  { scenario, run, results, network }: Experiment,
  most: number,
): { readonly outcome: Outcome; readonly until: Ps } {
  let until = 0;
  const outcome = dropOr(() => {
    for (let slice = 1; ; slice++) {
      until = Math.round((scenario.until * slice) / SLICES);
      const ending = run(until);
      if (ending !== "time is up" || slice === SLICES) return { network, results: results(ending) };
      if (network.events > most) return { network, results: results("interrupted") };
    }
  });
  return { outcome, until };
}

/** Maximum number of flows for a partitioned run. With more flows each partition takes long to set up and finds nothing new. */
const MAX_FLOWS = 100_000;

/** A mode that runs a scenario up to a given time. The results must equal the results of the usual mode. */
export interface RunMode {
  readonly name: string;
  /** Runs the scenario in this mode. Returns undefined if the scenario does not support the mode. */
  run(scenario: Scenario, until: Ps): Outcome | undefined;
}

export const runModes: readonly RunMode[] = [
  {
    name: "with every event",
    run: (scenario, until) =>
      dropOr(() => {
        const { run, results, network } = setUp(scenario, { elide: false });
        const ending = run(until);
        const isCut = ending === "time is up" && until < scenario.until;
        return { network, results: results(isCut ? "interrupted" : ending) };
      }),
  },
  ...[2, 3, 5, 8].map(inParts),
];

/** A mode that divides the network into this number of random partitions, which run in turn in one thread. */
function inParts(parts: number): RunMode {
  return {
    name: `in ${parts} parts`,
    run: (scenario, until) =>
      dropOr(() => {
        const experiment = setUp(scenario);
        if (whyWhole(experiment) !== undefined || experiment.network.flows.capacity > MAX_FLOWS) return undefined;
        const results = runInTurns(experiment, cutAtRandom(scenario.wiring, parts, scenario.seed), until);
        const isCut = results.summary.ending === "time is up" && until < scenario.until;
        const { network } = experiment;
        return {
          network,
          results: isCut ? { ...results, summary: { ...results.summary, ending: "interrupted" } } : results,
        };
      }),
  };
}

function dropOr<What>(run: () => What): What | { readonly stopped: string } {
  try {
    return run();
  } catch (error) {
    if (error instanceof ParamError) return { stopped: error.message };
    throw error;
  }
}

/** True if a packet loss aborts `run`, and the scenario's settings are the cause of the loss. */
export function dropEnds(run: () => void): boolean {
  try {
    run();
    return false;
  } catch (error) {
    if (error instanceof ParamError) return true;
    throw error;
  }
}
