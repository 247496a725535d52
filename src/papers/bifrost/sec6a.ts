/** bifrost/sec6a: the threshold X_OFF that PFC needs on the testbed's long links. */
import * as xoff from "../experiment.ts";
import { bifrost } from "./readings.ts";
import { FRAME, pfcGuard, RATE, testbed, testbedChosen, WIRE } from "./testbed.ts";

type Key = { readonly xoffMiB: number };

/** `share` is the throughput to host C, divided by the throughput of full frames at line rate. */
type Row = { readonly share: number };

const XOFF_MIB = {
  quick: [1, 2, 3, 4, 5, 6, 9.5],
  paper: [0.25, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 5.5, 6, 6.5, 7, 7.5, 8, 8.5, 9, 9.5],
} as const;
const UNTIL_MS = { quick: 15, paper: 200 } as const;
/** The measurement begins at this time, ms. By then the queues have filled, and both long links have been paused once. */
const FROM_MS = 5;
/** The number of queue pairs of each host. */
const PAIRS = 8;
/** The smallest share that is "close to the expected 100 Gbps". */
const CLOSE = 0.98;

export const sec6a = xoff.defineFigure<Key, Row, typeof bifrost>({
  id: "bifrost/sec6a",
  title: "PFC's X_OFF on 80 km",
  // By arithmetic an X_OFF of 5 MB suffices. Each of the two long links drains at 50 Gbps into host C, and packets arrive
  // 0.8 ms after a resume. In 0.8 ms, 50 Gbps drain 5 MB.
  asks: "How large must X_OFF of a testbed port be to keep a throughput of 100 Gbps into host C?",
  readings: bifrost,
  seeds: { quick: 5, paper: 10 },
  chosen: [
    "The topology is A of figure 10 (docs/topologies.md). Hosts A and B are attached to switch M and host C to switch N. Two links of 80 km and 100 Gbps connect the switches.",
    "Each of the two bandwidth flows has 8 queue pairs, so that ECMP uses both long links.",
    ...testbedChosen,
    "X_ON = X_OFF. The headroom is what real frames need. There is no congestion control.",
    'Throughput is what N sends to C from 5 ms on, divided by full frames at line rate. "Close to" means at least 98%.',
  ],
  trials: (scale, reading) =>
    xoff.trialsOver({ xoffMiB: XOFF_MIB[scale] as readonly number[] }, ({ xoffMiB }) => ({
      until: `${UNTIL_MS[scale]}ms`,
      ...testbed({ hosts: [2, 1], links: 2, guard: pfcGuard(xoffMiB * 2 ** 20, reading) }, reading),
      traffic: Array.from({ length: 2 * PAIRS }, (_, k) => ({ kind: "long-lived", from: `h${k % 2}`, to: "h2" })),
      measure: { pauses: false, every: "100us", rates: ["dci1-h2"] },
    })),
  row(results) {
    const { time_ns, sent_bps } = xoff.columnsOf(results, "rates");
    const later = Array.from(sent_bps).filter((_, k) => time_ns[k] > FROM_MS * 1e6);
    return { share: xoff.mean(later) / ((RATE * FRAME) / WIRE) };
  },
  plots: (runs, scale) => [
    xoff.plotOf(
      "throughput into host C",
      "X_OFF, MiB",
      "throughput, share of 100 Gbps",
      xoff.linesOver(["PFC"], XOFF_MIB[scale], (_, mib) => shareAt(runs, mib)),
    ),
  ],
  claims: (runs, scale) => [
    xoff.order("six-suffice", {
      claim: "With X_OFF = 6 MiB the two flows get 98% of 100 Gbps",
      paper: "close to 100 Gbps",
      judged: xoff.atLeast(xoff.renamed("share of 100 Gbps", shareAt(runs, 6)), CLOSE, (share) =>
        xoff.fixed(1, "%")(share * 100),
      ),
    }),
    xoff.order("least", {
      claim: "The smallest sufficient X_OFF is about 6 MiB, within a factor of 1.5",
      paper: "a value larger than 6 MB",
      judged: xoff.near(leastSufficient(runs, XOFF_MIB[scale]), 6, xoff.fixed(1, " MiB")),
    }),
  ],
});

const shareAt = (runs: xoff.Runs<Key, Row>, xoffMiB: number): xoff.Sample =>
  runs.of({ xoffMiB }, "share", `${xoffMiB} MiB`);

/**
 * For each seed: the smallest tried X_OFF that suffices together with all larger ones. An X_OFF suffices if throughput is at
 * least the share `CLOSE` of the link. Seeds whose largest tried X_OFF does not suffice are left out.
 */
function leastSufficient(runs: xoff.Runs<Key, Row>, tried: readonly number[]): xoff.Sample {
  const bySeed = new Map<number, number>();
  for (const seed of new Set(runs.done.map((one) => one.seed))) {
    const last = tried.findLastIndex((mib) => (shareAt(runs, mib).bySeed.get(seed) ?? 0) < CLOSE);
    if (last + 1 < tried.length) bySeed.set(seed, tried[last + 1]);
  }
  return { name: "least X_OFF", bySeed };
}
