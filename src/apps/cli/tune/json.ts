/** Formats the answer of `xoff tune` as JSON, for tune.json and for --json. A missing number is null. */
import type { Step, Verdict } from "../../../batch/tune/answer.ts";
import type { Measured } from "../../../batch/tune/goal.ts";
import { figuresOf, type Point } from "../../../batch/tune/search.ts";
import { VERSION } from "../../../run/lab/lab.ts";
import { valueText, type Knob } from "./knobs.ts";
import type { Answer } from "./text.ts";

/** Version of the format of tune.json. The number increases with every change that an older reader would misread. */
const FORMAT = 1;

export function answerJson({ goal, knobs, found, verdict, front, sensitivity, assumed, config }: Answer): object {
  const { conclusion, why, point } = verdict;
  const named = (at: Point): Record<string, string> => namedAt(knobs, at);
  const values = (runs: readonly Measured[]): number[] => runs.map((figures) => figures[goal.column]);
  const compared = ({ present, rival, failed, difference, ratio }: Verdict): object => ({
    ...{ present: values(present), other: values(rival), failed },
    ...{ difference: difference.mean, difference_half: difference.half, p: difference.p },
    ...{ ratio: ratio.mean, ratio_half: ratio.half },
  });
  return {
    ...{ format: FORMAT, xoff: VERSION, goal },
    parameters: knobs.map((knob) => ({
      path: knob.path,
      values: knob.values.map((_, k) => valueText(knob, k)),
      present: valueText(knob, knob.present),
    })),
    ...{ conclusion, why, recommended: named(point), runs: found.runs },
    verdict: {
      ...{ ...compared(verdict), other_settings: found.rival === undefined ? null : named(found.rival.point) },
    },
    sensitivity: knobs.map((knob, k) => ({
      path: knob.path,
      ...Object.fromEntries(
        Object.entries(sensitivity.knobs[k]).map(([name, step]: [string, Step | undefined]) => [
          name,
          step === undefined ? null : { to: valueText(knob, step.index), change: step.change, half: step.half },
        ]),
      ),
    })),
    assumptions: assumed.map(({ label, refused, verdict: own }) =>
      own === undefined
        ? { assumption: label, conclusion: null, why: refused }
        : { assumption: label, conclusion: own.conclusion, why: own.why, ...compared(own) },
    ),
    front: front.map((row) => ({ settings: named(row.point), figures: row.figures, meets_limits: row.meetsLimits })),
    tried: found.trials.map((trial) => ({
      settings: named(trial.point),
      failed: trial.failed ?? null,
      values: values(figuresOf(trial)),
    })),
    config,
  };
}

const namedAt = (knobs: readonly Knob[], point: Point): Record<string, string> =>
  Object.fromEntries(knobs.map((knob, k) => [knob.path, valueText(knob, point[k])]));
