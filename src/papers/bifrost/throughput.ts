/** What the long link carries over time: figures 19 and 24. */
import {
  against,
  changes,
  type Claim,
  type Done,
  estimateOf,
  firstSeed,
  type Key,
  mean,
  NO_PAUSES,
  percentChange,
  type Plot,
  ratio,
  type Results,
  sample,
  type Sample,
  type Scale,
  toBeHad,
  withInterval,
} from "../experiment.ts";
import type { BifrostReading } from "./readings.ts";
import { RATE_GBPS, roundTripMs, type Run, type Scheme } from "./schemes.ts";
import { DISTANCE_KM, SIZES, sizeChosen, type Size } from "./two-dcs.ts";

interface SchemeKey extends Key {
  readonly scheme: Run;
}

export interface Row {
  /** From the first data centre to the second, by ms: Gbps, until the last flow was done. */
  readonly rate: readonly (readonly [number, number])[];
}

export type Rows<K extends SchemeKey> = readonly Done<K, Row>[];

/** Why SWING does not stand still here. */
export const SWING_TRIED = `Relays pass on each stop and start of a switch, every few microseconds, so the long link carries what drains, a round trip later (bifrost/tab1). So SWING's own abstract has it: it "ensures the throughput of long-distance links while minimizing the buffer requirement" (doi 10.1109/TPDS.2022.3215517). X_OFF of 198 KiB is the paper's.`;

/** Below this share of the link it carries next to nothing: ACKs of the other direction take about a twentieth. */
const NEAR_ZERO = 0.1;

/** Section VI-B7: "We monitor the throughput of the long distance link ... in the all-to-all traffic experiment": as long as figure 16's runs. */
export const COURSES: Readonly<Record<Scale, Size>> = SIZES["all-to-all"];

/** What both figures choose besides: how long their runs are, and what speaks for and against it. */
export const lengthChosen: readonly string[] = [
  sizeChosen(COURSES),
  'These runs are as long as those of all other simulations: the throughput is monitored "in the all-to-all traffic experiment" (VI-B7, VI-C3), which is that of figures 16 and 22, and "10 to 16" and "12 to 15" ms lie within 20. Against it: "the throughput distribution in 0.1 s". That is the length of neither: flows that begin for 100 ms are done after 182 to 380.',
];

/** For a scenario of `two-dcs.ts`: sixty samples a round trip. */
export const measure = ({ km }: Size): Record<string, unknown> => ({
  every: `${Math.round((roundTripMs(km) * 1000) / 60)}us`,
  rates: ["dci0-dci1"],
});

export function rateOf({ tables }: Results): Row {
  const columns = tables.rates?.columns;
  return {
    rate:
      columns === undefined ? [] : Array.from(columns.time_ns, (time, k) => [time / 1e6, columns.sent_bps[k] / 1e9]),
  };
}

/** The part of a course over which its average is taken, ms. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** "The throughput distribution in 0.1 s" (VI-B7), on the paper's distance. */
const TENTH_MS = 100;

export const spanOf = (reading: BifrostReading, { arrivalsMs, km }: Size): Span => ({
  from: reading.window === "warm" ? roundTripMs(km) : 0,
  to: reading.window === "drain" ? Infinity : reading.window === "tenth" ? (TENTH_MS * km) / DISTANCE_KM : arrivalsMs,
});

/** While flows begin: in it spells and steadiness are told, whatever the window of averages. */
export const busy = ({ arrivalsMs }: Size): Span => ({ from: 0, to: arrivalsMs });

/** Samples of the span. The link carries nothing once the last flow is done. */
function inside({ rate }: Row, { from, to }: Span): number[] {
  const seen = rate.flatMap(([ms, gbps]) => (ms > from && ms <= to ? [gbps] : []));
  const end = rate.at(-1)?.[0];
  if (end === undefined || to === Infinity || end >= to) return seen;
  const every = end / rate.length;
  return [...seen, ...Array<number>(Math.round((to - end) / every)).fill(0)];
}

