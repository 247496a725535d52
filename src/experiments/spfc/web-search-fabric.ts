/** The victim fabric with WebSearch instead of long flows: h0 at load .4, h1 to h29 all at once. Of spfc/fig13 and fig14. */
import type { Results } from "../../lab.ts";
import { mean } from "../claims-by-means.ts";
import type { Scale } from "../contract.ts";
import { dcqcn, headroomOfAll, SHARED } from "./victim-fabric.ts";

export const chosenForWebSearch: readonly string[] = [
  "h0 sends at load .4 of its link to r1 and r2, drawn for each flow; h1 to h29 send to r2 at the same random moments, each a size of its own, .2 of r2's link in all.",
  "WebSearch is websearch-hpcc; a mean of 1.71 MB makes 29 flows at once about 50 MB, some 50 times a second.",
  "Load is payload. 16 MiB are shared and headroom lies beside, as in spfc/fig4. A victim's threshold as printed, tried with one seed, gives the same number of PAUSEs: the pool is never near full.",
  "DCQCN as in spfc/fig4; TIMELY as in HPCC's simulator.",
  "The paper gives no length: 100 ms (quick), 1 s (paper). Slowdown counts flows done within the run.",
];

export const schemes = {
  ST: { name: "st" },
  DT: { name: "dt", alpha: 1 },
  SPFC: { name: "spfc", alpha: 1 },
} as const;
export type Scheme = keyof typeof schemes;

export const senders = { DCQCN: dcqcn, TIMELY: { name: "timely" } } as const;
export type Sender = keyof typeof senders;

export const LENGTH_MS: Readonly<Record<Scale, number>> = { quick: 100, paper: 1000 };

export const BINS = ["to 10 KB", "to 100 KB", "to 1 MB", "above 1 MB"];
const EDGES = [0, 10_000, 100_000, 1_000_000, Infinity];
const BURST_HOSTS = 29;
/** Of the senders' links, one way. */
const DELAY_US = 9;

export function webSearchScenario(options: {
  readonly scheme: Scheme;
  readonly sender: Sender;
  /** Of r2's link, all burst hosts together. */
  readonly burstLoad: number;
  readonly until: number;
}): Record<string, unknown> {
  const { scheme, sender, burstLoad, until } = options;
  const poisson = { kind: "poisson", cdf: "websearch-hpcc" };
  return {
    until: `${until}ms`,
    topology: { kind: "star", hosts: 30, rate: "100Gbps", delay: `${DELAY_US}us`, receivers: 2, receiverDelay: "1us" },
    switch: { memory: `${SHARED + headroomOfAll(DELAY_US)}B` },
    traffic: [
      { ...poisson, from: "h0", to: ["r1", "r2"], load: 0.4 },
      { ...poisson, from: `h1..h${BURST_HOSTS}`, to: "r2", load: burstLoad / BURST_HOSTS, synchronous: true },
    ],
    policies: { buffer: schemes[scheme], congestion: senders[sender] },
  };
}

export interface BinSlowdown {
  readonly average: number;
  readonly p95: number;
}

/** By size bin; null where no flow was done. */
export interface Slowdowns {
  readonly victim: readonly (BinSlowdown | null)[];
  readonly burst: readonly (BinSlowdown | null)[];
}

export const slowdownsOf = (results: Results): Slowdowns => ({
  victim: slowdownBins(results, 0),
  burst: slowdownBins(results, 1),
});

/** Slowdowns of one entry of the traffic, by size bin; p95 is the value of rank floor(0.95 n), as in HPCC's analysis. */
export function slowdownBins({ tables }: Results, entry: number): (BinSlowdown | null)[] {
  const { traffic, size_bytes, slowdown } = tables.flows.columns;
  return BINS.map((_, bin) => {
    const found = Array.from(slowdown).filter(
      (value, row) =>
        traffic[row] === entry &&
        size_bytes[row] > EDGES[bin] &&
        size_bytes[row] <= EDGES[bin + 1] &&
        !Number.isNaN(value),
    );
    if (found.length === 0) return null;
    found.sort((a, b) => a - b);
    return { average: mean(found), p95: found[Math.floor(found.length * 0.95)] };
  });
}
