/** `xoff sweep`: many runs, on one machine or on a cluster, each done once. */
import { Argument, InvalidArgumentError, Option, type Command } from "commander";
import { pageOf } from "../terminal/called.ts";
import { pathGiven, placeGiven } from "../terminal/path-given.ts";
import { repeated } from "../terminal/repeated.ts";
import type { Scheduler } from "../../../batch/sweep/plan/scripts.ts";
import type { CollectOptions } from "./collect.ts";
import type { PlanOptions } from "./plan.ts";
import type { RunOptions } from "./run.ts";
import type { StatsOptions } from "./stats.ts";
import type { ScriptOptions } from "./script.ts";

const FOLDER = "folder of a sweep, as xoff sweep plan writes it";

export function addSweep(program: Command, exit: (code: number) => void): void {
  const group = program
    .command("sweep")
    .summary("many runs: a grid of settings x seeds, on one machine or a cluster")
    .description(
      "Plans, runs and collects many runs of a scenario. A run is one row. Its name is a hash of scenario, policies, seed and version of the results. " +
        `Completed runs are never repeated. An interrupted sweep resumes (${pageOf("docs/sweeps.md")}).`,
    )
    .addHelpText(
      "after",
      `
From a scenario to a table:
  xoff sweep plan my.yaml --vary buffer=st,dt --vary traffic.0.load=0.3,0.5 --seeds 20 --out s
  xoff sweep run s            on this machine; Ctrl-C, and the same again goes on
  xoff sweep status s         what is done, what failed and why, how long the rest takes
  xoff sweep collect s        s/collected/rows.parquet and rows.csv
  xoff sweep stats s slowdown_p99     means, differences and their intervals

On a cluster (docs/cluster.md):
  xoff sweep run s --task 3/40        one of 40 shares of the runs, on any machine that sees the folder
  xoff sweep script slurm s           a job array that does all of them`,
    );
  addPlan(group, exit);
  addRuns(group, exit);

  group
    .command("status")
    .summary("what is done, failed and missing, and how long the rest takes")
    .description(
      "Says how far a sweep is, which runs failed and why, and what the missing ones take by the time that the others took. Exit code 0 when all is there, 1 while " +
        "something is missing or failed.",
    )
    .argument("<folder>", FOLDER, pathGiven)
    .option("--json", "for programs on stdout")
    .action(async (folder: string, options: { readonly json?: boolean }) => {
      exit((await import("./status.ts")).sweepStatus(folder, options));
    });
  addCollect(group, exit);
  addStats(group, exit);
  addScript(group, exit);
}

function addPlan(group: Command, exit: (code: number) => void): void {
  group
    .command("plan")
    .summary("what is to be run: into a folder, nothing is run")
    .description(
      "Reads and builds every combination of settings once, so that mistakes show now, and writes the plan, with the scenario and all files that it names, into a " +
        "folder. It says how long all runs take on this machine. A plan may be written again into the same folder, with more seeds or values: rows that are there stay, and count.",
    )
    .argument("<file>", "scenario, or a sweep's file, which says all that the options below say", pathGiven)
    .option(
      "--vary <path=values>",
      "a field of the scenario and its values, as of xoff compare; given again: every combination",
      repeated,
    )
    .option(
      "--row <settings>",
      'one point of a list, "buffer=dt; switch.memory=16MiB"; given again: one more; with --vary: each combined with each',
      repeated,
    )
    .option("--set <path=value>", "a value for all runs, over what the file says; may be given again", repeated)
    .option(
      "--seeds <n>",
      "every point under so many seeds, the scenario's and those after it (default: 1)",
      whole(1, 100_000),
    )
    .option(
      "--until <rule>",
      'as many seeds as it takes: "slowdown_p99 within 5%": until half the 95% interval of its mean is within; "pauses decided": until the difference to the ' +
        'first point is decided; or both, joined by "or"',
    )
    .option("--at-most <n>", "most seeds of a point, with --until (default: 200)", whole(5, 100_000))
    .option(
      "--keep <tables>",
      "tables that are kept of each run, such as flows,pauses, or the name of a probe (default: none)",
      listed,
    )
    .option("--out <folder>", "where it goes (default: results/<scenario>-sweep-<hash>)", placeGiven)
    .addHelpText(
      "after",
      `
Examples:
  xoff sweep plan my.yaml --vary buffer=st,dt --vary traffic.0.load=0.1,0.5,0.9 --seeds 20
  xoff sweep plan my.yaml --row "buffer=dt; buffer.alpha=2" --row "buffer=st" --seeds 5 --out s
  xoff sweep plan my.yaml --vary buffer=st,dt --until "slowdown_p99 within 5% or decided" --at-most 100
  xoff sweep plan sweep.yaml --out s

A sweep's file:
  scenario: my.yaml                 # from where this file lies
  set: { until: 2ms }               # in all runs
  grid:                             # every combination
    buffer: [st, dt, { name: dt, alpha: 2 }]
    traffic.0.load: [0.3, 0.5]
  list:                             # each combined with the grid
    - { switch.memory: 16MiB, congestion: dcqcn }
    - { switch.memory: 32MiB, congestion: hpcc }
  seeds: 20                         # or [1, 2, 3], or 1..20; or until: slowdown_p99 within 5%, atMost: 200
  keep: [flows]`,
    )
    .action(async (file: string, options: PlanOptions) => {
      exit(await (await import("./plan.ts")).sweepPlan(file, options));
    });
}