/** Course and distribution, of the first seed. */
function ratePlots<K extends SchemeKey>(all: Rows<K>, span: Span, { arrivalsMs }: Size): Plot[] {
  const done = firstSeed(all);
  const course = (title: string, until: number): Plot => ({
    title: `sent on the long link${title} (first seed)`,
    x: "time, ms",
    y: "rate of the long link, Gbps",
    lines: done.map(({ key, row }) => ({ name: key.scheme, points: row.rate.filter(([ms]) => ms <= until) })),
  });
  return [
    course(" while flows begin", arrivalsMs),
    course(" until the last flow is done", Infinity),
    {
      title: "distribution of the samples (first seed)",
      x: "rate of the long link, Gbps",
      y: "share of samples at or below",
      lines: done.map(({ key, row }) => ({ name: key.scheme, points: distribution(inside(row, span)) })),
    },
  ];
}

const distribution = (rates: readonly number[]): [number, number][] =>
  [...rates].sort((a, b) => a - b).map((gbps, k, { length }) => [gbps, (k + 1) / length]);

/** Gbps over the window, by seed. */
export const averageRate = <K extends SchemeKey>(all: Rows<K>, scheme: Run, span: Span): Sample =>
  sample(
    scheme,
    all,
    (key) => key.scheme === scheme,
    (row) => mean(inside(row, span)),
  );

/** The longest time while flows begin for which the link carries next to nothing, in round trips. */
export const longestSpell = <K extends SchemeKey>(all: Rows<K>, scheme: Scheme, { arrivalsMs, km }: Size): Sample =>
  sample(
    scheme,
    all,
    (key) => key.scheme === scheme,
    (row) => spellOf(row, { from: roundTripMs(km), to: arrivalsMs }) / roundTripMs(km),
  );

function spellOf({ rate }: Row, { from, to }: Span): number {
  let longest = 0;
  let since = NaN;
  let before = NaN;
  for (const [ms, gbps] of rate) {
    if (gbps >= NEAR_ZERO * RATE_GBPS || ms <= from || ms > to) since = NaN;
    else {
      if (Number.isNaN(since)) since = before;
      longest = Math.max(longest, ms - since);
    }
    before = ms;
  }
  return longest;
}

/** How far samples lie from their mean, as a share of it: the standard deviation over the mean. */
export const unsteadiness = <K extends SchemeKey>(all: Rows<K>, scheme: Scheme, span: Span): Sample =>
  sample(
    scheme,
    all,
    (key) => key.scheme === scheme,
    (row) => {
      const rates = inside(row, span);
      const middle = mean(rates);
      return Math.sqrt(mean(rates.map((gbps) => (gbps - middle) * (gbps - middle)))) / middle;
    },
  );

/** What both figures draw and claim of the courses. */
export function coursesOf<K extends SchemeKey>(all: Rows<K>, reading: BifrostReading, size: Size) {
  const span = spanOf(reading, size);
  return {
    span,
    plots: ratePlots(all, span, size),
    spell: (scheme: Scheme) => longestSpell(all, scheme, size),
    unsteady: (scheme: Scheme) => unsteadiness(all, scheme, busy(size)),
    rate: (scheme: Scheme, over = span) => averageRate(all, scheme, over),
  };
}

export const gbps = (value: number): string => `${value.toFixed(1)} Gbps`;
export const roundTrips = (value: number): string => `${value.toFixed(2)} round trips`;
export const deviation = (value: number): string => value.toFixed(2);

/** `paper`: by how much `ours` carries more than each of the others on average, as 1.4367. */
export const averageClaims = <K extends SchemeKey>(
  all: Rows<K>,
  ours: Scheme,
  paper: readonly (readonly [Scheme, number])[],
  span: Span,
  tried?: string,
): Claim[] =>
  paper.map(([scheme, more]) => {
    const [mine, other] = [averageRate(all, ours, span), averageRate(all, scheme, span)];
    const claim = ratio(
      {
        id: `over-${scheme.toLowerCase()}`,
        claim: `Average throughput of ${ours} over ${scheme}'s`,
        paper: percentChange(more),
        ...(tried !== undefined && { tried }),
      },
      changes(mine, other, more),
      [mine, other].map((one) => `${one.name} ${withInterval(estimateOf(one), gbps)}`).join(", "),
    );
    const real = [mine, ...paper.map(([one]) => averageRate(all, one, span))].map((one) => [one, other] as const);
    return against(claim, toBeHad(averageRate(all, NO_PAUSES, span), other, more, real));
  });
