/**
 * Sets up one partition of a scenario's network, with its measurements. A thread for a partition needs only this file,
 * not `lab.ts`, so it starts fast.
 */
import { buildScenario, type ScenarioOptions } from "../network/scenario.ts";
import { blamed, PolicyError } from "./policy-error.ts";
import { riskAt, riskOfFaults, riskOfOwn } from "../check/lossless-guarantee.ts";
import { HeadroomUse } from "../measure/headroom-use.ts";
import { probesOf, Samplers, type ProbeRun } from "../measure/probes.ts";
import { RunRecorder } from "../measure/run-recorder.ts";
import { Series } from "../measure/series.ts";
import type { Network } from "../../sim/model/network.ts";
import type { Division } from "../partitions/division.ts";
import type { Taken } from "../partitions/gather.ts";
import { Partition, type Sampler, type Turn } from "../partitions/partition.ts";
import type { PartitionState } from "../partitions/termination.ts";
import type { Registry } from "../../scenario/registry/tables.ts";
import type { Scenario } from "../../scenario/scenario.ts";
import type { Plan } from "../../contracts/traffic.ts";

export { PolicyError };
export { InvariantError } from "../../base/invariant.ts";
export { ParamError } from "../../base/params.ts";
export { Division, type DivisionData } from "../partitions/division.ts";
export { withModules } from "../../scenario/registry/tables.ts";
export type { PartitionState as PartState } from "../partitions/termination.ts";
export type { Taken } from "../partitions/gather.ts";
export type { Scenario } from "../../scenario/scenario.ts";

export interface Prepared {
  readonly network: Network;
  readonly plan: Plan;
  readonly recorder: RunRecorder;
  readonly series: Series;
  readonly headroom: HeadroomUse | undefined;
  readonly probes: readonly ProbeRun[];
  /** Takes the samples of series and probes. An error in a probe's code is reported with its file and line. */
  readonly sampler: Sampler;
}

type PrepareOptions = Omit<ScenarioOptions, "recorder">;

/**
 * Builds the network of a scenario with its measurements. Throws `ParamError` for mistakes that only the built network
 * shows, such as headroom above the memory.
 */
export function prepare(scenario: Scenario, tables: Registry, given: PrepareOptions): Prepared {
  let recorder!: RunRecorder;
  const { measure, until } = scenario;
  const options = {
    ...given,
    recorder: (built: () => Network) =>
      (recorder = new RunRecorder(built, {
        keepPauses: measure.pauses,
        countDrops: scenario.onDrop === "count",
        keepLosses: scenario.faults !== undefined,
        riskAt: (at, port) =>
          riskAt(scenario, at, port) ?? riskOfFaults(scenario, tables.faultKinds) ?? riskOfOwn(scenario),
      })),
  };
  const { network, plan } = blaming(scenario, undefined, () => buildScenario(scenario, tables, options));
  const classes = [...new Set([...plan.flows, ...plan.trains, ...(plan.sends ?? [])].map(({ cls }) => cls))].sort(
    (a, b) => a - b,
  );
  const headroom = measure.headroom ? new HeadroomUse(network) : undefined;
  const series = new Series(network, { ...measure, classes }, until);
  const asked = (measure.probes ?? []).map(({ name, values }) => ({ name, values, module: tables.probes[name] }));
  const probes = blaming(scenario, undefined, () =>
    probesOf(network, recorder, asked, { every: measure.every, lossless: scenario.lossless }),
  );
  network.end = until;
  const everyRate = probes.length > 0 || measure.inFlight.length > 0;
  network.showsRate = (flow) => everyRate || network.hosts.rateOpensWindow(flow);
  return { network, plan, recorder, series, headroom, probes, sampler: samplerOf(scenario, network, series, probes) };
}

function samplerOf(scenario: Scenario, network: Network, series: Series, probes: readonly ProbeRun[]): Sampler {
  if (probes.length === 0) return series;
  const all = new Samplers([series, ...probes]);
  return {
    get next() {
      return all.next;
    },
    sample: () => {
      const look = (): void => {
        all.sample();
      };
      blaming(scenario, network, look, true);
    },
  };
}

/**
 * Runs `work`, which calls user code, and reports errors of that code with file and line. `isBetween`: `work` runs
 * between two events, so an error has no flow or port.
 */
export function blaming<Result>(
  scenario: Scenario,
  network: Network | undefined,
  work: () => Result,
  isBetween = false,
): Result {
  try {
    return work();
  } catch (error) {
    throw blamed(error, scenario, network, isBetween);
  }
}

/** One partition that is ready to run. Call `turn` until it returns "ended", then `take` for the partition's state. */
export interface PartitionRun {
  readonly network: Network;
  readonly turn: () => Turn;
  /** Call it after `turn` has thrown. The other partitions then run up to the time of the error and no further. */
  readonly giveUp: () => void;
  readonly take: () => Taken;
}

/**
 * Sets up one partition of a scenario's network. While it runs, the partition calls `tell` with its state at each
 * simulated millisecond.
 */
export function setUpPartition(
  scenario: Scenario,
  tables: Registry,
  division: Division,
  part: number,
  tell: (state: PartitionState) => void,
  until = scenario.until,
): PartitionRun {
  const one = new Partition({ ...division.of(part), until, tell });
  const { network, recorder, series, headroom, probes, sampler } = prepare(scenario, tables, {
    border: one.border,
    ...(division.flows === undefined ? {} : { sharedFlows: division.flows }),
  });
  one.adopt(network, sampler);
  return {
    network,
    turn: () => blaming(scenario, network, () => one.turn()),
    giveUp: () => {
      one.giveUp();
    },
    take: () => {
      const measured = { network, pauses: recorder.pauses, series, headroom, losses: recorder.losses, probes };
      return blaming(scenario, network, () => one.take(measured), true);
    },
  };
}
