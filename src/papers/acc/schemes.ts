/** The senders that ACC's figures compare, with the parameters of section 6.1, and the sizes of their packets. */
import { allOf, atLeast, atMost, fixed, type Judged, type Sample } from "../experiment.ts";
import type { Reading } from "./readings.ts";

export const schemeNames = ["ACC", "DCQCN", "TIMELY", "HPCC"] as const;
export type Scheme = (typeof schemeNames)[number];
/** The senders that search for their rate step by step. ACC and HPCC compute it. */
export const HEURISTIC = ["DCQCN", "TIMELY"] as const;

/** DCQCN with the timers of a reading: its answer to the open question `dcqcn` (`readings.ts`). `redOf` configures its ECN marking. */
export function dcqcnOf({ dcqcn }: Pick<Reading, "dcqcn">) {
  switch (dcqcn) {
    case "dcqcn":
      return { name: "dcqcn" };
    case "dcqcn_paper":
      return { name: "dcqcn", alphaInterval: "50us", decreaseInterval: "50us", increaseInterval: "55us" };
    case "zhu15": // without the steps of DCQCN's paper, which are for 40 Gbps
      return {
        ...{ name: "dcqcn", alphaInterval: "55us", decreaseInterval: "50us", increaseInterval: "55us" },
        ...{ cnpInterval: "50us", fastRecovery: 5, clampTarget: true },
      };
  }
}

export const timelyOf = ({ timely }: Reading) => ({
  ...{ name: "timely", weight: 0.875, beta: 0.8 },
  ...(timely === "zhu16" ? { additiveIncrease: "10Mbps", hyperIncrease: "10Mbps", minRate: "10Mbps" } : {}),
});

export const tcd = { name: "tcd", threshold: "2000B", maxTon: "24us" } as const;

/** The memory of a switch in section 6.1. Figure 9 is on the testbed and does not use it. */
export const memory = "32MB";
export const pfc = { buffer: { name: "st", xoff: "512KB" }, headroom: { name: "sih", resumeOffset: "2000B" } } as const;

/**
 * RED with its thresholds for links of 100G. The policy scales them with the rate, so they are four times as large at
 * 400G.
 */
export const redOf = ({ pmax }: Reading) => ({
  ...{ name: "red", kmin: "5KB", kmax: "200KB" },
  pmax: { hpcc: 0.2, zhu15: 0.01 }[pmax],
});

/** Congestion and detection policies of each scheme. */
export const schemesOf = (reading: Reading) => ({
  ACC: { congestion: "acc", detection: tcd },
  DCQCN: { congestion: dcqcnOf(reading), detection: redOf(reading) },
  TIMELY: { congestion: timelyOf(reading), detection: "none" },
  HPCC: { congestion: { name: "hpcc", target: 0.95, maxStage: 5 }, detection: "int" },
});

/**
 * The window of ACC's senders, by the answer to the open question `window` (`readings.ts`). The policies of other
 * senders set windows of their own.
 */
export const hostOf = ({ window }: Pick<Reading, "window">, scheme: string) =>
  window === "bdp" && scheme.startsWith("ACC") ? { host: { window } } : {};

export const chosenForMemory =
  "Every ingress queue has an X_OFF of 512 KB (buffer `st`) and an X_ON 2 MTU below it. Switches have 32 MB, as in section 6.1 of the paper, so no buffer runs full.";

export const chosenForSchemes: readonly string[] = [
  "ACC: T is the base round trip and P_thresh is 1. At 100 Gbps RI_low is 400 Mbps and RI_high is 4 Gbps. TCD: the threshold is 2,000 B and max(T_on) is 24 us. DCQCN: at 100 Gbps K_min is 5 KB and K_max is 200 KB. At 400 Gbps both are four times as large, as in HPCC's simulator. TIMELY: alpha .875, beta .8. HPCC: eta .95, maxStage 5.",
  "Parameters that neither the paper nor a reading gives are those of HPCC's simulator (docs/parameters.md). They are DCQCN's steps, TIMELY's thresholds and HPCC's window.",
];

/** The payload of a full packet, bytes. */
export const PAYLOAD = 1000;
/** The size of a full frame in a buffer, with headers, bytes. */
export const frameOf = (scheme: Scheme): number => PAYLOAD + 62 + (scheme === "HPCC" ? 42 : 0);
/** The size of a full frame on the wire, with preamble and gap, bytes. */
export const wireOf = (scheme: Scheme): number => frameOf(scheme) + 20;

/** The utilisation (0 to 1) of a link of `gbps` Gbps. `sentBps` is its rate of full frames in bit/s, without preambles and gaps. */
export const busy = (scheme: Scheme, sentBps: number, gbps: number): number =>
  (sentBps * wireOf(scheme)) / frameOf(scheme) / (gbps * 1e9);

/** Judges the claim that a link's utilisation is 93 to 97%. `used` is its utilisation in percent. */
export const busy95 = (used: Sample): Judged =>
  allOf([atLeast(used, 93, fixed(1, "%")), atMost(used, 97, fixed(1, "%"))]);
