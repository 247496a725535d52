/** Joins all stages from a scenario to its results. The command line and the studio use this file. */
import { examined, type Examined } from "../check/check.ts";
import { estimateOf, type Estimate } from "../check/estimate.ts";
import { blaming, prepare } from "./partition-run.ts";
import type { Ending, Network } from "../../sim/model/network.ts";
import { FlowWatch } from "../measure/flow-watch.ts";
import { collect, type Results } from "../measure/results.ts";
import { keptSources, type KeptModule } from "../measure/kept-modules.ts";
import type { RunOrigin, Summary } from "../measure/summary.ts";
import { LostTime } from "../measure/lost-time.ts";
import { PacketEventLog, type PacketEvents } from "../measure/packet-events.ts";
import { classesOfData } from "../../scenario/data-classes.ts";
import { leavesOut } from "../../scenario/fast-forward.ts";
import { FastForward } from "../fast-forward/fast-forward.ts";
import { inquire, type Inquiry, type Link } from "../measure/why.ts";
import { whyFlow, type WhyFlow } from "../measure/why-flow.ts";
import { ParamError } from "../../base/params.ts";
import type { Division } from "../partitions/division.ts";
import { put, type End, type Taken } from "../partitions/gather.ts";
import { builtIn, type Registry } from "../../scenario/registry/tables.ts";
import { hostSignals } from "../../scenario/signals.ts";
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
export { covers, merged } from "../../scenario/replaced.ts";
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
export { PARTS, partText, transportWaitText, type PartName } from "../measure/fct-breakdown.ts";
export type { AckWait, PartAt, RootCause, WhyFlow } from "../measure/why-flow.ts";
export { Capture, type CaptureChunk } from "../measure/capture.ts";
export { portNames } from "../measure/port-tables.ts";
export { chainOf, type Inquiry, type Link, type Root, type Why } from "../measure/why.ts";
export { congestionTree, type Branch, type CongestionTree, type TreePauses } from "../measure/congestion-tree.ts";
export { originsOf, type OriginRow } from "../measure/origins.ts";
export type { PacketEvents } from "../measure/packet-events.ts";
export type { LostTime } from "../measure/lost-time.ts";
export { headroomSaid } from "../check/faults.ts";
export { dscpsOf } from "../../scenario/dscp.ts";
export { pathOf } from "../../scenario/path.ts";
export type { IdealName } from "../../base/ideals.ts";
export { isReplaced } from "../../scenario/ideals.ts";
export { parseQuantity, parseTime, QuantityError } from "../../scenario/quantity.ts";
export { VERSION } from "../../base/version.ts";
export { scenarioHash };
export { fixedParts, type FixedPart } from "../../scenario/fixed-parts.ts";
export { flowSet } from "../measure/flow-set.ts";
export { keptSources } from "../measure/kept-modules.ts";
export { builtIn, withModules, type Registry } from "../../scenario/registry/tables.ts";
export type { Estimate, Examined, Results, Scenario, Summary, Unused };

/**
 * Reads and checks the scenario of `text`, with `settings` applied. `file` is its name in messages. Throws
 * `ScenarioError`.
 */
export function readScenario(
  text: string,
  file: string,
  readFile?: (path: string) => string,
  settings: readonly Setting[] = [],
  tables = builtIn,
): Scenario {
  return readWith(tables, text, file, readFile, settings);
}

