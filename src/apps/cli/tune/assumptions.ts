/**
 * Assumptions of a scenario that `xoff tune --assume` tests: values that the user is not sure of, such as a load. The
 * last comparison of the search is repeated with each of them.
 */
import { lastSeeds, type Found, type Problem, type Ran } from "../../../batch/tune/search.ts";
import { verdictUnder, type Verdict } from "../../../batch/tune/answer.ts";
import { estimate, covers, readVariation, scenarioHash, type Estimate, type Setting } from "../../../run/lab/lab.ts";
import { build, mistakesOf, type ScenarioFile } from "../files/scenario-file.ts";
import { EXIT, Failure } from "../terminal/exit.ts";
import { settingsAt, type Knob } from "./knobs.ts";

/** One assumption: another value of a field of the scenario. */
export interface Assumption {
  readonly setting: Setting;
  /** The estimated work and memory of one run under the assumption, with the present values of the parameters. */
  readonly cost: Estimate;
}

/**
 * The comparison of two settings under an assumption: the scenario's present setting, and the best of all other settings
 * that the search has found.
 */
export interface Tested {
  /** The assumption as text, such as "traffic.1.load=0.5". */
  readonly label: string;
  /** Undefined if the scenario cannot be built with the best other setting. The reason is in `refused`. */
  readonly verdict: Verdict | undefined;
  readonly refused: string | undefined;
}

interface Given {
  readonly file: ScenarioFile;
  readonly set: readonly Setting[];
  readonly knobs: readonly Knob[];
}

/** Reads the values of --assume. Throws `Failure` for a value that changes nothing, or that the scenario cannot have. */
export function assumptionsOf(assume: readonly string[], { file, set, knobs }: Given): Assumption[] {
  const present = settingsAt(
    knobs,
    knobs.map((knob) => knob.present),
  );
  const hashes = new Map([[scenarioHash(build(file, [...set, ...present]).scenario), "the scenario"]]);
  return assume
    .flatMap((text) => mistakesOf("--assume", () => readVariation("--assume", text)))
    .map((setting) => {
      const { path, value, from } = setting;
      const varied = knobs.find((knob) => covers(path, knob.path) || covers(knob.path, path));
      if (varied !== undefined || path === "seed")
        throw new Failure(
          `${from}: expected a field that the search does not vary, got ${path}. Choose another one, such as traffic.0.load.`,
          EXIT.input,
        );
      const experiment = build(file, [...set, ...present, setting]);
      const hash = scenarioHash(experiment.scenario);
      const same = hashes.get(hash);
      if (same !== undefined)
        throw new Failure(`${from}: expected a value that differs from ${same}, got ${value}. Remove it.`, EXIT.input);
      hashes.set(hash, `${path}=${value}`);
      return { setting, cost: estimate(experiment) };
    });
}

/** Makes the runs of each row of settings under each seed. */
type RunRows = (rows: readonly (readonly Setting[])[], seeds: readonly number[]) => Promise<(Ran | string)[][]>;

/** Repeats the last comparison of the search under each assumption. */
export async function tested(
  assumptions: readonly Assumption[],
  { file, set, knobs }: Given,
  problem: Problem,
  found: Found,
  run: RunRows,
): Promise<Tested[]> {
  const { rival, moves } = found;
  if (rival === undefined || assumptions.length === 0) return [];
  const all = assumptions.map(({ setting }) => ({
    label: `${setting.path}=${setting.value}`,
    rows: [problem.present, rival.point].map((point) => [...settingsAt(knobs, point), setting]),
  }));
  const refusals = all.map(({ rows: [, row] }) => refusalOf(file, [...set, ...row]));
  const possible = all.filter((_, k) => refusals[k] === undefined).flatMap(({ rows }) => rows);
  const runs = possible.length === 0 ? [] : await run(possible, moves ? lastSeeds(problem.verdictSeeds) : [0]);
  let next = 0;
  return all.map(({ label }, k) => {
    const refused = refusals[k];
    if (refused !== undefined) return { label, verdict: undefined, refused };
    const verdict = verdictUnder(problem, found, runs.slice(next, next + 2));
    next += 2;
    return { label, verdict, refused };
  });
}

/** The reason why the scenario cannot be built with these settings. Undefined if it can. */
function refusalOf(file: ScenarioFile, settings: readonly Setting[]): string | undefined {
  try {
    build(file, settings);
    return undefined;
  } catch (error) {
    if (error instanceof Failure) return error.message;
    throw error;
  }
}
