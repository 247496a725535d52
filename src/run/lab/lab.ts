/** Joins the stages from a scenario to its results, for the command line and the studio. */
import { examined, type Examined } from "../check/check.ts";
import { estimateOf, type Estimate } from "../check/estimate.ts";
import { blaming, prepare } from "./partition-run.ts";
import type { Ending, Network } from "../../sim/model/network.ts";
import { FlowWatch } from "../measure/flow-watch.ts";
import { collect, type Results } from "../measure/results.ts";
import { keptSources, type KeptModule } from "../measure/kept-modules.ts";
import type { RunOrigin, Summary } from "../measure/summary.ts";
import { LostTime } from "../measure/lost-time.ts";
import { inquire, type Inquiry, type Link } from "../measure/why.ts";
import { whyFlow, type WhyFlow } from "../measure/why-flow.ts";
import { ParamError } from "../../base/params.ts";
import type { Division } from "../partitions/division.ts";
import { put, type End, type Taken } from "../partitions/gather.ts";
import { builtIn, type Registry } from "../../scenario/registry/tables.ts";
import { blamedOn } from "./policy-error.ts";
import { rememberTables, tablesReadWith } from "./scenario-tables.ts";
import { cdfsUsed } from "../../scenario/cdfs-used.ts";
import { scenarioHash } from "../../scenario/hash.ts";
import { MAX_REPORTED } from "../../scenario/mistakes.ts";
import { pathOf, pathText, type Path } from "../../scenario/path.ts";
import { linesOf, ScenarioError } from "../../scenario/error.ts";
import { wordOf } from "../../scenario/module-places.ts";
import type { ModuleFile } from "../../scenario/tables.ts";
import { located as locate, readScenario as read, says } from "../../scenario/read.ts";
import type { Scenario, Unused } from "../../scenario/scenario.ts";
import type { Setting } from "../../scenario/settings.ts";
import type { Plan } from "../../contracts/traffic.ts";
import { PS_PER_NS, type Ps } from "../../base/units.ts";
import { formatCount, formatTime } from "../../base/format.ts";
import { VERSION } from "../../base/version.ts";

export { risks } from "../check/lossless-guarantee.ts";
export { PolicyError } from "./policy-error.ts";
export { InvariantError } from "../../base/invariant.ts";
export * from "./ns3.ts";
export { linesOf, ScenarioError };
export { pathText, type Path } from "../../scenario/path.ts";
export { readSetting, readVariation, type Setting } from "../../scenario/settings.ts";
export { ParamError } from "../../base/params.ts";
export type { Counters } from "../measure/counters.ts";
export type { ProbeTable } from "../measure/probes.ts";
export { probeSeries, type ProbeLine, type ProbeSeries } from "../measure/probe-series.ts";
export { completionTimes, type CompletionTimes, type Counted } from "../measure/completion.ts";
export { commonFigures, flowTimes, type CommonFigures, type FlowTimes } from "../measure/common-flows.ts";
export { distribution, type Distribution } from "../measure/statistics.ts";
export { columnsOf, tables as tableShapes } from "../measure/tables.ts";
export type { Cells, CellsOf, Column, Table, TableName, Tables, TableShape } from "../measure/tables.ts";
export { FORMAT } from "../measure/summary.ts";
export { PARTS, partText, type PartName } from "../measure/fct-breakdown.ts";
export type { AckWait, PartAt, RootCause, WhyFlow } from "../measure/why-flow.ts";
export { Capture, type CaptureChunk } from "../measure/capture.ts";
export { portNames } from "../measure/port-tables.ts";
export { chainOf, type Inquiry, type Link, type Root, type Why } from "../measure/why.ts";
export { congestionTree, type Branch, type CongestionTree, type TreePauses } from "../measure/congestion-tree.ts";
export { originsOf, type OriginRow } from "../measure/origins.ts";
export type { LostTime } from "../measure/lost-time.ts";
export { flaw as quantityFlaw } from "../../scenario/schema-words.ts";
export { headroomSaid } from "../check/faults.ts";
export { dscpsOf } from "../../scenario/dscp.ts";
export { pathOf } from "../../scenario/path.ts";
export { idealNames, isIdeal, type IdealName } from "../../base/ideals.ts";
export { isReplaced } from "../../scenario/ideals.ts";
export { parseQuantity, parseTime, QuantityError } from "../../scenario/quantity.ts";
export { VERSION } from "../../base/version.ts";
export { scenarioHash };
export { fixedParts, type FixedPart } from "../../scenario/fixed-parts.ts";
export { flowSet } from "../measure/flow-set.ts";
export { keptSources } from "../measure/kept-modules.ts";
export { builtIn, withModules, type Registry } from "../../scenario/registry/tables.ts";
export type { Estimate, Examined, Results, Scenario, Summary, Unused };

