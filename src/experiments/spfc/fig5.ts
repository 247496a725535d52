/** spfc/fig5: PFC against congestion control over time, with 24 burst ports. */
import { firstSeed, mean, order } from "../claims-by-means.ts";
import { defineExperiment, type Done, type Plot } from "../contract.ts";
import { chosen, goodputOver, schemeNames, schemes, victimScenario, type Scheme } from "./victim-fabric.ts";

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

export const fig5 = defineExperiment<Key, Row>({
  id: "spfc/fig5",
  title: "PFC against congestion control over time, N = 24",
  asks: "What do thresholds, PAUSEs and flows do while 24 ports burst into P2?",
  chosen: [...chosen, "ST is drawn besides the paper's four schemes. Samples every 100 us."],
  seeds: { quick: 1, paper: 1 },
  trials: () =>
    schemeNames.map((scheme) => ({
      key: { scheme },
      scenario: victimScenario({
        buffer: schemes[scheme],
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
        plot("stored from h0", "MB", "p0"),
        plot("threshold of P0", "MB", "threshold"),
        plot("stored from h1, a burst port", "MB", "p1"),
        plot("PAUSEs to h0", "PAUSEs in 0.5 ms", "pauses"),
        plot("goodput of F1", "Gbps", "f1"),
        plot("goodput of F2", "Gbps", "f2"),
      ],
      claims: done.length === 0 ? [] : claimsOf(done),
    };
  },
});

function claimsOf(done: readonly Done<Key, Row>[]) {
  const of = (scheme: Scheme): Row => {
    const found = done.find(({ key }) => key.scheme === scheme);
    return found === undefined ? { p0: [], p1: [], threshold: [], f1: [], f2: [], pauses: [] } : found.row;
  };
  const total = (series: Series): number => series.reduce((sum, [, y]) => sum + y, 0);
  /** From 1 ms after the burst's start. */
  const later = (series: Series): number => mean(series.filter(([ms]) => ms > 2).map(([, y]) => y));
  const during = (series: Series): number => mean(series.filter(([ms]) => ms > 1.1).map(([, y]) => y));
  const thresholds = (["DT 1", "DT 2", "DT 4"] as const).map((scheme) => during(of(scheme).threshold));
  return [
    ...(["SPFC", "SPFC as printed"] as const).flatMap((name) => {
      const id = name === "SPFC" ? "" : "-printed";
      return [
        order(
          { id: `no-pause-at-p0${id}`, claim: `Under ${name} no PAUSE at P0`, paper: "none" },
          schemeNames.map((scheme) => `${scheme}: ${total(of(scheme).pauses)}`).join(", "),
          total(of(name).pauses) === 0,
        ),
        order(
          {
            id: `f1-climbs${id}`,
            claim: `Under ${name} F1 climbs toward 96 Gbps; under DT 2 it does not`,
            paper: "96 Gbps",
          },
          schemeNames.map((scheme) => `${scheme}: ${later(of(scheme).f1).toFixed(1)}`).join(", ") +
            " Gbps of payload on average from 1 ms after the burst's start",
          later(of(name).f1) > 85 && later(of("DT 2").f1) < 85,
        ),
      ];
    }),
    order(
      {
        id: "dt-acts-like-st",
        claim: "During the burst DT acts like ST, whatever alpha: thresholds of P0 lie within a factor of 2",
        paper: "no difference",
      },
      `${(["DT 1", "DT 2", "DT 4"] as const).map((scheme, k) => `${scheme}: ${thresholds[k].toFixed(3)}`).join(", ")}, ST: ${during(of("ST").threshold).toFixed(3)} MB on average`,
      Math.max(...thresholds) <= 2 * Math.min(...thresholds),
    ),
  ];
}
