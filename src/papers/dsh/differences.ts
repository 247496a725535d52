/** Parameters that differ between figures of DSH's paper, each with the sentence that requires it. */
import { differencesOf } from "../experiment.ts";

const UPLINKS =
  'section V-A: "connected to two spine switches with 400Gbps uplinks", so ports need different amounts of headroom';

export const differences = differencesOf("dsh", [
  [
    ["switch.memory"],
    ["fig5"],
    'section III-A: "Fig. 5 shows the average flow completion time (FCT) with different buffer sizes."',
  ],
  [
    ["switch.memory"],
    ["fig14", "fig15"],
    'section V-B: "16 leaf switches, 16 spine switches, and 256 servers". Quick scale has 36 servers on switches of 12 ports, with memory in proportion. The "fat-tree topology (k=16)" wires half the ports of a chip',
  ],
  [["switch.private"], ["fig10"], 'section IV-C: "There is no private buffer, namely B_p = 0."'],
  [
    ["policies.link.pfc.reaction"],
    ["fig10"],
    'section IV-C: "The delay for a PFC PAUSE frame to take effect is infinitely close to 0."',
  ],
  [
    ["window"],
    ["fig10", "fig11"],
    'section IV-C: queues that "become congested at time" t_0, and V-A: "we start two background flows at the beginning". No congestion control is named, and with a window these queues would not reach their threshold',
  ],
  [
    ["window"],
    ["fig13"],
    'section V-A: "the state-of-the-art congestion control algorithms (Fig. 13c and Fig. 13d) are not able to avoid the collateral damage". Figure 13b has none',
  ],
  [
    ["scaleWindow"],
    ["fig10", "fig11"],
    'section V-A: "we start two background flows at the beginning": without congestion control no flow has a window',
  ],
  [
    ["scaleWindow"],
    ["fig5", "fig12", "fig13", "fig14"],
    'sections III-A and V: "The congestion control algorithm is PowerTCP [37]", which scales its window with the rate',
  ],
  [["policies.headroom.sih.size", "policies.headroom.dsh.size"], ["fig12"], UPLINKS],
]);
