/** spfc/fig6: how long F1 takes to recover, and how long P0 is paused, against the round trip. */
import { firstSeed, order } from "../claims-by-means.ts";
import { defineExperiment, type Scale } from "../contract.ts";
import { chosen, goodputOver, pausesAtP0, RECOVERED, schemes, victimScenario } from "./victim-fabric.ts";

type Name = "DT 2" | "SPFC" | "SPFC as printed";

interface Key extends Record<string, string | number> {
  readonly scheme: Name;
  /** One-way delay of the senders' links, us; 9 is the paper's. */
  readonly delay: number;
}

interface Row {
  /** Gbps by ms. */
  readonly f1: readonly (readonly [number, number])[];
  /** h0 was held, us. */
  readonly held: number;
}

const NAMES: readonly Name[] = ["DT 2", "SPFC", "SPFC as printed"];
const DELAYS: Readonly<Record<Scale, readonly number[]>> = {
  quick: [1, 4, 9, 19],
  paper: [1, 2, 4, 6, 9, 14, 19, 24],
};
const UNTIL: Readonly<Record<Scale, number>> = { quick: 16, paper: 31 };

export const fig6 = defineExperiment<Key, Row>({
  id: "spfc/fig6",
  title: "Recovery of F1, and PAUSE duration against RTT",
  asks: "How long does a burst from 20 ports keep F1 down, and does it get worse with the round trip?",
  chosen: [
    ...chosen,
    "The longer burst lasts to the end of the run: 15 ms (quick) or 30 ms. F1 has recovered when it gets 83 Gbps of payload, 90 on the wire, for good.",
    "RTT is swept by the delay of the senders' links; 16 MiB are shared whatever their headroom takes.",
  ],
  seeds: { quick: 1, paper: 1 },
  trials: (scale) =>
    NAMES.flatMap((scheme) =>
      DELAYS[scale].map((delay) => ({
        key: { scheme, delay },
        scenario: victimScenario({
          buffer: schemes[scheme],
          bursts: 20,
          delay,
          until: `${UNTIL[scale]}ms`,
          measure: { every: "250us", goodputs: [0] },
        }),
      })),
    ),

  row: (results) => ({ f1: goodputOver(results, 0), held: pausesAtP0(results).held / 1000 }),

  conclude(all) {
    const done = firstSeed(all);
    const delays = [...new Set(done.map(({ key }) => key.delay))].sort((a, b) => a - b);
    const of = (scheme: Name, delay: number): Row | undefined =>
      done.find(({ key }) => key.scheme === scheme && key.delay === delay)?.row;
    const recovery = (scheme: Name): number => recoveryMs(of(scheme, 9)?.f1 ?? []);
    const said = (ms: number): string => (ms === Infinity ? "not within the run" : `${ms.toFixed(2)} ms`);
    const held = NAMES.map((scheme) => ({
      name: scheme,
      points: delays.map((delay) => [2 * (delay + 1), of(scheme, delay)?.held ?? NaN] as const),
    }));
    const [dt] = held;
    return {
      plots: [
        {
          title: "goodput of F1 (RTT 20 us)",
          x: "time, ms",
          y: "Gbps",
          lines: NAMES.map((scheme) => ({ name: scheme, points: of(scheme, 9)?.f1 ?? [] })),
        },
        { title: "P0 paused", x: "RTT, us", y: "us in all", lines: held },
      ],
      claims:
        done.length === 0
          ? []
          : [
              order(
                {
                  id: "recovery",
                  claim: "F1 recovers in less than 1 ms under SPFC, in about 9 ms under DT",
                  paper: "< 1 ms; about 9 ms",
                },
                NAMES.map((name) => `${name}: ${said(recovery(name))}`).join("; "),
                recovery("SPFC") < 1 && recovery("DT 2") > 5,
              ),
              order(
                {
                  id: "grows-with-rtt",
                  claim: "Under DT the PAUSE duration at P0 grows with the RTT, at every step",
                  paper: "grows",
                  note: "Nearly all of the run is the most that it can reach.",
                },
                dt.points.map(([rtt, us]) => `${us.toFixed(0)} us at ${rtt} us`).join(", "),
                dt.points.every(([, us], k) => k === 0 || us >= dt.points[k - 1][1]),
              ),
            ],
    };
  },
});

/** ms after the burst's start from which on F1 has recovered. */
function recoveryMs(f1: readonly (readonly [number, number])[]): number {
  const last = f1.findLastIndex(([, gbps]) => gbps < RECOVERED);
  return last === f1.length - 1 ? Infinity : Math.max(0, f1[last][0] - 1);
}
