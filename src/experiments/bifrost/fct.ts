/** Completion times over seeds, of groups of flows: what figures 14 to 18 and 20 to 23 draw and claim. */
import { mean, order, percentChange, ratio } from "../claims-by-means.ts";
import type { Claim, Done, Key, Line, Plot } from "../contract.ts";
import type { Fct, Place } from "./flow-groups.ts";
import type { Scheme } from "./two-dcs.ts";

export type What = "average" | "p99";

interface SchemeKey extends Key {
  readonly scheme: Scheme;
}

export type Row<G extends string = Place> = Readonly<Record<G, Fct>>;
/** Runs of one traffic: all schemes, all seeds. */
export type Runs<K extends SchemeKey, G extends string = Place> = readonly Done<K, Row<G>>[];

/** Microseconds, the mean over seeds; NaN where nobody measured it. */
export function fct<K extends SchemeKey, G extends string>(
  runs: Runs<K, G>,
  scheme: Scheme,
  group: G,
  what: What,
): number {
  const values = runs.flatMap(({ key, row }) => (key.scheme === scheme ? [row[group][what] ?? NaN] : []));
  return mean(values.filter((value) => !Number.isNaN(value)));
}

/** One mark a scheme and group. */
export function groupsPlot<K extends SchemeKey, G extends string>(
  title: string,
  runs: Runs<K, G>,
  schemes: readonly Scheme[],
  groups: readonly G[],
  what: What,
): Plot {
  return {
    title: `${title}: ${what === "p99" ? "99th percentile" : what}`,
    x: `flows (${groups.map((group, k) => `${k + 1}: ${group}`).join(", ")})`,
    y: "FCT, ms",
    lines: schemes.map((scheme): Line => ({
      name: scheme,
      points: groups
        .map((group, k) => [k + 1, fct(runs, scheme, group, what) / 1000] as const)
        .filter(([, y]) => !Number.isNaN(y)),
    })),
  };
}

/** As the paper has them, and what to bear in mind, which stands beside the average. */
export interface Change {
  readonly average: number;
  readonly p99: number;
  readonly note?: string;
}

/** The paper's change of average and p99 from `against` to `ours`: 0.532 is 46.8% less. */
export function changes<K extends SchemeKey, G extends string>(
  runs: Runs<K, G>,
  id: string,
  name: string,
  against: Scheme,
  group: G,
  paper: Change,
  ours: Scheme = "Bifrost",
): Claim[] {
  return (["average", "p99"] as const).map((what) =>
    ratio(
      {
        id: `${id}-${against.toLowerCase()}-${group}-${what}`,
        claim: `${name}: ${what === "p99" ? "99th percentile" : what} FCT of ${group} flows under ${ours} against ${against}`,
        paper: percentChange(paper[what]),
        ...(what === "average" && paper.note !== undefined && { note: paper.note }),
      },
      fct(runs, ours, group, what) / fct(runs, against, group, what),
      paper[what],
    ),
  );
}

/** "Bifrost 3.21, PFC 5.28 ms". */
export function listed<K extends SchemeKey, G extends string>(
  runs: Runs<K, G>,
  schemes: readonly Scheme[],
  group: G,
  what: What,
): string {
  return `${schemes.map((scheme) => `${scheme} ${(fct(runs, scheme, group, what) / 1000).toPrecision(4)}`).join(", ")} ms`;
}

/** Nothing of a figure is worth more than its flows: a claim is made only of runs whose flows all came through. */
export function allDone<K extends SchemeKey, G extends string>(
  runs: Runs<K, G>,
  id: string,
  groups: readonly G[],
): Claim {
  const sum = (of: (fct: Fct) => number): number =>
    runs.reduce((total, { row }) => total + groups.reduce((part, group) => part + of(row[group]), 0), 0);
  const left = sum(({ unfinished }) => unfinished);
  return order(
    { id, claim: "Every flow completes within the run", paper: "(ours)" },
    `${left} of ${sum(({ flows }) => flows) + left} do not`,
    left === 0,
  );
}
