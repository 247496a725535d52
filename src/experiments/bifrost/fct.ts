/** Completion times over seeds: what figures 14, 16 and 18 draw and claim. */
import { mean, order, percentChange, ratio } from "../claims.ts";
import type { Claim, Done, Key, Line, Plot } from "../contract.ts";
import type { Fct, Group, Scheme } from "./two-dcs.ts";

export type What = "average" | "p99";

interface SchemeKey extends Key {
  readonly scheme: Scheme;
}

export type Row = Readonly<Record<Group, Fct>>;
/** Runs of one traffic: all schemes, all seeds. */
export type Runs<K extends SchemeKey> = readonly Done<K, Row>[];

/** Microseconds, the mean over seeds; NaN where nobody measured it. */
export function fct<K extends SchemeKey>(runs: Runs<K>, scheme: Scheme, group: Group, what: What): number {
  const values = runs.flatMap(({ key, row }) => (key.scheme === scheme ? [row[group][what] ?? NaN] : []));
  return mean(values.filter((value) => !Number.isNaN(value)));
}

/** One mark a scheme and group. */
export function groupsPlot<K extends SchemeKey>(
  title: string,
  runs: Runs<K>,
  schemes: readonly Scheme[],
  groups: readonly Group[],
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

/** The paper's change of average and p99 from `against` to Bifrost: 0.532 is 46.8% less. */
export function changes<K extends SchemeKey>(
  runs: Runs<K>,
  id: string,
  name: string,
  against: Scheme,
  group: Group,
  paper: { readonly average: number; readonly p99: number },
): Claim[] {
  return (["average", "p99"] as const).map((what) =>
    ratio(
      {
        id: `${id}-${against.toLowerCase()}-${group}-${what}`,
        claim: `${name}: ${what === "p99" ? "99th percentile" : what} FCT of ${group} flows under Bifrost against ${against}`,
        paper: percentChange(paper[what]),
      },
      fct(runs, "Bifrost", group, what) / fct(runs, against, group, what),
      paper[what],
    ),
  );
}

/** "Bifrost 3.21, PFC 5.28 ms". */
export function listed<K extends SchemeKey>(
  runs: Runs<K>,
  schemes: readonly Scheme[],
  group: Group,
  what: What,
): string {
  return `${schemes.map((scheme) => `${scheme} ${(fct(runs, scheme, group, what) / 1000).toPrecision(4)}`).join(", ")} ms`;
}

/** Nothing of a figure is worth more than its flows: a claim is made only of runs whose flows all came through. */
export function allDone<K extends SchemeKey>(runs: Runs<K>, id: string): Claim {
  const left = runs.reduce((sum, { row }) => sum + row.overall.unfinished, 0);
  const flows = runs.reduce((sum, { row }) => sum + row.overall.flows, 0);
  return order(
    { id, claim: "Every flow completes within the run", paper: "(ours)" },
    `${left} of ${flows + left} do not`,
    left === 0,
  );
}
