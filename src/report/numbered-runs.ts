/** The values of each run of a comparison: one number for each column. */
import { commonFigures, flowTimes, type CommonFigures } from "../run/measure/common-flows.ts";
import { trafficOf } from "./traffic.ts";
import { figures, type Figures } from "./columns.ts";
import type { FixedPart } from "../scenario/fixed-parts.ts";
import type { LabelledRun, Settings } from "./labelled-run.ts";
import { settingsOf } from "./schemes.ts";

export interface NumberedRun {
  readonly label: string;
  readonly settings: Settings;
  readonly figures: Figures;
  readonly digest: string | null;
  /** As in `seeds-rows.ts`. */
  readonly flow_set?: string;
  readonly fixed?: readonly FixedPart[];
  /** True if the run was interrupted. Such a run does not count in means. */
  readonly cut?: boolean;
}

export function numberedRuns(runs: readonly LabelledRun[]): NumberedRun[] {
  const common = new Map<LabelledRun, CommonFigures>();
  const cut = (run: LabelledRun): boolean => run.summary.ending === "interrupted";
  for (const traffic of new Set(runs.map((run) => trafficOf(settingsOf(run))))) {
    const some = runs.filter((run) => !cut(run) && trafficOf(settingsOf(run)) === traffic);
    if (some.length === 0) continue;
    commonFigures(some.map(flowTimes)).forEach((figures, k) => common.set(some[k], figures));
  }
  return runs.map((run) => ({
    label: run.label,
    settings: settingsOf(run),
    digest: run.summary.digest,
    figures: { ...figures(run), ...(common.get(run) ?? commonFigures([flowTimes(run)])[0]) },
    cut: cut(run),
  }));
}
