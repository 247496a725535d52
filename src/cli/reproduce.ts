/** `xoff reproduce`: figures of the papers, run, drawn, and each claim beside what came out. */
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { availableParallelism } from "node:os";
import { InvalidArgumentError, Option, type Command } from "commander";
import { SCALES, type Done, type Experiment, type Key, type Scale } from "../experiments/contract.ts";
import { experiments } from "../experiments/index.ts";
import { planTrials, runTrials, storedRow, type PlannedTrial } from "../sweep/trials.ts";
import { experimentPage, type Concluded } from "../report/experiment-page.ts";
import { didYouMean } from "../params.ts";
import { EXIT, Failure } from "./exit.ts";
import { Interrupts } from "./signals.ts";
import { StagedFile } from "./staged-file.ts";
import { SweepProgress } from "./sweep-progress.ts";
import { claimsText } from "./claims-text.ts";
import { clearPassing, say, warn } from "./terminal.ts";
import { version } from "./version.ts";

interface ReproduceOptions {
  readonly scale: Scale;
  readonly seeds?: number;
  readonly jobs: number;
  readonly out: string;
  readonly json?: boolean;
}

export function addReproduce(program: Command, exit: (code: number) => void): void {
  program
    .command("reproduce")
    .summary("run figures of the papers and compare with what they claim")
    .description(
      "Runs the scenarios of one or more figures, draws them as the paper does, and prints each claim of the paper beside what came " +
        "out. Without a figure, lists what there is. Each run is stored, so that a command that was stopped goes on where it was.",
    )
    .argument("[figures...]", 'such as spfc/fig4; "spfc" for all of that paper, "all" for all')
    .addOption(
      new Option("--scale <scale>", "quick: minutes; paper: the paper's own size").choices(SCALES).default("quick"),
    )
    .option("--seeds <n>", "runs of each scenario, with seeds 1 to n (default: the figure's own number)", positive)
    .option("--jobs <n>", "runs at once", positive, availableParallelism())
    .option("--out <folder>", "where rows and pages go", join("results", "reproduce"))
    .option("--json", "claims for programs on stdout")
    .addHelpText(
      "after",
      `
Examples:
  xoff reproduce                          the figures there are
  xoff reproduce spfc/fig4                run it quickly, then open results/reproduce/spfc/fig4-quick.html
  xoff reproduce dsh --scale paper        every DSH figure at the paper's size, resumable
  xoff reproduce spfc/fig17 --seeds 200   more seeds, narrower confidence intervals
  xoff reproduce all --json | jq '.[] | select(.verdict == "fails")'`,
    )
    .action(async (names: string[], options: ReproduceOptions) => {
      if (names.length === 0) list();
      else exit(await reproduce(names.flatMap(named), options));
    });
}

function positive(text: string): number {
  const n = Number(text);
  if (Number.isInteger(n) && n >= 1 && n <= 100_000) return n;
  throw new InvalidArgumentError("Expected a whole number of 1 or more.");
}

function list(): void {
  const width = Math.max(...experiments.map(({ id }) => id.length));
  for (const { id, title } of experiments) process.stdout.write(`${id.padEnd(width)}  ${title}\n`);
}

/** A figure, the figures of a paper, or all. */
function named(name: string): Experiment[] {
  const found = experiments.filter(({ id }) => name === "all" || id === name || id.startsWith(`${name}/`));
  if (found.length > 0) return found;
  const hint = didYouMean(
    name,
    experiments.map(({ id }) => id),
  );
  throw new Failure(
    `${name}: expected a figure or a paper, as \`xoff reproduce\` lists them.${hint === undefined ? "" : ` ${hint}`}`,
    EXIT.input,
  );
}

async function reproduce(chosen: readonly Experiment[], options: ReproduceOptions): Promise<number> {
  const stop = new AbortController();
  const interrupts = new Interrupts(() => undefined);
  const asked = setInterval(() => {
    if (interrupts.code !== undefined) stop.abort();
  }, 100);
  const all: Concluded[] = [];
  let failed = false;
  try {
    for (const experiment of chosen) {
      const concluded = await runOne(experiment, options, stop.signal, () => (failed = true));
      if (concluded === undefined) break;
      all.push(concluded);
      const page = await writePage(concluded, options);
      if (options.json !== true) process.stdout.write(claimsText(concluded, page));
    }
  } finally {
    clearInterval(asked);
    interrupts.release();
  }
  if (options.json === true) process.stdout.write(`${JSON.stringify(all.flatMap(claimRows), null, 2)}\n`);
  if (interrupts.code !== undefined) {
    say("Stopped. What was run is kept: the same command goes on from here.");
    return interrupts.code;
  }
  return failed ? EXIT.internal : EXIT.done;
}

/** Undefined: stopped before all runs were there. */
async function runOne(
  experiment: Experiment,
  { scale, seeds = experiment.seeds[scale], jobs, out }: ReproduceOptions,
  signal: AbortSignal,
  onFailure: () => void,
): Promise<Concluded | undefined> {
  const planned = planTrials(experiment, { scale, seeds, folder: join(out, "rows"), version });
  const missing = planned.filter((trial) => storedRow(trial) === undefined);
  await runMissing(experiment, missing, jobs, signal, onFailure);
  if (signal.aborted) return undefined;
  const done = planned.flatMap((trial): Done<Key, unknown>[] => {
    const row = storedRow(trial);
    return row === undefined ? [] : [row];
  });
  const conclusion = experiment.conclude(done, scale);
  return { experiment, scale, seeds, runs: planned.length, failed: planned.length - done.length, conclusion };
}

async function runMissing(
  experiment: Experiment,
  missing: readonly PlannedTrial[],
  jobs: number,
  signal: AbortSignal,
  onFailure: () => void,
): Promise<void> {
  const progress = new SweepProgress(missing.map(({ label }) => `${experiment.id} ${label}`));
  const shown = setInterval(() => {
    progress.show();
  }, 250);
  try {
    await runTrials(missing, {
      atOnce: jobs,
      signal,
      onBegin: (task) => {
        progress.begin(task);
      },
      onNews: (task, news) => {
        progress.tell(task, news);
      },
      onEnd: (task, outcome) => {
        progress.end(task);
        if (outcome.kind !== "failed" || signal.aborted) return;
        onFailure();
        warn(`${experiment.id}, ${missing[task].label}: ${outcome.why}`);
      },
    });
  } finally {
    clearInterval(shown);
    clearPassing();
  }
}

/** Returns where the page is. */
async function writePage(concluded: Concluded, { out }: ReproduceOptions): Promise<string> {
  const path = join(out, `${concluded.experiment.id}-${concluded.scale}.html`);
  mkdirSync(dirname(path), { recursive: true });
  const file = new StagedFile(path);
  try {
    file.write(await experimentPage(concluded));
    file.publish();
  } catch (error) {
    file.discard();
    throw error;
  }
  return path;
}

const claimRows = ({ experiment, scale, seeds, conclusion }: Concluded): object[] =>
  conclusion.claims.map(({ id, claim, kind, paper, ours, verdict, note }) => ({
    id: `${experiment.id}/${id}`,
    ...{ claim, kind, paper, ours, verdict, scale, seeds },
    ...(note === undefined ? {} : { note }),
  }));
