/** spfc/fig5: PFC against congestion control over time, with 24 burst ports. */
import {
  allOf,
  atLeast,
  atMost,
  type Claim,
  combine,
  defineExperiment,
  type Done,
  firstSeed,
  inEveryRun,
  mean,
  onAPar,
  order,
  type Plot,
  sample,
  type Sample,
} from "../experiment.ts";
import { spfc } from "./readings.ts";
import { chosen, goodputOver, RECOVERED, schemeNames, victimScenario } from "./victim-fabric.ts";

type Scheme = (typeof schemeNames)[number];

interface Key extends Record<string, string | number> {
  readonly scheme: Scheme;
}

type Series = readonly (readonly [number, number])[];

interface Row {
  /** By ms: MB stored from h0 and from h1, and their thresholds; Gbps of F1 and F2; PAUSEs to h0 per half millisecond. */
  readonly p0: Series;
  readonly p1: Series;
  readonly threshold: Series;
  readonly f1: Series;
  readonly f2: Series;
  readonly pauses: Series;
}

const END_MS = 12;

export const fig5 = defineExperiment<Key, Row, typeof spfc>({
  id: "spfc/fig5",
  title: "PFC against congestion control over time, N = 24",
  asks: "What do thresholds, PAUSEs and flows do while 24 ports burst into P2?",
  chosen: [
    ...chosen,
    "ST is drawn besides the paper's four schemes. Samples every 100 us; drawn is the first seed.",
    'The factor of 2 by which "degrades into" is judged is ours: with 25 queues DT itself stands at B/26 to B/25.25, a quarter above ST\'s B/32.',
  ],
  readings: spfc,
  seeds: { quick: 2, paper: 3 },
  trials: (_scale, reading) =>
    schemeNames.map((scheme) => ({
      key: { scheme },
      scenario: victimScenario(scheme, reading, {
        bursts: 24,
        measure: { every: "100us", queues: ["sw0-h0", "sw0-h1"], goodputs: [0, 1] },
      }),
    })),

  row(results) {
    const queues = results.tables.queues?.columns;
    const of = (peer: string, what: "ingress_bytes" | "threshold_bytes"): [number, number][] =>
      queues === undefined
        ? []
        : queues.peer.flatMap((name, row): [number, number][] =>
            name === peer ? [[queues.time_ns[row] / 1e6, queues[what][row] / 1e6]] : [],
          );
    const { peer, start_ns } = results.tables.pauses.columns;
    const perHalf = Array.from({ length: END_MS * 2 }, () => 0);
    peer.forEach((name, row) => {
      if (name === "h0") perHalf[Math.min(perHalf.length - 1, Math.floor(start_ns[row] / 5e5))]++;
    });
    return {
      p0: of("h0", "ingress_bytes"),
      p1: of("h1", "ingress_bytes"),
      threshold: of("h0", "threshold_bytes"),
      f1: goodputOver(results, 0),
      f2: goodputOver(results, 1),
      pauses: perHalf.map((n, k) => [(k + 0.5) / 2, n]),
    };
  },

  conclude(all) {
    const done = firstSeed(all);
    const plot = (title: string, y: string, what: keyof Row): Plot => ({
      title,
      x: "time, ms",
      y,
      lines: done.map(({ key, row }) => ({ name: key.scheme, points: row[what] })),
    });
    return {
      plots: [
        plot("stored from h0", "ingress bytes, MB", "p0"),
        plot("threshold of P0", "threshold, MB", "threshold"),
        plot("stored from h1, a burst port", "ingress bytes, MB", "p1"),
        plot("PAUSEs to h0", "PAUSEs in 0.5 ms", "pauses"),
        plot("goodput of F1", "goodput, Gbps", "f1"),
        plot("goodput of F2", "goodput, Gbps", "f2"),
      ],
      claims: all.length === 0 ? [] : claimsOf(all),
    };
  },
});

