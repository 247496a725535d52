/** The layers and collectives of a trace, from the table `layers`. */
import type { TraceTotals } from "../run/measure/layers.ts";
import type { Table } from "../run/measure/tables.ts";

/** The times of a layer in all passes, ns. */
export interface LayerTimes {
  readonly name: string;
  compute: number;
  communication: number;
  exposed: number;
}

/** The collectives of one kind, size and group in all layers. Times are in ns; a value that does not exist is NaN. */
export interface CollectiveTimes {
  /** Kind and group, such as "all-reduce (TP)". */
  readonly name: string;
  readonly size: number;
  readonly ranks: number;
  /** Bus bandwidth divided by algorithm bandwidth. NaN: nccl-tests define none. */
  readonly busFactor: number;
  count: number;
  /** Sum of their times, and the longest. */
  total: number;
  longest: number;
  exposed: number;
}

/** The layers of a trace, those with most exposed communication first. */
export function layersOf({ columns, rows }: Table<"layers">, { traffic }: TraceTotals): LayerTimes[] {
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
export function collectivesOf({ columns, rows }: Table<"layers">, { traffic }: TraceTotals): CollectiveTimes[] {
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
export const meanTime = ({ total, count }: CollectiveTimes): number => total / count;

/** Algorithm bandwidth, bit/s: size divided by mean time. */
export const algorithmBandwidth = (of: CollectiveTimes): number =>
  Number.isNaN(of.busFactor) ? NaN : (of.size * 8e9) / meanTime(of);
