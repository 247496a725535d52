/** acc/fig4: an innocent flow waits behind another flow. Bursts of 10 hosts congest the other flow. */
import { atLeast, atMost, below, order, renamed } from "../experiment.ts";
import { blockedFlow, emptyAfter, kb, us } from "./blocked-flow.ts";

const STOP = Math.ceil(emptyAfter(10));

export const fig4 = blockedFlow({
  id: "acc/fig4",
  title: "Head-of-line blocking at P3, N = 10: effect of stopping the congested flow",
  asks: "The set-up is that of acc/fig3 with bursts of 10 hosts. Can a stop of the congested flow keep the victim free of blocking?",
  schemes: ["DCQCN", "ideal stop, then PC rate"],
  bursts: 10,
  // Section 3.3: "once congested flow F1 stops for a sufficient time to empty the queue". The paper gives no number. Here
  // the stop lasts until F1's last byte has left P4.
  ideal: STOP,
  idealChosen: [
    `F1 stops "for a sufficient time to empty the queue": for ${STOP} us, until its last byte has left P4. The 180 us of figure 3 are for N = 20.`,
  ],
  claims: (of, all) => [
    order("dcqcn-blocks", {
      claim: "Under DCQCN F0 is blocked",
      paper: "blocked for a short time",
      judged: atLeast(of("DCQCN", "blocked"), 2, us),
      context: all,
    }),
    order("f0-above-f1", {
      claim: "Under DCQCN the maximum backlog of F0 at P3 exceeds that of F1",
      paper: "the queue occupancy of F0 is even much larger than F1's",
      judged: below(renamed("F1", of("DCQCN", "mostF1")), renamed("F0", of("DCQCN", "most")), kb),
    }),
    order("blocking-vanishes", {
      claim: "When F1 stops for long enough and then sends at PC rate, F0 is not blocked",
      paper: "HoL blocking can even be eliminated",
      judged: atMost(of("ideal stop, then PC rate", "blocked"), 0, us),
    }),
  ],
});
