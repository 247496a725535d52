/**
 * FCT slowdown by flow size: mean and percentiles in bins with about equal numbers of flows. The slowdown is the FCT
 * divided by the FCT of the flow alone.
 *
 * The bins are those of HPCC's fct_analysis.py: flows sorted by size in 20 bins of equal count, each drawn at its
 * largest flow. Flows of equal size stay in one bin, so there may be fewer than 20 bins. For runs
 * that differ only by their seed, the bins are computed once from the flows of all these runs. The chart shows the mean
 * of their values in each bin.
 */
import { formatCount } from "../../base/format.ts";
import { distribution, type Distribution } from "../../run/measure/statistics.ts";
import { countText, type Rule, type Sample } from "../completion-rules.ts";
import { unitOf } from "../../base/one-unit.ts";
import type { Scheme } from "../schemes.ts";
import { bytes, extent, logAxis, plain, type Axis } from "./axes.ts";
import { layOut } from "./facets.ts";
import type { Drawing, Figure } from "./figure.ts";
import { linePanel, type Line } from "./lines.ts";
import { heights, meanCourse, within, type Course } from "./over-seeds.ts";
import { HALF, QUARTER } from "./theme.ts";

const BINS = 20;

export interface SizeBin {
  /** Size of the largest flow of the bin, bytes. */
  readonly upTo: number;
  readonly slowdown: Distribution;
}

const STATISTICS = ["mean", "p50", "p95", "p99"] as const;
/** The statistics in the chart of several schemes. The chart of a single run has more. */
const FEW = ["mean", "p99"] as const;
type Statistic = (typeof STATISTICS)[number];

/** The largest size of each bin, bytes. Callers have removed flows without an end, whose slowdown is NaN. */
function binEnds(sizes: Float64Array): number[] {
  const sorted = sizes.slice().sort();
  const ends: number[] = [];
  for (let from = 0, k = 1; from < sorted.length; k++) {
    let to = Math.floor((k * sorted.length) / BINS);
    if (to <= from) continue;
    const upTo = sorted[to - 1];
    while (to < sorted.length && sorted[to] === upTo) to++;
    ends.push(upTo);
    from = to;
  }
  return ends;
}

/** The slowdowns in each bin. `sizes` are in bytes. Flows whose slowdown is NaN never end and are omitted. */
export function sizeBins(sizes: Float64Array, slowdowns: Float64Array): SizeBin[] {
  const flows = Uint32Array.from(slowdowns.keys()).filter((flow) => !Number.isNaN(slowdowns[flow]));
  return inBins(binEnds(Float64Array.from(flows, (flow) => sizes[flow])), flows, sizes, slowdowns);
}

function inBins(ends: readonly number[], flows: Uint32Array, sizes: Float64Array, slowdowns: Float64Array): SizeBin[] {
  const bySize = flows.slice().sort((a, b) => sizes[a] - sizes[b]);
  let to = 0;
  return ends.map((upTo) => {
    const from = to;
    while (to < bySize.length && sizes[bySize[to]] <= upTo) to++;
    return { upTo, slowdown: distribution(Float64Array.from(bySize.subarray(from, to), (flow) => slowdowns[flow])) };
  });
}

/** The bins of each run of a scheme. The limits of the bins are the same for all runs. They are computed from the flows of all runs. */
function schemeBins(samples: readonly Sample[]): { ends: number[]; runs: SizeBin[][] } {
  const ends = binEnds(Float64Array.from(samples.flatMap(({ size_bytes }) => [...size_bytes])));
  return {
    ends,
    runs: samples.map(({ size_bytes, slowdown }) =>
      inBins(ends, Uint32Array.from(size_bytes.keys()), size_bytes, slowdown),
    ),
  };
}

