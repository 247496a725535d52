/** Completion times over seeds, of groups of flows: what figures 14 to 18 and 20 to 23 draw and claim. */
import {
  against as bounded,
  allOf,
  below,
  changes,
  type Claim,
  type Done,
  formatCount,
  inEveryRun,
  type Judged,
  type Key,
  type Line,
  type Mark,
  markOf,
  mean,
  meanOf,
  NO_PAUSES,
  order,
  percentChange,
  type Plot,
  pointsOf,
  ratio,
  sample,
  type Sample,
  type Show,
  toBeHad,
} from "../experiment.ts";
import type { Fct, Place } from "./flow-groups.ts";
import type { BifrostReading } from "./readings.ts";
import type { Run, Scheme } from "./schemes.ts";

export type What = "average" | "p99";

interface SchemeKey extends Key {
  readonly scheme: Run;
}

export type Row<G extends string = Place> = Readonly<Record<G, Fct>>;
export type Rows<K extends SchemeKey, G extends string = Place> = readonly Done<K, Row<G>>[];

export const ms: Show = (value) => `${value.toPrecision(4)} ms`;
const named = (what: What): string => (what === "p99" ? "99th percentile of FCT" : "average FCT");

/** Runs of one traffic, all schemes and seeds, and whose clock their times are read from. */
export class Runs<K extends SchemeKey, G extends string = Place> {
  readonly rows: Rows<K, G>;
  readonly clock: BifrostReading["clock"];

  constructor(rows: Rows<K, G>, clock: BifrostReading["clock"]) {
    this.rows = rows;
    this.clock = clock;
  }

  get empty(): boolean {
    return this.rows.length === 0;
  }

  where(which: (key: K) => boolean): Runs<K, G> {
    return new Runs(
      this.rows.filter(({ key }) => which(key)),
      this.clock,
    );
  }

  /** Milliseconds. */
  fct(scheme: Run, group: G, what: What): Sample {
    const pick = (row: Row<G>): number | null => {
      const times = row[group][this.clock];
      return times === null ? null : times[what] / 1000;
    };
    return sample(scheme, this.rows, (key) => key.scheme === scheme, pick);
  }

  /** "n = 1,234": flows of a run, which every scheme has alike. */
  n(group: G): string {
    const counts = this.rows.map(({ row }) => row[group].flows);
    return `n = ${formatCount(Math.round(mean(counts)))} flows a run`;
  }
}

/** What the paper prints of a group: by how much the first scheme changes another's times. */
export type Printed<G extends string> = readonly (readonly [Scheme, G, Change])[];

/** Bars side by side, one place a group; marks are where other schemes lie by the paper's changes, from what the first has here. */
export function groupsPlot<K extends SchemeKey, G extends string>(
  title: string,
  runs: Runs<K, G>,
  schemes: readonly Scheme[],
  groups: readonly G[],
  what: What,
  printed: Printed<G> = [],
): Plot {
  const marks = printed.flatMap(([against, group, paper]): Mark[] => {
    const change = paper[what];
    const k = groups.indexOf(group);
    return change === undefined || k < 0 ? [] : [markOf(against, k, runs.fct(schemes[0], group, what), 1 / change)];
  });
  return {
    title: `${title}: ${named(what)}`,
    x: "flows",
    y: "FCT, ms",
    bins: groups.map((group) => group),
    lines: schemes.map((scheme): Line => ({
      name: scheme,
      points: pointsOf(groups.map((group, k) => [k, runs.fct(scheme, group, what)])),
    })),
    ...(marks.length > 0 && { marks }),
    note: groups.map((group) => `${group}: ${runs.n(group)}`).join("; "),
  };
}

/** As the paper has them; `note` and `tried` stand beside each. */
export interface Change {
  readonly average?: number;
  readonly p99?: number;
  readonly note?: string;
  readonly tried?: string;
}

/** The paper's change of average and p99 from `against` to `ours`: 0.532 is 46.8% less. */
export function changesOf<K extends SchemeKey, G extends string>(
  runs: Runs<K, G>,
  id: string,
  name: string,
  against: Scheme,
  group: G,
  paper: Change,
  ours: Scheme = "Bifrost",
): Claim[] {
  return (["average", "p99"] as const).flatMap((what) => {
    const change = paper[what];
    if (change === undefined) return [];
    const [mine, other] = [runs.fct(ours, group, what), runs.fct(against, group, what)];
    const said = {
      id: `${id}-${against}-${group}-${what}`.toLowerCase(),
      claim: `${name}: ${named(what)} of ${group} flows under ${ours} against ${against}`,
      paper: percentChange(change),
      ...(paper.note !== undefined && { note: paper.note }),
      ...(paper.tried !== undefined && { tried: paper.tried }),
    };
    const context = `${ours} ${ms(meanOf(mine))}, ${against} ${ms(meanOf(other))}, ${runs.n(group)}`;
    const claim = ratio(said, changes(mine, other, change), context);
    const had = most(runs, against, group, what, change);
    return [had === undefined ? claim : bounded(claim, had)];
  });
}

/** What no PAUSE at all would change; undefined where the figure has no such run, or the paper's times grow. */
function most<K extends SchemeKey, G extends string>(
  runs: Runs<K, G>,
  against: Scheme,
  group: G,
  what: What,
  paper: number,
): ReturnType<typeof toBeHad> | undefined {
  const names = [...new Set(runs.rows.map(({ key }) => key.scheme))];
  if (!names.includes(NO_PAUSES) || paper > 1) return undefined;
  const base = runs.fct(against, group, what);
  const tried = names.filter((name) => name !== NO_PAUSES).map((name) => [runs.fct(name, group, what), base] as const);
  return toBeHad(runs.fct(NO_PAUSES, group, what), base, paper, tried);
}

/** `ours` is faster than each of `others` for all `groups` on average. */
export const faster = <K extends SchemeKey, G extends string>(
  runs: Runs<K, G>,
  ours: Scheme,
  others: readonly Scheme[],
  groups: readonly G[],
  what: What = "average",
): Judged =>
  allOf(
    groups.flatMap((group) =>
      others.map((other) =>
        within(groups, group, below(runs.fct(ours, group, what), runs.fct(other, group, what), ms)),
      ),
    ),
  );

/** Says of which group the numbers are, where there are several. */
export const within = <G extends string>(groups: readonly G[], group: G, judged: Judged): Judged =>
  groups.length === 1 ? judged : { ...judged, ours: `${group}: ${judged.ours}` };

/** Nothing of a figure is worth more than its flows. */
export function allDone<K extends SchemeKey, G extends string>(runs: Runs<K, G>, groups: readonly G[]): Claim {
  const left = ({ row }: { readonly row: Row<G> }): number =>
    groups.reduce((sum, group) => sum + row[group].unfinished, 0);
  const most = Math.max(0, ...runs.rows.map(left));
  return order(
    { id: "all-done", claim: "Every flow completes within the run", paper: "(ours)", standing: "ours" },
    inEveryRun(
      "runs in which every flow was done",
      runs.rows.map((row) => left(row) === 0),
    ),
    `at most ${formatCount(most)} flows of a run were not`,
  );
}
