/** Distribution functions (CDFs) of completion times, slowdowns, PAUSE durations and queue lengths. */
import { countText, type Rule, type Sample } from "../completion-rules.ts";
import type { LabelledRun } from "../labelled-run.ts";
import type { Scheme } from "../schemes.ts";
import { bytes, extent, linearAxis, logAxis, percent, plain, time, type Format } from "./axes.ts";
import { layOut, type Facet, type Layout } from "./facets.ts";
import { noPause, notMeasured, type Figure } from "./figure.ts";
import { linePanel } from "./lines.ts";
import { egressQueues } from "./measured.ts";
import { meanCdf, type Course } from "./over-seeds.ts";
import { SEEDS } from "./slowdown-by-size.ts";
import { HALF, MAX_LINES, QUARTER } from "./theme.ts";

interface Quantity extends Pick<Figure, "id" | "title" | "table"> {
  /** Title of the x axis. */
  readonly axis: string;
  /** Title of the x axis in small panels. */
  readonly short: string;
  readonly format: Format;
  /** True for a logarithmic x axis: for quantities that span decades and are never 0. */
  readonly log: boolean;
  /** The sentence shown if there are no values. */
  readonly none: string;
  readonly notes?: readonly string[];
}

/**
 * Values of one quantity for each scheme and run. For completion times there is one object for each rule that selects
 * flows (`completion-rules.ts`). One rule selects all flows, the other only flows that finished in all runs.
 */
interface Values {
  /**
   * `title` names the rule that selects the flows, such as "all flows". `about` returns a sentence on the number of flows
   * in a panel. Both are absent for quantities other than completion times.
   */
  readonly title?: string;
  readonly about?: (facet: Facet) => string;
  readonly runs: readonly (readonly Float64Array[])[];
}

function cdf(layout: Layout, all: readonly Values[], quantity: Quantity): Figure {
  const { id, title, table, axis, format, log, none, notes = [] } = quantity;
  const { of, names, facets } = layout;
  const courses = all.map(({ runs }) =>
    runs.map((values) => meanCdf(values.map((each) => (log ? each.filter((value) => value > 0) : each)))),
  );
  const xs = courses.flat().flatMap(({ points }) => points.map(({ x }) => x));
  const half = all.length === 1 && facets.length === 1;
  const small = facets.length > 1;
  const about = { id, title, table, half, abreast: small ? 4 : half ? 1 : 2 } as const;
  if (xs.length === 0) return { ...about, notes: [none] };
  const span = extent(xs);
  // The logarithmic axis begins at the lowest value at which any of the curves reaches 1%. An unfinished flow counts with
  // the time since its start, which is almost 0 for flows that start near the end of the run. Such points would stretch the axis.
  const from = log ? Math.min(...courses.flat().map(seen)) : span.low;
  const x = (log ? logAxis : linearAxis)(small ? quantity.short : axis, { ...span, low: from }, format);
  const y = linearAxis("share at or below", { low: 0, high: 1 }, percent, { ticks: 5 });
  const look = {
    join: "step-after",
    ...(small ? { width: QUARTER, height: 130 } : { width: HALF, height: 220 }),
  } as const;
  return {
    ...about,
    notes: [...notes, ...(courses.flat().some(({ intervals }) => intervals !== undefined) ? [SEEDS] : [])],
    legend: { of, names, marks: "lines" },
    charts: facets.flatMap((facet) =>
      all.map((values, which) => ({
        ...titleOf(facet, values),
        spec: linePanel(
          {
            x,
            y,
            lines: facet.lines.map(({ name, scheme }) => ({ name, ...startingAt(courses[which][scheme], from) })),
          },
          names,
          look,
        ),
      })),
    ),
  };
}

/** The x at which a curve reaches a share of 1%. Smaller shares are not visible. */
const seen = ({ points }: Course): number => points.find(({ y }) => y >= 0.01)?.x ?? Infinity;

/**
 * Cuts off the part of a curve with x below `from`. The curve then begins with a point at x = `from`, which shows the
 * share of values at or below `from`.
 */
