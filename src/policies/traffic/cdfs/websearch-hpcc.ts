import type { CdfTable } from "../cdf.ts";

export const websearchHpcc: CdfTable = {
  name: "websearch-hpcc",
  title: "Web search (DCTCP SIGCOMM'10), HPCC variant; also identical points in HKUST-SING/TrafficGenerator conf/DCTCP_CDF.txt",
  source: "alibaba-edu/High-Precision-Congestion-Control traffic_gen/WebSearch_distribution.txt @9f4be2a",
  points: [
    [0, 0], [10000, 0.15], [20000, 0.2], [30000, 0.3], [50000, 0.4], [80000, 0.53], [200000, 0.6], [1000000, 0.7],
    [2000000, 0.8], [5000000, 0.9], [10000000, 0.97], [30000000, 1],
  ],
};
