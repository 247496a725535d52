/**
 * Stops user code that loops for ever in a single-threaded run. The time limit applies to each call of `run` and
 * `results`. If the run is done in slices, each slice is one call, and takes far less time than the limit
 * (`run/threads/slices.ts`).
 */
import { PolicyError, type Experiment } from "../../run/lab/lab.ts";
import { momentText } from "../../run/lab/policy-error.ts";
import { inTime, TooLong } from "../loader/in-time.ts";
import { loopText } from "../../run/threads/stall.ts";

/**
 * Returns the run with a time limit for each call of its `run` and `results`. A call that exceeds the limit throws
 * `PolicyError`. A run without modules from files is returned unchanged.
 */
export function watched(experiment: Experiment, mostMs?: number): Experiment {
  const { scenario, network } = experiment;
  const { modules = [] } = scenario;
  if (modules.length === 0) return experiment;
  const back = <Result>(work: () => Result): Result => {
    try {
      return inTime(work, mostMs);
    } catch (error) {
      if (!(error instanceof TooLong)) throw error;
      throw new PolicyError(loopText(modules, error.mostMs, momentText(network)));
    }
  };
  return {
    ...experiment,
    run: (until) => back(() => experiment.run(until)),
    results: (ending) => back(() => experiment.results(ending)),
  };
}
