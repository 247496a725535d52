/** spfc/fig12: the testbed, nine ports of 10 Gbps: PAUSE rate and throughput of the victim's port against burst ports. */
import { mean, order } from "../claims-by-means.ts";
import { defineExperiment } from "../contract.ts";
import { goodputOver, pausesAtP0 } from "./victim-fabric.ts";

const MEMORY = 2.5 * 2 ** 20;
const schemes = {
  ST: { name: "st" },
  DT: { name: "dt", alpha: 2 },
  SPFC: { name: "spfc" },
  "SPFC as printed": { name: "spfc", literal: true, buffer: `${MEMORY}B` },
} as const;
type Scheme = keyof typeof schemes;
const SCHEMES = Object.keys(schemes) as Scheme[];

interface Key extends Record<string, string | number> {
  readonly scheme: Scheme;
  readonly bursts: number;
}

interface Row {
  readonly pauses: number;
  /** Gbps of payload of F1 during the burst. */
  readonly victim: number;
}

const BURSTS = [1, 2, 3, 4, 5];
const BURST_MS = 40;

export const fig12 = defineExperiment<Key, Row>({
  id: "spfc/fig12",
  title: "Testbed: nine ports of 10 Gbps",
  asks: "Does the victim's port pause, and what is left of its throughput, on the testbed's switch?",
  chosen: [
    "A star of six senders and two receivers at 10 Gbps, 2.5 MiB; a software switch's links are taken as 1 us long.",
    "A DPDK pipeline answers slowly: its reaction is taken as the standard's, 60 quanta, since the paper gives none.",
    "h0 sends F1 to r1 and F2 to r2; 1 to 5 ports send the same 64 KB bursts to r2 from 10 ms to 50 ms, open-loop.",
    "Nobody slows down: the switch is DPDK's test-pipeline with PFC and SPFC, of marks the text says nothing, and without marks DCQCN does nothing. With marks P0 pauses neither under ST nor under DT, whose 8.30 Gbps for F1 are all it can have: there would be no figure.",
    "DT has alpha 2. SPFC as printed is given 32 MiB more of memory than the 2.5 MiB that thresholds reckon with.",
    "N of 1 to 4 are those that K = 5 does not cover (spfc/fig9): the burst ports are taken for victims too.",
  ],
  seeds: { quick: 1, paper: 1 },
  trials: () =>
    SCHEMES.flatMap((scheme) =>
      BURSTS.map((bursts) => ({
        key: { scheme, bursts },
        scenario: {
          until: "50ms",
          topology: { kind: "star", hosts: 6, rate: "10Gbps", delay: "1us", receivers: 2, receiverDelay: "1us" },
          switch: { memory: `${MEMORY + (scheme === "SPFC as printed" ? 32 * 2 ** 20 : 0)}B` },
          traffic: [
            { kind: "long-lived", from: "h0", to: "r1" },
            { kind: "long-lived", from: "h0", to: "r2" },
            {
              kind: "bursts",
              from: bursts === 1 ? "h1" : `h1..h${bursts}`,
              to: "r2",
              size: "64KB",
              start: "10ms",
              stop: "50ms",
            },
          ],
          policies: { buffer: schemes[scheme], congestion: "none" },
          measure: { every: "1ms", goodputs: [0] },
        },
      })),
    ),
  row: (results) => ({
    pauses: pausesAtP0(results).sent,
    victim: mean(
      goodputOver(results, 0)
        .filter(([ms]) => ms > 10)
        .map(([, gbps]) => gbps),
    ),
  }),

  conclude(done) {
    const of = (scheme: Scheme, what: keyof Row): [number, number][] =>
      BURSTS.map((bursts) => {
        const found = done.filter(({ key }) => key.scheme === scheme && key.bursts === bursts);
        return [bursts, mean(found.map(({ row }) => row[what]))];
      });
    const average = (scheme: Scheme, what: keyof Row): number => mean(of(scheme, what).map(([, y]) => y));
    const lines = (what: keyof Row, scale = 1) =>
      SCHEMES.map((name) => ({ name, points: of(name, what).map(([n, y]) => [n, y * scale] as const) }));
    return {
      plots: [
        {
          title: "PAUSE rate at P0",
          x: "burst ports N",
          y: "PAUSEs per second",
          lines: lines("pauses", 1000 / BURST_MS),
        },
        { title: "throughput of the victim flow", x: "burst ports N", y: "Gbps of payload", lines: lines("victim") },
      ],
      claims:
        done.length === 0
          ? []
          : (["SPFC", "SPFC as printed"] as const).flatMap((name) => {
              const id = name === "SPFC" ? "" : "-printed";
              const said = (what: keyof Row, unit: string): string =>
                SCHEMES.map((scheme) => `${scheme}: ${average(scheme, what).toFixed(2)}`).join(", ") + unit;
              return [
                order(
                  {
                    id: `order${id}`,
                    claim: `${name} is best and ST worst in the victim's throughput, on average over N`,
                    paper: "SPFC > DT > ST",
                  },
                  said("victim", " Gbps of payload"),
                  average(name, "victim") > average("DT", "victim") &&
                    average("DT", "victim") > average("ST", "victim"),
                ),
                order(
                  { id: `pauses${id}`, claim: `The victim's port pauses least under ${name}`, paper: "few" },
                  said("pauses", " PAUSEs"),
                  average(name, "pauses") < average("DT", "pauses") &&
                    average(name, "pauses") < average("ST", "pauses"),
                ),
              ];
            }),
    };
  },
});
