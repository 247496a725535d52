/** Reads the goal of `xoff tune`: --minimise, --maximise and --subject-to. */
import { InvalidArgumentError } from "commander";
import { didYouMean } from "../../../base/params.ts";
import type { Goal, Limit, Measure } from "../../../batch/tune/goal.ts";
import { columns, rowColumns, type Column } from "../../../report/columns.ts";
import { parseQuantity, QuantityError } from "../../../scenario/quantity.ts";
import { EXIT, Failure } from "../terminal/exit.ts";

export interface GoalOptions {
  readonly minimise?: Measure;
  readonly maximise?: Measure;
  readonly subjectTo?: readonly Limit[];
}

const USUAL: Measure = "slowdown_p99";

export function goalOf({ minimise, maximise, subjectTo = [] }: GoalOptions): Goal {
  if (minimise !== undefined && maximise !== undefined)
    throw new Failure(
      "--minimise and --maximise exclude each other. Remove one, or use --subject-to for it.",
      EXIT.input,
    );
  return maximise === undefined
    ? { column: minimise ?? USUAL, best: "least", limits: subjectTo }
    : { column: maximise, best: "most", limits: subjectTo };
}

export function measureNamed(name: string): Measure {
  const found = rowColumns.find((one) => one === name);
  if (found !== undefined) return found as Measure;
  throw new InvalidArgumentError(
    `Expected a column of a run, got "${name}". ${didYouMean(name, rowColumns) ?? "xoff compare --help lists them."}`,
  );
}

/** Adds the limit in `text`, such as "pauses=0" or "small_slowdown_p99<=4", to those of earlier options. */
export function limitNamed(text: string, before: readonly Limit[] = []): Limit[] {
  const [, name = "", sign = "", given = ""] = /^\s*(\w+)\s*(<=|>=|=)\s*(.+)$/.exec(text) ?? [];
  if (sign === "")
    throw new InvalidArgumentError(
      `Expected a column and its limit, such as pauses=0 or "slowdown_p99<=4", got "${text}".`,
    );
  const column = measureNamed(name);
  const { best, unit }: Column = columns[column];
  const at =
    sign === "<="
      ? "most"
      : sign === ">="
        ? "least"
        : best === undefined
          ? undefined
          : best === "least"
            ? "most"
            : "least";
  if (at === undefined)
    throw new InvalidArgumentError(`Expected <= or >= after ${column}, got "=". Write "${column}<=${given}".`);
  return [...before, { column, at, value: valueOf(unit, given) }];
}

/** The value of a limit in the unit of its column. A time may have a unit. Without a unit, it is in ns. */
function valueOf(unit: Column["unit"], given: string): number {
  const isPlain = /^[\d.]+(e\d+)?$/.test(given);
  try {
    if (isPlain || unit === "count" || unit === "ratio" || unit === "share" || unit === "flag")
      return parseQuantity("ratio", given);
    return unit === "ns" ? parseQuantity("ps", given) / 1000 : parseQuantity(unit, given);
  } catch (error) {
    throw error instanceof QuantityError ? new InvalidArgumentError(error.message) : error;
  }
}
