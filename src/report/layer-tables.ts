/** The tables of the layers and collectives of a trace, for the terminal and for pages. */
import { formatCount, formatPercent } from "../base/format.ts";
import type { Quantity } from "../base/one-unit.ts";
import { PS_PER_NS } from "../base/units.ts";
import type { TraceTotals } from "../run/measure/layers.ts";
import type { Table } from "../run/measure/tables.ts";

/** The times of a layer, summed over all its passes, ns. */
interface LayerTimes {
  readonly name: string;
  compute: number;
  communication: number;
  exposed: number;
}

/** The collectives of one kind, size and group in all layers. Times are in ns; a value that does not exist is NaN. */
interface CollectiveTimes {
  /** Kind and group, such as "all-reduce (TP)". */
  readonly name: string;
  readonly size: number;
  readonly ranks: number;
  /** Bus bandwidth divided by algorithm bandwidth. NaN: nccl-tests define none. */
  readonly busFactor: number;
  count: number;
  /** The sum of the times of all `count` collectives. */
  total: number;
  longest: number;
  exposed: number;
}

/** The layers of a trace, those with most exposed communication first. */
function layersOf({ columns, rows }: Table<"layers">, { traffic }: TraceTotals): LayerTimes[] {
  const byLayer = new Map<number, LayerTimes>();
  for (let row = 0; row < rows; row++) {
    if (columns.traffic[row] !== traffic) continue;
    const layer = columns.layer[row];
    const times = byLayer.get(layer) ?? {
      name: `${layer} ${columns.name[row]}`,
      ...{ compute: 0, communication: 0, exposed: 0 },
    };
    byLayer.set(layer, times);
    times.compute += columns.compute_ns[row];
    times.communication += columns.communication_ns[row];
    times.exposed += columns.exposed_ns[row];
  }
  return [...byLayer.values()].sort((a, b) => b.exposed - a.exposed || b.compute - a.compute);
}

/** The collectives and messages of a trace, those with most exposed time first. */
function collectivesOf({ columns, rows }: Table<"layers">, { traffic }: TraceTotals): CollectiveTimes[] {
  const byKind = new Map<string, CollectiveTimes>();
  for (let row = 0; row < rows; row++) {
    const [operation, group] = [columns.operation[row], columns.group[row]];
    if (columns.traffic[row] !== traffic || operation === "") continue;
    const [size, ranks, count] = [columns.size_bytes[row], columns.ranks[row], columns.collectives[row]];
    const name = group === "" ? operation : `${operation} (${group})`;
    const key = `${name} ${size} ${ranks}`;
    const times = byKind.get(key) ?? {
      ...{ name, size, ranks, busFactor: columns.busbw_bps[row] / columns.algbw_bps[row] },
      ...{ count: 0, total: 0, longest: NaN, exposed: 0 },
    };
    byKind.set(key, times);
    times.exposed += columns.exposed_ns[row];
    if (count === 0) continue;
    times.count += count;
    times.total += count * columns.time_ns[row];
    times.longest = Math.max(columns.time_max_ns[row], count === times.count ? 0 : times.longest);
  }
  return [...byKind.values()].sort((a, b) => b.exposed - a.exposed || b.total - a.total);
}

/** Mean time of one collective, ns. */
const meanTime = ({ total, count }: CollectiveTimes): number => total / count;

/** Algorithm bandwidth, bit/s: size divided by mean time. */
const algorithmBandwidth = (of: CollectiveTimes): number =>
  Number.isNaN(of.busFactor) ? NaN : (of.size * 8e9) / meanTime(of);

/** A column of quantities, or of texts. Times are in ps, sizes in bytes and rates in bit/s. */
export type LayerColumn = { readonly head: string } & (
  { readonly quantity: Quantity; readonly values: readonly number[] } | { readonly texts: readonly string[] }
);

/** A table with at most `most` rows. `left` is the number of rows that it leaves out. */
export interface LayerTable {
  readonly columns: readonly LayerColumn[];
  readonly left: number;
}

/** The layers, those with most exposed communication first. The last row has the whole trace. */
export function layerTable(layers: Table<"layers">, trace: TraceTotals, most: number): LayerTable {
  const all = layersOf(layers, trace);
  const { ranks, time_ns, compute_ns, communication_ns, exposed_ns } = trace;
  const whole = { compute: compute_ns, communication: communication_ns, exposed: exposed_ns };
  const lines = [...all.slice(0, most), { name: `whole trace, ${formatCount(ranks)} ranks`, ...whole }];
  const times = (which: keyof typeof whole): LayerColumn => ({
    ...{ head: which, quantity: "time" },
    values: lines.map((line) => line[which] * PS_PER_NS),
  });
  const share = (ns: number): string => (time_ns === null ? "-" : formatPercent(ns / time_ns));
  return {
    columns: [
      { head: "layer", texts: lines.map(({ name }) => name) },
      ...(["compute", "communication", "exposed"] as const).map(times),
      { head: "of the time", texts: lines.map(({ exposed }) => share(exposed)) },
    ],
    left: Math.max(0, all.length - most),
  };
}

/** The kinds of collectives, those with most exposed time first. Undefined if the trace has none. */
export function collectiveTable(layers: Table<"layers">, trace: TraceTotals, most: number): LayerTable | undefined {
  const all = collectivesOf(layers, trace);
  if (all.length === 0) return undefined;
  const shown = all.slice(0, most);
  const texts = (head: string, of: (one: CollectiveTimes) => string): LayerColumn => ({ head, texts: shown.map(of) });
  const values = (quantity: Quantity, head: string, of: (one: CollectiveTimes) => number): LayerColumn => ({
    ...{ head, quantity },
    values: shown.map(of),
  });
  return {
    columns: [
      texts("collective", ({ name }) => name),
      values("bytes", "size", ({ size }) => size),
      texts("ranks", ({ ranks }) => formatCount(ranks)),
      texts("n", ({ count }) => formatCount(count)),
      values("time", "time", (one) => meanTime(one) * PS_PER_NS),
      values("time", "longest", ({ longest }) => longest * PS_PER_NS),
      values("rate", "algbw", algorithmBandwidth),
      values("rate", "busbw", (one) => algorithmBandwidth(one) * one.busFactor),
      values("time", "exposed", ({ exposed }) => exposed * PS_PER_NS),
    ],
    left: all.length - shown.length,
  };
}
