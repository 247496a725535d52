/** Formats the parameters of `xoff tune` before the search, and the answer after it. */
import { wilson } from "../../../base/confidence.ts";
import { hang, wrap } from "../../../base/wrap.ts";
import { frontColumns, type FrontRow, type Sensitivity, type Step, type Verdict } from "../../../batch/tune/answer.ts";
import { meetsLimits, type Goal, type Limit, type Measured } from "../../../batch/tune/goal.ts";
import type { Found, Point } from "../../../batch/tune/search.ts";
import { columnUnit, withUnit } from "../../../report/column-text.ts";
import { columns } from "../../../report/columns.ts";
import { table } from "../../../report/table.ts";
import { assumptionLines } from "./assumptions-text.ts";
import type { Tested } from "./assumptions.ts";
import { changeText, digits, mean, meanText, quantity, signed } from "./change-text.ts";
import { valueText, type Knob } from "./knobs.ts";

const limitText = ({ column, at, value }: Limit): string => `${column} at ${at} ${quantity(column, value)}`;

export const goalText = ({ column, best, limits }: Goal): string =>
  [`Goal: ${best} ${column}`, ...limits.map(limitText)].join(", ");

/** The parameters to vary and their values, printed before the search. */
export const knobsText = (knobs: readonly Knob[]): string =>
  table(
    ["parameter", "present", "from", "to", "values"],
    knobs.map((knob) => [
      knob.path,
      valueText(knob, knob.present),
      valueText(knob, 0),
      valueText(knob, knob.values.length - 1),
      String(knob.values.length),
    ]),
  );

export interface Answer {
  readonly goal: Goal;
  readonly knobs: readonly Knob[];
  readonly found: Found;
  readonly verdict: Verdict;
  readonly front: readonly FrontRow[];
  readonly sensitivity: Sensitivity;
  /** The verdict under each assumption of --assume. */
  readonly assumed: readonly Tested[];
  readonly config: readonly string[];
}

export function answerText(answer: Answer, width: number): string {
  const { goal, knobs, found, config } = answer;
  const { trials, runs } = found;
  return [
    `${goalText(goal)}. ${trials.length} settings, ${runs} runs.`,
    "",
    ...verdictLines(answer, width),
    "",
    settingsTable(knobs, answer),
    "",
    ...sensitivityLines(answer, width),
    "",
    ...assumptionLines(goal, answer.verdict, answer.assumed, width),
    ...frontLines(answer, width),
    ...(config.length === 0 ? [] : ["", ...config]),
    "",
  ].join("\n");
}

function verdictLines({ goal, found, verdict, knobs }: Answer, width: number): string[] {
  const { conclusion, why, present, rival, point } = verdict;
  const seeds = found.moves
    ? `paired over ${present.length} seeds that the search did not use`
    : "exact: no seed changes a run";
  const named = found.rival === undefined ? [] : [`The best other setting: ${settingText(knobs, found.rival.point)}.`];
  return [
    ...wrap(
      conclusion === "none" && knobs.every(({ present: at }, k) => at === point[k])
        ? "No setting was found that meets the limits, and none misses them by significantly less than the present one."
        : CONCLUSIONS[conclusion] + (why === null ? "" : ` Reason: ${why}.`),
      width,
    ),
    ...(["better", "meets", "none"].includes(conclusion) ? [] : named.flatMap((line) => wrap(line, width))),
    "",
    ...(rival.length === 0 || present.length === 0
      ? []
      : [
          hang(
            `${goal.column}: `,
            `${meanText(goal, rival)}, present ${meanText(goal, present)}; ${changeText(goal, verdict)}, ${seeds}`,
            width,
          ),
        ]),
    ...goal.limits.map((limit) => limitLine(limit, goal, verdict, width)),
    ...(["present", "rival"] as const).flatMap((side) => {
      const failed = verdict.failed[side];
      return failed === undefined
        ? []
        : [hang(side === "present" ? "present: " : "other: ", `failed: ${failed}`, width)];
    }),
  ];
}

const CONCLUSIONS: Readonly<Record<Verdict["conclusion"], string>> = {
  better: "Recommended: another setting is better than the present one.",
  meets: "Recommended: another setting meets the limits, which the present one misses.",
  same: "Keep the present setting: it is not distinguishable from the best one found.",
  worse: "Keep the present setting: no better one was found.",
  none: "No setting was found that meets the limits. The values below are those of the one that comes closest.",
  unknown: "Keep the present setting: no statement about another one is possible.",
};

