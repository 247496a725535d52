/**
 * Parameters of DCQCN from its paper (zhu15), which the figures of several papers use. The order of the keys must not
 * change: the result of a run is stored under a hash of its scenario as JSON (`batch/sweep/trials.ts`).
 */

/** Timers and steps, for links of 40 Gbps. */
export const zhu15 = {
  ...{ alphaInterval: "55us", decreaseInterval: "50us", increaseInterval: "55us" },
  ...{ fastRecovery: 5, additiveIncrease: "40Mbps", hyperIncrease: "400Mbps" },
} as const;

/** RED marks no packets below `kmin` and all packets above `kmax`, in KB. Between them the marked share rises to `pmax`. */
export const ZHU15_MARKS = { kmin: 5, kmax: 200, pmax: 0.01 } as const;

/** RED with the thresholds of `ZHU15_MARKS`, on links of every rate. */
export const zhu15Red = { name: "red", kmin: "5KB", kmax: "200KB", pmax: ZHU15_MARKS.pmax, scaleTo: "0bps" } as const;
