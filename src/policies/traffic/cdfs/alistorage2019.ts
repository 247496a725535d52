import type { CdfTable } from "../cdf.ts";

export const alistorage2019: CdfTable = {
  name: "alistorage2019",
  title: "Alibaba production distributed storage 2019 (HPCC repo README; same points in conweave-ns3)",
  source: "alibaba-edu/High-Precision-Congestion-Control traffic_gen/AliStorage2019.txt @9f4be2a",
  points: [
    [0, 0], [4000, 0.2293], [8000, 0.6921], [16000, 0.8061], [32000, 0.9047], [64000, 0.9353], [128000, 0.9677],
    [256000, 0.9753], [2000000, 1],
  ],
};
