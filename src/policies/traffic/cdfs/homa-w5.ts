import type { CdfTable } from "../cdf.ts";

export const homaW5: CdfTable = {
  name: "homa-w5",
  title: "Homa's workload W5: web search (DCTCP SIGCOMM'10) in packets of 1,470 B, the ends of its straight parts; none between 4.9 and 9.8 MB",
  source: "PlatformLab/RAMCloud benchmarks/homa/messageSizeCDFs/W5.txt @47645bb",
  points: [
    [0, 0], [8820, 0.15], [19110, 0.2], [27930, 0.3], [48510, 0.4], [77910, 0.53], [195510, 0.6], [364560, 0.621536],
    [980490, 0.7], [1959510, 0.8], [4899510, 0.9], [9801960, 0.9], [29400000, 1],
  ],
};
