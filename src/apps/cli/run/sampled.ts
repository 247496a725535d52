/** Sets up a scenario with samples of everything that the studio shows over time, for `xoff run --studio`. */
import { readSetting, ScenarioError, type Experiment, type Setting } from "../../../run/lab/lab.ts";
import { samplingSettings } from "../../../run/lab/sampling.ts";
import { build, scenarioOf, type ScenarioFile } from "../files/scenario-file.ts";
import { Failure } from "../terminal/exit.ts";

/** An experiment, and the settings with which its scenario was built. */
export interface Sampled {
  readonly experiment: Experiment;
  readonly settings: readonly Setting[];
}

/**
 * Builds the experiment with samples. The user's `settings` override those of the samples. If the scenario has too many
 * flows to sample all goodputs, the first flows are sampled.
 */
export function buildSampled(file: ScenarioFile, settings: readonly Setting[]): Sampled {
  const scenario = scenarioOf(file, settings);
  const isOverridden = (sample: Setting): boolean => settings.some(({ path }) => path === sample.path);
  const built = (allFlows: boolean): Sampled => {
    const samples = samplingSettings(scenario, allFlows).map((text) => readSetting("--studio", text));
    const all = [...samples.filter((one) => !isOverridden(one)), ...settings];
    return { experiment: build(file, all), settings: all };
  };
  try {
    return built(true);
  } catch (error) {
    const { cause } = error instanceof Failure ? error : {};
    if (cause instanceof ScenarioError && cause.path === "measure.goodputs") return built(false);
    throw error;
  }
}
