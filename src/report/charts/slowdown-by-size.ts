/**
 * FCT slowdown by flow size: how many times as long as alone a flow took, mean and tail, in bins of equally many flows.
 *
 * The bins are those of HPCC's analysis (fct_analysis.py): flows sorted by size, 20 bins of equal count, each drawn at its largest flow.
 * Flows of one size stay in one bin, so where many are equal there are fewer.
 */
import { formatBytes } from "../../format.ts";
import type { LabelledRun } from "../labelled-run.ts";
import { distribution, type Distribution } from "../../measure/statistics.ts";
import { bytes, extent, logAxis, plain } from "./axes.ts";
import type { Figure } from "./figure.ts";
import { lineChart, type Panel } from "./lines.ts";

const BINS = 20;

export interface SizeBin {
  /** Size of its largest flow, bytes. */
  readonly upTo: number;
  readonly slowdown: Distribution;
}

const STATISTICS = ["mean", "p50", "p95", "p99"] as const;

/** `sizes` in bytes; flows whose slowdown is NaN were not done and are left out. */
export function sizeBins(sizes: Float64Array, slowdowns: Float64Array): SizeBin[] {
  const flows = Uint32Array.from(slowdowns.keys()).filter((flow) => !Number.isNaN(slowdowns[flow]));
  flows.sort((a, b) => sizes[a] - sizes[b]);
  const bins: SizeBin[] = [];
  for (let from = 0, k = 1; from < flows.length; k++) {
    let to = Math.floor((k * flows.length) / BINS);
    if (to <= from) continue;
    const upTo = sizes[flows[to - 1]];
    while (to < flows.length && sizes[flows[to]] === upTo) to++;
    bins.push({ upTo, slowdown: distribution(Float64Array.from(flows.subarray(from, to), (flow) => slowdowns[flow])) });
    from = to;
  }
  return bins;
}

export function slowdownBySize(runs: readonly LabelledRun[]): Figure {
  const all = runs.map((run) => ({
    label: run.label,
    bins: sizeBins(run.tables.flows.columns.size_bytes, run.tables.flows.columns.slowdown),
  }));
  const about = { id: "slowdown-by-size", title: "FCT slowdown by flow size", table: "flows" } as const;
  const drawn = all.flatMap(({ bins }) => bins);
  if (drawn.length === 0) {
    return { ...about, notes: ["No flow of finite size was done within the run, so there is no completion time."] };
  }
  if (all.every(({ bins }) => bins.length < 2)) {
    const sizes = [...new Set(drawn.map(({ upTo }) => formatBytes(upTo)))].join(", ");
    return { ...about, notes: [`All flows that were done have one size, ${sizes}: there is no line to draw by size.`] };
  }
  const x = logAxis("flow size", extent(drawn.map(({ upTo }) => upTo)), bytes);
  const line = (name: string, bins: readonly SizeBin[], statistic: (typeof STATISTICS)[number]): Panel["lines"] => [
    { name, points: bins.map(({ upTo, slowdown }) => ({ x: upTo, y: slowdown[statistic] })) },
  ];
  const y = (some: readonly (typeof STATISTICS)[number][]): Panel["y"] =>
    logAxis("slowdown", extent(drawn.flatMap((bin) => some.map((name) => bin.slowdown[name]))), plain, { round: true });
  const one = all.length === 1;
  const panels: Panel[] = one
    ? [{ x, y: y(STATISTICS), lines: STATISTICS.flatMap((name) => line(name, all[0].bins, name)) }]
    : STATISTICS.map((name) => ({
        title: name === "mean" ? "mean" : `${name.slice(1)}th percentile (${name})`,
        x,
        y: y([name]),
        lines: all.flatMap(({ label, bins }) => line(label, bins, name)),
      }));
  const names = one ? STATISTICS : all.map(({ label }) => label);
  return {
    ...about,
    chart: lineChart(panels, names, { markers: true, height: one ? 300 : 210 }),
    notes: [
      "Slowdown is the completion time divided by that of the same flow alone in the network. Flows sorted by size, in up to 20 bins of " +
        "equal count, each drawn at its largest flow.",
    ],
    numbers: [
      [...(one ? [] : ["run"]), "flows up to", "flows", ...STATISTICS, "max"],
      ...all.flatMap(({ label, bins }) =>
        bins.map(({ upTo, slowdown }) => [
          ...(one ? [] : [label]),
          formatBytes(upTo),
          String(slowdown.count),
          ...[...STATISTICS, "max" as const].map((name) => slowdown[name].toFixed(2)),
        ]),
      ),
    ],
  };
}