function addRuns(group: Command, exit: (code: number) => void): void {
  const options = (command: Command): Command =>
    command
      .argument("<folder>", FOLDER, pathGiven)
      .option("--task <n/m>", "one of m shares of the runs, n from 1 to m", share)
      .option("--jobs <n>", "most runs at once (default: one a core, fewer where memory is short)", whole(1, 1024))
      .option("--most <n>", "so many runs now, the others another time", whole(1, 10_000_000))
      .addOption(new Option("--quiet", "nothing but what fails"));
  options(group.command("run"))
    .summary("does what is not there yet")
    .description(
      "Runs what has neither a row nor failed, several runs at once. A run that fails is noted with its reason and holds nobody up. Ctrl-C ends it; the same command goes on, " +
        "and so do several at once, each with its --task.",
    )
    .addHelpText(
      "after",
      `
Examples:
  xoff sweep run s --jobs 2
  xoff sweep run s --task 1/2         here, and --task 2/2 on another machine that has the plan`,
    )
    .action(async (folder: string, given: RunOptions) => {
      exit(await (await import("./run.ts")).sweepRun(folder, given));
    });
  options(group.command("retry"))
    .summary("the same, with those that failed")
    .description("Does what failed again, and what is not there yet.")
    .action(async (folder: string, given: RunOptions) => {
      exit(await (await import("./run.ts")).sweepRun(folder, { ...given, retry: true }));
    });
}

function addCollect(group: Command, exit: (code: number) => void): void {
  group
    .command("collect")
    .summary("all rows as one table, of one folder or of several machines'")
    .description(
      "Writes rows.parquet and rows.csv, a line a run in the order of the plan, and with --tables a Parquet file of each of these. Of several folders the " +
        "runs of all their plans are taken, each once, wherever it was done.",
    )
    .argument("<folders...>", "folders of sweeps")
    .option(
      "--tables <names>",
      "tables that the runs kept (xoff sweep plan --keep), such as flows, each as one",
      listed,
    )
    .option("--out <folder>", "where it goes (default: collected/ in the first folder)", placeGiven)
    .option("--force", "go on although there is something in the folder that xoff did not write: it stays there")
    .addHelpText(
      "after",
      `
Examples:
  xoff sweep collect s
  xoff sweep collect here there --out both        two machines' folders
  xoff query "select buffer, avg(slowdown_p99) from rows group by all" s`,
    )
    .action(async (folders: string[], options: CollectOptions) => {
      exit(await (await import("./collect.ts")).sweepCollect(folders, options));
    });
}

function addStats(group: Command, exit: (code: number) => void): void {
  group
    .command("stats")
    .summary("a column's means, quantiles and differences, with their intervals")
    .description(
      "Says of one column what the seeds of each point come to, each number with its 95% interval, and how points differ from others, seed by seed, with a " +
        `correction for their number. Points are compared within each value of the other axes (${pageOf("docs/statistics.md")}).`,
    )
    .argument("<folder>", FOLDER, pathGiven)
    .argument("<column>", "such as slowdown_p99: xoff compare --help lists them")
    .option(
      "--against <value>",
      'a value of an axis, "congestion=dcqcn", or one point, "buffer=dt, traffic.0.load=0.4" (default: the first value of the first axis)',
    )
    .option("--json", "for programs on stdout")
    .addHelpText(
      "after",
      `
Examples:
  xoff sweep stats s slowdown_p99
  xoff sweep stats s fct_mean_ns --against congestion=dcqcn     at each memory, each load`,
    )
    .action(async (folder: string, column: string, options: StatsOptions) => {
      exit((await import("./stats.ts")).sweepStats(folder, column, options));
    });
}

function addScript(group: Command, exit: (code: number) => void): void {
  group
    .command("script")
    .summary("what a cluster's scheduler is given")
    .description(
      "Prints the script that runs a sweep's tasks on a cluster, cut so that a task lasts minutes by what runs have taken so far; where none is done, one is done first. " +
        `Requeued and repeated tasks do no harm (${pageOf("docs/cluster.md")}).`,
    )
    .addArgument(new Argument("<scheduler>", "whose").choices(["slurm", "parallel", "hyperqueue", "kubernetes"]))
    .argument("<folder>", `${FOLDER}, on a disk that all nodes see`, pathGiven)
    .option("--minutes <n>", "that a task is to last", whole(1, 1440), 10)
    .option("--cores <n>", "of a task, which has so many runs at once", whole(1, 1024), 1)
    .option("--tasks <n>", "so many tasks, however long they last", whole(1, 1_000_000))
    .option("--xoff <command>", "how xoff is called on a node (default: as here)")
    .addHelpText(
      "after",
      `
Examples:
  xoff sweep script slurm s | sbatch
  xoff sweep script slurm s --minutes 30 --cores 4 > s.sbatch
  xoff sweep script parallel s | JOBS=8 sh
  xoff sweep script hyperqueue s | bash
  xoff sweep script kubernetes s > job.yaml`,
    )
    .action(async (scheduler: Scheduler, folder: string, options: ScriptOptions) => {
      exit(await (await import("./script.ts")).sweepScript(scheduler, folder, options));
    });
}

function whole(least: number, most: number): (text: string) => number {
  return (text) => {
    const n = Number(text);
    if (/^\d+$/.test(text) && n >= least && n <= most) return n;
    throw new InvalidArgumentError(`Expected a whole number from ${least} to ${most}.`);
  };
}

const listed = (text: string): string[] => text.split(",").map((one) => one.trim());

function share(text: string): { readonly index: number; readonly of: number } {
  const [, index = 0, of = 0] = (/^(\d{1,9})\/(\d{1,9})$/.exec(text) ?? []).map(Number);
  if (index >= 1 && index <= of) return { index, of };
  throw new InvalidArgumentError("Expected a share such as 3/40: n/m, with n from 1 to m.");
}
