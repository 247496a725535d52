/** bifrost/fig19: what the long link carries, over time. */
import { firstSeed, mean, order, ratio } from "../claims.ts";
import { defineExperiment, type Done } from "../contract.ts";
import { allToAll, chosen, RATE_GBPS, twoDcScenario, type Scheme } from "./two-dcs.ts";

interface Key extends Record<string, string | number> {
  readonly scheme: Scheme;
}

interface Row {
  /** From the first data centre to the second, by ms: Gbps. */
  readonly rate: readonly (readonly [number, number])[];
}

const SCHEMES: readonly Scheme[] = ["Bifrost", "SWING", "PFC"];
const END_MS = { quick: 14, paper: 100 } as const;
const SAMPLE_MS = 0.1;
/** Below this share of the link it carries next to nothing: ACKs of the other direction take about a twentieth. */
const NEAR_ZERO = 0.1;
/** A spell of several milliseconds. */
const SPELL_MS = 3;

export const fig19 = defineExperiment<Key, Row>({
  id: "bifrost/fig19",
  title: "Throughput of the long link",
  asks: "How steadily does the long link carry traffic under each flow control?",
  chosen: [
    ...chosen,
    "The figure's workload and load are not said: Hadoop, all-to-all, 80%, for 100 ms (quick: 14 ms). Samples every 100 us.",
    "Close to zero means below 10% of the link: what still comes are ACKs of the other direction, which nothing stops.",
  ],
  seeds: { quick: 1, paper: 1 },
  trials: (scale) =>
    SCHEMES.map((scheme) => ({
      key: { scheme },
      scenario: twoDcScenario({
        scheme,
        traffic: [allToAll("Hadoop", 0.8, END_MS[scale])],
        untilMs: END_MS[scale],
        measure: { every: "100us", rates: ["dci0-dci1"] },
      }),
    })),

  row({ tables }) {
    const columns = tables.rates?.columns;
    return {
      rate:
        columns === undefined ? [] : Array.from(columns.time_ns, (time, k) => [time / 1e6, columns.sent_bps[k] / 1e9]),
    };
  },

  conclude(all) {
    const done = firstSeed(all);
    return {
      plots: [
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
      ],
      claims: done.length === 0 ? [] : claimsOf(done),
    };
  },
});

const distribution = ({ rate }: Row): [number, number][] =>
  rate
    .map(([, gbps]) => gbps)
    .sort((a, b) => a - b)
    .map((gbps, k, { length }) => [gbps, (k + 1) / length]);

/** The longest time for which the link carried next to nothing, ms. */
function longestSpell({ rate }: Row): number {
  let longest = 0;
  let spell = 0;
  for (const [, gbps] of rate) {
    spell = gbps < NEAR_ZERO * RATE_GBPS ? spell + 1 : 0;
    longest = Math.max(longest, spell);
  }
  return longest * SAMPLE_MS;
}

function claimsOf(done: readonly Done<Key, Row>[]) {
  const of = (scheme: Scheme): Row => done.find(({ key }) => key.scheme === scheme)?.row ?? { rate: [] };
  const average = (scheme: Scheme): number => mean(of(scheme).rate.map(([, gbps]) => gbps));
  const spells = SCHEMES.map((scheme) => `${scheme} ${longestSpell(of(scheme)).toFixed(1)}`).join(", ");
  return [
    order(
      { id: "pfc-stands-still", claim: "PFC stays close to zero for milliseconds at a time", paper: "10 to 16 ms" },
      `longest: ${spells} ms`,
      longestSpell(of("PFC")) >= SPELL_MS,
    ),
    order(
      { id: "bifrost-does-not", claim: "Bifrost does not: never for as much as 3 ms", paper: "steadier" },
      `longest: ${spells} ms`,
      longestSpell(of("Bifrost")) < SPELL_MS,
    ),
    ratio(
      { id: "over-pfc", claim: "Average throughput of Bifrost over PFC's", paper: "+43.67%" },
      average("Bifrost") / average("PFC"),
      1.4367,
    ),
    ratio(
      { id: "over-swing", claim: "Average throughput of Bifrost over SWING's", paper: "+6.51%" },
      average("Bifrost") / average("SWING"),
      1.0651,
    ),
  ];
}