/** The scenario of `text`, with `settings` applied. Throws `ScenarioError`. `file` is its name in messages. */
export function readScenario(
  text: string,
  file: string,
  readFile?: (path: string) => string,
  settings: readonly Setting[] = [],
  tables = builtIn,
): Scenario {
  return readWith(tables, text, file, readFile, settings);
}

/** As `readScenario`, with the tables given. An error in user code, such as a topology's, is reported with its file and line. */
function readWith(
  tables: Registry,
  text: string,
  file: string,
  readFile: ((path: string) => string) | undefined,
  settings: readonly Setting[],
  leftOut: readonly Path[] = [],
): Scenario {
  try {
    const scenario = read(text, file, tables, readFile, settings, leftOut);
    rememberTables(scenario, tables);
    return scenario;
  } catch (error) {
    throw error instanceof ScenarioError ? error : blamedOn(error, tables.modules ?? []);
  }
}

/**
 * Sets up the run of a scenario, including the checks that need the built network. Throws a `ScenarioError` with all mistakes. To find
 * further ones, the network is built again without the settings that are wrong. Settings at the paths `without` are ignored from the start.
 */
export function setUpFrom(
  text: string,
  file: string,
  readFile?: (path: string) => string,
  settings: readonly Setting[] = [],
  tables = builtIn,
  without: readonly Path[] = [],
): Experiment {
  const found: ScenarioError[] = [];
  const leftOut: Path[] = [];
  while (found.length < MAX_REPORTED) {
    try {
      const experiment = setUp(readWith(tables, text, file, readFile, settings, [...without, ...leftOut]), { tables });
      if (found.length === 0) return experiment;
      break;
    } catch (error) {
      if (error instanceof ParamError) {
        const path = pathOf(error.at);
        const isSaid = says(path, text, file, tables, settings);
        const place = withoutRow(path);
        const isLeftOut = leftOut.some((other) => pathText(other) === pathText(place));
        // The mistake may be a result of the settings that were left out.
        if (found.length > 0 && (!isSaid || isLeftOut)) break;
        found.push(located(error, text, file, settings, tables));
        if (!isSaid) break;
        leftOut.push(place);
      } else {
        // The setting that was left out is required there, so the enclosing one is left out, too.
        const wider = withoutRow(leftOut.pop()?.slice(0, -1) ?? []);
        if (wider.length === 0) {
          if (found.length === 0) throw error;
          break;
        }
        leftOut.push(wider);
      }
    }
  }
  const [first, ...others] = found;
  first.others = others;
  throw first;
}

/** For a row of a list the path of the whole list, because removing one row would renumber the others. */
const withoutRow = (path: Path): Path => (typeof path.at(-1) === "number" ? withoutRow(path.slice(0, -1)) : path);

/** A mistake found by `setUp`, with its place in the scenario of `text`. */
export function located(
  error: ParamError,
  text: string,
  file: string,
  settings: readonly Setting[] = [],
  tables = builtIn,
): ScenarioError {
  return locate(error, text, file, tables, settings);
}

/**
 * A run that is ready to start. Call `run(scenario.until)` at once or in slices. Then call `results`, which first recounts every packet.
 */
export interface Experiment {
  readonly scenario: Scenario;
  /** The tables that the network was built with. */
  readonly tables: Registry;
  readonly network: Network;
  readonly plan: Plan;
  /**
   * Runs up to `until`, in ps, and takes the samples on the way. Call it again to continue. Throws `ParamError` if a lossless class loses a
   * packet because of the scenario's settings, and drops end the run.
   */
  readonly run: (until: Ps) => Ending;
  readonly results: (ending: Summary["ending"]) => Results;
  /**
   * The results of a partitioned run, merged in a network that never ran. `parts` are the states of the partitions, `end` is how the run
   * ended.
   */
  readonly inParts: (
    division: Division,
    parts: readonly Taken[],
    end: End & { readonly ending: Summary["ending"] },
  ) => Results;
  /** Observes one flow. Call it before the run, and the returned function after the run. */
  readonly watch: (flow: number) => (results: Results) => WhyFlow;
  /** Measures the time that flows lose behind PAUSEs; call it before the run. `rows`: the PAUSEs whose victims are listed one by one. */
  readonly lostTime: (rows?: readonly number[]) => LostTime;
  /** Prepares the answer why a port was paused; call it before the run. `end`: the end of the run, ps. */
  readonly inquire: (chain: readonly Link[], end: Ps) => Inquiry;
}

export interface SetUpOptions {
  readonly elide?: boolean;
  /** Default: the tables that the scenario was read with. A copy of a scenario with modules from files needs `withModules`. */
  readonly tables?: Registry;
}

