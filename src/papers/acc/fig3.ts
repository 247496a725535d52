/** acc/fig3: an innocent flow waits behind another flow. Bursts of 20 hosts congest the other flow severely. */
import { atLeast, below, near, order, ratio } from "../experiment.ts";
import { blockedFlow, emptyAfter, kb, us } from "./blocked-flow.ts";

export const fig3 = blockedFlow({
  id: "acc/fig3",
  title: "Head-of-line blocking at P3, N = 20: effect of stopping the congested flow",
  asks: "F0 shares P3 with F1, which bursts of 20 hosts congest. How long is F0 blocked if DCQCN cuts F1, and if F1 stops?",
  bursts: 20,
  schemes: ["DCQCN", "stop, then PC rate", "ideal stop, then PC rate"],
  ideal: 180,
  idealChosen: [
    `The ideal stop has the paper's length, "i.e., 180us". With service in order of arrival, F1's last byte leaves P4 only ${emptyAfter(20).toFixed(0)} us after the stop's start.`,
    'The paper does not say how long the stop "for a while" lasts. Here it has half the length of the ideal stop.',
  ],
  claims: (of, all) => [
    ratio("lasts", {
      claim: "Under DCQCN F0 is blocked repeatedly for 2 ms",
      paper: "about 2 ms",
      judged: near(of("DCQCN", "span"), 2000, us),
    }),
    order("together", {
      claim: "Under DCQCN, in 90% of the time in which F0 has more than 10 KB at P3, F1 has more than 10 KB there too",
      paper: "the queue accumulation of F0 accompanies the queue buildup of F1",
      judged: atLeast(of("DCQCN", "together"), 0.9, (share) => `${(100 * share).toFixed(0)}%`),
    }),
    order("stop-suppresses", {
      claim: "If F1 stops for a while and then sends at PC rate, F1 has a smaller backlog at P3",
      paper: "the queue occupancy of F1 is quickly suppressed",
      judged: below(of("stop, then PC rate", "meanF1"), of("DCQCN", "meanF1"), kb),
    }),
    order("stop-shortens", {
      claim: "If F1 stops for a while, F0 is blocked for a shorter time",
      paper: "the total blocking time of F0 is reduced",
      judged: below(of("stop, then PC rate", "blocked"), of("DCQCN", "blocked"), us),
      context: all,
    }),
    order("ideal-shortens-more", {
      claim: "With an ideal stop of 180 us F0 is blocked for a still shorter time",
      paper: "much shorter than with the shorter stop",
      judged: below(of("ideal stop, then PC rate", "blocked"), of("stop, then PC rate", "blocked"), us),
    }),
    order("still-blocked", {
      claim: "F0 is still blocked with the ideal stop",
      paper: "still blocked at P3",
      judged: atLeast(of("ideal stop, then PC rate", "blocked"), 2, us),
    }),
  ],
});
