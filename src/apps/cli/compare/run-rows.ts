/**
 * Runs a comparison for `xoff compare`, `xoff whatif` and `xoff watchdog`. A row of a comparison is one simulation with its settings. All
 * rows are checked first. The rows without a stored result are then simulated on worker threads, and all results are stored in one folder.
 * Rows that depend on these results (`AskedRows.more`) are checked and simulated after them.
 */
import { createHash } from "node:crypto";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import {
  estimate,
  fixedParts,
  scenarioHash,
  VERSION,
  type Estimate,
  type Setting,
  type Unused,
} from "../../../run/lab/lab.ts";
import { idleTraffic } from "../../../run/check/idle-traffic.ts";
import type { RunSource } from "../../../batch/store/run-folder.ts";
import type { StagedFolder } from "../../../batch/store/staged-folder.ts";
import {
  keptRun,
  leaveComparison,
  publishComparison,
  runFolder,
  stageComparison,
  type KeptRun,
} from "../../../batch/sweep/compare-folder.ts";
import { comparison, written, type Comparison, type ReadRow, type RunAnswer } from "../../../batch/sweep/comparison.ts";
import { labelOf, type Row } from "../../../batch/sweep/grid.ts";
import { IDEAL } from "../../../batch/sweep/ideal-rows.ts";
import type { Outcome } from "../../../batch/sweep/pool.ts";
import { RowFailures } from "../../../batch/sweep/row-failures.ts";
import { runAll, type RunTask } from "../../../batch/sweep/runs.ts";
import type { RunNews } from "../../../batch/sweep/simulate.ts";
import { longTotalText, totalOf } from "../terminal/cost-text.ts";
import { EXIT, Failure } from "../terminal/exit.ts";
import { build, mistakesOf, scenarioOf, sourceOf, type ScenarioFile } from "../files/scenario-file.ts";
import { Interrupts } from "../terminal/signals.ts";
import { storing } from "../files/storing.ts";
import { ShownProgress } from "../terminal/shown-progress.ts";
import { SILENT_MS, SweepProgress } from "../terminal/sweep-progress.ts";
import { clearPassing, complain, count, counted, say, showPassing, warn } from "../terminal/terminal.ts";
import { commandLine } from "../terminal/shell.ts";
import { idleLines, warnIdleIn, type IdleRow } from "../files/idle.ts";
import { unusedOf, warnUnusedIn, type UnusedRow } from "../files/unused.ts";

/** The rows of a comparison to run, and the data for the folder of the results. */
export interface AskedRows {
  readonly file: ScenarioFile;
  /** Settings of all rows. */
  readonly set: readonly Setting[];
  readonly rows: readonly Row[];
  /** The paths of the varied settings, each with the list of its values for compare.json. */
  readonly vary: Comparison["vary"];
  /** Paths of settings that are expected to have an effect in at least one row. */
  readonly paths: readonly string[];
  /** The command's name, such as "whatif". It is a part of the results folder's default name. */
  readonly command: string;
  /**
   * Returns two things: further rows, which depend on the results of `rows`, and the varied settings of all rows. xoff
   * calls this function when every run of `rows` is complete. `folders` has the folder of each of these runs.
   *
   * `rows` and the further rows become visible in the results folder together (`publishComparison`). Publishing removes
   * a run from the results folder if the run is not part of the published comparison. If the further rows were published
   * separately, this would remove the runs of `rows`.
   */
  readonly more?: (folders: readonly string[]) => Promise<Pick<AskedRows, "rows" | "vary">>;
}

export interface RowsOptions {
  readonly jobs?: number;
  readonly out?: string;
  readonly force?: boolean;
}

/** Interval in ms. Once per interval, the command checks whether a signal arrived and updates the displayed progress. */
const EVERY_MS = 200;

interface CheckedRow extends ReadRow {
  readonly scenario: string;
  readonly hash: string;
  readonly modules: RunTask["modules"];
  readonly source: RunSource;
  /** Estimated work (packet-hops) and memory of the run. Rows that differ only by their seed share one estimate. */
  readonly estimate: Estimate;
  readonly unused: readonly Unused[];
  /** Warnings about traffic without a flow. If rows differ only by their seed, all of them have the warnings of the first such row. */
  readonly idle: readonly string[];
}

/**
 * Runs a simulation for each row without a stored result, and prints the comparison of all rows with `print`. Then writes the files of the
 * comparison, makes the folder with all results visible (publishes it) and returns the exit code. The comparison is printed first, so that
 * a full disk does not lose it.
 */
