/** `xoff sweep`: executes many runs on one machine or on a cluster, each run once. */
import { Argument, InvalidArgumentError, Option, type Command } from "commander";
import { pageOf } from "../terminal/invocation.ts";
import { pathGiven, placeGiven } from "../terminal/path-argument.ts";
import { repeated } from "../terminal/repeated.ts";
import { whole } from "../terminal/whole.ts";
import type { Scheduler } from "../../../batch/sweep/plan/scripts.ts";
import type { CollectOptions } from "./collect.ts";
import type { PlanOptions } from "./plan.ts";
import type { RunOptions } from "./run.ts";
import type { StatsOptions } from "./stats.ts";
import type { ScriptOptions } from "./script.ts";

const FOLDER = "folder of a sweep, written by xoff sweep plan";

export function addSweep(program: Command, exit: (code: number) => void): void {
  const group = program
    .command("sweep")
    .summary("do many runs (settings x seeds), on one machine or a cluster")
    .description(
      "Plans, runs and collects many runs of a scenario. A run is one row. Its name is a hash of scenario, policies, seed and version " +
        `of the results. Completed runs are never repeated. An interrupted sweep resumes (${pageOf("docs/sweeps.md")}).`,
    )
    .addHelpText(
      "after",
      `
From a scenario to a table:
  xoff sweep plan my.yaml --vary buffer=st,dt --vary traffic.0.load=0.3,0.5 --seeds 20 --out s
  xoff sweep run s            on this machine; after Ctrl-C the same command resumes
  xoff sweep status s         complete, failed and missing runs, and the time of the rest
  xoff sweep collect s        s/collected/rows.parquet and rows.csv
  xoff sweep stats s slowdown_p99     means, differences and their intervals

On a cluster (docs/cluster.md):
  xoff sweep run s --task 3/40        one of 40 shares of the runs, on any machine with access to the folder
  xoff sweep script slurm s           a job array for all runs`,
    );
  addPlan(group, exit);
  addRuns(group, exit);

  group
    .command("status")
    .summary("show complete, failed and missing runs, and the time of the rest")
    .description(
      "Prints the progress of a sweep, and the failed runs with their reasons. It estimates the time of the missing runs from the " +
        "complete ones. Exit code 0 if all runs are complete, 1 if some are missing or failed.",
    )
    .argument("<folder>", FOLDER, pathGiven)
    .option("--json", "print JSON on stdout")
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
    .summary("write the plan of the runs into a folder, without running them")
    .description(
      "Reads and builds every combination of settings once, so mistakes show before the runs. Then it writes the " +
        "plan into a folder, with the scenario and all files that it names. It prints the time of all runs on this " +
        "machine. The same folder accepts a new plan with more seeds or values: existing rows stay valid.",
    )
    .argument("<file>", "scenario, or a sweep's file, which contains all options below", pathGiven)
    .option(
      "--vary <path=values>",
      "a field of the scenario and its values, as for xoff compare; repeatable: all combinations run",
      repeated,
    )
    .option(
      "--row <settings>",
      'one point of a list, "buffer=dt; switch.memory=16MiB"; repeatable; combined with every combination of --vary',
      repeated,
    )
    .option("--set <path=value>", "override a value of the scenario in all runs; repeatable", repeated)
    .option(
      "--seeds <n>",
      "run every point under this number of seeds: the scenario's seed and the next ones (default: 1)",
      whole(1, 100_000),
    )
    .option(
      "--until <rule>",
      'add seeds until the target precision. "slowdown_p99 within 5%": half the 95% interval of the mean is at ' +
        'most 5%. "pauses decided": the difference to the first point is decided. "or" joins both',
    )
    .option("--at-most <n>", "maximum number of seeds of a point, with --until (default: 200)", whole(5, 100_000))
    .option(
      "--fast-forward",
      `skip repeated time and replay repeated flows, in all runs; the columns skipped_share and skip_error have the share and its error (${pageOf("docs/fast-forward.md")})`,
    )
    .option(
      "--keep <tables>",
      "tables to keep of each run, such as flows,pauses, or the name of a probe (default: none)",
      listed,
    )
    .option("--out <folder>", "folder of the plan (default: results/<scenario>-sweep-<hash>)", placeGiven)
    .addHelpText(
      "after",
      `
Examples:
  xoff sweep plan my.yaml --vary buffer=st,dt --vary traffic.0.load=0.1,0.5,0.9 --seeds 20
  xoff sweep plan my.yaml --row "buffer=dt; buffer.alpha=2" --row "buffer=st" --seeds 5 --out s
  xoff sweep plan my.yaml --vary buffer=st,dt --until "slowdown_p99 within 5% or decided" --at-most 100
  xoff sweep plan my.yaml --vary congestion=none,dcqcn --seeds 20 --fast-forward
  xoff sweep plan sweep.yaml --out s

A sweep's file:
  scenario: my.yaml                 # relative to this file
  set: { until: 2ms }               # in all runs; fastForward: true skips time
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
      .option("--task <n/m>", "only share n of m of the runs, with n from 1 to m", share)
      .option(
        "--jobs <n>",
        "maximum number of runs at once (default: one a core, fewer if memory is short)",
        whole(1, 1024),
      )
      .option("--most <n>", "run only this number of runs now", whole(1, 10_000_000))
      .addOption(new Option("--quiet", "print only failures"));
  options(group.command("run"))
    .summary("run the missing rows")
    .description(
      "Runs all rows that are neither complete nor failed, several at once. A failed run is recorded with its reason, and the others " +
        "continue. After Ctrl-C the same command resumes. Several processes may work at once, each with its --task.",
    )
    .addHelpText(
      "after",
      `
Examples:
  xoff sweep run s --jobs 2
  xoff sweep run s --task 1/2         here; --task 2/2 on another machine with the plan`,
    )
    .action(async (folder: string, given: RunOptions) => {
      exit(await (await import("./run.ts")).sweepRun(folder, given));
    });
  options(group.command("retry"))
    .summary("run the missing and the failed rows")
    .description("Repeats failed rows and runs missing ones.")
    .action(async (folder: string, given: RunOptions) => {
      exit(await (await import("./run.ts")).sweepRun(folder, { ...given, retry: true }));
    });
}

function addCollect(group: Command, exit: (code: number) => void): void {
  group
    .command("collect")
    .summary("write all rows as one table, from one folder or several")
    .description(
      "Writes rows.parquet and rows.csv, a line a run in the order of the plan. With --tables it also writes a Parquet file of each " +
        "table. Several folders are merged: each run of their plans appears once.",
    )
    .argument("<folders...>", "folders of sweeps")
    .option(
      "--tables <names>",
      "tables that the runs kept (xoff sweep plan --keep), such as flows, one file each",
      listed,
    )
    .option("--out <folder>", "folder of the tables (default: collected/ in the first folder)", placeGiven)
    .option("--force", "continue although the folder has files that xoff did not write; they stay")
    .addHelpText(
      "after",
      `
Examples:
  xoff sweep collect s
  xoff sweep collect here there --out both        folders of two machines
  xoff query "select buffer, avg(slowdown_p99) from rows group by all" s`,
    )
    .action(async (folders: string[], options: CollectOptions) => {
      exit(await (await import("./collect.ts")).sweepCollect(folders, options));
    });
}

function addStats(group: Command, exit: (code: number) => void): void {
  group
    .command("stats")
    .summary("show means, quantiles and differences of a column, with their intervals")
    .description(
      "Prints the mean and quantiles of one column over the seeds of each point, with 95% intervals. It also prints the paired " +
        "differences between points, corrected for their number. Points are compared within each value of the other axes " +
        `(${pageOf("docs/statistics.md")}).`,
    )
    .argument("<folder>", FOLDER, pathGiven)
    .argument("<column>", "a column such as slowdown_p99; xoff compare --help lists them")
    .option(
      "--against <value>",
      'baseline of the differences: the value of an axis ("congestion=dcqcn") or one point ("buffer=dt, ' +
        'traffic.0.load=0.4"); default: the first value of the first axis',
    )
    .option("--json", "print JSON on stdout")
    .addHelpText(
      "after",
      `
Examples:
  xoff sweep stats s slowdown_p99
  xoff sweep stats s fct_mean_ns --against congestion=dcqcn     at each memory and load`,
    )
    .action(async (folder: string, column: string, options: StatsOptions) => {
      exit((await import("./stats.ts")).sweepStats(folder, column, options));
    });
}

function addScript(group: Command, exit: (code: number) => void): void {
  group
    .command("script")
    .summary("print the script for a cluster's scheduler")
    .description(
      "Prints the script that runs a sweep's tasks on a cluster. A task lasts some minutes by the measured time of complete runs; " +
        `without one, a run is done first. Requeued and repeated tasks do no harm (${pageOf("docs/cluster.md")}).`,
    )
    .addArgument(new Argument("<scheduler>", "whose").choices(["slurm", "parallel", "hyperqueue", "kubernetes"]))
    .argument("<folder>", `${FOLDER}, on a disk of all nodes`, pathGiven)
    .option("--minutes <n>", "target duration of a task", whole(1, 1440), 10)
    .option("--cores <n>", "cores of a task, the number of its runs at once", whole(1, 1024), 1)
    .option("--tasks <n>", "number of tasks, instead of --minutes", whole(1, 1_000_000))
    .option("--xoff <command>", "the command for xoff on a node (default: as here)")
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

const listed = (text: string): string[] => text.split(",").map((one) => one.trim());

function share(text: string): { readonly index: number; readonly of: number } {
  const [, index = 0, of = 0] = (/^(\d{1,9})\/(\d{1,9})$/.exec(text) ?? []).map(Number);
  if (index >= 1 && index <= of) return { index, of };
  throw new InvalidArgumentError("Expected a share such as 3/40: n/m, with n from 1 to m.");
}
