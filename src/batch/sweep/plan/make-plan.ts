/** Makes the plan of a sweep from a request. Every point is read and built once, so that a mistake shows before anything runs. */
import { createHash } from "node:crypto";
import { dirname, relative } from "node:path";
import { didYouMean, type ParamError } from "../../../base/params.ts";
import { RESULTS_ID, VERSION } from "../../../base/version.ts";
import {
  builtIn,
  covers,
  estimate,
  keptSources,
  linesOf,
  readScenario,
  ScenarioError,
  scenarioHash,
  setUpFrom,
  type Estimate,
  type Experiment,
  type Scenario,
  type Setting,
  type TableShape,
  tableShapes,
} from "../../../run/lab/lab.ts";
import { idleTraffic } from "../../../run/check/idle-traffic.ts";
import { tablesFor, wordOf, type KeptModule, type LoadModules } from "../../../run/lab/modules.ts";
import { madeInTime } from "../../loader/in-time.ts";
import { modulesAt } from "../../loader/modules-at.ts";
import { pathFrom } from "../../loader/path-from.ts";
import { probeShapes } from "../../../report/probe-columns.ts";
import type { ModuleFile } from "../../../scenario/tables.ts";
import { keptAs } from "../../store/run-folder.ts";
import { written } from "../comparison.ts";
import { grid, labelOf } from "../grid.ts";
import { RowFailures } from "../row-failures.ts";
import { SCENARIO, SWEEP_FORMAT, type InputFiles, type Point, type SweepPlan } from "./plan.ts";
import type { KeptName, SweepRequest } from "./request.ts";

/** The scenario's file: its name for messages, its text, and a function that reads the files it names. */
export interface ScenarioText {
  readonly name: string;
  readonly text: string;
  readonly read: (path: string) => string;
}

/**
 * The parts of a scenario that `xoff sweep plan` reports for a point. `about` identifies the starter scenario of xoff that the
 * user's scenario is a copy of, if any.
 */
type PlannedScenario = Pick<Scenario, "about" | "unused" | "warnings"> & {
  readonly label: string;
  /** All settings of the point. */
  readonly settings: readonly Setting[];
  /** One warning for each traffic entry that starts no flow in the run. */
  readonly idle: readonly ParamError[];
};

export interface MadePlan {
  readonly plan: SweepPlan;
  readonly input: InputFiles;
  readonly scenarios: readonly PlannedScenario[];
}

/**
 * Makes the plan of a sweep. A point of the plan is one combination of settings. Calls `onPoint` after each point with an
 * estimate of its run. Throws `RowsError` for mistakes in points, and `ScenarioError` for a mistake in the request.
 */
export async function makePlan(
  file: ScenarioText,
  request: SweepRequest,
  onPoint: (done: number, of: number, takes: Estimate) => void,
): Promise<MadePlan> {
  const { set, list, rule } = request;
  const keep = [...new Set(request.keep.map(({ name }) => name))];
  const { seeds, variations } = seedsApart(request);
  checkVaried(request);
  const load: LoadModules = (path, isSet) => modulesAt(pathFrom(file.name, path, isSet));
  let tables = await tablesFor(file.text, file.name, set, load, builtIn);
  for (const setting of [...list.flat(), ...variations.flat()])
    tables = await tablesFor(file.text, file.name, [...set, setting], load, tables);

  const included = new Map<string, string>();
  const read = (path: string): string => {
    const text = file.read(path);
    included.set(keptAs(relative(dirname(file.name), path)), text);
    return text;
  };
  const combinations = grid(variations).flatMap(({ settings }) =>
    (list.length === 0 ? [[]] : list).map((row) => [...row, ...settings]),
  );
  const modules = new Map<string, ModuleFile>();
  const probes = new Map<string, TableShape>();
  const failures = new RowFailures(file.name);
  const scenarios: PlannedScenario[] = [];
  const points = combinations.flatMap((settings, k): Point[] => {
    if (failures.isFull) return [];
    const all = [...set, ...settings, SEED];
    let experiment: Experiment;
    try {
      experiment = madeInTime(tables.modules, () => setUpFrom(file.text, file.name, read, all, tables));
    } catch (error) {
      if (!(error instanceof ScenarioError)) throw error;
      failures.add(labelOf(settings), linesOf(error));
      return [];
    }
    const { scenario, plan } = experiment;
    const { about, unused = [], warnings = [] } = scenario;
    const idle = idleTraffic(scenario, plan);
    scenarios.push({ label: labelOf(settings), about, unused, warnings, settings: all, idle });
    for (const module of scenario.modules ?? []) modules.set(module.hash, module);
    for (const [name, shape] of probeShapes(scenario, tables.probes))
      addShape(file.name, probes, name, shape, settings);
    onPoint(k + 1, combinations.length, estimate(experiment));
    return [{ label: labelOf(settings), settings: written(settings), decides: decidesOf(scenario, keep) }];
  });
  failures.settle();
  const twice = points.find(({ decides }, k) => points.findIndex((other) => other.decides === decides) < k);
  if (twice !== undefined)
    throw new ScenarioError({ file: file.name }, "", "different points", `two like ${twice.label}`);

  checkKept(request.keep, probes);
  const first = readScenario(file.text, file.name, read, [...set, ...combinations[0]], tables);
  const kept = [...modules.values()];
  const input = new Map([
    [SCENARIO, file.text],
    ...included,
    ...kept.flatMap(({ hash, sources }) => keptSources(hash, sources).map(({ path, text }) => [path, text] as const)),
  ]);
  return {
    plan: {
      ...{ format: SWEEP_FORMAT, xoff: VERSION, results: RESULTS_ID, name: first.name, input: inputName(input) },
      modules: kept.map(keptModule),
      set: set.map(({ path, value }) => `${path}=${value}`),
      points,
      seeds: typeof seeds === "number" ? seedsFrom(first, seeds) : seeds,
      ...{ rule, keep },
      ...(keep.some((name) => probes.has(name))
        ? { probes: Object.fromEntries([...probes].filter(([name]) => keep.includes(name))) }
        : {}),
    },
    input,
    scenarios,
  };
}

