/** dsh/fig6: the share of a port's headroom that is in use under SIH, at the local maxima of its use. */
import { defineFigure, fixed, near, plotOf, ratio, type PerScale } from "../experiment.ts";
import { dsh } from "./readings.ts";
import { chosen, ETA, etaChosen, leafSpine, tomahawk } from "./tomahawk.ts";

/**
 * A histogram of the local maxima of the headroom that ports use. The bins have the width `BIN`, as a share of a port's
 * headroom.
 */
type Row = { readonly counts: readonly number[] };

/** The number of lossless queues of a port. */
const QUEUES = 7;
/** The width of a bin, as a share of a port's headroom. */
const BIN = 0.001;
const UNTIL: PerScale<string> = { quick: "1ms", paper: "10ms" };
/** The paper's percentiles 50 and 99 of headroom in use, percent. */
const PAPER = { median: 4.96, p99: 25.33 } as const;

export const fig6 = defineFigure<{ readonly congestion: "dcqcn" }, Row, typeof dsh>({
  id: "dsh/fig6",
  title: "Headroom utilization under SIH",
  asks: "How much of the headroom that SIH reserves for a port is in use at local maxima of its use?",
  readings: dsh,
  seeds: { quick: 3, paper: 5 },
  chosen: [
    ...chosen,
    etaChosen,
    "A local maximum is the headroom in use by the seven queues of a port, when it begins to fall after a rise. Ports are those of leaves and spines.",
    "Utilization is the share of the port's seven eta, 397,880 B.",
    "WebSearch is websearch-hpcc, load .9 of payload. Each flow goes to a random host in one of seven random classes.",
    "The paper gives no duration. Runs last 1 ms at quick scale and 10 ms at paper scale, and start with an empty network.",
  ],
  trials: (scale, reading) => {
    const classes = Array.from({ length: QUEUES }, (_, k) => ({ class: k + 1 }));
    const traffic = { kind: "poisson", from: "h0..h255", to: "h0..h255", cdf: "websearch-hpcc", load: 0.9, classes };
    return [
      {
        key: { congestion: "dcqcn" },
        scenario: {
          until: UNTIL[scale],
          topology: leafSpine({ leaves: 16, spines: 16, hosts: 16, uplinkRate: 100 }),
          ...tomahawk("SIH", "dcqcn", reading, ETA),
          traffic: [traffic],
          measure: { pauses: false, headroom: true },
        },
      },
    ];
  },
  row({ tables }) {
    const counts = Array.from({ length: 1 / BIN }, () => 0);
    for (const held of tables.headroom_maxima?.columns.held_bytes ?? [])
      counts[Math.min(counts.length, Math.ceil(held / (QUEUES * ETA) / BIN)) - 1]++;
    return { counts };
  },
  plots(runs) {
    const { total, points } = distributionOf(runs.rows({}));
    if (total === 0) return [];
    const [title, x] = ["Headroom in use at its local maxima", "headroom in use, % of the port's headroom"];
    return [
      plotOf(title, x, "local maxima, %", [{ name: "SIH", points: [[0, 0], ...points] }], {
        marks: [
          { name: "SIH", x: PAPER.median, y: 50 },
          { name: "SIH", x: PAPER.p99, y: 99 },
        ],
        note: `n = ${total} maxima in ${runs.done.length} runs`,
      }),
    ];
  },
  claims(runs) {
    const { total } = distributionOf(runs.rows({}));
    if (total === 0) return [];
    const at = (share: number, name: string) =>
      runs.of({}, (row) => distributionOf([row]).points.find(([, reached]) => reached >= share)?.[0] ?? NaN, name);
    const n = `n = ${total} maxima in ${runs.done.length} runs`;
    const [median, p99] = [at(50, "median"), at(99, "99th percentile")];
    return [
      ratio("median", {
        claim: "Utilization at the median",
        paper: "4.96%",
        judged: near(median, PAPER.median, fixed(1, "%")),
        context: n,
      }),
      ratio("p99", {
        claim: "Utilization at the 99th percentile",
        paper: "25.33%, or 74.67% unused",
        judged: near(p99, PAPER.p99, fixed(1, "%")),
        context: n,
      }),
    ];
  },
});

/** The distribution of maxima over several runs, as [percent of a port's headroom, percentage of maxima up to it]. */
function distributionOf(runs: readonly Row[]) {
  const counts = Array.from({ length: Math.round(1 / BIN) }, (_, bin) =>
    runs.reduce((sum, row) => sum + row.counts[bin], 0),
  );
  const total = counts.reduce((sum, n) => sum + n, 0);
  let below = 0;
  const points = counts.map((n, bin) => [(bin + 1) * BIN * 100, ((below += n) / total) * 100] as const);
  return { total, points: points.slice(0, 1 + points.findIndex(([, reached]) => reached === 100)) };
}