export async function runComparedRows(
  { file, set, rows: asked, vary: varied, paths, command, more }: AskedRows,
  options: RowsOptions,
  print: (result: Comparison) => void,
): Promise<number> {
  let rows = checkedRows(file, set, asked);
  let vary = varied;
  const [{ scenario }] = rows;
  warnUnusedIn(butSeeds(rows), paths);
  warnIdleIn(butSeeds(rows));
  const folder = options.out ?? join("results", `${scenario}-${command}-${hashOf(rows)}`);
  const staged = storing(() => stageComparison(folder, options));
  const interrupts = new Interrupts(() => {
    leaveComparison(staged);
  });
  let published = false;
  try {
    const run = async (some: readonly CheckedRow[]) => {
      const kept = await keptRuns(some, staged);
      const atOnce = options.jobs ?? availableParallelism();
      return { kept, outcomes: await runMissing(file.name, some, kept, staged, atOnce, interrupts) };
    };
    let { kept, outcomes } = await run(rows);
    if (more !== undefined && interrupts.code === undefined && outcomes.every(({ kind }) => kind === "answered")) {
      const further = await more(rows.map(({ slug }, k) => runFolder(staged, slug, kept[k])));
      const checked = further.rows.length === 0 ? [] : checkedRows(file, set, further.rows);
      const ran = await run(checked);
      vary = further.vary;
      rows = [...rows, ...checked];
      kept = [...kept, ...ran.kept];
      outcomes = [...outcomes, ...ran.outcomes];
    }
    const result = comparison({ xoff: VERSION, base: { scenario, set: written(set) }, vary }, rows, outcomes);
    const failed = complainOfFailed(result);
    const failure = exitOfFailed(outcomes);
    if (failed === result.rows.length)
      throw new Failure(
        "No row has results, so nothing was written. Correct the errors above and run the command again.",
        failure,
      );

    print(result);
    const inPlace = kept.flatMap((one) => one?.inPlace ?? []);
    storing(() => {
      publishComparison(folder, staged, result, inPlace);
    });
    published = true;
    tellEnd(result, folder);
    return failed > 0 ? failure : (interrupts.code ?? EXIT.done);
  } finally {
    clearPassing();
    if (published) staged.discard();
    else if (leaveComparison(staged) > 0) say("Complete rows are kept: the same command resumes.");
    interrupts.release();
  }
}

/** The stored run of each row, or undefined if the row has not been run yet. */
async function keptRuns(rows: readonly CheckedRow[], staged: StagedFolder): Promise<(KeptRun | undefined)[]> {
  const kept: (KeptRun | undefined)[] = [];
  for (const { slug, hash } of rows) kept.push(await keptRun(staged, slug, hash));
  const known = kept.filter((one) => one !== undefined).length;
  if (known > 0)
    say(`${count(known)} of ${counted(rows.length, "row")} ${known === 1 ? "is" : "are"} complete already`);
  return kept;
}

/**
 * Simulates each row that has no stored result yet. Returns the outcomes of all rows. If a result cannot be written, further results would
 * be lost, so the function throws `Failure`. Results stored so far are kept.
 */
async function runMissing(
  file: string,
  rows: readonly CheckedRow[],
  kept: readonly (KeptRun | undefined)[],
  { partial }: StagedFolder,
  atOnce: number,
  interrupts: Interrupts,
): Promise<Outcome<RunAnswer>[]> {
  const missing = rows.filter((_, k) => kept[k] === undefined);
  const cost = longTotalText(
    totalOf(
      missing.map(({ estimate }) => ({ estimate, times: 1 })),
      atOnce,
    ),
    "rows",
  );
  if (cost !== undefined) say(cost);
  const outcomes = (await runRows(file, missing, partial, atOnce, interrupts)).values();
  const all = kept.map((one): Outcome<RunAnswer> => {
    if (one !== undefined) return { kind: "answered", answer: one.answer };
    return outcomes.next().value ?? { kind: "not begun" };
  });
  const refused = all.find((one) => one.kind === "failed" && one.whose === "disk");
  if (refused?.kind === "failed") throw new Failure(refused.why, EXIT.output);
  return all;
}

/**
 * The exit code of a comparison with failed rows. The most serious error decides: first an internal error, then a lack of disk or memory,
 * then a mistake in the file.
 */
function exitOfFailed(outcomes: readonly Outcome<RunAnswer>[]): number {
  const whose = new Set(outcomes.map((one) => (one.kind === "failed" ? one.whose : undefined)));
  if (whose.has("xoff")) return EXIT.internal;
  return whose.has("disk") || whose.has("memory") ? EXIT.output : EXIT.input;
}

/**
 * Checks the given rows before any of them runs. If rows differ only by their seed, only the first of them has its network
 * built. Throws a `Failure` that names every row with a mistake.
 */
