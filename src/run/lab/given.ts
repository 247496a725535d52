/** Scenarios as a caller of the library gives them: checked already, or as text or as an object of what a file would say. */
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
  type Why,
  type WhyFlow,
} from "./lab.ts";
import type { Wiring } from "../../contracts/topology.ts";
import { refuseFiles, tablesOf, type OwnModules } from "./own-modules.ts";

/** What a scenario file says, as YAML or JSON. */
export type ScenarioText = string | Readonly<Record<string, unknown>>;

/** How a scenario given as text is read. */
export interface ReadOptions {
  /** Its name in messages and results, and where paths in it start from; "scenario.yaml" if left out. */
  readonly file?: string;
  /**
   * The text of a file that the scenario names, such as a topology's. Throws an `Error` whose message says what is there instead ("no such
   * file"). Left out, a scenario that names a file is a mistake.
   */
  readonly readFile?: (path: string) => string;
  /** Values over what the text says, as `xoff run --set` takes them: "buffer=dt", "traffic.0.load=0.4". */
  readonly set?: readonly string[];
  /** Modules of one's own that it names. Left out, a scenario that names some is a mistake. */
  readonly own?: OwnModules;
}

/** The arguments of `readScenario` of lab.ts. Throws `ScenarioError` for a text that names files of code where none are given. */
function argumentsOf(text: ScenarioText, { file = "scenario.yaml", readFile, set = [], own }: ReadOptions) {
  const written = typeof text === "string" ? text : JSON.stringify(text, null, 1);
  const settings = set.map((one) => readSetting("set", one));
  if (own === undefined) refuseFiles(written, file, settings);
  return [written, file, readFile, settings, tablesOf(own)] as const;
}

/**
 * The scenario that a text spells, checked: every name looked up, units parsed to ps, bytes and bit/s, defaults filled in, its topology wired.
 *
 * Throws `ScenarioError` for a mistake in it, with line and column, what was expected and what was found; of several the first, which has the
 * `others`. What shows only once its network is built (headroom above the memory, say) `check` and `run` find.
 */
export const readScenario = (text: ScenarioText, options: ReadOptions = {}): Scenario =>
  read(...argumentsOf(text, options));

/**
 * A topology wired: nodes, hosts first, and links with rate (bit/s) and delay (ps, one way).
 *
 * `topology` is what a scenario says under that name: `{ kind: "leaf-spine", leaves: 4, rate: "100Gbps" }`. `catalogue()` has the kinds, and the
 * parameters of each. Throws `ScenarioError`.
 */
export function wiringOf(topology: Readonly<Record<string, unknown>>, options: ReadOptions = {}): Wiring {
  // A scenario has some traffic; whose does not matter.
  const traffic = [{ kind: "poisson", cdf: "websearch-hpcc", load: 0.1 }];
  return readScenario({ until: "1ms", topology, traffic }, options).wiring;
}

/** `error`, which `scenario` led to, with its place in the text that the scenario was read from, if it was given as text. */
export function placed(error: unknown, given: Scenario | string, options: ReadOptions): unknown {
  if (!(error instanceof ParamError) || typeof given !== "string") return error;
  const [text, file, , settings, tables] = argumentsOf(given, options);
  return located(error, text, file, settings, tables);
}

const tablesIn = ({ own }: ReadOptions) => {
  const tables = tablesOf(own);
  return tables === undefined ? {} : { tables };
};

/** Throws `ParamError` for a value that is neither a text nor a scenario that was read. JavaScript callers may pass any value. */
export function checkGiven(given: unknown): void {
  if (typeof given === "string" || (typeof given === "object" && given !== null && "wiring" in given)) return;
  const hint = "Pass an object with the content of a file to readScenario first.";
  throw new ParamError("scenario", "the text of a scenario, or a result of readScenario", typeof given, hint);
}

/** Its network, with nothing running. Throws `ScenarioError` for a scenario given as text, `ParamError` for one that was read before. */
export function built(given: Scenario | string, options: ReadOptions): Experiment {
  checkGiven(given);
  return typeof given === "string" ? setUpFrom(...argumentsOf(given, options)) : setUp(given, tablesIn(options));
}

/**
 * What can be said of a scenario before it runs: where its memory goes, headroom that links need, load offered to each link, whether its
 * routes can deadlock, and warnings of what a run may stumble over.
 *
 * Builds the network, and runs nothing. Throws `ScenarioError` for a scenario given as text, `ParamError` for one that was read before.
 */
export const check = (given: Scenario | string, options: ReadOptions = {}): Examined => examine(built(given, options));

/**
 * Runs a scenario in the calling thread, which does nothing else until it is over: for tests, scripts and threads of one's own.
 *
 * Results are those of `run`. A second run in one thread is slower than the first (docs/library.md). Throws `ScenarioError` for
 * a scenario given as text, `ParamError` for one that was read before, and `InvariantError` where xoff itself is at fault.
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
 * Why a port was stopped: whose bytes were where the congestion began (culprits), and which flows lost time behind the PAUSEs though they need
 * not pass there (victims). `chain` is what `chainOf` says of that PAUSE, and `end` when its run ended, ns.
 *
 * Repeats the run up to the end of that PAUSE, in the calling thread, which does nothing else until then. Throws what `runSync` throws.
 */
export function whyPaused(
  given: Scenario | string,
  chain: readonly Link[],
  end: number,
  options: ReadOptions = {},
): Why {
  const { inquire, run } = built(given, options);
  const { moments, answer } = inquire(chain, Math.round(end * 1000));
  for (const { at, look } of moments) {
    run(at);
    look();
  }
  return answer();
}

/**
 * Where the congestion behind the PAUSEs of a run began, a row each, with what it cost others: most time lost first.
 *
 * Runs the scenario in the calling thread. Throws what `runSync` throws.
 */
export function whyOrigins(given: Scenario | string, options: ReadOptions = {}): OriginRow[] {
  const experiment = built(given, options);
  const lost = experiment.lostTime();
  experiment.run(experiment.scenario.until);
  lost.close();
  return originsOf(experiment.network, lost);
}

/**
 * Why a flow took as long as it did: its path, its time taken apart by hop, and with each stop where the congestion behind it began.
 *
 * Repeats the run up to `end`, ns, when the flow was done or its run over, in the calling thread. Throws what `runSync` throws.
 */
export function whyFlow(given: Scenario | string, flow: number, end: number, options: ReadOptions = {}): WhyFlow {
  const experiment = built(given, options);
  const answer = experiment.watch(flow);
  experiment.run(Math.round(end * 1000));
  return answer(experiment.results("interrupted"));
}
