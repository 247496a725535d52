import type { CdfTable } from "../cdf.ts";

export const solar2022: CdfTable = {
  name: "solar2022",
  title: "Alibaba Solar storage (SIGCOMM'22), ConWeave repo",
  source: "conweave-project/conweave-ns3 traffic_gen/Solar2022.txt @236a801",
  points: [
    [0, 0], [4095, 0.00001], [4096, 0.3], [16383, 0.35], [16384, 0.5], [65535, 0.6], [65536, 0.95], [262144, 1],
  ],
};
