/**
 * An end to code from somebody's file that loops for ever: while it does, this thread hears neither Ctrl-C nor anything else.
 *
 * Node ends what runs in a script of `vm` after a time; a run in slices is back long before (`slices.ts`).
 */
import { Script } from "node:vm";
import { PolicyError, type Ending, type Experiment } from "../lab/lab.ts";
import { loopText } from "../threads/stall.ts";

/** Thirty times what a slice takes at most. */
const MOST_MS = 30_000;

/** Through which the script finds what it is to run. */
const ASKED = Symbol.for("xoff watched");

const script = new Script(`globalThis[Symbol.for(${JSON.stringify(Symbol.keyFor(ASKED))})]()`);

/** The same run, which throws `PolicyError` where a step of it takes longer than any should; without modules from files it is as it was. */
export function watched(experiment: Experiment, mostMs = MOST_MS): Experiment {
  const { scenario, network } = experiment;
  const { modules = [] } = scenario;
  if (modules.length === 0) return experiment;
  return {
    ...experiment,
    run: (until) => {
      Reflect.set(globalThis, ASKED, () => experiment.run(until));
      try {
        return script.runInThisContext({ timeout: mostMs }) as Ending;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw error;
        throw new PolicyError(loopText(modules, mostMs, network.queue.now));
      }
    },
  };
}