/** Throws `ParamError` for mistakes that only the built network shows: headroom above the memory, or series that are too large. */
export function setUp(scenario: Scenario, given: SetUpOptions = {}): Experiment {
  const { tables = tablesReadWith(scenario), ...options } = given;
  const { network, plan, recorder, series, headroom, probes, sampler } = prepare(scenario, tables, options);
  const lostTime = (rows: readonly number[] = []): LostTime => {
    const lost = new LostTime(network, recorder.pauses, rows);
    recorder.watchers.push(lost);
    return lost;
  };
  return {
    scenario,
    tables,
    network,
    plan,
    run: (to) => {
      for (;;) {
        const stop = Math.min(to, sampler.next);
        const ending = blaming(scenario, network, () => network.step(stop));
        if (network.queue.now === sampler.next) sampler.sample();
        if (ending !== "time is up" || stop === to) return ending;
      }
    },
    results: (ending) => {
      network.recount();
      const kept = { recorder, series, headroom, probes };
      return ideally(
        scenario,
        blaming(scenario, network, () => collect(network, plan, kept, originOf(scenario), ending), true),
      );
    },
    watch: (flow) => {
      const watch = new FlowWatch(network, recorder.pauses, flow);
      recorder.watchers.push(watch);
      return ({ tables }) => whyFlow(network, tables, watch);
    },
    lostTime,
    inquire: (chain, end) => {
      const lost = lostTime(chain.map(({ pause }) => pause));
      return inquire(network, lost, chain, scenario.lossless, end);
    },
    inParts: (division, parts, end) => {
      put(
        { network, pauses: recorder.pauses, series, headroom, losses: recorder.losses, probes },
        parts,
        end,
        division.askedFlows(network.flows.capacity),
      );
      return ideally(
        scenario,
        collect(network, plan, { recorder, series, headroom, probes }, originOf(scenario), end.ending),
      );
    },
  };
}

/** Checks the results against the scenario's ideal. Throws `ParamError` if a run without PAUSEs had some. */
function ideally({ ideal }: Scenario, results: Results): Results {
  if (ideal !== "pauses") return results;
  const { pauses } = results.summary.counters;
  const paused = results.tables.ports.columns.paused_ns.reduce((sum, time) => sum + time, 0);
  // Credits pause no port: a lack of credits shows only in the times of flows.
  const { nic_stopped_ns = [], stopped_ns = [] } = results.tables.parts?.columns ?? {};
  const waited = [...nic_stopped_ns, ...stopped_ns].filter((time) => time > 0).length;
  if (pauses === 0 && paused === 0 && waited === 0) return results;
  const times = `ports paused for ${formatTime(Math.round(paused * PS_PER_NS))}`;
  const hint =
    `Remove the cause of ${formatCount(pauses)} PAUSEs and ${formatCount(waited)} waits for credits (${times}): ` +
    "a fault, or a link policy that pauses at any memory.";
  throw new ParamError("ideal", "a run in which no port pauses", ideal, hint);
}

function originOf(scenario: Scenario): RunOrigin {
  return {
    xoff: VERSION,
    name: scenario.name,
    about: scenario.about,
    hash: scenarioHash(scenario),
    seed: scenario.seed,
    ...(scenario.ideal === undefined ? {} : { ideal: scenario.ideal }),
    fidelity: "exact",
    frame_sizes: scenario.sizes === "exact" ? "real" : "hpcc",
    on_drop: scenario.onDrop,
    until_ns: scenario.until / PS_PER_NS,
    count: countOf(scenario),
    topology: scenario.topology.kind,
    policies: scenario.policies,
    ...(scenario.modules === undefined ? {} : { modules: scenario.modules.map(keptModule) }),
    traffic: scenario.traffic.map(({ kind }) => ({ kind })),
    cdfs: cdfsUsed(scenario.traffic).map(({ name, title, source }) => ({ name, title, source })),
  };
}

const keptModule = ({ role, section, name, hash, sources }: ModuleFile): KeptModule => ({
  of: wordOf({ role, section }),
  name,
  hash,
  file: keptSources(hash, sources)[0].path,
});

function countOf({ count = { from: 0, to: Infinity } }: Scenario): Summary["count"] {
  return { from_ns: count.from / PS_PER_NS, to_ns: count.to === Infinity ? null : count.to / PS_PER_NS };
}

/** Runs a checked scenario to its results. */
export function experiment(scenario: Scenario, options: SetUpOptions = {}): Results {
  const { run, results } = setUp(scenario, options);
  return results(run(scenario.until));
}

/** Checks a scenario before it runs. Thresholds are tried on the network, which must not run afterwards. */
export function examine({ scenario, tables, network, plan }: Experiment): Examined {
  const { congestion, detection } = scenario.policies;
  const row = tables.policies.congestion[congestion.name];
  const listens =
    row.reads?.(congestion.values).includes("ECN marks") ?? detection.some(({ name }) => name === row.needs?.detection);
  return examined(scenario, network, plan, listens, tables.faultKinds);
}

/** Estimates the cost of a run before it begins. It does not change the network. */
export function estimate({ scenario, tables, network, plan }: Experiment): Estimate {
  const { name, values } = scenario.policies.recovery;
  return estimateOf(scenario, network, plan, tables.policies.recovery[name].onWire?.(values).ackEvery);
}
