/** `xoff reproduce` at work: finds what is missing, runs it in a pool, concludes, and writes pages. */
import { mkdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Done, Experiment, Key, Scale } from "../experiments/contract.ts";
import { experiments } from "../experiments/index.ts";
import { quickTime } from "../experiments/quick-minutes.ts";
import { complaint, didYouMean } from "../params.ts";
import { figurePage, type Concluded } from "../report/figure-page.ts";
import { figuresMarkdown } from "../report/figures-markdown.ts";
import { table } from "../report/table.ts";
import { hang } from "../wrap.ts";
import { buildId, keptTrial, planTrials, runTrials, type KeptTrial, type PlannedTrial } from "../sweep/trials.ts";
import { claimsText } from "./claims-text.ts";
import { EXIT, Failure } from "./exit.ts";
import { pageWidth } from "./page.ts";
import { Interrupts } from "./signals.ts";
import { StagedFile } from "./staged-file.ts";
import { SweepProgress } from "./sweep-progress.ts";
import { clearPassing, complain, count, counted, say, warn } from "./terminal.ts";
import { version } from "./version.ts";

export interface ReproduceOptions {
  readonly scale: Scale;
  readonly seeds?: number;
  readonly jobs: number;
  readonly out: string;
  readonly markdown?: string;
  readonly json?: boolean;
}

/** Between two looks at signals and progress, ms. */
const EVERY_MS = 200;

export function listFigures(): void {
  const columns = table(
    ["figure", "quick"],
    experiments.map(({ id }) => [id, quickTime(id)]),
    2,
  ).split("\n");
  const width = Math.max(...columns.map((line) => line.length));
  const lines = columns.map((line, k) =>
    hang(`${line.padEnd(width)}  `, k === 0 ? "what it shows" : experiments[k - 1].title, pageWidth()),
  );
  process.stdout.write(`${lines.join("\n")}\n`);
}

/** Returns the exit code. */
export async function runReproduce(names: readonly string[], options: ReproduceOptions): Promise<number> {
  const chosen = [...new Set(names.flatMap(named))];
  const rows = join(options.out, "rows");
  makeFolder(rows);
  const interrupts = new Interrupts(() => {});
  const all: Concluded[] = [];
  try {
    for (const experiment of chosen) {
      const { scale, seeds = experiment.seeds[scale] } = options;
      const planned = planTrials(experiment, { scale, seeds, folder: rows, version });
      await runMissing(experiment, planned, options.jobs, interrupts);
      if (interrupts.code !== undefined) {
        const kept = planned.filter((trial) => keptTrial(trial) !== undefined).length;
        say(
          `Stopped. ${count(kept)} of ${counted(planned.length, "run")} of ${experiment.id} are kept in ${rows}: the same command goes on from there.`,
        );
        break;
      }
      const concluded = conclude(experiment, scale, seeds, planned);
      all.push(concluded);
      const page = await writeFigure(concluded, options.out);
      if (options.json !== true) process.stdout.write(claimsText(concluded, page, pageWidth()));
    }
  } finally {
    interrupts.release();
  }
  if (options.json === true) process.stdout.write(`${JSON.stringify(all.flatMap(claimRows), null, 2)}\n`);
  if (interrupts.code !== undefined) return interrupts.code;
  if (options.markdown !== undefined) await writeMarkdown(all, options.markdown, names, options);
  return all.some(({ failed }) => failed > 0) ? EXIT.internal : EXIT.done;
}

/** A figure, the figures of a paper, or all. */
function named(name: string): readonly Experiment[] {
  const found = experiments.filter(({ id }) => name === "all" || id === name || id.startsWith(`${name}/`));
  if (found.length > 0) return found;
  const ids = experiments.map(({ id }) => id);
  const hint =
    didYouMean(name, ["all", ...ids, ...ids.map((id) => id.split("/")[0])]) ?? "`xoff reproduce` lists them.";
  throw new Failure(complaint("a figure or a paper", name, hint), EXIT.input);
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new Failure(`--out: expected a folder that can be written: ${(error as Error).message}`, EXIT.input);
  }
}

