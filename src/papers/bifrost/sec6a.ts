/** bifrost/sec6a: which X_OFF PFC needs on the testbed's long links. */
import {
  atLeast,
  defineExperiment,
  type Done,
  mean,
  near,
  order,
  pointOf,
  sample,
  type Sample,
} from "../experiment.ts";
import { bifrost, type BifrostReading } from "./readings.ts";
import { FRAME, pfcGuard, RATE, testbed, testbedChosen, WIRE } from "./testbed.ts";

interface Key extends Record<string, string | number> {
  readonly xoffMiB: number;
}

interface Row {
  /** Sent to host C over the time measured, as a share of what full frames at line rate are. */
  readonly share: number | null;
}

const XOFF_MIB = {
  quick: [1, 2, 3, 4, 5, 6, 9.5],
  paper: [0.25, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 5.5, 6, 6.5, 7, 7.5, 8, 8.5, 9, 9.5],
} as const;
const UNTIL_MS = { quick: 15, paper: 200 } as const;
/** Long enough for the queues to have filled and been stopped for the first time. */
const FROM_MS = 5;
/** Queue pairs of each host. */
const PAIRS = 8;
const LINE = (RATE * FRAME) / WIRE;

/** "Close to the expected 100 Gbps". */
const CLOSE = 0.98;

export const sec6a = defineExperiment<Key, Row, typeof bifrost>({
  id: "bifrost/sec6a",
  title: "PFC's X_OFF on 80 km",
  // Each link drains at half of C's rate, and what a resume brings is 0.8 ms away: 50 Gbps x 0.8 ms = 5 MB.
  asks: "How much must a port of the testbed hold before it pauses, so that 100 Gbps keep flowing into host C?",
  chosen: [
    "Topology A of figure 10: hosts A and B, switch M, two links of 80 km and 100 Gbps, switch N, host C (docs/topologies.md).",
    "The two bandwidth flows are 8 queue pairs each, so that ECMP gives both long links some.",
    ...testbedChosen,
    "X_ON = X_OFF; the headroom is what real frames need; no congestion control.",
    "Throughput is what N sends to C from 5 ms on, over full frames at line rate; close to that means 98%.",
  ],
  readings: bifrost,
  seeds: { quick: 5, paper: 10 },
  trials: (scale, reading) =>
    XOFF_MIB[scale].map((xoffMiB) => ({ key: { xoffMiB }, scenario: scenarioOf(xoffMiB, UNTIL_MS[scale], reading) })),

  row({ tables }) {
    const columns = tables.rates?.columns;
    if (columns === undefined) return { share: null };
    const later = Array.from(columns.sent_bps).filter((_, k) => columns.time_ns[k] > FROM_MS * 1e6);
    return { share: mean(later) / LINE };
  },

  conclude(done, scale) {
    if (done.length === 0) return { plots: [], claims: [] };
    return {
      plots: [
        {
          title: "throughput into host C",
          x: "X_OFF, MiB",
          y: "throughput, share of 100 Gbps",
          lines: [{ name: "PFC", points: XOFF_MIB[scale].map((xoff) => pointOf(xoff, shareAt(done, xoff))) }],
        },
      ],
      claims: [
        order(
          {
            id: "six-suffice",
            claim: "With X_OFF = 6 MiB the two flows get 98% of 100 Gbps",
            paper: "close to 100 Gbps",
          },
          atLeast({ ...shareAt(done, 6), name: "share of 100 Gbps" }, CLOSE, percent),
        ),
        order(
          {
            id: "least",
            claim: "That is about the least that does: 6 MiB, within a factor of 1.5",
            paper: "a value larger than 6 MB",
          },
          near(leastThatDoes(done, XOFF_MIB[scale]), 6, (mib) => `${mib.toFixed(1)} MiB`),
        ),
      ],
    };
  },
});

const percent = (share: number): string => `${(share * 100).toFixed(1)}%`;

const shareAt = (done: readonly Done<Key, Row>[], xoffMiB: number): Sample =>
  sample(
    `${xoffMiB} MiB`,
    done,
    (key) => key.xoffMiB === xoffMiB,
    (row) => row.share,
  );

/** By seed, the smallest X_OFF from which on every one comes close; a seed in which none does is absent. */
function leastThatDoes(done: readonly Done<Key, Row>[], tried: readonly number[]): Sample {
  const bySeed = new Map<number, number>();
  for (const seed of new Set(done.map((one) => one.seed))) {
    const fails = (xoff: number): boolean => (shareAt(done, xoff).bySeed.get(seed) ?? 0) < CLOSE;
    const last = tried.findLastIndex(fails);
    if (last + 1 < tried.length) bySeed.set(seed, tried[last + 1]);
  }
  return { name: "least X_OFF", bySeed };
}

function scenarioOf(xoffMiB: number, untilMs: number, reading: BifrostReading): Record<string, unknown> {
  return {
    until: `${untilMs}ms`,
    ...testbed({ hosts: [2, 1], links: 2, guard: pfcGuard(xoffMiB * 2 ** 20, reading) }, reading),
    traffic: Array.from({ length: PAIRS }, () =>
      ["h0", "h1"].map((from) => ({ kind: "long-lived", from, to: "h2" })),
    ).flat(),
    measure: { pauses: false, every: "100us", rates: ["dci1-h2"] },
  };
}
