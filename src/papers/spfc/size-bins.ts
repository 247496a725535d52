/**
 * FCT slowdown by flow size. Flows count if they began within the time span `count` of the scenario. For an unfinished
 * flow, the time since it began takes the place of its FCT.
 */
import { barPlot, completionTimes, type Plot, type Results, type Sample } from "../experiment.ts";

/** By bin: the flow sizes in it, as the lower limit (excluded) and the upper limit (included), bytes. */
const EDGES = {
  "to 10 KB": [0, 1e4],
  "to 100 KB": [1e4, 1e5],
  "to 1 MB": [1e5, 1e6],
  "above 1 MB": [1e6, Infinity],
  "10 KB to 1 MB": [1e4, 1e6],
  all: [0, Infinity],
} as const;
export type Bin = keyof typeof EDGES;

/** The bins that figures draw. Each flow is in one of them. */
export const BINS = ["to 10 KB", "to 100 KB", "to 1 MB", "above 1 MB"] as const satisfies readonly Bin[];

export interface BinSlowdown {
  readonly average: number;
  readonly p95: number;
  readonly p99: number;
  /** The number of flows. */
  readonly n: number;
  /** The number of unfinished flows. */
  readonly unfinished: number;
}

export type What = "average" | "p95" | "p99";

/** Slowdowns by bin. Null: no flow of the bin began. */
export type Slowdowns = Readonly<Record<Bin, BinSlowdown | null>>;

/** Collects slowdowns by flow size. `traffic` lists the traffic entries whose flows count. Absent: all entries. */
export function slowdownsBySize(results: Results, traffic?: readonly number[]): Slowdowns {
  const of = (bin: Bin): BinSlowdown | null => {
    const [sizeAbove, sizeTo] = EDGES[bin];
    const entries = traffic === undefined ? {} : { traffic };
    const { n, unfinished, slowdown } = completionTimes(results, { ...entries, sizeAbove, sizeTo });
    return n === 0 ? null : { average: slowdown.mean, p95: slowdown.p95, p99: slowdown.p99, n, unfinished };
  };
  return Object.fromEntries((Object.keys(EDGES) as Bin[]).map((bin) => [bin, of(bin)])) as Slowdowns;
}

/** The number of flows over several runs as text: "n = 3102, 4 not done". */
export function countedText(bins: readonly (Pick<BinSlowdown, "n" | "unfinished"> | null)[]): string {
  const sum = (what: "n" | "unfinished"): number => bins.reduce((all, bin) => all + (bin?.[what] ?? 0), 0);
  return `n = ${sum("n")}${sum("unfinished") === 0 ? "" : `, ${sum("unfinished")} not done`}`;
}

export const slowdownOf = (bins: Slowdowns, bin: Bin, what: What): number | null => bins[bin]?.[what] ?? null;

export const sizeBars = <Name extends string>(
  title: string,
  names: readonly Name[],
  at: (name: Name, bin: Bin) => Sample,
): Plot => barPlot(title, "flow size", "FCT slowdown", names, BINS, at);
