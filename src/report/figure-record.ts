/** A reproduced figure with its verdicts as data: the JSON file next to its page. The ledger, the page of all verdicts, is made from it. */
import { CRITERIA } from "../papers/figures/verdicts.ts";
import type { Claim, NumberTable, Plot, Scale } from "../papers/figures/contract.ts";
import type { Changed } from "../papers/figures/readings.ts";
import type { Concluded } from "./figure-page.ts";

/** A claim in the JSON file of a figure. Its id is the figure's id, a slash, and the name of the claim within the figure. */
export interface ClaimRow extends Claim {
  readonly scale: Scale;
  readonly seeds: number;
}

export interface FigureRecord {
  readonly id: string;
  readonly title: string;
  readonly xoff: string;
  readonly scale: Scale;
  readonly seeds: number;
  readonly changed: Changed;
  readonly set?: readonly string[];
  readonly fraction?: string;
  readonly runsOf?: string;
  readonly runs: number;
  readonly failed: number;
  /** The sum of the elapsed times of the runs in seconds. A run uses one thread, so on an idle machine this is its processor time. */
  readonly seconds: number;
  /** By results version (`RESULTS_ID`): the number of runs made by programs of this version. */
  readonly results: Readonly<Record<string, number>>;
  /** Hash of the scenarios of the figure's runs (`setUpOf`). */
  readonly setUp?: string;
  /** Version of the rules by which the claims were judged (`CRITERIA`). Absent for the first version. */
  readonly criteria?: number;
  readonly claims: readonly ClaimRow[];
  readonly plots: readonly Plot[];
  readonly findings: readonly string[];
  readonly tables: readonly NumberTable[];
}

export const claimRows = ({ experiment, scale, seeds, conclusion }: Concluded): ClaimRow[] =>
  conclusion.claims.map((claim) => ({ ...claim, id: `${experiment.id}/${claim.id}`, scale, seeds }));

export function figureRecord(concluded: Concluded, xoff: string): FigureRecord {
  const { experiment, scale, seeds, changed, set = [], runs, failed, seconds, results, setUp, conclusion } = concluded;
  const { id, title, fraction, runsOf } = experiment;
  return {
    ...{ id, title, xoff, scale, seeds, changed },
    ...(set.length === 0 ? {} : { set }),
    ...(fraction === undefined ? {} : { fraction }),
    ...(runsOf === undefined ? {} : { runsOf }),
    ...{ runs, failed, seconds, results },
    ...(setUp === undefined ? {} : { setUp }),
    criteria: CRITERIA,
    claims: claimRows(concluded),
    plots: conclusion.plots,
    findings: conclusion.findings ?? [],
    tables: conclusion.tables ?? [],
  };
}