function startingAt({ points, intervals = [] }: Course, from: number): Course {
  const moved = <At extends { readonly x: number }>(all: readonly At[]): At[] => {
    const first = all.findLastIndex(({ x }) => x <= from);
    return all.slice(Math.max(0, first)).map((at) => ({ ...at, x: Math.max(from, at.x) }));
  };
  return { points: moved(points), ...(intervals.length === 0 ? {} : { intervals: moved(intervals) }) };
}

/**
 * The title of a panel. A completion rule states which flows count. With several panels, the title is the varied
 * setting, and a line below it has the completion rule. A single panel has the completion rule as its title.
 */
function titleOf(facet: Facet, { title = "", about = () => "" }: Values): { title: string; about: string } {
  if (facet.title === "") return { title, about: about(facet) };
  return { title: facet.title, about: title === "" ? "" : `${title}: ${about(facet)}` };
}

const NO_FLOW = "No flow of finite size began within the run.";

const byRule = (rules: readonly Rule[], of: (sample: Sample) => Float64Array): Values[] =>
  rules.map(({ title, samples }) => ({
    title,
    about: ({ lines }) => countText(lines.map(({ scheme }) => samples[scheme])),
    runs: samples.map((runs) => runs.map(of)),
  }));

export const fctCdf = (schemes: readonly Scheme[], rules: readonly Rule[]): Figure =>
  cdf(
    layOut(schemes),
    byRule(rules, ({ fct_ns }) => fct_ns),
    {
      id: "fct-cdf",
      title: "Flow completion time (FCT)",
      table: "flows",
      axis: "FCT, until the receiver has the last byte",
      short: "FCT",
      format: time,
      log: true,
      none: NO_FLOW,
    },
  );

export const slowdownCdf = (schemes: readonly Scheme[], rules: readonly Rule[]): Figure =>
  cdf(
    layOut(schemes),
    byRule(rules, ({ slowdown }) => slowdown),
    {
      id: "slowdown-cdf",
      title: "FCT slowdown",
      table: "flows",
      axis: "FCT / FCT alone in the network",
      short: "slowdown",
      format: plain,
      log: true,
      none: NO_FLOW,
    },
  );

export const pauseCdf = (schemes: readonly Scheme[]): Figure =>
  cdf(
    layOut(schemes),
    [{ runs: schemes.map(({ runs }) => runs.map(({ tables }) => tables.pauses.columns.duration_ns)) }],
    {
      id: "pause-cdf",
      title: "Duration of PAUSEs",
      table: "pauses",
      axis: "from the decision to pause to that to resume",
      short: "duration",
      format: time,
      log: true,
      none: noPause(schemes.flatMap(({ runs }) => runs)) ?? "No PAUSE ended within the run.",
      notes: ["PAUSEs that were active at the end of the run are not included."],
    },
  );

/**
 * Lengths of egress queues. A single run has a line for each of its longest queues, several runs a line for each
 * scheme.
 */
export function queueCdf(schemes: readonly Scheme[]): Figure {
  const runs = schemes.flatMap((scheme) => scheme.runs);
  const quantity = {
    id: "queue-cdf",
    title: "Queue length",
    table: "queues",
    axis: "bytes waiting",
    short: "bytes waiting",
    format: bytes,
    log: false,
    none: notMeasured(runs, "queues") ?? "The measured queues were always empty.",
  } as const;
  if (runs.length === 1) {
    const queues = longestQueues(runs[0]);
    const names = queues.map(([name]) => name);
    const layout = { of: "", names, facets: [{ title: "", lines: names.map((name, scheme) => ({ name, scheme })) }] };
    const values = { runs: queues.map(([, lengths]) => [lengths]) };
    return cdf(layout, [values], { ...quantity, notes: ["All samples are included."] });
  }
  const lengths = schemes.map((scheme) =>
    scheme.runs.map(({ tables }) => tables.queues?.columns.egress_bytes ?? new Float64Array()),
  );
  return cdf(layOut(schemes), [{ runs: lengths }], {
    ...quantity,
    notes: ["All samples of all measured queues are included."],
  });
}

function longestQueues(run: LabelledRun): [string, Float64Array][] {
  const queues = (egressQueues(run) ?? []).filter(({ peak }) => peak > 0).sort((a, b) => b.peak - a.peak);
  return queues
    .slice(0, MAX_LINES)
    .map(({ name, rows, values }) => [name, Float64Array.from(rows, (row) => values[row])]);
}
