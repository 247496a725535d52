/** acc/fig3: severe congestion, N = 20. */
import { order } from "../claims-by-means.ts";
import { blockedFlow } from "./blocked-flow.ts";

export const fig3 = blockedFlow({
  id: "acc/fig3",
  title: "Head-of-line blocking at P3, N = 20: what stopping the congested flow is worth",
  asks: "F0 shares P3 with F1, which bursts of 20 hosts congest. For how long is F0 blocked if F1 is cut by DCQCN, or stops?",
  bursts: 20,
  schemes: ["DCQCN", "stop, then PC rate", "ideal stop, then PC rate"],
  claims: (blocked, all) => [
    order(
      {
        id: "stop-shortens",
        claim: "Stopping F1 for a while, then sending at PC rate, shortens the blocking of F0",
        paper: "the total blocking time of F0 is reduced",
      },
      all,
      blocked("stop, then PC rate") < blocked("DCQCN"),
    ),
    order(
      {
        id: "ideal-shortens-more",
        claim: "An ideal stop of 180 us shortens it further",
        paper: "much shorter than with the shorter stop",
      },
      all,
      blocked("ideal stop, then PC rate") < blocked("stop, then PC rate"),
    ),
    order(
      { id: "still-blocked", claim: "F0 is still blocked with the ideal stop", paper: "still blocked at P3" },
      all,
      blocked("ideal stop, then PC rate") > 0,
    ),
  ],
});