function claimsOf(done: readonly Done<Key, Row>[]): Claim[] {
  const of = (scheme: Scheme, what: keyof Row, fromMs: number): Sample =>
    sample(
      scheme,
      done,
      (key) => key.scheme === scheme,
      (row) => mean(row[what].filter(([ms]) => ms > fromMs).map(([, y]) => y)),
    );
  const total = (series: Series): number => series.reduce((sum, [, y]) => sum + y, 0);
  /** From 1 ms after the burst's start. */
  const f1 = (scheme: Scheme): Sample => of(scheme, "f1", 2);
  const pauses = (scheme: Scheme): Sample =>
    sample(
      scheme,
      done,
      (key) => key.scheme === scheme,
      (row) => total(row.pauses),
    );
  /** Of what the bottleneck leaves it, 96 Gbps of wire. */
  const short = (scheme: Scheme): Sample => combine(scheme, f1(scheme), f1(scheme), (gbps) => IDEAL - gbps);
  const threshold = (scheme: Scheme): Sample => of(scheme, "threshold", 2);
  const alike = (what: (scheme: Scheme) => Sample) =>
    allOf((["DT 1", "DT 4"] as const).map((scheme) => onAPar(what(scheme), what("DT 2"))));
  return [
    order(
      { id: "no-pause-at-p0", claim: "Under SPFC P0 sends no PAUSE", paper: "completely avoided" },
      inEveryRun(
        "runs",
        done.filter(({ key }) => key.scheme === "SPFC").map(({ row }) => total(row.pauses) === 0),
      ),
      schemeNames
        .map((scheme) => {
          const rows = done.filter(({ key }) => key.scheme === scheme);
          return `${scheme} ${mean(rows.map(({ row }) => total(row.pauses))).toFixed(1)}`;
        })
        .join(", ") + " PAUSEs on average",
    ),
    order(
      {
        id: "f1-climbs",
        claim:
          "Under SPFC F1 climbs toward 96 Gbps of wire, and has 90 from 1 ms after the burst's start on average; under DT 2 not",
        paper: "96 Gbps, 88.7 of payload",
      },
      allOf([atLeast(f1("SPFC"), RECOVERED, gbps), atMost(f1("DT 2"), RECOVERED, gbps)]),
    ),
    order(
      {
        id: "alpha-does-not-matter",
        claim:
          "During the burst there is no difference in DT between alpha 1, 2 and 4: their thresholds of P0 are alike within a tenth on average",
        // Section III-B: "DT algorithm treats each port equally, so burst ports are also allocated the same amount of buffer. DT algorithm degrades into
        // ST algorithm during burst. And there is no difference in DT between different alpha."
        paper: "no difference",
        underdetermined: { evidence: OF_WHAT },
      },
      alike(threshold),
      `what F1 is short of its ideal rate ${alike(short).verdict}, F1's rate ${alike(f1).verdict}, PAUSEs to h0 ${alike(pauses).verdict}`,
    ),
    order(
      {
        id: "dt-acts-like-st",
        claim: "During the burst DT acts like ST: its threshold of P0 is on average within a factor of 2 of ST's B/32",
        paper: "DT degrades into ST",
        tried: TRIED_LIKE_ST,
      },
      allOf((["DT 1", "DT 2", "DT 4"] as const).map((scheme) => onAPar(threshold(scheme), threshold("ST"), 2))),
    ),
  ];
}

/** Gbps of payload that are 96 Gbps on the wire: 1000 of 1082 bytes. */
const IDEAL = 88.7;

const gbps = (n: number): string => `${n.toFixed(1)} Gbps`;

const TRIED_LIKE_ST =
  "With one counter what arrives after PAUSEs takes B - sum Q, and T with it, to little: a tenth of B/32 is P0's on average. With headroom apart T is near ST's, but then DT does not make h0 suffer.";
/** What the text leaves open. */
const OF_WHAT =
  "The text does not say in what there is no difference. Figure 5 draws queues, thresholds, PAUSEs and rates. By the sentences before it is the buffer that ports are allocated, the threshold. Equation 1 has thresholds of B/26, B/25.5 and B/25.25 with 25 queues. With one counter they also lose what arrives after PAUSEs. Beside the numbers stands what the claim comes to for three other quantities of the figure.";
