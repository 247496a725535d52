/**
 * Compares the flows of a run with those of another simulator's `fct.txt`: which flows match, and how their completion
 * times differ.
 *
 * Two flows match if their hosts, bytes and start time in ns are equal. If several flows of each file have the same
 * values, the first of one file matches the first of the other, and so on.
 *
 * Slowdowns are computed as in HPCC: the time to the last ACK, divided by the standalone time in the same file. A quotient
 * below 1 counts as 1.
 * Bins by size have equal flow counts. The percentile p of n sorted values is the value at index floor(n p).
 */
import { formatBytes, formatCount, formatTime } from "../base/format.ts";
import { PS_PER_NS } from "../base/units.ts";
import { parseFct, type FctRow } from "../formats/hpcc/fct.ts";
import type { Table } from "../run/measure/tables.ts";
import { fctFile } from "./fct-file.ts";
import { table } from "./table.ts";

const BINS = 10;
/** Number of flows in the list. The list has the flows whose completion times differ most. */
const SHOWN = 5;

interface Pair {
  readonly there: FctRow;
  readonly here: FctRow;
}

/** The finished flows of the run, as rows with the host numbers that `fct.txt` uses. */
const rowsOf = (flows: Table<"flows">): FctRow[] => parseFct([...fctFile(flows, "conweave")].join(""), "the run");

function pairsOf(theirs: readonly FctRow[], ours: readonly FctRow[]): Pair[] {
  const key = ({ source, destination, size, startNs }: FctRow): string => `${source} ${destination} ${size} ${startNs}`;
  const waiting = new Map<string, FctRow[]>();
  for (const here of ours) {
    const same = waiting.get(key(here));
    if (same === undefined) waiting.set(key(here), [here]);
    else same.push(here);
  }
  return theirs.flatMap((there) => {
    const here = waiting.get(key(there))?.shift();
    return here === undefined ? [] : [{ there, here }];
  });
}

const slowdown = ({ fctNs, standaloneNs }: FctRow): number => Math.max(1, fctNs / standaloneNs);

/** A quantile as HPCC computes it: the value at index `share` times n, rounded down, of n sorted numbers. */
const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];

const inOrder = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b);

export function fctBeside(theirs: readonly FctRow[], flows: Table<"flows">): string {
  const ours = rowsOf(flows);
  const pairs = pairsOf(theirs, ours);
  const counts = `${formatCount(pairs.length)} flows match, of ${formatCount(theirs.length)} there (the file) and ${formatCount(ours.length)} here (the run).`;
  if (pairs.length === 0)
    return `${counts}\nFlows match if hosts, bytes and start time in ns are equal. Check that both runs read the same flow file.`;
  const ratios = inOrder(pairs.map(({ there, here }) => here.fctNs / there.fctNs));
  const share = (value: number): string => value.toFixed(3);
  const spread = `Completion time here divided by that there: median ${share(at(ratios, 0.5))}, p5 ${share(at(ratios, 0.05))}, p95 ${share(at(ratios, 0.95))}.`;
  return [counts, binTable(pairs), spread, farthest(pairs)].join("\n\n");
}

function binTable(pairs: readonly Pair[]): string {
  const bySize = [...pairs].sort((a, b) => a.there.size - b.there.size);
  const count = Math.min(BINS, bySize.length);
  const rows = Array.from({ length: count }, (_, k) => {
    const bin = bySize.slice(Math.floor((k * bySize.length) / count), Math.floor(((k + 1) * bySize.length) / count));
    const [there, here] = (["there", "here"] as const).map((side) => inOrder(bin.map((pair) => slowdown(pair[side]))));
    const cells = [0.5, 0.95, 0.99].flatMap((p) => [at(there, p).toFixed(2), at(here, p).toFixed(2)]);
    return [`up to ${formatBytes(bin[bin.length - 1].there.size)}`, formatCount(bin.length), ...cells];
  });
  const head = ["p50", "p95", "p99"].flatMap((name) => [`${name} there`, "here"]);
  return table(["slowdown of flows", "n", ...head], rows, 1);
}

function farthest(pairs: readonly Pair[]): string {
  const apart = ({ there, here }: Pair): number => Math.max(here.fctNs / there.fctNs, there.fctNs / here.fctNs);
  const rows = [...pairs]
    .sort((a, b) => apart(b) - apart(a))
    .slice(0, SHOWN)
    .map(({ there, here }) => [
      `${there.source} -> ${there.destination}, ${formatBytes(there.size)}`,
      ...[there.startNs, there.fctNs, here.fctNs].map((ns) => formatTime(ns * PS_PER_NS)),
    ]);
  return table(["farthest apart", "start", "there", "here"], rows, 1);
}
