/** Runs `xoff compare`: plans one run for each row of a table, simulates these runs and prints the table. */
import { readVariation, type IdealName, type Setting } from "../../../run/lab/lab.ts";
import type { ColumnName } from "../../../report/columns.ts";
import { compareJson } from "../../../batch/sweep/compare-folder.ts";
import type { Comparison } from "../../../batch/sweep/comparison.ts";
import { IDEAL, rowsWithIdeals } from "../../../batch/sweep/ideal-rows.ts";
import type { Sort } from "./options.ts";
import { runComparedRows, type RowsOptions } from "./run-rows.ts";
import { compareText } from "./text.ts";
import { EXIT, Failure } from "../terminal/exit.ts";
import { bold, pageWidth } from "../terminal/page.ts";
import { replacedBy } from "../files/replaced.ts";
import { loaded, mistakesOf, openScenario, scenarioOf, settingsOf, type ScenarioFile } from "../files/scenario-file.ts";

export interface CompareOptions extends RowsOptions {
  readonly vary?: readonly string[];
  readonly set?: readonly string[];
  readonly seeds?: number;
  readonly fastForward?: boolean;
  readonly ideal?: readonly IdealName[];
  readonly json?: boolean;
  /** Columns of the table in the terminal. */
  readonly columns?: readonly ColumnName[];
  readonly sort?: Sort;
}

/** Maximum number of rows. A larger comparison would take days, and most often results from a mistyped option. */
const MAX_ROWS = 10_000;

/** Runs the comparison and returns the exit code. */
export async function runCompare(name: string, options: CompareOptions): Promise<number> {
  const ideals = [...new Set(options.ideal)];
  const set = settingsOf(options.set, options.fastForward);
  const varied = mistakesOf("--vary", () => (options.vary ?? []).map((text) => readVariation("--vary", text)));
  let file = await loaded(openScenario(name), set);
  for (const setting of varied.flat()) file = await loaded(file, [...set, setting]);
  const variations = variationsOf(file, set, varied, options);
  const vary = {
    ...Object.fromEntries(variations.map((values) => [values[0].path, values.map(({ value }) => value)])),
    ...(ideals.length === 0 ? {} : { [IDEAL]: ["none", ...ideals] }),
  };
  const paths = variations.map(([{ path }]) => path);
  const rows = rowsWithIdeals(variations, ideals);
  return runComparedRows({ file, set, rows, vary, paths, command: "compare" }, options, (result) => {
    show(result, options);
  });
}

/** The settings of each varied scenario key (`path`), in the order of the options --vary. The seeds of --seeds come last. */
function variationsOf(
  file: ScenarioFile,
  set: readonly Setting[],
  varied: readonly Setting[][],
  { seeds, ideal }: CompareOptions,
): Setting[][] {
  const variations = [...varied];
  if (variations.some(([{ path }]) => path === IDEAL) && ideal !== undefined)
    throw new Failure("--ideal and --vary ideal=... exclude each other. Remove one of them.", EXIT.input);
  if (seeds !== undefined) {
    const { seed } = scenarioOf(file, [...set, ...variations.map(([first]) => first)]);
    variations.push(seedsFrom(seed, seeds));
  }
  const mistake = (what: string): Failure => new Failure(what, EXIT.input);
  if (variations.length === 0 && ideal === undefined) {
    throw mistake(
      "there is nothing to compare: --vary, --seeds and --ideal are missing. Add for example --vary buffer=st,dt.",
    );
  }
  variations.forEach((values, k) => {
    const lost = replacedBy(file.tables, values, [...set, ...variations.slice(0, k).map(([value]) => value)]);
    if (lost !== undefined) throw mistake(lost);
  });
  const count = variations.reduce((product, values) => product * values.length, 1);
  if (count > MAX_ROWS) throw mistake(`expected at most ${MAX_ROWS} rows, got ${count}. Vary fewer values at once.`);
  return variations;
}

export const seedsFrom = (first: number, count: number): Setting[] =>
  Array.from({ length: count }, (_, k) => ({ path: "seed", value: String(first + k), from: `--seeds ${count}` }));

/** Prints the comparison. */
function show(result: Comparison, { json, columns, sort }: CompareOptions): void {
  const screen = { width: pageWidth(), stress: bold, columns, sort };
  process.stdout.write(json === true ? compareJson(result) : compareText(result, screen));
}
