/** From what a sweep is asked for to its plan: every point read and built once, so that a mistake in one of them shows before anything runs. */
import { createHash } from "node:crypto";
import { dirname, isAbsolute, join, relative } from "node:path";
import { RESULTS_ID, VERSION } from "../../base/version.ts";
import {
  builtIn,
  keptSources,
  readScenario,
  ScenarioError,
  scenarioHash,
  setUpFrom,
  type Scenario,
  type Setting,
  type TableName,
} from "../../lab/lab.ts";
import { tablesFor, wordOf, type KeptModule, type LoadModules } from "../../lab/modules.ts";
import { madeInTime } from "../../loader/in-time.ts";
import { modulesAt } from "../../loader/modules-at.ts";
import type { ModuleFile } from "../../scenario/tables.ts";
import { keptAs } from "../../store/run-folder.ts";
import { written } from "../comparison.ts";
import { grid, labelOf } from "../grid.ts";
import { SCENARIO, SWEEP_FORMAT, type InputFiles, type Point, type SweepPlan } from "./plan.ts";
import type { SweepRequest } from "./request.ts";

/** The scenario's file: its name, for messages, its text, and how files are read that it names. */
export interface ScenarioText {
  readonly name: string;
  readonly text: string;
  readonly read: (path: string) => string;
}

/** Throws `ScenarioError`; one of a point's values tells the point. `onPoint` hears how many are done, of how many. */
export async function makePlan(
  file: ScenarioText,
  request: SweepRequest,
  onPoint: (done: number, of: number) => void,
): Promise<{ readonly plan: SweepPlan; readonly input: InputFiles }> {
  const { set, list, keep, rule } = request;
  const { seeds, variations } = seedsApart(request);
  const load: LoadModules = (path, isSet) =>
    modulesAt(isSet || isAbsolute(path) ? path : join(dirname(file.name), path));
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
  const points = combinations.map((settings, k): Point => {
    const scenario = told(settings, () => {
      const all = [...set, ...settings];
      const setUp = () => setUpFrom(file.text, file.name, read, [...all, SEED], tables).scenario;
      return madeInTime(tables.modules, setUp);
    });
    for (const module of scenario.modules ?? []) modules.set(module.hash, module);
    onPoint(k + 1, combinations.length);
    return { label: labelOf(settings), settings: written(settings), decides: decidesOf(scenario, keep) };
  });
  const twice = points.find(({ decides }, k) => points.findIndex((other) => other.decides === decides) < k);
  if (twice !== undefined)
    throw new ScenarioError({ file: file.name }, "", "points that differ", `a second one like ${twice.label}`);

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
    },
    input,
  };
}

/** Points are read with one seed: it is no part of what tells them apart. */
const SEED: Setting = { path: "seed", value: "1", from: "xoff sweep plan" };

/** `scenario` has the seed 1, whatever its file says. */
function decidesOf(scenario: Scenario, keep: readonly TableName[]): string {
  const { topology } = scenario; // whose hash is of what it was wired to, and that may depend on the seed
  const decides = JSON.stringify([SWEEP_FORMAT, RESULTS_ID, scenarioHash(scenario), topology, keep]);
  return createHash("sha256").update(decides).digest("hex").slice(0, 20);
}

/** Seeds that vary as any other field are seeds. */
function seedsApart({ set, grid, list, seeds, rule }: SweepRequest) {
  const error = (at: Setting, expected: string): ScenarioError =>
    new ScenarioError({ file: at.from }, "seed", expected, "seed");
  const elsewhere = list.flat().find(({ path }) => path === "seed");
  if (elsewhere !== undefined) throw error(elsewhere, "seeds for all rows alike, by seeds");
  const varied = grid.find(([{ path }]) => path === "seed");
  const isSet = set.some(({ path }) => path === "seed");
  if (varied === undefined) return { seeds, variations: grid };
  if (isSet || rule !== null || seeds !== 1) throw error(varied[0], "seeds said once");
  return { seeds: varied.map(({ value }) => Number(value)), variations: grid.filter((one) => one !== varied) };
}

const seedsFrom = ({ seed }: Scenario, count: number): number[] => Array.from({ length: count }, (_, k) => seed + k);

/** A mistake that one point's values make elsewhere in the file is told with that point. */
function told<Result>(settings: readonly Setting[], work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ScenarioError) || settings.length === 0) throw error;
    if (settings.some(({ from }) => from === error.place.file)) throw error;
    const { place, path, expected, got, hint } = error;
    const with_ = `with ${labelOf(settings)}`;
    throw new ScenarioError(place, path, expected, got, hint === undefined ? with_ : `${hint} (${with_})`);
  }
}

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