/**
 * Reads a scenario with the given tables. An error in user code, such as that of a topology, is reported with its file
 * and line. Settings at the paths `leftOut` are ignored.
 */
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
 * Sets up the run of a scenario, including the checks that need the built network. Throws one `ScenarioError` with the
 * mistakes, at most `MAX_REPORTED`.
 *
 * After a mistake, the network is built again without the wrong setting, to find further mistakes. Settings at the
 * paths `without` are ignored from the start.
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
        // The settings that caused earlier mistakes were removed before this attempt. So this mistake may be a mere
        // consequence of the removal. This is assumed if the mistake is at a path (`path`) where the scenario has no
        // setting, or where the setting was removed. Such a mistake is not reported to the user.
        if (found.length > 0 && (!isSaid || isLeftOut)) break;
        found.push(located(error, text, file, settings, tables));
        if (!isSaid) break;
        leftOut.push(place);
      } else {
        // Without the setting that was left out last, the scenario cannot be read. So the whole section of that setting
        // is left out instead.
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

/**
 * The path of the setting to remove because of a mistake at `path`. If `path` is an element of a list, the whole list
 * is removed. Removing only the element would renumber the later elements.
 */
const withoutRow = (path: Path): Path => (typeof path.at(-1) === "number" ? withoutRow(path.slice(0, -1)) : path);

/** Converts a mistake found by `setUp` into a `ScenarioError` with the line and column in `text`. */
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
 * A run that is ready to start. Call `run(scenario.until)` once, or with increasing times. Then call `results`, which
 * first verifies that every packet is accounted for.
 */
export interface Experiment {
  readonly scenario: Scenario;
  /** The tables of policies and modules that the network was built with. */
  readonly tables: Registry;
  readonly network: Network;
  readonly plan: Plan;
  /**
   * Runs up to `until` in ps, and takes samples in between. Call it again to continue. Throws `ParamError` if a
   * lossless class loses a packet because of the scenario's settings, unless the scenario sets `onDrop: count`.
   */
  readonly run: (until: Ps) => Ending;
  readonly results: (ending: Summary["ending"]) => Results;
  /**
   * The results of a partitioned run. `parts` are the final states of the partitions. They are merged into `network`,
   * which must not have run itself. `end` says how the run ended.
   */
  readonly inParts: (
    division: Division,
    parts: readonly Taken[],
    end: End & { readonly ending: Summary["ending"] },
  ) => Results;
  /**
   * Observes one flow, to explain its completion time. Call it before the run, and the returned function after the run.
   */
  readonly watch: (flow: number) => (results: Results) => WhyFlow;
  /**
   * Measures the time that flows lose because of PAUSEs. Call it before the run. `rows`: the PAUSEs (rows of table
   * `pauses`) whose victims are listed one by one.
   */
  readonly lostTime: (rows?: readonly number[]) => LostTime;
  /**
   * Lists drops, ECN marks and retransmissions of a time range in ps. Call it before the run, and the returned function
   * after the run.
   */
  readonly listPackets: (from: Ps, to: Ps) => () => PacketEvents;
  /** Prepares an explanation why a port was paused. Call it before the run. `end`: the end of the run in ps. */
  readonly inquire: (chain: readonly Link[], end: Ps) => Inquiry;
}

export interface SetUpOptions {
  readonly elide?: boolean;
  /**
   * The tables of policies and of other modules from which the network is built. Default: the tables with which the
   * scenario was read. A scenario that was copied to another thread has lost the functions of its module files, because
   * threads cannot send functions. For such a copy, pass the result of `withModules`.
   */
  readonly tables?: Registry;
}

/**
 * Builds the network of a scenario and prepares its run. Throws `ParamError` for mistakes that only the built network
 * shows, such as headroom above the memory.
 */
export function setUp(scenario: Scenario, given: SetUpOptions = {}): Experiment {
  const { tables = tablesReadWith(scenario), ...options } = given;
  let draws = 0;
  const onDraw = (): void => {
    draws++;
  };
  const { network, plan, recorder, series, headroom, probes, sampler } = prepare(scenario, tables, {
    ...options,
    ...(scenario.fastForward === true ? { onDraw } : {}),
  });
  /**
   * Fast-forward of this run. It is undefined if the run simulates every packet. A run with an observer must simulate
   * every packet.
   */
  let fast =
    scenario.fastForward === true
      ? new FastForward(network, recorder.pauses, () => draws, {
          plan,
          acksPerPacket: 1 / (ackEvery(scenario, tables) ?? 1),
          ...leavesOut(scenario, tables),
        })
      : undefined;
  const lostTime = (rows: readonly number[] = []): LostTime => {
    fast = undefined;
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
      if (network.fabric.tracer !== null) fast = undefined;
      const skipping = fast;
      if (skipping !== undefined) return blaming(scenario, network, () => skipping.run(to));
      for (;;) {
        const stop = Math.min(to, sampler.next);
        const ending = blaming(scenario, network, () => network.step(stop));
        if (network.queue.now === sampler.next) sampler.sample();
        if (ending !== "time is up" || stop === to) return ending;
      }
    },
    results: (ending) => {
      network.recount();
      fast?.settle();
      const kept = { recorder, series, headroom, probes };
      return ideally(
        scenario,
        blaming(
          scenario,
          network,
          () => withSkips(collect(network, plan, kept, originOf(scenario, tables), ending), fast),
          true,
        ),
      );
    },
    watch: (flow) => {
      fast = undefined;
      const watch = new FlowWatch(network, recorder.pauses, flow);
      recorder.watchers.push(watch);
      return ({ tables }) => whyFlow(network, tables, watch);
    },
    lostTime,
    listPackets: (from, to) => {
      fast = undefined;
      const log = new PacketEventLog(network, from, to);
      recorder.watchers.push(log);
      return () => log.events();
    },
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
        collect(network, plan, { recorder, series, headroom, probes }, originOf(scenario, tables), end.ending),
      );
    },
  };
}

