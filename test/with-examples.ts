/** The built-in tables with policies of `examples/policies`, under the names of their folders. So tests run them like built-in ones. */
import * as bfc from "../examples/policies/bfc/bfc.ts";
import type { PolicyModule } from "../src/base/params.ts";
import { readScenario, setUp, type Experiment, type Scenario } from "../src/run/lab/lab.ts";
import { builtIn, type Registry } from "../src/scenario/registry/tables.ts";

const { policies } = builtIn;

export const withExamples: Registry = {
  ...builtIn,
  policies: {
    ...policies,
    scheduling: { ...policies.scheduling, bfc: bfc as unknown as PolicyModule<never, unknown> },
  },
};

export const readWithExamples = (text: string, file: string): Scenario =>
  readScenario(text, file, undefined, [], withExamples);

export const setUpWithExamples = (scenario: Scenario): Experiment => setUp(scenario, { tables: withExamples });