/** The points are read with one fixed seed, because the seed is not part of a point. */
const SEED: Setting = { path: "seed", value: "1", from: "xoff sweep plan" };

/**
 * Returns a hash of everything that determines the results of a point (one combination of settings), except the seed.
 * `scenario` was read with seed 1, even if its file has another. `keep` names the tables to store for each run.
 */
function decidesOf(scenario: Scenario, keep: readonly string[]): string {
  // The scenario's hash covers the nodes and links of the topology, but not the topology's kind and parameters. Nodes and
  // links may depend on the seed, so two topologies may be equal under seed 1 and differ under other seeds. Their
  // scenarios then have the same hash. So the topology is hashed as well, as the scenario file describes it.
  const { topology } = scenario;
  const decides = JSON.stringify([SWEEP_FORMAT, RESULTS_ID, scenarioHash(scenario), topology, keep]);
  return createHash("sha256").update(decides).digest("hex").slice(0, 20);
}

/**
 * Adds `shape`, the columns of the table of a probe, to `probes` under the probe's name. Throws `ScenarioError` if another
 * point has a probe of this name with other columns. The reason: a collected sweep joins the tables of one name from all
 * points into one table.
 */
function addShape(
  file: string,
  probes: Map<string, TableShape>,
  name: string,
  shape: TableShape,
  settings: readonly Setting[],
): void {
  const known = probes.get(name) ?? shape;
  if (JSON.stringify(known.columns) !== JSON.stringify(shape.columns))
    throw new ScenarioError(
      { file },
      "measure.probes",
      "probes of one name with the same columns in all points",
      `two different probes ${name}`,
      `with ${labelOf(settings)}`,
    );
  probes.set(name, known);
}

function checkKept(keep: readonly KeptName[], probes: ReadonlyMap<string, unknown>): void {
  const rows = keep.find(({ name }) => name === "rows" && probes.has(name));
  if (rows !== undefined)
    throw new ScenarioError(
      { file: rows.from },
      "",
      "a probe with another name",
      "rows",
      "rows.parquet contains the rows of a collected sweep: rename the probe's file.",
    );
  const known = [...Object.keys(tableShapes), ...probes.keys()];
  const lost = keep.find(({ name }) => !known.includes(name));
  if (lost === undefined) return;
  const hint = didYouMean(lost.name, known) ?? "Probes of the scenario have tables too: measure: { probes: [...] }.";
  throw new ScenarioError({ file: lost.from }, "", `one of ${known.join(", ")}`, lost.name, hint);
}

/**
 * Splits the seeds off the request. If the grid varies `seed` like any other field, its values become the seeds of the
 * sweep.
 */
function seedsApart({ set, grid, list, seeds, rule }: SweepRequest) {
  const error = (at: Setting, expected: string): ScenarioError =>
    new ScenarioError({ file: at.from }, "seed", expected, "seed");
  const elsewhere = list.flat().find(({ path }) => path === "seed");
  if (elsewhere !== undefined) throw error(elsewhere, "the same seeds in all rows, by seeds");
  const varied = grid.find(([{ path }]) => path === "seed");
  const isSet = set.some(({ path }) => path === "seed");
  if (varied === undefined) return { seeds, variations: grid };
  if (isSet || rule !== null || seeds !== 1) throw error(varied[0], "seeds in one place");
  return { seeds: varied.map(({ value }) => Number(value)), variations: grid.filter((one) => one !== varied) };
}

/**
 * Throws `ScenarioError` if a varied setting (`grid`) replaces a setting for all points (`set`) or for one row (`list`).
 * The replaced setting would have no effect in any point of the sweep.
 */
function checkVaried({ set, grid, list }: SweepRequest): void {
  for (const [varied] of grid) {
    const lost = [...set, ...list.flat()].find(({ path }) => covers(varied.path, path));
    if (lost === undefined) continue;
    const got = `${lost.path}, which varying ${varied.path} replaces`;
    const place = { file: lost.from };
    throw new ScenarioError(place, "", "a setting that no variation replaces", got, "Remove one of them.");
  }
}

const seedsFrom = ({ seed }: Scenario, count: number): number[] => Array.from({ length: count }, (_, k) => seed + k);

const keptModule = ({ role, section, name, hash, sources }: ModuleFile): KeptModule => ({
  of: wordOf({ section, role }),
  name,
  hash,
  file: keptSources(hash, sources)[0].path,
});

function inputName(files: InputFiles): string {
  const hash = createHash("sha256");
  for (const [path, text] of [...files].sort(([a], [b]) => (a < b ? -1 : 1)))
    hash.update(`${path}\0${text.length}\0${text}\0`);
  return `input/${hash.digest("hex").slice(0, 12)}`;
}
