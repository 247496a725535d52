/**
 * The built-in policy tables, with the policies of `examples/policies` under the names of their folders, and with
 * `hold-first.ts`. So tests run these policies like built-in ones.
 */
import * as bfc from "../examples/policies/bfc/bfc.ts";
import type { PolicyModule } from "../src/base/params.ts";
import { readScenario, setUp, type Experiment, type Scenario } from "../src/run/lab/lab.ts";
import { builtIn, type Registry } from "../src/scenario/registry/tables.ts";

import * as holdFirst from "./hold-first.ts";

const { policies } = builtIn;
const made = (module: unknown): PolicyModule<never, unknown> => module as PolicyModule<never, unknown>;

export const withExamples: Registry = {
  ...builtIn,
  policies: {
    ...policies,
    scheduling: { ...policies.scheduling, bfc: made(bfc) },
    routing: { ...policies.routing, "hold-first": made(holdFirst) },
  },
};

export const readWithExamples = (text: string, file: string): Scenario =>
  readScenario(text, file, undefined, [], withExamples);

export const setUpWithExamples = (scenario: Scenario): Experiment => setUp(scenario, { tables: withExamples });
