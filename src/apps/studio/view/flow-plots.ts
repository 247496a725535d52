/** Charts of completed flows, with all runs in one chart: slowdown by size, and distributions of completion times. */
import { lineColour, lineDash } from "../chart/colours.ts";
import type { Plot } from "../chart/plot.ts";
import { bytesText, countText, timeText } from "../format.ts";
import type { RunView } from "../lab/messages.ts";

/** Minimum number of completed flows for a distribution. */
const LEAST = 5;
const POINTS = 80;
const TIMES = (value: number): string => `${Number(value.toPrecision(3))}×`;

export interface NamedView {
  readonly name: string;
  readonly view: RunView;
}

export function flowPlots(runs: readonly NamedView[], isDark: boolean): Plot[] {
  const ended = runs.map(({ view }) => view.flows.fct.reduce((n, fct) => n + (Number.isNaN(fct) ? 0 : 1), 0));
  if (!ended.some((n) => n >= LEAST)) return [];
  return [slowdownBySize(runs, isDark), cdf(runs, isDark, "FCT slowdown", ({ flows }) => flows.slowdown, TIMES), cdf(runs, isDark, "Flow completion time", ({ flows }) => flows.fct, timeText)]; // prettier-ignore
}

/** A quantile of sorted values, or NaN if there are none. */
export const quantile = (sorted: ArrayLike<number>, share: number): number =>
  sorted.length === 0 ? NaN : sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];

const finite = (values: Float64Array): Float64Array => values.filter((value) => !Number.isNaN(value)).sort();

function slowdownBySize(runs: readonly NamedView[], isDark: boolean): Plot {
  const sizes = [...new Set(runs.flatMap(({ view }) => [...view.flows.size].filter((size) => !Number.isNaN(size))))];
  sizes.sort((a, b) => a - b);
  // If there are few sizes, each size is a group. Otherwise each factor of ten in size is divided into three groups.
  const groups = sizes.length <= 12 ? sizes : thirds(sizes[0], sizes[sizes.length - 1]);
  const group = (size: number): number =>
    Math.max(
      0,
      groups.findLastIndex((least) => least <= size),
    );
  const lines = runs.flatMap(({ name, view: { flows } }, k) => {
    const slow: number[][] = groups.map(() => []);
    flows.slowdown.forEach((value, flow) => {
      if (!Number.isNaN(value)) slow[group(flows.size[flow])].push(value);
    });
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
    unit: `FCT / ideal FCT, completed flows${endedText(runs)}`,
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
  runs: readonly NamedView[],
  isDark: boolean,
  what: string,
  values: (view: RunView) => Float64Array,
  xText: (value: number) => string,
): Plot {
  const sorted = runs.map(({ view }) => finite(values(view)));
  const low = Math.min(...sorted.map((some) => some[0] ?? Infinity));
  const high = Math.max(...sorted.map((some) => some[some.length - 1] ?? 0), low * 1.01);
  const x = Array.from({ length: POINTS }, (_, k) => low * (high / low) ** (k / (POINTS - 1)));
  return {
    title: `${what}: distribution`,
    unit: `share of completed flows${endedText(runs)}`,
    x,
    yText: (share) => `${Number((share * 100).toPrecision(3))}%`,
    lines: runs.map(({ name }, k) => ({
      name,
      values: x.map((at) => below(sorted[k], at * 1.0000001) / Math.max(1, sorted[k].length)),
      colour: lineColour(k, isDark),
      dash: lineDash(k),
    })),
    own: { xTitle: what, xText, isLog: true },
  };
}

/**
 * For each run, the number of completed flows and of all flows, such as " (22 of 29)". Without this note, a run that
 * leaves its slow flows unfinished would look faster.
 */
export function endedText(runs: readonly NamedView[]): string {
  const parts = runs.map(({ name, view: { flows } }) => {
    const n = flows.size.reduce((sum, size) => sum + (Number.isNaN(size) ? 0 : 1), 0);
    const ended = flows.size.reduce(
      (sum, size, k) => sum + (Number.isNaN(size) || Number.isNaN(flows.fct[k]) ? 0 : 1),
      0,
    );
    return `${runs.length > 1 ? `${name}: ` : ""}${countText(ended)} of ${countText(n)}`;
  });
  return ` (${parts.join("; ")})`;
}

/** Number of the values that are at most `value`. The values are sorted. */
function below(sorted: Float64Array, value: number): number {
  const above = sorted.findIndex((one) => one > value);
  return above < 0 ? sorted.length : above;
}
