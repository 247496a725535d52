/** The senders that ACC's figures compare, with the parameters of its section 6.1, and which link is how busy with them. */

/** 100G; at 400G thresholds of `red` scale with the rate. */
export const schemes = {
  ACC: { congestion: "acc", detection: { name: "tcd", threshold: "2000B", maxTon: "24us" } },
  DCQCN: { congestion: "dcqcn", detection: { name: "red", kmin: "5KB", kmax: "200KB" } },
  TIMELY: { congestion: { name: "timely", weight: 0.875, beta: 0.8 }, detection: "none" },
  HPCC: { congestion: { name: "hpcc", target: 0.95, maxStage: 5 }, detection: "int" },
} as const;
export type Scheme = keyof typeof schemes;

/** What DCQCN's paper (zhu15) has otherwise than HPCC's simulator. */
export const zhu15 = {
  ...{ alphaInterval: "55us", decreaseInterval: "50us", increaseInterval: "55us", cnpInterval: "50us" },
  ...{ fastRecovery: 5, clampTarget: true },
} as const;

export const schemeNames = Object.keys(schemes) as Scheme[];

export const chosenForSchemes: readonly string[] = [
  "ACC: T is the base round trip, RI_low 400 Mbps and RI_high 4 Gbps at 100G, P_thresh 1; TCD: 2,000 B, max(T_on) 24 us. DCQCN: K_min 5 KB, K_max 200 KB. TIMELY: alpha .875, beta .8. HPCC: eta .95, maxStage 5.",
  "What the paper does not give is as in HPCC's simulator (docs/parameters.md): DCQCN's timers and steps, its P_max of .2, TIMELY's thresholds and steps, HPCC's window.",
];

/** Payload of a full packet, the bytes that buffers count of it, and those that the wire carries. HPCC's have telemetry. */
export const PAYLOAD = 1000;
export const frameOf = (scheme: Scheme): number => PAYLOAD + 62 + (scheme === "HPCC" ? 42 : 0);
export const wireOf = (scheme: Scheme): number => frameOf(scheme) + 20;

/** How busy a link of `gbps` is that sends so many bits of full packets a second, 0 to 1. */
export const busy = (scheme: Scheme, sentBps: number, gbps: number): number =>
  (sentBps * wireOf(scheme)) / frameOf(scheme) / (gbps * 1e9);
