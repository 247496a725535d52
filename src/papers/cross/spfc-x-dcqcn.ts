/** cross/spfc-x-dcqcn: how fast must the sender be cut for SPFC to keep its promise? The victim scenario over DCQCN's cut interval. */
import { defineExperiment, inEveryRun, mean, order, pointOf, sample, type Sample, type Scale } from "../experiment.ts";
import { spfc } from "../spfc/readings.ts";
import { goodputOver, pausesAtP0, RECOVERED, victimScenario } from "../spfc/victim-fabric.ts";

const NAMES = ["ST", "DT 2", "SPFC"] as const;
type Name = (typeof NAMES)[number];
const OTHERS = ["ST", "DT 2"] as const;

interface Key extends Record<string, string | number> {
  readonly buffer: Name;
  /** us between two cuts of the rate. */
  readonly cut: number;
}

interface Row {
  /** PAUSEs that h0 was sent, and for how long they held it, us. */
  readonly pauses: number;
  readonly held: number;
  /** Least Gbps of F1's payload over 0.5 ms, from 1 ms after the burst's start. */
  readonly least: number;
}

const CUTS: Readonly<Record<Scale, readonly number[]>> = {
  quick: [4, 10, 20, 50],
  paper: [4, 6, 8, 10, 12, 14, 16, 20, 25, 30, 40, 50],
};

export const spfcXDcqcn = defineExperiment<Key, Row, typeof spfc>({
  id: "cross/spfc-x-dcqcn",
  title: "SPFC against how fast DCQCN cuts",
  asks: "At N = 24, for which cut intervals of DCQCN is the victim's port paused under ST and DT, and for which of them does SPFC spare it?",
  chosen: [
    "The scenario is that of spfc/fig4 with 24 burst ports; DCQCN has HPCC's simulator's values but for the interval between two cuts: 4 us there, 50 us in DCQCN's paper.",
  ],
  readings: spfc,
  seeds: { quick: 2, paper: 3 },
  trials: (scale, reading) =>
    NAMES.flatMap((buffer) =>
      CUTS[scale].map((cut) => {
        const scenario = victimScenario(buffer, reading, { bursts: 24, measure: { every: "500us", goodputs: [0] } });
        const congestion = { name: "dcqcn", decreaseInterval: `${cut}us` };
        const policies = { ...(scenario.policies as object), congestion };
        return { key: { buffer, cut }, scenario: { ...scenario, policies } };
      }),
    ),
  row(results) {
    const { sent, held } = pausesAtP0(results);
    const later = goodputOver(results, 0).filter(([ms]) => ms > 2);
    return { pauses: sent, held: held / 1000, least: Math.min(...later.map(([, gbps]) => gbps)) };
  },

  conclude(done) {
    const cuts = [...new Set(done.map(({ key }) => key.cut))].sort((a, b) => a - b);
    const of = (buffer: Name, cut: number, what: keyof Row): Sample =>
      sample(
        buffer,
        done,
        (key) => key.buffer === buffer && key.cut === cut,
        (row) => row[what],
      );
    const lines = (what: keyof Row) =>
      NAMES.map((name) => ({ name, points: cuts.map((cut) => pointOf(cut, of(name, cut, what))) }));
    const pauses = (name: Name, cut: number): number => mean([...of(name, cut, "pauses").bySeed.values()]);
    const paused = (name: Name): number[] => cuts.filter((cut) => pauses(name, cut) > 0);
    const spared = done.filter(({ key }) => key.buffer === "SPFC");
    const list = (some: readonly number[]): string => (some.length === 0 ? "none" : `${some.join(", ")} us`);
    return {
      plots: [
        { title: "h0 held by PAUSEs", x: "cut interval, us", y: "time held, us", lines: lines("held") },
        { title: "PAUSEs to h0", x: "cut interval, us", y: "count of PAUSEs", lines: lines("pauses") },
        {
          title: "least of F1 from 1 ms after the burst's start",
          x: "cut interval, us",
          y: "goodput, Gbps",
          lines: lines("least"),
        },
      ],
      claims:
        done.length === 0
          ? []
          : [
              order(
                {
                  id: "spfc-spares",
                  claim: "SPFC does not pause h0, however slowly its flow is cut",
                  paper: "no PAUSE at P0 under SPFC",
                  standing: "ours",
                },
                inEveryRun(
                  "runs under SPFC",
                  spared.map(({ row }) => row.pauses === 0),
                ),
                OTHERS.map((name) => `${name} pauses it at ${list(paused(name))}`).join("; "),
              ),
              order(
                {
                  id: "f1-stays",
                  claim: "and F1 stays above 90 Gbps on the wire from 1 ms after the burst's start",
                  paper: "F1 climbs toward 96 Gbps",
                  standing: "ours",
                },
                inEveryRun(
                  "runs under SPFC",
                  spared.map(({ row }) => row.least >= RECOVERED),
                ),
                `not at ${list(cuts.filter((cut) => spared.some(({ key, row }) => key.cut === cut && row.least < RECOVERED)))}`,
              ),
            ],
    };
  },
});
