/** cross/lb-x-cc: every load balancer under every sender, with PFC. */
import { pairsFigure } from "./pairs.ts";
import { balancerNames, gridOf, senderNames } from "./roles.ts";

export const lbXCc = pairsFigure({
  id: "cross/lb-x-cc",
  title: "Load balancers under every congestion control",
  asks: "PLB's paper uses DCQCN. Under which senders are load balancers still faster than ECMP, and which one is fastest?",
  grid: gridOf(["DT"], senderNames, balancerNames),
  compared: { names: balancerNames, of: ({ balancer }) => balancer, title: "load balancer", base: "ECMP" },
  papers: ["PLB"],
});
