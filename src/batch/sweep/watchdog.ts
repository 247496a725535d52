/** An end to code from somebody's file that loops for ever in a run of one thread; a run in slices is back long before (`run/threads/slices.ts`). */
import { PolicyError, type Experiment } from "../../run/lab/lab.ts";
import { momentText } from "../../run/lab/policy-error.ts";
import { inTime, TooLong } from "../loader/in-time.ts";
import { loopText } from "../../run/threads/stall.ts";

/** The same run, which throws `PolicyError` where a step of it takes longer than any should; without modules from files it is as it was. */
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
