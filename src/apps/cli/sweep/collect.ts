/** Runs `xoff sweep collect`: gathers the results of a sweep in one table. */
import { join } from "node:path";
import { collected, stageCollected, writeCollected } from "../../../batch/sweep/plan/collect.ts";
import { readPlan } from "../../../batch/sweep/plan/plan-folder.ts";
import type { TableShape } from "../../../run/lab/lab.ts";
import { keptShape, type SweepPlan } from "../../../batch/sweep/plan/plan.ts";
import { EXIT, Failure } from "../terminal/exit.ts";
import { commandLine } from "../terminal/shell.ts";
import { asFailure, storing } from "../files/storing.ts";
import { counted, say, warn } from "../terminal/terminal.ts";

export interface CollectOptions {
  readonly tables?: readonly string[];
  readonly out?: string;
  readonly force?: boolean;
}

/** Collects the results and returns the exit code. */
export async function sweepCollect(folders: readonly string[], options: CollectOptions): Promise<number> {
  const plans = plansOf(folders);
  const tables = tablesAsked(plans, options.tables);
  const { rows, missing, failed } = collected(plans, folders);
  if (rows.length === 0)
    throw new Failure(
      `${folders.join(", ")}: there are no rows to collect. Run first: ${commandLine("xoff", "sweep", "run", folders[0])}`,
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
  const beside = [...tables.keys()].map((name) => `, ${name}.parquet`).join("");
  say(`${counted(rows.length, "row")} in ${out}: rows.parquet, rows.csv${beside}.`);
  if (missing > 0)
    warn(
      `${counted(missing, "run")} of the plan ${missing === 1 ? "is" : "are"} missing, ${failed} of them failed. Run xoff sweep run ` +
        "for the others, and xoff sweep retry for failed ones.",
    );
  return EXIT.done;
}

/** The plans in the folders. Throws `Failure` if the folders belong to different sweeps. */
export function plansOf(folders: readonly string[]): SweepPlan[] {
  const plans = folders.map((folder) => storing(() => readPlan(folder)));
  const other = plans.findIndex(({ results }) => results !== plans[0].results);
  if (other >= 0)
    throw new Failure(
      `${folders[other]}: expected results ${plans[0].results} as in ${folders[0]}, found ${plans[other].results}. Rows of two ` +
        "versions cannot be collected together: plan and run one sweep again.",
      EXIT.input,
    );
  return plans.filter((plan, k) => plans.findIndex((one) => JSON.stringify(one) === JSON.stringify(plan)) === k);
}

/** The run tables to collect, each with its columns. Throws `Failure` for a table that the runs did not store. */
function tablesAsked(plans: readonly SweepPlan[], asked: readonly string[] = []): Map<string, TableShape> {
  const failure = (expected: string, name: string, hint: string): Failure =>
    new Failure(`--tables: expected ${expected}, got ${name}. ${hint}`, EXIT.input);
  return new Map(
    asked.map((name) => {
      const [shape, ...others] = plans.flatMap((plan) => keptShape(plan, name) ?? []);
      const kept = [...new Set(plans.flatMap(({ keep }) => keep))].join(", ");
      if (shape === undefined)
        throw failure(
          `a table that the runs kept (${kept === "" ? "none" : kept})`,
          name,
          `Plan the sweep again with --keep ${name} and repeat its runs.`,
        );
      if (others.some(({ columns }) => JSON.stringify(columns) !== JSON.stringify(shape.columns)))
        throw failure("a table with the same columns in all folders", name, "Collect each folder separately.");
      return [name, shape];
    }),
  );
}