async function runMissing(
  { id }: Experiment,
  planned: readonly PlannedTrial[],
  atOnce: number,
  interrupts: Interrupts,
): Promise<void> {
  const missing = planned.filter((trial) => keptTrial(trial) === undefined);
  if (missing.length < planned.length && missing.length > 0)
    say(`${id}: ${count(planned.length - missing.length)} of ${counted(planned.length, "run")} are there already`);
  const stop = new AbortController();
  const progress = new SweepProgress(
    missing.map(({ label }) => `${id} ${label}`),
    "runs",
  );
  const look = setInterval(() => {
    if (interrupts.code !== undefined) stop.abort();
    progress.show();
  }, EVERY_MS);
  try {
    await runTrials(missing, {
      atOnce,
      signal: stop.signal,
      onBegin: (task) => {
        progress.begin(task);
      },
      onNews: (task, news) => {
        progress.tell(task, news);
      },
      onEnd: (task, outcome) => {
        progress.end(task);
        if (outcome.kind === "failed" && !stop.signal.aborted)
          complain(`${id}, ${missing[task].label}: ${outcome.why}`);
      },
    });
  } finally {
    clearInterval(look);
    clearPassing();
  }
}

function conclude(experiment: Experiment, scale: Scale, seeds: number, planned: readonly PlannedTrial[]): Concluded {
  const kept = planned.map(keptTrial).filter((trial): trial is KeptTrial => trial !== undefined);
  const foreign = kept.filter(({ build }) => build !== buildId()).length;
  if (foreign > 0) {
    warn(
      `${experiment.id}: runs by another build of xoff ${version}: ${count(foreign)} of ${count(kept.length)}. ` +
        `To do them again remove ${dirname(planned[0].file)}.`,
    );
  }
  const done = kept.map((trial): Done<Key, unknown> => trial.done);
  return {
    ...{ experiment, scale, seeds },
    runs: planned.length,
    failed: planned.length - kept.length,
    seconds: kept.reduce((sum, trial) => sum + trial.seconds, 0),
    conclusion: experiment.conclude(done, scale),
  };
}

/** The page of a figure, and beside it the data behind its plots. Returns where the page is. */
async function writeFigure(concluded: Concluded, out: string): Promise<string> {
  const { experiment, scale, seeds, runs, failed, conclusion } = concluded;
  const path = join(out, `${experiment.id}-${scale}`);
  const data = { id: experiment.id, title: experiment.title, scale, seeds, runs, failed };
  const text = JSON.stringify({ ...data, claims: claimRows(concluded), plots: conclusion.plots }, null, 1);
  writeWhole(`${path}.json`, `${text}\n`);
  writeWhole(`${path}.html`, await figurePage(concluded));
  return `${path}.html`;
}

async function writeMarkdown(
  all: readonly Concluded[],
  path: string,
  names: readonly string[],
  { scale, seeds }: ReproduceOptions,
): Promise<void> {
  const folder = basename(path, ".md");
  const command = `xoff reproduce ${names.join(" ")} --scale ${scale}${seeds === undefined ? "" : ` --seeds ${seeds}`}`;
  const { text, drawings } = await figuresMarkdown(all, { folder, command, version });
  for (const [name, svg] of drawings) writeWhole(join(dirname(path), name), `${svg}\n`);
  writeWhole(path, text);
}

function writeWhole(path: string, text: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
  } catch (error) {
    throw new Failure(`${path} cannot be written: ${(error as Error).message}`, EXIT.output);
  }
  const file = new StagedFile(path);
  try {
    file.write(text);
    file.publish();
  } finally {
    file.discard();
  }
}

const claimRows = ({ experiment, scale, seeds, conclusion }: Concluded): object[] =>
  conclusion.claims.map(({ id, claim, kind, paper, ours, verdict, note }) => ({
    id: `${experiment.id}/${id}`,
    ...{ claim, kind, paper, ours, verdict, scale, seeds },
    ...(note === undefined ? {} : { note }),
  }));
