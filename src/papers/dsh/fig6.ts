/** dsh/fig6: how much of SIH's headroom is ever used. */
import { defineExperiment, near, ratio, sample, type Sample, type Scale, type Show } from "../experiment.ts";
import { dsh } from "./readings.ts";
import { chosen, ETA, etaChosen, leafSpine, tomahawk } from "./tomahawk.ts";

interface Row {
  /** Local maxima of ports' headroom, in bins of BIN of all that a port has. */
  readonly counts: readonly number[];
}

const QUEUES = 7;
const BIN = 0.001;
const UNTIL: Readonly<Record<Scale, string>> = { quick: "1ms", paper: "10ms" };

export const fig6 = defineExperiment<{ readonly congestion: "dcqcn" }, Row, typeof dsh>({
  id: "dsh/fig6",
  title: "Headroom utilization under SIH",
  asks: "Of the headroom that SIH sets aside for a port, how much is in use at its local maxima?",
  chosen: [
    ...chosen,
    etaChosen,
    "A local maximum is what a port has in headroom, its seven queues together, when that begins to fall after it has risen; ports are those of leaves and spines alike.",
    "Utilization is that over the seven eta of the port, 397,880 B.",
    "WebSearch is websearch-hpcc, load .9 of payload; each flow goes to a host drawn at random in a class drawn from seven.",
    "The paper names no length: 1 ms at quick scale and 10 ms at paper scale, from an empty network.",
  ],
  readings: dsh,
  seeds: { quick: 3, paper: 5 },

  trials: (scale, reading) => [
    {
      key: { congestion: "dcqcn" },
      scenario: {
        until: UNTIL[scale],
        topology: leafSpine({ leaves: 16, spines: 16, hosts: 16, uplinkRate: 100 }),
        ...tomahawk("SIH", "dcqcn", reading, ETA),
        traffic: [
          {
            ...{ kind: "poisson", from: "h0..h255", to: "h0..h255", cdf: "websearch-hpcc", load: 0.9 },
            classes: Array.from({ length: QUEUES }, (_, k) => ({ class: k + 1 })),
          },
        ],
        measure: { pauses: false, headroom: true },
      },
    },
  ],

  row({ tables }) {
    const counts = Array.from({ length: 1 / BIN }, () => 0);
    for (const held of tables.headroom_maxima?.columns.held_bytes ?? []) {
      counts[Math.min(counts.length, Math.ceil(held / (QUEUES * ETA) / BIN)) - 1]++;
    }
    return { counts };
  },

  conclude(done) {
    const all = cdf(added(done.map(({ row }) => row.counts)));
    if (all.total === 0) return { plots: [], claims: [] };
    const at = (share: number): Sample =>
      sample(
        share === 0.5 ? "median" : "99th percentile",
        done,
        () => true,
        (row) => quantile(cdf(row.counts), share),
      );
    const n = `n = ${all.total} maxima in ${done.length} runs`;
    return {
      plots: [
        {
          title: "Headroom in use at its local maxima",
          x: "headroom in use, % of the port's",
          y: "local maxima, %",
          lines: [{ name: "SIH", points: [[0, 0], ...all.points] }],
          marks: [
            { name: "SIH", x: 4.96, y: 50 },
            { name: "SIH", x: 25.33, y: 99 },
          ],
          note: n,
        },
      ],
      claims: [
        ratio(
          {
            id: "median",
            claim: "Utilization at the median",
            paper: "4.96%",
          },
          near(at(0.5), 4.96, percent),
          n,
        ),
        ratio(
          { id: "p99", claim: "Utilization at the 99th percentile", paper: "25.33%, or 74.67% unused" },
          near(at(0.99), 25.33, percent),
          n,
        ),
      ],
    };
  },
});

const percent: Show = (share) => `${share.toFixed(1)}%`;

/** Bin by bin. */
const added = (runs: readonly (readonly number[])[]): number[] =>
  Array.from({ length: Math.round(1 / BIN) }, (_, bin) => runs.reduce((sum, counts) => sum + counts[bin], 0));

interface Cdf {
  readonly total: number;
  /** Percent of the port's headroom, the upper end of a bin, and percent of the maxima; up to the largest. */
  readonly points: readonly (readonly [number, number])[];
}

function cdf(counts: readonly number[]): Cdf {
  const total = counts.reduce((sum, n) => sum + n, 0);
  let below = 0;
  const points = counts.map((n, bin) => [(bin + 1) * BIN * 100, ((below += n) / total) * 100] as const);
  return { total, points: points.slice(0, 1 + points.findIndex(([, reached]) => reached === 100)) };
}

/** NaN of none. */
const quantile = ({ points }: Cdf, share: number): number =>
  points.find(([, reached]) => reached >= share * 100)?.[0] ?? NaN;
