import type { CdfTable } from "../cdf.ts";

export const websearchInetTub: CdfTable = {
  name: "websearch-inet-tub",
  title: "Web search, inet-tub (PowerTCP/ABM/Reverie) variant: no flows below 2000 B",
  source: "inet-tub/ns3-datacenter simulator/ns-3.39/examples/ABM/websearch.csv @6ddb4a4",
  points: [
    [0, 0], [2000, 0], [2100, 0.02], [2500, 0.05], [6000, 0.1], [10000, 0.15], [20000, 0.2], [30000, 0.3], [50000, 0.4],
    [80000, 0.53], [200000, 0.6], [1000000, 0.7], [2000000, 0.8], [5000000, 0.9], [10000000, 0.97], [30000000, 1],
  ],
};
