/**
 * Functions of the library that accept a scenario: as text, as an object with the content of a file, or already
 * checked.
 */
import {
  examine,
  experiment,
  located,
  ParamError,
  readScenario as read,
  readSetting,
  setUp,
  setUpFrom,
  type Examined,
  type Experiment,
  type Link,
  type Results,
  type Scenario,
  originsOf,
  type OriginRow,
  type PacketEvents,
  type Why,
  type WhyFlow,
} from "./lab.ts";
import type { Wiring } from "../../contracts/topology.ts";
import { refuseFiles, tablesOf, type OwnModules } from "./own-modules.ts";

/** The content of a scenario file, as YAML or JSON text or as an object. */
export type ScenarioText = string | Readonly<Record<string, unknown>>;

/** Options for reading a scenario: its files, overriding settings and user modules. */
export interface ReadOptions {
  /**
   * The name of the scenario's file in messages and results. Paths in the scenario are relative to this file. Default:
   * "scenario.yaml".
   */
  readonly file?: string;
  /**
   * Returns the text of a file that the scenario names, such as a topology's. If it cannot, it throws an `Error` whose
   * message is the reason ("no such file"). Without this option, a scenario must not name files.
   */
  readonly readFile?: (path: string) => string;
  /** Settings that override the text, as for `xoff run --set`: "buffer=dt", "traffic.0.load=0.4". */
  readonly set?: readonly string[];
  /** The user modules that the scenario names. Without this option, a scenario must not name modules. */
  readonly own?: OwnModules;
}

/**
 * The arguments for `readScenario` of `lab.ts`. Throws `ScenarioError` if the text names modules and `own` is missing.
 */
function argumentsOf(text: ScenarioText, { file = "scenario.yaml", readFile, set = [], own }: ReadOptions) {
  const written = typeof text === "string" ? text : JSON.stringify(text, null, 1);
  const settings = set.map((one) => readSetting("set", one));
  if (own === undefined) refuseFiles(written, file, settings);
  return [written, file, readFile, settings, tablesOf(own)] as const;
}

/**
 * Reads and checks a scenario. In the result, all names are looked up and all defaults are filled in. Its topology has
 * nodes and links. Units are ps, bytes and bit/s.
 *
 * Throws `ScenarioError` for a mistake, with line and column, the expected and the found value. With several mistakes
 * the error is the first, and its field `others` has the rest. Only `check` and `run` find mistakes that need the built
 * network, such as headroom above the memory.
 */
export const readScenario = (text: ScenarioText, options: ReadOptions = {}): Scenario =>
  read(...argumentsOf(text, options));

/**
 * Builds the nodes and links of a topology. Hosts are the first nodes. Links have a rate (bit/s) and a one-way delay
 * (ps).
 *
 * `topology` is the value of that name in a scenario: `{ kind: "leaf-spine", leaves: 4, rate: "100Gbps" }`.
 * `catalogue()` lists the kinds with their parameters. Throws `ScenarioError`.
 */
export function wiringOf(topology: Readonly<Record<string, unknown>>, options: ReadOptions = {}): Wiring {
  // A scenario must have traffic, but the wiring does not depend on it.
  const traffic = [{ kind: "poisson", cdf: "websearch-hpcc", load: 0.1 }];
  return readScenario({ until: "1ms", topology, traffic }, options).wiring;
}

/** Adds line and column to an `error` in a scenario that was passed as text. Returns other errors unchanged. */
export function placed(error: unknown, given: Scenario | string, options: ReadOptions): unknown {
  if (!(error instanceof ParamError) || typeof given !== "string") return error;
  const [text, file, , settings, tables] = argumentsOf(given, options);
  return located(error, text, file, settings, tables);
}

const tablesIn = ({ own }: ReadOptions) => {
  const tables = tablesOf(own);
  return tables === undefined ? {} : { tables };
};

/**
 * Throws `ParamError` if a scenario is neither text nor a result of `readScenario`. JavaScript callers may pass any
 * value, because no compiler checks their types.
 */
export function checkGiven(given: unknown): void {
  if (typeof given === "string" || (typeof given === "object" && given !== null && "wiring" in given)) return;
  const hint = "Pass an object with the content of a file to readScenario first.";
  throw new ParamError("scenario", "the text of a scenario, or a result of readScenario", typeof given, hint);
}

/**
 * Builds the network of a scenario without running it. If the scenario has a mistake, this function throws
 * `ScenarioError` for a text, and `ParamError` for a scenario that was read before.
 */