export function slowdownBySize(schemes: readonly Scheme[], rules: readonly Rule[]): Figure {
  const about = { id: "slowdown-by-size", title: "FCT slowdown by flow size", table: "flows" } as const;
  const all = rules.map(({ title, samples }) => ({ title, samples, bins: samples.map(schemeBins) }));
  const sizes = all.flatMap(({ bins }) => bins.flatMap(({ ends }) => ends));
  if (sizes.length === 0) return { ...about, notes: ["No flow of finite size began within the run."] };
  if (all.every(({ bins }) => bins.every(({ ends }) => ends.length < 2))) {
    const each = [...new Set(sizes)].map(bytes).join(", ");
    return { ...about, notes: [`All flows have one size, ${each}, so there is no line by size.`] };
  }
  const alone = schemes.length === 1;
  const statistics: readonly Statistic[] = alone ? STATISTICS : FEW;
  const course = (rule: number, scheme: number, statistic: Statistic): Course => {
    const { ends, runs } = all[rule].bins[scheme];
    return meanCourse(
      ends,
      runs.map((bins) => bins.map(({ slowdown }) => slowdown[statistic])),
    );
  };
  const courses = all.map((_, rule) =>
    schemes.map((_, scheme) => new Map(statistics.map((one) => [one, course(rule, scheme, one)]))),
  );
  const of = (statistic: Statistic, rule: number, scheme: number): Course =>
    courses[rule][scheme].get(statistic) ?? { points: [] };
  const axisOf = (some: readonly Statistic[]): Axis => {
    const drawn = all.flatMap((_, rule) => schemes.flatMap((_, scheme) => some.map((one) => of(one, rule, scheme))));
    return logAxis("slowdown", heights(drawn), plain, { round: true });
  };
  const x = logAxis("flow size", extent(sizes), bytes);
  const { of: differBy, names, facets } = layOut(schemes);
  const line = (name: string, drawn: Course, y: Axis): Line => ({ name, ...within(drawn, y.scale.domain) });
  const wide = alone || facets.length === 1;
  const look = { markers: wide, width: wide ? HALF : QUARTER, height: wide ? 250 : 130 };
  const charts = (): Drawing[] => {
    if (alone) {
      const y = axisOf(STATISTICS);
      return all.map(({ title, samples }, rule) => ({
        title,
        about: countText(samples),
        spec: linePanel({ x, y, lines: STATISTICS.map((one) => line(one, of(one, rule, 0), y)) }, STATISTICS, look),
      }));
    }
    return facets.flatMap((facet) =>
      statistics.flatMap((statistic) => {
        const y = axisOf([statistic]);
        return all.map(({ title, samples }, rule) => ({
          title: facet.title === "" ? `${statistic}, ${title}` : facet.title,
          about: `${facet.title === "" ? "" : `${statistic}, ${title}: `}${countText(facet.lines.map(({ scheme }) => samples[scheme]))}`,
          spec: linePanel(
            { x, y, lines: facet.lines.map(({ name, scheme }) => line(name, of(statistic, rule, scheme), y)) },
            names,
            look,
          ),
        }));
      }),
    );
  };
  return {
    ...about,
    charts: charts(),
    abreast: wide ? 2 : 4,
    legend: { of: alone ? "" : differBy, names: alone ? STATISTICS : names, marks: wide ? "both" : "lines" },
    notes: [
      "Slowdown is the completion time divided by that of the same flow alone in the network. Flows are sorted by size into up to 20 bins of " +
        "equal count. Each bin is drawn at its largest flow.",
      ...(schemes.some(({ runs }) => runs.length > 1) ? [SEEDS] : []),
    ],
    ...numbersOf(schemes, all),
  };
}

/** The note on charts whose lines have confidence bands. */
export const SEEDS = "Lines are means over seeds, and bands their 95% intervals.";

function numbersOf(
  schemes: readonly Scheme[],
  all: readonly { readonly title: string; readonly samples: Rule["samples"] }[],
): Pick<Figure, "numbers" | "texts"> {
  const alone = schemes.length === 1;
  const pooled = all.flatMap(({ title, samples }) =>
    samples.flatMap((runs, scheme) => {
      const join = (of: (sample: Sample) => Float64Array): Float64Array =>
        Float64Array.from(runs.flatMap((sample) => [...of(sample)]));
      return sizeBins(
        join(({ size_bytes }) => size_bytes),
        join(({ slowdown }) => slowdown),
      ).map((bin) => ({ names: [...(alone ? [] : [schemes[scheme].label]), title], ...bin }));
    }),
  );
  const unit = unitOf(
    "bytes",
    pooled.map(({ upTo }) => upTo),
  );
  return {
    texts: alone ? 1 : 2,
    numbers: [
      [...(alone ? [] : ["run"]), "flows", `up to, ${unit.name}`, "n", ...STATISTICS, "max"],
      ...pooled.map(({ names, upTo, slowdown }) => [
        ...names,
        unit.number(upTo),
        formatCount(slowdown.count),
        ...[...STATISTICS, "max" as const].map((name) => slowdown[name].toFixed(2)),
      ]),
    ],
  };
}
