import type { CdfTable } from "../cdf.ts";

export const fbKeyvalueHkust: CdfTable = {
  name: "fb-keyvalue-hkust",
  title: "Facebook key-value (Atikoglu SIGMETRICS'12-like; units as in repo, bytes), HKUST TrafficGenerator FB_CDF",
  source: "HKUST-SING/TrafficGenerator conf/FB_CDF.txt @8e7c516; no licence file there",
  points: [
    [0, 0], [3, 0.28], [10, 0.32], [12, 0.44], [75, 0.5], [250, 0.75], [350, 0.9], [1000, 0.965], [2515, 0.98],
    [6326, 0.99], [10032, 0.995], [15910, 0.997], [23009, 0.9992], [24094, 0.9996], [25000, 0.9999], [100000, 0.99999],
    [1000000, 1],
  ],
};
