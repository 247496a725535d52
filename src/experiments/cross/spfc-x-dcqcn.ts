/** cross/spfc-x-dcqcn: how fast must the sender be cut for SPFC to keep its promise? The victim scenario over DCQCN's cut interval and SPFC's TC. */
import { order } from "../claims-by-means.ts";
import { defineExperiment, type Scale } from "../contract.ts";
import { goodputOver, pausesAtP0, RECOVERED, schemes, victimScenario } from "../spfc/victim-fabric.ts";

const BUFFERS = {
  ST: schemes.ST,
  "DT 2": schemes["DT 2"],
  "SPFC, TC 4 RTT": schemes.SPFC,
  "SPFC, TC 8 RTT": { ...schemes.SPFC, period: "289.5us" },
} as const;
type Name = keyof typeof BUFFERS;
const NAMES = Object.keys(BUFFERS) as Name[];
const OTHERS: readonly Name[] = ["ST", "DT 2"];
const SPFC: readonly Name[] = ["SPFC, TC 4 RTT", "SPFC, TC 8 RTT"];

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

export const spfcXDcqcn = defineExperiment<Key, Row>({
  id: "cross/spfc-x-dcqcn",
  title: "SPFC against how fast DCQCN cuts",
  asks: "At N = 24, for which cut intervals of DCQCN is the victim's port paused under ST and DT, and for which of them does SPFC spare it?",
  chosen: [
    "The scenario is that of spfc/fig4 with 24 burst ports; DCQCN has HPCC's simulator's values but for the interval between two cuts: 4 us there, 50 us in DCQCN's paper.",
    "TC of 4 base RTTs is SPFC's default and the least that the paper allows; with 8, ports that burst are seldom taken for victims (docs/policies/spfc.md).",
  ],
  seeds: { quick: 1, paper: 1 },
  trials: (scale) =>
    NAMES.flatMap((buffer) =>
      CUTS[scale].map((cut) => {
        const scenario = victimScenario({
          buffer: BUFFERS[buffer],
          bursts: 24,
          measure: { every: "500us", goodputs: [0] },
        });
        const congestion = { name: "dcqcn", decreaseInterval: `${cut}us` };
        return { key: { buffer, cut }, scenario: { ...scenario, policies: { buffer: BUFFERS[buffer], congestion } } };
      }),
    ),
  row(results) {
    const { sent, held } = pausesAtP0(results);
    const later = goodputOver(results, 0).filter(([ms]) => ms > 2);
    return { pauses: sent, held: held / 1000, least: Math.min(...later.map(([, gbps]) => gbps)) };
  },

  conclude(done) {
    const cuts = [...new Set(done.map(({ key }) => key.cut))].sort((a, b) => a - b);
    const of = (buffer: Name, cut: number): Row | undefined =>
      done.find(({ key }) => key.buffer === buffer && key.cut === cut)?.row;
    const lines = (what: keyof Row) =>
      NAMES.map((name) => ({ name, points: cuts.map((cut) => [cut, of(name, cut)?.[what] ?? NaN] as const) }));
    const paused = cuts.filter((cut) => OTHERS.every((name) => (of(name, cut)?.pauses ?? 0) > 0));
    const spared = (name: Name): number[] =>
      paused.filter((cut) => (of(name, cut)?.pauses ?? Infinity) === 0 && (of(name, cut)?.least ?? 0) >= RECOVERED);
    const list = (some: readonly number[]): string => (some.length === 0 ? "none" : `${some.join(", ")} us`);
    return {
      plots: [
        { title: "h0 held by PAUSEs", x: "cut interval, us", y: "us in all", lines: lines("held") },
        { title: "PAUSEs to h0", x: "cut interval, us", y: "PAUSEs", lines: lines("pauses") },
        {
          title: "least of F1 from 1 ms after the burst's start",
          x: "cut interval, us",
          y: "Gbps of payload",
          lines: lines("least"),
        },
      ],
      claims:
        done.length === 0
          ? []
          : SPFC.map((name, k) =>
              order(
                {
                  id: k === 0 ? "tc-4" : "tc-8",
                  claim: `There are cut intervals at which ST and DT pause h0, and ${name} does not and keeps F1 above 90 Gbps on the wire`,
                  paper: "no PAUSE at P0 under SPFC",
                },
                `ST and DT pause h0 at ${list(paused)}; spared at ${list(spared(name))}`,
                spared(name).length > 0,
              ),
            ),
    };
  },
});
