import type { CdfTable } from "../cdf.ts";

export const fbWebserverExpresspass: CdfTable = {
  name: "fb-webserver-expresspass",
  title: "Facebook web server (Roy et al. SIGCOMM'15), ExpressPass and Aeolus variant: 63% to 10 KB, 18% to 100 KB, 19% above, all below 1 MB",
  source: "conweave-project/conweave-ns3 workloads/workload_webserver.tcl @74fa3b2, as ExpressPass's ns-2 simulator has it",
  points: [
    [150, 0], [300, 0.12], [300, 0.2], [600, 0.2], [1000, 0.3], [2000, 0.4], [3100, 0.5], [6000, 0.6], [20000, 0.71],
    [60000, 0.8], [150000, 0.82], [300000, 0.9], [500000, 1],
  ],
};