function checkedRows(file: ScenarioFile, set: readonly Setting[], rows: readonly Row[]): CheckedRow[] {
  const built = new Map<string, Pick<CheckedRow, "estimate" | "idle">>();
  const failed = new Set<string>();
  const failures = new RowFailures(file.name);
  const began = performance.now();
  const checked = rows.flatMap((row, k) => {
    if (performance.now() - began > SILENT_MS) showPassing(`checking the scenario of row ${k + 1} of ${rows.length}`);
    const butSeed = butSeedOf(row);
    if (failed.has(butSeed) || failures.isFull) return [];
    try {
      const checked = checkedRow(file, set, row, (...args) => {
        if (built.has(butSeed)) return scenarioOf(...args);
        const experiment = build(...args);
        const { scenario, plan } = experiment;
        const idle = idleLines(idleTraffic(scenario, plan), ...args);
        built.set(butSeed, { estimate: estimate(experiment), idle });
        return scenario;
      });
      return [{ ...checked, ...(built.get(butSeed) as Pick<CheckedRow, "estimate" | "idle">) }];
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      failures.add(butSeed === "" ? row.label : butSeed, [error.message, ...error.others]);
      failed.add(butSeed);
      return [];
    }
  });
  mistakesOf(file.name, () => {
    failures.settle();
  });
  return checked;
}

const butSeedOf = ({ settings }: Row): string => labelOf(settings.filter(({ path }) => path !== "seed"));

/** The rows of a comparison, with one row for all seeds of the same settings. */
const butSeeds = (rows: readonly CheckedRow[]): (UnusedRow & IdleRow)[] => [
  ...new Map(rows.map((row) => [butSeedOf(row), { ...row, label: butSeedOf(row) }])).values(),
];

function checkedRow(
  file: ScenarioFile,
  set: readonly Setting[],
  row: Row,
  check: typeof scenarioOf,
): Omit<CheckedRow, "estimate" | "idle"> {
  const own = { ...file, included: [] };
  const settings = [...set, ...row.settings];
  const scenario = check(own, settings);
  const { name, modules = [] } = scenario;
  if (row.shown?.[IDEAL] === "none" && scenario.ideal !== undefined)
    throw new Failure(
      `${file.name}: --ideal is only allowed without ideal: ${scenario.ideal} in the scenario. Remove that line.`,
      EXIT.input,
    );
  const fixed = fixedParts(scenario, file.tables);
  const source = sourceOf(own, settings, scenario);
  const unused = unusedOf(scenario, file);
  return { ...row, scenario: name, hash: scenarioHash(scenario), fixed, modules, source, unused };
}

/** The first eight hexadecimal digits of a hash of all rows. */
function hashOf(rows: readonly CheckedRow[]): string {
  const hash = createHash("sha256");
  for (const row of rows) hash.update(`${row.label} ${row.hash}\n`);
  return hash.digest("hex").slice(0, 8);
}

async function runRows(
  file: string,
  rows: readonly CheckedRow[],
  folder: string,
  atOnce: number,
  interrupts: Interrupts,
): Promise<Outcome<RunAnswer>[]> {
  const progress = new SweepProgress(
    rows.map(({ label }) => label),
    "rows",
    rows.map(({ estimate }) => estimate.packetHops),
  );
  const shown = new ShownProgress(progress);
  const abort = new AbortController();
  const look = setInterval(() => {
    if (interrupts.code !== undefined) abort.abort();
    shown.look();
  }, EVERY_MS);
  const tasks = rows.map(({ source, modules, slug }) => ({
    file,
    source,
    modules,
    folder: join(folder, "runs", slug),
  }));
  try {
    return await runAll(tasks, {
      atOnce,
      signal: abort.signal,
      onBegin: (row) => {
        progress.begin(row);
      },
      onNews: (row, news) => {
        progress.tell(row, nearer(news, rows[row].estimate));
      },
      onEnd: (row, outcome) => {
        progress.end(row);
        if (outcome.kind === "failed" && outcome.whose === "disk") abort.abort();
      },
    });
  } finally {
    clearInterval(look);
    clearPassing();
  }
}

/**
 * Progress of a run. A run ends at its time limit, or earlier when all flows are complete. So the progress is the
 * larger of two shares: simulated time relative to the limit, and packet-hops relative to the estimate.
 */
const nearer = ({ share, packetHops }: RunNews, estimate: Estimate): RunNews => ({
  share: Math.max(share, Math.min(0.99, packetHops / Math.max(1, estimate.packetHops))),
  packetHops,
});

/** Prints the error of each failed row, and returns the number of failed rows. */
function complainOfFailed({ base, rows }: Comparison): number {
  const failed = rows.filter(({ ending }) => ending === "failed");
  for (const { label, why = "" } of failed) complain(`${base.scenario} with ${label}: ${why}`);
  return failed.length;
}

function tellEnd({ rows, not_begun: notBegun, over_seeds: means }: Comparison, folder: string): void {
  const cut = rows.filter(({ ending }) => ending === "interrupted");
  if (cut.length > 0) warn(`interrupted, with the measurements so far: ${cut.map(({ label }) => label).join("; ")}`);
  if (notBegun.length > 0) warn(`not started: ${notBegun.join("; ")}`);
  if (cut.length + notBegun.length > 0) say("The same command resumes.");
  say(
    `${counted(rows.length, "row")} in ${folder}: compare.csv, compare.json${means.length > 0 ? ", over-seeds.csv" : ""}, and each ` +
      "run in runs/.",
  );
  say(`A page of plots: ${commandLine("xoff", "report", folder)}`);
}
