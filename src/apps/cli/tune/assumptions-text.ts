/** Formats the results of `xoff tune --assume`: whether the answer holds under other assumptions. */
import { hang, wrap } from "../../../base/wrap.ts";
import type { Verdict } from "../../../batch/tune/answer.ts";
import type { Goal } from "../../../batch/tune/goal.ts";
import { table } from "../../../report/table.ts";
import type { Tested } from "./assumptions.ts";
import { changeText, meanText } from "./change-text.ts";

const RESULTS: Readonly<Record<Verdict["conclusion"], string>> = {
  better: "better",
  meets: "only it meets the limits",
  same: "not distinguishable",
  worse: "not better",
  none: "neither meets the limits",
  unknown: "no statement",
};

/** The lines about assumptions in the answer of `xoff tune`. `verdict` is the verdict for the scenario without an assumption. */
export function assumptionLines(goal: Goal, verdict: Verdict, assumed: readonly Tested[], width: number): string[] {
  if (assumed.length === 0) return [];
  const row = (label: string, one: Verdict): string[] => [
    ...[label, meanText(goal, one.rival), meanText(goal, one.present)],
    ...[changeText(goal, one), RESULTS[one.conclusion]],
  ];
  const others = assumed.filter((one) => one.verdict !== undefined && one.verdict.conclusion !== verdict.conclusion);
  const rows = assumed.flatMap((one) => (one.verdict === undefined ? [] : [row(one.label, one.verdict)]));
  return [
    ...wrap(
      `${goal.column} of the best other setting and of the present one, if an assumption changes. Each line is tested at 5% alone, under the seeds of the last comparison`,
      width,
    ),
    table(["assumption", "other", "present", "difference", "result"], [row("as in the scenario", verdict), ...rows], 5),
    ...assumed.flatMap(({ label, refused }) => (refused === undefined ? [] : [hang(`${label}: `, refused, width)])),
    ...(rows.length === 0
      ? []
      : wrap(
          others.length === 0
            ? "The result is the same under each of these assumptions."
            : `The result depends on: ${others.map(({ label }) => label).join(", ")}.`,
          width,
        )),
    "",
  ];
}
