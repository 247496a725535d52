/** The victim fabric of spfc/fig13 and fig14 under WebSearch. At each of a series of random times, all hosts h1 to h29 start a flow. */
import type { PerScale } from "../experiment.ts";
import type { Scheme, Sender } from "./policies.ts";
import type { Reading } from "./readings.ts";
import { victimFabric } from "./victim-fabric.ts";

export const chosenForWebSearch: readonly string[] = [
  "Hosts h1 to h29 send to r2 at the same random times, with sizes by reading `sizes`. Their total load is .2 of r2's link, and varies in figure 14.",
  "WebSearch is websearch-hpcc. Its mean is 1.71 MB, so 29 flows at once are about 50 MB. At a load of .2 this happens about 50 times per second.",
  "Load is payload. 16 MB are 16 MiB.",
  "TIMELY is that of HPCC's simulator, with the steps of reading `timely`.",
  "The paper gives no duration. Flows begin within 100 ms (quick) or 1 s (paper), and PAUSEs are counted in this time.",
];

export const SCHEMES = ["ST", "DT", "SPFC"] as const satisfies readonly Scheme[];
export type Mixed = (typeof SCHEMES)[number];

export const LENGTH_MS: PerScale<number> = { quick: 100, paper: 1000 };

const BURST_HOSTS = 29;

export function webSearchScenario(
  options: {
    readonly scheme: Scheme;
    readonly sender: Sender;
    /** The load of all burst hosts together, as a share of r2's link. */
    readonly burstLoad: number;
    /** The time in which flows begin, ms. */
    readonly length: number;
  },
  reading: Reading,
): Record<string, unknown> {
  const { scheme, sender, burstLoad, length } = options;
  const poisson = { kind: "poisson", cdf: "websearch-hpcc" };
  const together = { synchronous: true, ...(reading.sizes === "equal" && { sizeStreams: 1 }) };
  const h0 = { ...poisson, from: "h0", load: 0.4 };
  return {
    ...{ until: "done", count: { to: `${length}ms` }, limit: `${2 * length}ms` },
    ...victimFabric(scheme, sender, reading, { alpha: 1 }),
    traffic: [
      { ...poisson, from: `h1..h${BURST_HOSTS}`, to: "r2", load: burstLoad / BURST_HOSTS, ...together },
      ...(reading.h0 === "split"
        ? [{ ...h0, to: ["r1", "r2"] }]
        : [
            { ...h0, to: "r1" },
            { ...h0, to: "r2" },
          ]),
    ],
  };
}

/** The index of the burst hosts' entry in `traffic`, as a list with one element. */
export const BURST = [0];
export const VICTIM = [1, 2];
