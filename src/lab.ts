/** The stages joined: what the CLI and the studio call. */
import { buildScenario } from "./build/scenario.ts";
import type { Ending, Network } from "./model/network.ts";
import { collect, type Results } from "./measure/results.ts";
import { RunRecorder } from "./measure/run-recorder.ts";
import { defaults } from "./params.ts";
import { policies, topologies, trafficKinds, type Role } from "./policies.ts";
import { readScenario as read } from "./scenario/read.ts";
import type { Scenario, Value } from "./scenario/scenario.ts";

export { InvariantError } from "./invariant.ts";
export * from "./lab-ns3.ts";
export { ScenarioError } from "./scenario/error.ts";
export { ParamError } from "./params.ts";
export { runText } from "./report/run-text.ts";
export type { Results, Scenario };

/** The scenario that `text` spells; throws `ScenarioError`. `file` is its name in messages. */
export function readScenario(text: string, file: string, readFile?: (path: string) => string): Scenario {
  return read(text, file, { policies, topologies, trafficKinds }, readFile);
}

/** The same scenario under another policy of one role, at its defaults but for `values`, in base units. */
export function withPolicy(
  scenario: Scenario,
  role: Exclude<Role, "detection">,
  name: string,
  values: Record<string, Value> = {},
): Scenario {
  const modules = policies[role] as Readonly<Record<string, { params: Parameters<typeof defaults>[0] }>>;
  const chosen = { name, values: { ...defaults(modules[name].params), ...values } };
  return { ...scenario, policies: { ...scenario.policies, [role]: chosen } };
}

/** A scenario's run, ready to go: `network.run(scenario.until)`, in slices or at once, then `results`. */
export interface Experiment {
  readonly scenario: Scenario;
  readonly network: Network;
  readonly recorder: RunRecorder;
  readonly results: (ending: Ending | "interrupted") => Results;
}

export function setUp(scenario: Scenario, options: { readonly elide?: boolean } = {}): Experiment {
  let recorder!: RunRecorder;
  const network = buildScenario(scenario, policies, trafficKinds, {
    ...options,
    recorder: (built) =>
      (recorder = new RunRecorder(built, {
        keepVerdicts: scenario.measure.pauses,
        countDrops: scenario.onDrop === "count",
      })),
  });
  return {
    scenario,
    network,
    recorder,
    results: (ending) => collect(network, recorder, { scenario: scenario.name, seed: scenario.seed, ending }),
  };
}

/** One experiment from a checked scenario to its results. */
export function experiment(scenario: Scenario, options: { readonly elide?: boolean } = {}): Results {
  const { network, results } = setUp(scenario, options);
  return results(network.run(scenario.until));
}
