/** `xoff sweep status`: shows the progress of a sweep. */
import { formatDuration } from "../../../base/format.ts";
import { readPlan } from "../../../batch/sweep/plan/plan-folder.ts";
import { SweepState } from "../../../batch/sweep/plan/progress.ts";
import { buildId } from "../../../batch/sweep/build-id.ts";
import { EXIT } from "../terminal/exit.ts";
import { storing } from "../files/storing.ts";
import { count, counted, warn } from "../terminal/terminal.ts";

/** Maximum number of failures that are listed individually. */
const MAX_REPORTED = 20;

/** Prints the status and returns the exit code. */
export function sweepStatus(folder: string, { json = false }: { readonly json?: boolean }): number {
  const plan = storing(() => readPlan(folder));
  const state = new SweepState(plan, folder);
  const wanted = state.wanted();
  const rows = wanted.flatMap((run) => state.row(run) ?? []);
  const failed = wanted.filter((run) => state.hasFailed(run));
  const missing = wanted.length - rows.length - failed.length;
  const seconds = rows.reduce((sum, row) => sum + row.seconds, 0);
  const each = rows.length === 0 ? null : seconds / rows.length;
  const builds = new Set(rows.map(({ build }) => build));
  const failures = failed.map((run) => ({ run: run.name, label: run.label, why: state.failure(run)?.why ?? "" }));
  if (json) {
    const status = { runs: wanted.length, done: rows.length, missing, seconds_a_run: each, failed: failures };
    process.stdout.write(`${JSON.stringify(status, null, 2)}\n`);
  } else {
    const lines = [
      `${plan.name}: ${count(rows.length)} of ${counted(wanted.length, "run")} done, ${count(missing)} missing, ${count(failed.length)} failed`,
    ];
    if (each !== null) {
      const left = missing === 0 ? "" : `; the missing runs take about ${formatDuration(each * missing)} of one core`;
      lines.push(`a run took ${formatDuration(each)} on average${left}`);
    }
    if (plan.rule !== null) lines.push(...pointLines(state));
    for (const { label, why } of failures.slice(0, MAX_REPORTED)) lines.push(`failed: ${label}: ${why.split("\n")[0]}`);
    if (failures.length > MAX_REPORTED)
      lines.push(`and ${counted(failures.length - MAX_REPORTED, "more run")}; --json lists all`);
    process.stdout.write(`${lines.join("\n")}\n`);
  }
  if (builds.size > 1) warn(`rows are from ${builds.size} builds of xoff, all with results ${plan.results}`);
  else if (rows.length > 0 && !builds.has(buildId()))
    warn(`rows are from another build of xoff, with the same results ${plan.results}`);
  return missing + failed.length === 0 ? EXIT.done : EXIT.differs;
}

/**
 * Lines for the points of a sweep that adds seeds until a target precision is reached. A line states the point's number
 * of seeds, the number that it needs, and the reason why it stopped.
 */
function pointLines(state: SweepState): string[] {
  const { points, rule } = state.plan;
  const words = {
    within: `within ${100 * (rule?.within ?? 0)}%`,
    decided: "decided",
    fixed: "the seed does not change this point or the first one; xoff sweep stats names the fixed parts",
    "at most": "limit reached, target precision not met",
  };
  return state.points().map(({ seeds, enough }, k) => {
    const label = points[k].label === "" ? "all" : points[k].label;
    return `${label}: ${counted(seeds, "seed")}, ${enough === undefined ? "not finished" : words[enough]}`;
  });
}
