/** Charts of flow completion times, with all runs in one chart: slowdown by size, and distributions. */
import { lineColour, lineDash } from "../chart/colours.ts";
import type { Plot } from "../chart/plot.ts";
import { bytesText, countText, timeText } from "../format.ts";
import type { RunView } from "../lab/messages.ts";
import { flowTimes, type FlowTimes } from "../measure/flow-times.ts";

/** Minimum number of completed flows for a distribution. */
const LEAST = 5;
const POINTS = 80;
/**
 * The x axis of a distribution begins at this quantile of the flows. An unfinished flow counts with its age.
 * If it began just before the end of the run, its age is almost 0, and it would stretch the axis.
 */
const FIRST_SHARE = 0.01;
const TIMES = (value: number): string => `${Number(value.toPrecision(3))}×`;

export interface NamedView {
  readonly name: string;
  readonly view: Pick<RunView, "flows" | "summary">;
}

/** A run with the times of its flows. */
interface Timed extends NamedView {
  readonly times: FlowTimes;
}

const isDeadlocked = ({ view }: NamedView): boolean => view.summary.deadlock.length > 0;

export function flowPlots(runs: readonly NamedView[], isDark: boolean): Plot[] {
  const timed = runs.map((run) => ({ ...run, times: flowTimes(run.view) }));
  if (!timed.some(({ times }) => times.counted.length >= LEAST)) return [];
  return [
    ...(timed.every(isDeadlocked) ? [] : [slowdownBySize(timed, isDark)]),
    cdf(timed, isDark, "FCT slowdown", ({ slowdown }) => slowdown, TIMES),
    cdf(timed, isDark, "Flow completion time", ({ fct }) => fct, timeText),
  ];
}

/** A quantile of sorted values, or NaN if there are none. */
export const quantile = (sorted: ArrayLike<number>, share: number): number =>
  sorted.length === 0 ? NaN : sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];

function slowdownBySize(runs: readonly Timed[], isDark: boolean): Plot {
  const sizes = [...new Set(runs.flatMap(({ view, times }) => times.counted.map((flow) => view.flows.size[flow])))];
  sizes.sort((a, b) => a - b);
  // If there are few sizes, each size is a group. Otherwise each factor of ten in size is divided into three groups.
  const groups = sizes.length <= 12 ? sizes : thirds(sizes[0], sizes[sizes.length - 1]);
  const group = (size: number): number =>
    Math.max(
      0,
      groups.findLastIndex((least) => least <= size),
    );
  const lines = runs.flatMap((run, k) => {
    const { name, view, times } = run;
    // The percentiles of a deadlocked run say nothing: they grow with the time for which it is simulated.
    if (isDeadlocked(run))
      return [{ name: `${name}: deadlock`, values: groups.map(() => null), colour: lineColour(k, isDark), dash: [] }];
    const slow: number[][] = groups.map(() => []);
    for (const flow of times.counted) slow[group(view.flows.size[flow])].push(times.slowdown[flow]);
    for (const one of slow) one.sort((a, b) => a - b);
    return [0.5, 0.99].map((share, j) => ({
      name: `${name}, p${share * 100}`,
      values: slow.map((values) => (values.length === 0 ? null : quantile(values, share))),
      colour: lineColour(k, isDark),
      dash: j === 0 ? lineDash(2) : [],
    }));
  });
  return {
    title: "FCT slowdown by flow size",
    unit: `FCT / ideal FCT${unfinishedText(runs)}`,
    x: groups,
    lines,
    yText: TIMES,
    own: { xTitle: "size_bytes", xText: bytesText, isLog: true },
  };
}

function thirds(from: number, to: number): number[] {
  const first = Math.floor(Math.log10(Math.max(1, from)) * 3);
  const last = Math.ceil(Math.log10(to) * 3);
  return Array.from({ length: last - first + 1 }, (_, k) => 10 ** ((first + k) / 3));
}

function cdf(
  runs: readonly Timed[],
  isDark: boolean,
  what: string,
  values: (times: FlowTimes) => Float64Array,
  xText: (value: number) => string,
): Plot {
  const sorted = runs.map(({ times }) => Float64Array.from(times.counted, (flow) => values(times)[flow]).sort());
  const low = Math.min(...sorted.map((some) => (some.length === 0 ? Infinity : quantile(some, FIRST_SHARE))));
  const high = Math.max(...sorted.map((some) => some[some.length - 1] ?? 0), low * 1.01);
  const x = Array.from({ length: POINTS }, (_, k) => low * (high / low) ** (k / (POINTS - 1)));
  return {
    title: `${what}: distribution`,
    unit: `share of flows${unfinishedText(runs)}`,
    x,
    yText: (share) => `${Number((share * 100).toPrecision(3))}%`,
    lines: runs.map((run, k) => ({
      name: isDeadlocked(run) ? `${run.name} (deadlock)` : run.name,
      values: x.map((at) => below(sorted[k], at * 1.0000001) / Math.max(1, sorted[k].length)),
      colour: lineColour(k, isDark),
      dash: lineDash(k),
    })),
    own: { xTitle: what, xText, isLog: true },
  };
}

/** For each run, the number of unfinished flows and of all flows, such as "(7 of 29)". Empty if all flows completed. */
function unfinishedText(runs: readonly Timed[]): string {
  if (runs.every(({ times }) => times.unfinished === 0)) return "";
  const parts = runs.map(
    ({ name, times: { unfinished, counted } }) =>
      `${runs.length > 1 ? `${name}: ` : ""}${countText(unfinished)} of ${countText(counted.length)}`,
  );
  return `; an unfinished flow counts with its age (${parts.join("; ")})`;
}

/** Number of the values that are at most `value`. The values are sorted. */
function below(sorted: Float64Array, value: number): number {
  const above = sorted.findIndex((one) => one > value);
  return above < 0 ? sorted.length : above;
}