function limitLine(limit: Limit, goal: Goal, { present, rival }: Verdict, width: number): string {
  const only = { ...goal, limits: [limit] };
  const text = (runs: readonly Measured[]): string => {
    if (runs.length === 0) return "-";
    const met = runs.filter((figures) => meetsLimits(only, [figures])).length;
    const own = quantity(limit.column, mean(runs, limit.column));
    return `mean ${own}, met by ${met} of ${runs.length} runs`;
  };
  const misses = rival.filter((figures) => !meetsLimits(only, [figures])).length;
  const share = wilson(misses, rival.length).high;
  const may = rival.length > 1 && misses === 0 ? `. Up to ${Math.round(100 * share)}% of runs may still miss it` : "";
  return hang(`${limitText(limit)}: `, `${text(rival)}; present ${text(present)}${may}`, width);
}

function settingsTable(knobs: readonly Knob[], { verdict: { conclusion, point } }: Answer): string {
  const isNew = knobs.some(({ present }, k) => point[k] !== present);
  return table(
    ["parameter", "present", ...(isNew ? [conclusion === "none" ? "closest" : "recommended"] : [])],
    knobs.map((knob, k) => [
      knob.path,
      valueText(knob, knob.present),
      ...(isNew ? [point[k] === knob.present ? "=" : valueText(knob, point[k])] : []),
    ]),
  );
}

const settingText = (knobs: readonly Knob[], point: Point): string =>
  knobs.map((knob, k) => `${knob.path}=${valueText(knob, point[k])}`).join(", ");

function sensitivityLines({ goal, knobs, sensitivity, found }: Answer, width: number): string[] {
  const cell = (knob: Knob, step: Step | undefined): string => {
    if (step === undefined) return "-";
    const [scale, unit, places] = sensitivity.isRelative ? [100, "%", 1] : [1, "", 4];
    const text = `${signed(scale * step.change, places)}${unit} ±${digits(scale * step.half, places)}`;
    return `${valueText(knob, step.index)}: ${step.isDecided ? text : `(${text})`}${step.misses ? " !" : ""}`;
  };
  const stepsOf = (k: number): (Step | undefined)[] => {
    const { down, up, back } = sensitivity.knobs[k];
    return [down, up, back];
  };
  const rows = knobs.map((knob, k) => [
    ...[knob.path, valueText(knob, sensitivity.at[k])],
    ...stepsOf(k).map((step) => cell(knob, step)),
  ]);
  const still = knobs.filter((_, k) => stepsOf(k).every((step) => step?.isDecided !== true));
  return [
    ...wrap(
      `${goal.column} if one parameter of the best setting changes, by a model of all ${found.trials.length} settings. In brackets: not significant`,
      width,
    ),
    table(["parameter", "best", "one step down", "one step up", "present value"], rows, 5),
    ...(knobs.some((_, k) => stepsOf(k).some((step) => step?.misses === true)) ? ["!: it misses a limit"] : []),
    ...(still.length === 0
      ? []
      : wrap(`No effect seen in these runs: ${still.map(({ path }) => path).join(", ")}.`, width)),
  ];
}

function frontLines({ goal, knobs, front, found }: Answer, width: number): string[] {
  const names = frontColumns(goal);
  const units = names.map((name) =>
    columnUnit(
      columns[name],
      front.map(({ figures }) => figures[name] ?? NaN),
    ),
  );
  const varied = knobs.map((_, k) => k).filter((k) => new Set(front.map(({ point }) => point[k])).size > 1);
  const seeds = found.moves ? "two seeds" : "one seed";
  return [
    ...wrap(
      `Pareto front: no setting that ran is better in all of these columns (means of ${seeds}, two digits)`,
      width,
    ),
    table(
      [
        ...varied.map((k) => shortName(knobs, k)),
        ...names.map((name) => columns[name].head),
        ...(goal.limits.length > 0 ? ["limits"] : []),
      ],
      front.map((row) => [
        ...varied.map((k) => `${valueText(knobs[k], row.point[k])}${row.point[k] === knobs[k].present ? " =" : ""}`),
        ...names.map((name, k) => withUnit(units[k], row.figures[name] ?? NaN)),
        ...(goal.limits.length > 0 ? [row.meetsLimits ? "met" : "missed"] : []),
      ]),
      0,
    ),
    ...(front.length > 0 && varied.length > 0 ? ["=: the present value"] : []),
  ];
}

/**
 * A short name for a parameter: the last part of its path. Two parameters with equal last parts have their whole paths
 * as names.
 */
function shortName(knobs: readonly Knob[], k: number): string {
  const last = (path: string): string => path.split(".").at(-1) ?? path;
  const isUnique = knobs.filter(({ path }) => last(path) === last(knobs[k].path)).length === 1;
  return isUnique ? last(knobs[k].path) : knobs[k].path;
}
