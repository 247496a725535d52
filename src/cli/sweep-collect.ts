/** `xoff sweep collect` at work. */
import { join } from "node:path";
import type { TableName } from "../lab/lab.ts";
import { collected, stageCollected, writeCollected } from "../sweep/plan/collect.ts";
import { readPlan } from "../sweep/plan/plan-folder.ts";
import type { SweepPlan } from "../sweep/plan/plan.ts";
import { keptTables } from "../sweep/plan/request.ts";
import { EXIT, Failure } from "./exit.ts";
import { mistakesOf } from "./scenario-file.ts";
import { commandLine } from "./shell.ts";
import { asFailure, storing } from "./storing.ts";
import { counted, say, warn } from "./terminal.ts";

export interface CollectOptions {
  readonly tables?: readonly string[];
  readonly out?: string;
  readonly force?: boolean;
}

/** Returns the exit code. */
export async function sweepCollect(folders: readonly string[], options: CollectOptions): Promise<number> {
  const plans = plansOf(folders);
  const tables = tablesAsked(plans, options.tables);
  const { rows, missing, failed } = collected(plans, folders);
  if (rows.length === 0)
    throw new Failure(
      `${folders.join(", ")}: expected rows to collect, found none. First: ${commandLine("xoff", "sweep", "run", folders[0])}`,
      EXIT.input,
    );
  const out = options.out ?? join(folders[0], "collected");
  const staged = storing(() => stageCollected(out, options));
  try {
    await writeCollected(out, staged, rows, folders, tables);
  } catch (error) {
    throw asFailure(error);
  } finally {
    staged.discard();
  }
  const beside = tables.map((name) => `, ${name}.parquet`).join("");
  say(`${counted(rows.length, "row")} in ${out}: rows.parquet, rows.csv${beside}.`);
  if (missing > 0)
    warn(`${counted(missing, "run")} of the plan ${missing === 1 ? "is" : "are"} not there, of which ${failed} failed`);
  return EXIT.done;
}

/** Those of the folders, each once. Throws `Failure` where they are of different results. */
export function plansOf(folders: readonly string[]): SweepPlan[] {
  const plans = folders.map((folder) => storing(() => readPlan(folder)));
  const other = plans.findIndex(({ results }) => results !== plans[0].results);
  if (other >= 0)
    throw new Failure(
      `${folders[other]}: expected a sweep with results ${plans[0].results} as ${folders[0]} has, found ${plans[other].results}. ` +
        "Numbers of two versions are not to be mixed: plan and run one of them again.",
      EXIT.input,
    );
  return plans.filter((plan, k) => plans.findIndex((one) => JSON.stringify(one) === JSON.stringify(plan)) === k);
}

function tablesAsked(plans: readonly SweepPlan[], given: readonly string[] = []): TableName[] {
  const asked = mistakesOf("--tables", () => keptTables(given));
  const kept = new Set(plans.flatMap(({ keep }) => keep));
  const lost = asked.find((name) => !kept.has(name));
  if (lost === undefined) return asked;
  const there = kept.size === 0 ? "none" : [...kept].join(", ");
  throw new Failure(
    `--tables: expected tables that the runs kept (${there}), got ${lost}. Plan it with --keep ${lost}: its runs are done again.`,
    EXIT.input,
  );
}