export function built(given: Scenario | string, options: ReadOptions): Experiment {
  checkGiven(given);
  return typeof given === "string" ? setUpFrom(...argumentsOf(given, options)) : setUp(given, tablesIn(options));
}

/**
 * Builds an experiment that records PAUSEs even if the scenario has `measure.pauses: false`. An explanation needs this
 * record, because it follows the causes of PAUSEs.
 */
function builtWithPauses(given: Scenario | string, options: ReadOptions): Experiment {
  const scenario = typeof given === "string" ? readScenario(given, options) : given;
  const { measure } = scenario;
  return measure.pauses
    ? built(given, options)
    : built({ ...scenario, measure: { ...measure, pauses: true } }, options);
}

/**
 * Checks a scenario before it runs. The result has:
 *
 * - the use of switch memory, and the headroom that links need
 * - the offered load of each link
 * - possible deadlocks of the routes
 * - warnings about likely problems
 *
 * The network is built, but it does not run. If the scenario has a mistake, this function throws `ScenarioError` for a
 * text, and `ParamError` for a scenario that was read before.
 */
export const check = (given: Scenario | string, options: ReadOptions = {}): Examined => examine(built(given, options));

/**
 * Runs a scenario in the calling thread and blocks it until the run ends. Use it in tests, scripts and your own threads.
 *
 * The results equal those of `run`. A second run in one thread is slower than the first (docs/library.md). If the
 * scenario has a mistake, this function throws `ScenarioError` for a text, and `ParamError` for a scenario that was
 * read before. It throws `InvariantError` if xoff has an internal error.
 */
export function runSync(given: Scenario | string, options: ReadOptions = {}): Results {
  checkGiven(given);
  try {
    return experiment(typeof given === "string" ? readScenario(given, options) : given, tablesIn(options));
  } catch (error) {
    throw placed(error, given, options);
  }
}

/**
 * Explains why a port was paused, with the culprits and the victims of the congestion.
 *
 * - Culprits are the flows with bytes in the queue where the congestion began.
 * - Victims are flows that lost time because of the PAUSEs, although their packets do not pass that queue.
 *
 * `chain` is the result of `chainOf` for that PAUSE. `end` is the end of its run in ns. The function repeats the run up
 * to the end of the PAUSE, and blocks the calling thread. Throws the errors of `runSync`.
 */
export function whyPaused(
  given: Scenario | string,
  chain: readonly Link[],
  end: number,
  options: ReadOptions = {},
): Why {
  const { inquire, run } = builtWithPauses(given, options);
  const { moments, answer } = inquire(chain, Math.round(end * 1000));
  for (const { at, look } of moments) {
    run(at);
    look();
  }
  return answer();
}

/**
 * Finds the origins of the congestion that caused the PAUSEs of a run. Each row is one origin, with the time that other
 * flows lost. Rows are sorted by that time, the highest first.
 *
 * The function runs the scenario in the calling thread. Throws the errors of `runSync`.
 */
export function whyOrigins(given: Scenario | string, options: ReadOptions = {}): OriginRow[] {
  const experiment = builtWithPauses(given, options);
  const lost = experiment.lostTime();
  experiment.run(experiment.scenario.until);
  lost.close();
  return originsOf(experiment.network, lost);
}

/**
 * Explains the completion time of a flow: its path, the time lost at each hop, and for each pause the origin of the
 * congestion.
 *
 * The function repeats the run in the calling thread. `end` is the end of the flow or of the run, in ns. Throws the
 * errors of `runSync`.
 */
export function whyFlow(given: Scenario | string, flow: number, end: number, options: ReadOptions = {}): WhyFlow {
  const experiment = builtWithPauses(given, options);
  const answer = experiment.watch(flow);
  experiment.run(Math.round(end * 1000));
  return answer(experiment.results("interrupted"));
}

/**
 * Lists packet events between two times of a run, in ns: drops, ECN marks and retransmissions. The list has at most
 * 100,000 events of each kind, and counts the others.
 *
 * The function repeats the run up to `to` in the calling thread. Throws the errors of `runSync`.
 */
export function packetEvents(
  given: Scenario | string,
  from: number,
  to: number,
  options: ReadOptions = {},
): PacketEvents {
  const { listPackets, run } = built(given, options);
  const end = Math.round(to * 1000);
  const events = listPackets(Math.round(from * 1000), end);
  run(end);
  return events();
}
