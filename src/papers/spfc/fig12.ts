/** spfc/fig12: the testbed, nine ports of 10 Gbps: PAUSE rate and throughput of the victim's port against burst ports. */
import { allOf, below, combine, defineExperiment, mean, order, pointOf, sample, type Sample } from "../experiment.ts";
import { switchAndPolicies, type Scheme } from "./policies.ts";
import { spfc } from "./readings.ts";
import { goodputOver, headroomOf, pausesAtP0 } from "./victim-fabric.ts";

const MEMORY = 2.5 * 2 ** 20;
const SCHEMES = ["ST", "DT", "SPFC"] as const satisfies readonly Scheme[];
type Tested = (typeof SCHEMES)[number];

interface Key extends Record<string, string | number> {
  readonly scheme: Tested;
  readonly bursts: number;
}

interface Row {
  readonly pauses: number;
  /** Gbps of payload of F1 during the burst. */
  readonly victim: number;
}

const BURSTS = [1, 2, 3, 4, 5];
const BURST_MS = 40;

export const fig12 = defineExperiment<Key, Row, typeof spfc>({
  id: "spfc/fig12",
  title: "Testbed: nine ports of 10 Gbps",
  asks: "Does the victim's port pause, and what is left of its throughput, on the testbed's switch?",
  chosen: [
    "A star of seven senders and two receivers at 10 Gbps, the nine ports of the text, 2.5 MiB; a software switch's links are taken as 1 us long.",
    "A DPDK pipeline answers slowly: its reaction is taken as the standard's, 60 quanta, since the paper gives none.",
    "h0 sends F1 to r1 and F2 to r2; 1 to 5 ports send the same 64 KB bursts to r2 from 10 ms to 50 ms, open-loop.",
    "The switch sets no marks, without which DCQCN never changes a rate, so senders have no congestion control: the switch is DPDK's test-pipeline with PFC and SPFC, and of marks the text says nothing. With marks P0 pauses under none of the three, and F1 has all that it can have: there would be no figure.",
    "DT and SPFC have alpha 2.",
    "N of 1 to 4 are those that K = 5 does not cover (spfc/fig9): the burst ports are taken for victims too.",
  ],
  readings: spfc,
  seeds: { quick: 2, paper: 3 },
  trials: (_scale, reading) =>
    SCHEMES.flatMap((scheme) =>
      BURSTS.map((bursts) => ({
        key: { scheme, bursts },
        scenario: {
          until: "50ms",
          topology: { kind: "star", hosts: 7, rate: "10Gbps", delay: "1us", receivers: 2, receiverDelay: "1us" },
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
          ...unmarked(switchAndPolicies(scheme, "DCQCN", { memory: MEMORY, headroom: 9 * headroomOf(10, 1) }, reading)),
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
    const of = (scheme: Tested, bursts: number, what: keyof Row): Sample =>
      sample(
        scheme,
        done,
        (key) => key.scheme === scheme && key.bursts === bursts,
        (row) => row[what],
      );
    const average = (scheme: Tested, what: keyof Row): Sample =>
      BURSTS.map((n) => of(scheme, n, what))
        .map(({ bySeed, ...one }): Sample => ({
          ...one,
          bySeed: new Map([...bySeed].map(([k, v]) => [k, v / BURSTS.length])),
        }))
        .reduce((all, one) => combine(scheme, all, one, (a, b) => a + b));
    const lines = (what: keyof Row) =>
      SCHEMES.map((name) => ({ name, points: BURSTS.map((n) => pointOf(n, of(name, n, what))) }));
    return {
      plots: [
        { title: "PAUSEs at P0", x: "burst ports N", y: `count of PAUSEs in ${BURST_MS} ms`, lines: lines("pauses") },
        { title: "throughput of the victim flow", x: "burst ports N", y: "goodput, Gbps", lines: lines("victim") },
      ],
      claims:
        done.length === 0
          ? []
          : [
              order(
                {
                  id: "spfc-best",
                  claim: "The victim's throughput is best under SPFC, on average over N",
                  paper: "SPFC > DT, ST",
                  standing: "definition",
                  note: WITHOUT_CONTROL,
                },
                allOf(
                  (["DT", "ST"] as const).map((one) => below(average(one, "victim"), average("SPFC", "victim"), gbps)),
                ),
              ),
              order(
                {
                  id: "st-worst",
                  claim: "The victim's throughput is worst under ST, on average over N",
                  paper: "ST < DT",
                  tried: TRIED,
                },
                below(average("ST", "victim"), average("DT", "victim"), gbps),
              ),
              order(
                {
                  id: "pauses",
                  claim: "The victim's port pauses least under SPFC, on average over N",
                  paper: "few",
                  standing: "definition",
                  note: WITHOUT_CONTROL,
                },
                allOf(
                  (["DT", "ST"] as const).map((one) =>
                    below(average("SPFC", "pauses"), average(one, "pauses"), pauses),
                  ),
                ),
              ),
            ],
    };
  },
});

/** Switches without ECN marks: DCQCN then never changes a rate, so its senders are those without congestion control. */
const unmarked = (parts: ReturnType<typeof switchAndPolicies>): Readonly<Record<string, unknown>> => ({
  ...parts,
  policies: { ...parts.policies, detection: "none", congestion: "none" },
});

const pauses = (n: number): string => `${n.toFixed(1)} PAUSEs`;
const gbps = (n: number): string => `${n.toFixed(2)} Gbps`;

/** Section VII-B: "At the end host, DCQCN is used as the congestion control with default parameters." */
const WITHOUT_CONTROL =
  "The paper's senders have DCQCN; with it P0 pauses under none of the three. These have no congestion control, which was chosen so that there is a figure.";

const TRIED =
  "Where senders hear marks P0 pauses under none of the three, with any of three DCQCNs, and F1 has 8.3 or 9.1 Gbps. Without them ST and DT, alpha 2, are alike: 1.56 and 1.55 Gbps at N = 5.";
