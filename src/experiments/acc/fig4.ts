/** acc/fig4: milder congestion, N = 10. */
import { order } from "../claims-by-means.ts";
import { blockedFlow } from "./blocked-flow.ts";

export const fig4 = blockedFlow({
  id: "acc/fig4",
  title: "Head-of-line blocking at P3, N = 10: what stopping the congested flow is worth",
  asks: "As acc/fig3 with bursts of 10 hosts: can a stop of the congested flow spare the innocent one altogether?",
  bursts: 10,
  schemes: ["DCQCN", "ideal stop, then PC rate"],
  claims: (blocked, all) => [
    order(
      {
        id: "dcqcn-blocks",
        claim: "Under DCQCN F0 is blocked",
        paper: "F0's queue at P3 even exceeds F1's",
      },
      all,
      blocked("DCQCN") > 0,
    ),
    order(
      {
        id: "blocking-vanishes",
        claim: "When F1 stops for long enough and goes on at PC rate, F0 is not blocked",
        paper: "HoL blocking can even be eliminated",
        note: "The limit case: P4 serves in order of arrival, so at C / (N + 1) F1 comes to hold there, after 0.5 ms, what each bursting host does, and these stand at X_OFF. From then until the bursts end it stops P3 again and again, a few microseconds each time.",
      },
      all,
      blocked("ideal stop, then PC rate") === 0,
    ),
  ],
});
