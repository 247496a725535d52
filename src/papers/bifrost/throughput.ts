/** The code that bifrost/fig19 and fig24 share. Both figures show the throughput of the long link over time. */
import * as xoff from "../experiment.ts";
import { bifrost, type BifrostReading } from "./readings.ts";
import { RATE_GBPS, roundTripMs, type Run, type Scheme } from "./schemes.ts";
import { DISTANCE_KM, SIZES, sizeChosen, type Size } from "./two-dcs.ts";

/** Samples of the rate from the first data centre to the second, each as [ms, Gbps]. The samples end when the last flow is done. */
export interface Row {
  readonly rate: readonly (readonly [number, number])[];
}

/**
 * A throughput below this share of the link rate counts as close to zero. The share is above 5%, because ACKs of the other
 * direction alone take about 5% of the link.
 */
const NEAR_ZERO = 0.1;

/**
 * The distance, and the time in which flows begin. They are those of figure 16, the all-to-all experiment. Section VI-B7: "We
 * monitor the throughput ... in the all-to-all traffic experiment".
 */
const COURSES: xoff.PerScale<Size> = SIZES["all-to-all"];

/** The start and the end of the time over which a rate is averaged, ms. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * The time over which throughput is averaged with the reading `window: tenth`, ms. It is for the paper's 600 km between the data centres.
 * On shorter distances it is shorter in proportion. Section VI-B7: "The throughput distribution in 0.1 s".
 */
const TENTH_MS = 100;

export const spanOf = (reading: BifrostReading, { arrivalsMs, km }: Size): Span => ({
  from: reading.window === "warm" ? roundTripMs(km) : 0,
  to: reading.window === "drain" ? Infinity : reading.window === "tenth" ? (TENTH_MS * km) / DISTANCE_KM : arrivalsMs,
});

const busy = ({ arrivalsMs }: Size): Span => ({ from: 0, to: arrivalsMs });

/** The samples within the span. After the end of the last flow the rate is zero. */
function inside({ rate }: Row, { from, to }: Span): number[] {
  const seen = rate.flatMap(([ms, gbps]) => (ms > from && ms <= to ? [gbps] : []));
  const end = rate.at(-1)?.[0];
  if (end === undefined || to === Infinity || end >= to) return seen;
  const every = end / rate.length;
  return [...seen, ...Array<number>(Math.round((to - end) / every)).fill(0)];
}

export const averageOf = (row: Row, span: Span): number => xoff.mean(inside(row, span));

/**
 * The longest time, in round trips, for which throughput stays close to zero while new flows start. The first round
 * trip does not count.
 */
export function longestSpell({ rate }: Row, { arrivalsMs, km }: Size): number {
  let [longest, since, before] = [0, NaN, NaN];
  for (const [ms, gbps] of rate) {
    if (gbps >= NEAR_ZERO * RATE_GBPS || ms <= roundTripMs(km) || ms > arrivalsMs) since = NaN;
    else {
      if (Number.isNaN(since)) since = before;
      longest = Math.max(longest, ms - since);
    }
    before = ms;
  }
  return longest / roundTripMs(km);
}

/** The standard deviation of the samples, divided by their mean. */
export const unsteadiness = (row: Row, span: Span): number =>
  xoff.deviationOf(inside(row, span)) / averageOf(row, span);

interface Courses {
  readonly spell: (scheme: Run) => xoff.Sample;
  readonly unsteady: (scheme: Run) => xoff.Sample;
  /** The average rate in the period in which new flows start, Gbps. */
  readonly busyRate: (scheme: Run) => xoff.Sample;
  /** The average rate of the long link, Gbps. `--reading window=NAME` (`readings.ts`) selects the averaging time. */
  readonly rate: (scheme: Run) => xoff.Sample;
}

const gbps = xoff.fixed(1, " Gbps");
const roundTrips = xoff.fixed(2, " round trips");

interface Figure extends xoff.About {
  readonly chosen: readonly string[];
  readonly ours: Scheme;
  /** The average throughput under `ours`, divided by that under another scheme, as the paper prints it. */
  readonly paper: readonly (readonly [Scheme, number])[];
  readonly scenario: (
    run: Run,
    options: Size & { readonly measure: Readonly<Record<string, unknown>> },
    reading: BifrostReading,
  ) => xoff.Trial["scenario"];
  readonly claims: (courses: Courses) => readonly xoff.Claim[];
  /** The question that the paper leaves open about the figure. The results print it with each claim that does not hold. */
  readonly open?: string;
}

type Key = { readonly scheme: Run };

