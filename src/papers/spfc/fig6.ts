/** spfc/fig6: how long F1 takes to recover, and how long P0 is paused, against the round trip. */
import {
  allOf,
  atLeast,
  atMost,
  below,
  combine,
  defineExperiment,
  firstSeed,
  near,
  order,
  pointOf,
  ratio,
  sample,
  type Sample,
  type Scale,
} from "../experiment.ts";
import { spfc } from "./readings.ts";
import { chosen, goodputOver, headroomOfAll, pausesAtP0, RECOVERED, SHARED, victimScenario } from "./victim-fabric.ts";

type Name = "DT 2" | "SPFC";

interface Key extends Record<string, string | number> {
  readonly scheme: Name;
  /** One-way delay of the senders' links, us; 9 is the paper's. */
  readonly delay: number;
}

interface Row {
  /** Gbps by ms. */
  readonly f1: readonly (readonly [number, number])[];
  /** h0 was held, ms. */
  readonly held: number;
}

const NAMES: readonly Name[] = ["DT 2", "SPFC"];
const DELAYS: Readonly<Record<Scale, readonly number[]>> = {
  quick: [1, 4, 9, 19],
  paper: [1, 2, 4, 6, 9, 14, 19, 24],
};
const UNTIL: Readonly<Record<Scale, number>> = { quick: 16, paper: 31 };

export const fig6 = defineExperiment<Key, Row, typeof spfc>({
  id: "spfc/fig6",
  title: "Recovery of F1, and PAUSE duration against RTT",
  asks: "How long does a burst from 20 ports keep F1 down, and does it get worse with the round trip?",
  chosen: [
    ...chosen,
    "The longer burst lasts to the end of the run: 15 ms (quick) or 30 ms. F1 has recovered when it gets 83 Gbps of payload, 90 on the wire, for good; where it has not, the time to the end counts.",
    "RTT is swept by the delay of the senders' links; where headroom is taken from the 16 MiB, only as far as half of them are left.",
  ],
  readings: spfc,
  seeds: { quick: 2, paper: 3 },
  trials: (scale, reading) =>
    NAMES.flatMap((scheme) =>
      DELAYS[scale]
        .filter((delay) => reading.memory === "beside" || headroomOfAll(delay) < SHARED / 2)
        .map((delay) => ({
          key: { scheme, delay },
          scenario: victimScenario(scheme, reading, {
            bursts: 20,
            delay,
            until: `${UNTIL[scale]}ms`,
            measure: { every: "250us", goodputs: [0] },
          }),
        })),
    ),

  row: (results) => ({ f1: goodputOver(results, 0), held: pausesAtP0(results).held / 1e6 }),

  conclude(done) {
    const delays = [...new Set(done.map(({ key }) => key.delay))].sort((a, b) => a - b);
    const of = (scheme: Name, delay: number, pick: (row: Row) => number): Sample =>
      sample(scheme, done, (key) => key.scheme === scheme && key.delay === delay, pick);
    const held = (scheme: Name, delay: number): Sample => of(scheme, delay, (row) => row.held);
    const recovery = (scheme: Name): Sample => of(scheme, 9, (row) => recoveryMs(row.f1));
    const at = (delay: number): Sample => ({ ...held("DT 2", delay), name: `${2 * (delay + 1)} us` });
    const step = (from: number, to: number): Sample =>
      combine(`${at(from).name} to ${at(to).name}`, at(to), at(from), (a, b) => a - b);
    return {
      plots: [
        {
          title: "goodput of F1 (RTT 20 us, first seed)",
          x: "time, ms",
          y: "goodput, Gbps",
          lines: firstSeed(done)
            .filter(({ key }) => key.delay === 9)
            .map(({ key, row }) => ({ name: key.scheme, points: row.f1 })),
        },
        {
          title: "P0 paused",
          x: "RTT, us",
          y: "time paused, ms",
          lines: NAMES.map((name) => ({
            name,
            points: delays.map((delay) => pointOf(2 * (delay + 1), held(name, delay))),
          })),
        },
      ],
      claims:
        done.length === 0
          ? []
          : [
              order(
                { id: "recovery-spfc", claim: "F1 recovers in less than 1 ms under SPFC", paper: "< 1 ms" },
                atMost(recovery("SPFC"), 1, ms),
              ),
              ratio(
                {
                  id: "recovery-dt",
                  claim: "F1 takes nearly 9 ms to recover under DT",
                  paper: "nearly 9 ms",
                  note: "Where F1 has not recovered when the run ends, 15 ms (quick) or 30 ms after the burst's start count.",
                  tried: TRIED_RECOVERY,
                  underdetermined: { evidence: BURST_LENGTH },
                },
                near(recovery("DT 2"), 9, ms),
              ),
              order(
                {
                  id: "grows-with-rtt",
                  // Section III-B: "the duration for pausing the upstream port also increases, as shown in Fig. 6(b)".
                  claim:
                    "Under DT the PAUSE duration at P0 grows with the RTT from the shortest to the longest, and shrinks at no step",
                  paper: "grows",
                },
                allOf([
                  below(at(delays[0]), at(delays[delays.length - 1]), ms),
                  ...delays.slice(1).map((delay, k) => atLeast(step(delays[k], delay), 0, ms)),
                ]),
              ),
            ],
    };
  },
});

const ms = (time: number): string => `${time.toFixed(2)} ms`;

/** ms after the burst's start from which on F1 has recovered; to the end of the run if it has not. */
function recoveryMs(f1: readonly (readonly [number, number])[]): number {
  const last = f1.findLastIndex(([, gbps]) => gbps < RECOVERED);
  return last < 0 ? 0 : Math.max(0, f1[last][0] - 1);
}

const TRIED_RECOVERY =
  "With one counter F1 does not recover before the burst ends, with any of three DCQCNs: F2 has its turn as h0's port goes again, and fills what DT leaves it.";
const BURST_LENGTH =
  "The text gives the longer burst no length. With one counter F1 recovers when the burst ends, after 15 ms as after 30; a burst of 9 ms would give the paper's number. With the answers of HPCC's simulator (preset `hpcc-simulator`) F1 swings between 0 and 89 Gbps and stays above 83 from 9.75 ms on (quick scale, two seeds).";
