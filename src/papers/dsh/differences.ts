/** Where the parameters of two figures of DSH's paper differ, and its words for it. */
import type { Difference } from "../experiment.ts";

const powertcp =
  'sections III-A and V: "The congestion control algorithm is PowerTCP [37]", which scales its window with the rate';

export const differences: readonly Difference[] = [
  {
    parameter: "switch.memory",
    figures: ["dsh/fig5"],
    because: 'section III-A: "Fig. 5 shows the average flow completion time (FCT) with different buffer sizes."',
  },
  {
    parameter: "switch.memory",
    figures: ["dsh/fig14", "dsh/fig15"],
    because:
      'section V-B: "16 leaf switches, 16 spine switches, and 256 servers", of which quick scale has 36 on switches of 12 ports, with memory in proportion; and "fat-tree topology (k=16)", which wires half the ports of a chip',
  },
  {
    parameter: "switch.private",
    figures: ["dsh/fig10"],
    because: 'section IV-C: "There is no private buffer, namely B_p = 0."',
  },
  {
    parameter: "policies.link.pfc.reaction",
    figures: ["dsh/fig10"],
    because: 'section IV-C: "The delay for a PFC PAUSE frame to take effect is infinitely close to 0."',
  },
  {
    parameter: "window",
    figures: ["dsh/fig10", "dsh/fig11"],
    because:
      'section IV-C: queues that "become congested at time" t_0, and V-A: "we start two background flows at the beginning"; no congestion control is named, and with a window they would not stand at their threshold',
  },
  {
    parameter: "window",
    figures: ["dsh/fig13"],
    because:
      'section V-A: "the state-of-the-art congestion control algorithms (Fig. 13c and Fig. 13d) are not able to avoid the collateral damage"; 13b is without one',
  },
  {
    parameter: "scaleWindow",
    figures: ["dsh/fig10", "dsh/fig11"],
    because:
      'section V-A: "we start two background flows at the beginning": without congestion control nothing has a window',
  },
  { parameter: "scaleWindow", figures: ["dsh/fig5", "dsh/fig12", "dsh/fig13", "dsh/fig14"], because: powertcp },
  {
    parameter: "policies.headroom.sih.size",
    figures: ["dsh/fig12"],
    because: 'section V-A: "connected to two spine switches with 400Gbps uplinks", so ports differ in what they need',
  },
  {
    parameter: "policies.headroom.dsh.size",
    figures: ["dsh/fig12"],
    because: 'section V-A: "connected to two spine switches with 400Gbps uplinks", so ports differ in what they need',
  },
];
