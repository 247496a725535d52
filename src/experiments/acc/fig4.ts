/** acc/fig4: milder congestion, N = 10. */
import { order } from "../claims.ts";
import { blockedFlow, NOTE } from "./blocked-flow.ts";

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
        note: "DCQCN of HPCC's simulator cuts F1 before its 512 KB at P4 are full.",
      },
      all,
      blocked("DCQCN") > 0,
    ),
    order(
      {
        id: "blocking-vanishes",
        claim: "When F1 stops for long enough and goes on at PC rate, F0 is not blocked",
        paper: "HoL blocking can even be eliminated",
        note: NOTE,
      },
      all,
      blocked("ideal stop, then PC rate") === 0,
    ),
  ],
});