/**
 * Adds the time and bytes that fast-forward skipped to the results of a run. Without fast-forward they stay unchanged.
 */
function withSkips(results: Results, fast: FastForward | undefined): Results {
  if (fast === undefined) return results;
  const { count, time, bytes, errorBound, ...memory } = fast.skips;
  const received = results.tables.flows.columns.received_bytes.reduce((sum, one) => sum + one, 0);
  const fast_forward = {
    skips: count,
    skipped_ns: time / PS_PER_NS,
    skipped_bytes: bytes,
    share: received === 0 ? 0 : bytes / received,
    error_bound: errorBound,
    ...memory,
  };
  return { ...results, summary: { ...results.summary, fast_forward } };
}

/** Checks that a run with `ideal: pauses` had no PAUSEs and no waits for credits. Otherwise throws `ParamError`. */
function ideally({ ideal }: Scenario, results: Results): Results {
  if (ideal !== "pauses") return results;
  const { pauses: ofClasses, queue_pauses: ofQueues = 0 } = results.summary.counters;
  const pauses = ofClasses + ofQueues;
  const paused = results.tables.ports.columns.paused_ns.reduce((sum, time) => sum + time, 0);
  // Credit-based link policies pause no port, so the number of PAUSEs is 0 under them. A wait for credits shows only as
  // stopped time among the parts of a completion time (table `parts`).
  const { nic_stopped_ns = [], stopped_ns = [] } = results.tables.parts?.columns ?? {};
  const waited = [...nic_stopped_ns, ...stopped_ns].filter((time) => time > 0).length;
  if (pauses === 0 && paused === 0 && waited === 0) return results;
  const times = `ports paused for ${formatTime(Math.round(paused * PS_PER_NS))}`;
  const hint =
    `Remove the cause of ${formatCount(pauses)} PAUSEs and ${formatCount(waited)} waits for credits (${times}): ` +
    "a fault, or a link or scheduling policy that pauses at any memory.";
  throw new ParamError("ideal", "a run in which no port pauses", ideal, hint);
}

function originOf(scenario: Scenario, tables: Registry): RunOrigin {
  const reads = hostSignals(scenario.policies, tables);
  return {
    xoff: VERSION,
    name: scenario.name,
    about: scenario.about,
    hash: scenarioHash(scenario),
    seed: scenario.seed,
    ...(scenario.ideal === undefined ? {} : { ideal: scenario.ideal }),
    fidelity: "exact",
    frame_sizes: scenario.sizes === "exact" ? "real" : scenario.sizes,
    on_drop: scenario.onDrop,
    until_ns: scenario.until / PS_PER_NS,
    count: countOf(scenario),
    topology: scenario.topology.kind,
    policies: scenario.policies,
    ...(reads.length === 0 ? {} : { reads }),
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

/** Runs a checked scenario and returns its results. */
export function experiment(scenario: Scenario, options: SetUpOptions = {}): Results {
  const { run, results } = setUp(scenario, options);
  return results(run(scenario.until));
}

/**
 * Checks a scenario before it runs. The checks fill the network's buffers to try thresholds, so this network must not
 * run afterwards.
 */
export function examine({ scenario, tables, network, plan }: Experiment): Examined {
  const listens = hostSignals(scenario.policies, tables).includes("ECN marks");
  return examined(scenario, network, plan, listens, classesOfData(scenario.traffic, tables), tables.faultKinds);
}

/** Estimates the work and memory of a run before it begins. It does not change the network. */
export function estimate({ scenario, tables, network, plan }: Experiment): Estimate {
  return estimateOf(scenario, network, plan, ackEvery(scenario, tables));
}

/** The number of data packets for each ACK. Undefined: the recovery policy does not say it. */
function ackEvery({ policies }: Scenario, tables: Registry): number | undefined {
  const { name, values } = policies.recovery;
  return tables.policies.recovery[name].onWire?.(values).ackEvery;
}
