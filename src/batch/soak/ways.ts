/** Ways to run one scenario that must come to the same to the last number. To compare another, name it here. */
import { ParamError, setUp, type Experiment, type Results, type Scenario } from "../../run/lab/lab.ts";
import { runInTurns, whyWhole } from "../../run/lab/in-parts.ts";
import type { Ps } from "../../base/units.ts";
import { cutAtRandom } from "./cuts.ts";

export type Network = Experiment["network"];

/** What came of a run: results, or the loss of a packet that its scenario lets be (`run/check/promise.ts`) and that ended it, `onDrop: stop`. */
export type Outcome = { readonly results: Results; readonly network: Network } | { readonly stopped: string };

/** A run is looked at so often whether it has had its share of events. */
const SLICES = 32;

/** The usual run, in slices, cut short after `most` events; and until when it may have gone. */
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

/** With more flows each part takes long to build, and has no more to say. */
const MOST_FLOWS = 100_000;

/** Another way to run the same to the same moment. */
export interface Way {
  readonly name: string;
  /** Undefined: the scenario does not run so. */
  run(scenario: Scenario, until: Ps): Outcome | undefined;
}

export const ways: readonly Way[] = [
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

/** Cut in so many parts at random, which take turns. */
function inParts(parts: number): Way {
  return {
    name: `in ${parts} parts`,
    run: (scenario, until) =>
      dropOr(() => {
        const experiment = setUp(scenario);
        if (whyWhole(experiment) !== undefined || experiment.network.flows.capacity > MOST_FLOWS) return undefined;
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

/** Does such a loss end what `run` does? */
export function dropEnds(run: () => void): boolean {
  try {
    run();
    return false;
  } catch (error) {
    if (error instanceof ParamError) return true;
    throw error;
  }
}
