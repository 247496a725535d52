/** What the long link carries over time: figures 19 and 24. */
import type { Results } from "../../lab.ts";
import { firstSeed, mean, percentChange, ratio } from "../claims-by-means.ts";
import type { Claim, Done, Key, Plot } from "../contract.ts";
import { RATE_GBPS, type Scheme } from "./two-dcs.ts";

interface SchemeKey extends Key {
  readonly scheme: Scheme;
}

export interface Row {
  /** From the first data centre to the second, by ms: Gbps. */
  readonly rate: readonly (readonly [number, number])[];
}

const SAMPLE_MS = 0.1;
/** Below this share of the link it carries next to nothing: ACKs of the other direction take about a twentieth. */
const NEAR_ZERO = 0.1;

/** For a scenario of `two-dcs.ts`. */
export const measure = { every: "100us", rates: ["dci0-dci1"] } as const;

export function rateOf({ tables }: Results): Row {
  const columns = tables.rates?.columns;
  return {
    rate:
      columns === undefined ? [] : Array.from(columns.time_ns, (time, k) => [time / 1e6, columns.sent_bps[k] / 1e9]),
  };
}

/** Course and distribution, of the first seed. */
export function ratePlots<K extends SchemeKey>(all: readonly Done<K, Row>[]): Plot[] {
  const done = firstSeed(all);
  return [
    {
      title: "sent on the long link",
      x: "time, ms",
      y: "Gbps",
      lines: done.map(({ key, row }) => ({ name: key.scheme, points: row.rate })),
    },
    {
      title: "distribution of the samples",
      x: "Gbps",
      y: "share of samples at or below",
      lines: done.map(({ key, row }) => ({ name: key.scheme, points: distribution(row) })),
    },
  ];
}

const distribution = ({ rate }: Row): [number, number][] =>
  rate
    .map(([, gbps]) => gbps)
    .sort((a, b) => a - b)
    .map((gbps, k, { length }) => [gbps, (k + 1) / length]);

const ratesOf = ({ rate }: Row): number[] => rate.map(([, gbps]) => gbps);

/** The longest time for which the link carried next to nothing, ms. */
export function longestSpell({ rate }: Row): number {
  let longest = 0;
  let spell = 0;
  for (const [, gbps] of rate) {
    spell = gbps < NEAR_ZERO * RATE_GBPS ? spell + 1 : 0;
    longest = Math.max(longest, spell);
  }
  return longest * SAMPLE_MS;
}

/** How far samples lie from their mean, as a share of it: the standard deviation over the mean. */
export function unsteadiness(row: Row): number {
  const rates = ratesOf(row);
  const middle = mean(rates);
  return Math.sqrt(mean(rates.map((gbps) => (gbps - middle) * (gbps - middle)))) / middle;
}

/** The row of a scheme's first seed. */
export const rowOf = <K extends SchemeKey>(all: readonly Done<K, Row>[], scheme: Scheme): Row =>
  firstSeed(all).find(({ key }) => key.scheme === scheme)?.row ?? { rate: [] };

/** `paper`: by how much `ours` carries more than each of the others on average, as 1.4367. */
export const averageClaims = <K extends SchemeKey>(
  all: readonly Done<K, Row>[],
  ours: Scheme,
  paper: readonly (readonly [Scheme, number])[],
): Claim[] =>
  paper.map(([scheme, more]) =>
    ratio(
      {
        id: `over-${scheme.toLowerCase()}`,
        claim: `Average throughput of ${ours} over ${scheme}'s`,
        paper: percentChange(more),
      },
      mean(ratesOf(rowOf(all, ours))) / mean(ratesOf(rowOf(all, scheme))),
      more,
    ),
  );