/** A figure of throughput over time, with sixty samples in a round trip. */
export const throughputFigure = ({ ours, paper, chosen, scenario, claims, open, ...about }: Figure): xoff.Experiment =>
  xoff.defineFigure<Key, Row, typeof bifrost>({
    ...about,
    readings: bifrost,
    seeds: { quick: 3, paper: 3 },
    chosen: [
      ...chosen,
      sizeChosen(COURSES),
      'These runs are as long as all other simulations. The throughput is monitored "in the all-to-all traffic experiment" (VI-B7, VI-C3), which is that of figures 16 and 22. The times "10 to 16" and "12 to 15" ms lie within its 20 ms. The paper also says "the throughput distribution in 0.1 s". No run has that length, since flows that begin for 100 ms are done after 182 to 380 ms.',
    ],
    trials: (scale, reading) =>
      xoff.trialsOver<Key>({ scheme: [ours, "SWING", "PFC", xoff.NO_PAUSES] }, ({ scheme }) => {
        const every = `${Math.round((roundTripMs(COURSES[scale].km) * 1000) / 60)}us`;
        return scenario(scheme, { ...COURSES[scale], measure: { every, rates: ["dci0-dci1"] } }, reading);
      }),
    row(results) {
      const rates = xoff.columnsOf(results, "rates");
      return { rate: xoff.courseOf(rates, rates.sent_bps, 1e9) };
    },
    plots: (runs, scale, reading) => plotsOf(runs, spanOf(reading, COURSES[scale]), COURSES[scale]),
    claims(runs, scale, reading) {
      const size = COURSES[scale];
      const by = (pick: (row: Row) => number) => (scheme: Run) => runs.of({ scheme }, pick);
      const rate = by((row) => averageOf(row, spanOf(reading, size)));
      const courses: Courses = {
        spell: by((row) => longestSpell(row, size)),
        unsteady: by((row) => unsteadiness(row, busy(size))),
        busyRate: by((row) => averageOf(row, busy(size))),
        rate,
      };
      const rates = (...names: readonly Run[]): string =>
        names.map((name) => `${name}: ${xoff.withInterval(xoff.estimateOf(rate(name)), gbps)}`).join(", ");
      const averages = paper.map(([other, more]) =>
        xoff.ratioAgainstIdeal<Run>(`over-${other.toLowerCase()}`, {
          claim: `Average throughput under ${ours} against ${other}`,
          paper: xoff.percentChange(more),
          ...{ one: ours, other, ideal: xoff.NO_PAUSES, schemes: [ours, ...paper.map(([name]) => name)] },
          ...{ factor: more, of: rate },
          context: rates(ours, other),
        }),
      );
      const all = [...claims(courses), ...averages];
      return open === undefined ? all : all.map((claim) => xoff.leftOpen(claim, open));
    },
  });

/** Plots of the first seed: its throughput over time, and the distribution of its samples. */
function plotsOf(runs: xoff.Runs<Key, Row>, span: Span, { arrivalsMs }: Size): xoff.Plot[] {
  const rate = "rate of the long link, Gbps";
  const course = (title: string, until: number): xoff.Plot =>
    xoff.coursePlot(
      `sent on the long link ${title} (first seed)`,
      rate,
      runs.courses("scheme", (row) => row.rate.filter(([ms]) => ms <= until)),
    );
  const distribution = (row: Row) =>
    inside(row, span)
      .sort((a, b) => a - b)
      .map((value, k, { length }) => [value, (k + 1) / length] as const);
  return [
    course("while flows begin", arrivalsMs),
    course("until the last flow is done", Infinity),
    xoff.plotOf(
      "distribution of the samples (first seed)",
      rate,
      "share of samples at or below",
      runs.courses("scheme", distribution),
    ),
  ];
}

/** The minimum length, in round trips, of a period in which throughput stays close to zero. A shorter period does not count. */
const SPELL = 0.5;
export const standsStill = (spell: xoff.Sample): xoff.Judged => xoff.atLeast(spell, SPELL, roundTrips);
export const neverStandsStill = (spell: xoff.Sample): xoff.Judged => xoff.atMost(spell, SPELL, roundTrips);
export const shorterSpells = (one: xoff.Sample, other: xoff.Sample): xoff.Judged => xoff.below(one, other, roundTrips);
export const carriesLess = (one: xoff.Sample, other: xoff.Sample): xoff.Judged => xoff.below(one, other, gbps);
export const carriesAtMost = (one: xoff.Sample, share: number): xoff.Judged =>
  xoff.atMost(one, share * RATE_GBPS, gbps);
/** Judges the claim that `ours` has a lower ratio of standard deviation to mean than each of `others`. */
export const steadier = ({ unsteady }: Courses, ours: Scheme, others: readonly Scheme[]): xoff.Judged =>
  xoff.belowEach<Scheme>(ours, others, unsteady, xoff.fixed(2));
