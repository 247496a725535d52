/** plb/fig2: short bursts pause the path of f1 two hops away, so the queues of its own switch do not show the congestion. */
import * as xoff from "../experiment.ts";
import { lasted, ms, PLB, share, victimFigure, type Scheme } from "./victim-figure.ts";

const BURSTS = 5;
/** An upper limit of the time from a burst's start until c2 resumes, ms. The measured maximum is 0.55 ms. */
const PAUSED = 0.6;
/** The paper's FCT of f1 under the ideal scheme, divided by that under DRILL. */
const PAPER = 0.51;

/**
 * The paper's ideal scheme "can predict PFC triggering on Path2". Each burst pauses Path 2, so f1 takes Path 1 during that pause and
 * Path 2 between bursts.
 */
const ideal: Scheme = {
  routing: { name: "pinned" },
  via: [...Array.from({ length: BURSTS }, (_, k) => [`c2, ${k + 2}ms`, `c1, ${k + 2 + PAUSED}ms`]).flat(), "c2"],
};

export const fig2 = victimFigure({
  id: "plb/fig2",
  title: "Rerouting by local queues (DRILL)",
  asks: "Five bursts pause Path 2 beyond leaf1's own queues. What is the FCT of f1 (20 MB) under DRILL, and with knowledge of the bursts?",
  size: "20MB",
  bursts: { at: 1, every: 1, times: BURSTS, fromS2: 26, underLeaf3: 56 },
  until: 30,
  every: "50us",
  schemes: { DRILL: { routing: { name: "drill" } }, ideal, PLB },
  chosen: [
    "The ideal predicts PAUSEs. In the first 0.6 ms of each burst, when leaf3 pauses c2, f1 takes Path 1. Between bursts it takes Path 2.",
  ],
  printed: ["ideal", "DRILL", PAPER],
  claims(of) {
    const toC2 = of.measured("DRILL", (victim) => lasted(victim.toC2));
    const toLeaf1 = of.measured("DRILL", (victim) => lasted(victim.toLeaf1));
    const name = "paused time of P2/L1 as a share of that of P4/C2";
    const spread = xoff.combine(name, toLeaf1, toC2, (up, down) => up / down);
    return [
      xoff.order("stays", {
        claim: "DRILL sends at least 90% of f1 on the paused path",
        paper: "always chooses P2/L1",
        judged: xoff.atLeast(of.measured("DRILL", "onPath2"), 0.9, share),
      }),
      xoff.order("no-spread", {
        claim: "C2 pauses L1 for less than 10% of the time for which C2 itself is paused",
        paper: "never",
        judged: xoff.atMost(spread, 0.1, share),
      }),
      xoff.ratio("ideal", {
        claim: "The ideal's FCT is lower than DRILL's",
        paper: xoff.percentChange(PAPER),
        judged: xoff.changes(of.fct("ideal"), of.fct("DRILL"), PAPER),
        underdetermined: { evidence: BACKGROUND_IS_OPEN },
      }),
      xoff.order("plb-drill", {
        claim: "PLB's FCT is lower than DRILL's",
        paper: "not shown",
        judged: xoff.below(of.fct("PLB"), of.fct("DRILL"), ms),
        standing: "ours",
      }),
      xoff.order("plb", {
        claim: "PLB's FCT is within 10% of the ideal's",
        paper: "not shown",
        judged: xoff.onAPar(of.fct("PLB"), of.fct("ideal")),
        standing: "ours",
      }),
    ];
  },
});

const BACKGROUND_IS_OPEN =
  "The text gives neither the number nor the sizes of the background flows on Path 1, which leave f1 its share there (reading `background`).";
