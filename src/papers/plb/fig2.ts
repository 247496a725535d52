/** plb/fig2: short bursts pause the path of f1 beyond the next switch, where local queues do not show it. */
import { atLeast, atMost, below, changes, combine, onAPar, order, percentChange, ratio } from "../experiment.ts";
import { lasted, ms, PLB, share, victimFigure, type Scheme } from "./victim-figure.ts";

const BURSTS = 5;
/** ms from a burst's start until c2 may send again, .55 at most. */
const PAUSED = 0.6;

/** "Can predict PFC triggering on Path2 and forward packets of f1 to Path1": f1 has Path 1 while Path 2 is or will be paused. Bursts begin at 2, 3, 4 ms and so on. */
const ideal: Scheme = {
  routing: { name: "pinned" },
  via: [...Array.from({ length: BURSTS }, (_, k) => [`c2, ${k + 2}ms`, `c1, ${k + 2 + PAUSED}ms`]).flat(), "c2"],
};

export const fig2 = victimFigure({
  id: "plb/fig2",
  title: "Rerouting by local queues (DRILL)",
  asks: "Five bursts pause Path 2 where leaf1 cannot see it. What does DRILL make of f1, 20 MB, and what would a scheme that knew?",
  size: "20MB",
  bursts: { at: 1, every: 1, times: BURSTS, fromS2: 26, underLeaf3: 56 },
  until: 30,
  every: "50us",
  schemes: { DRILL: { routing: { name: "drill" } }, ideal, PLB },
  chosen: [
    "The ideal predicts PAUSEs: f1 has Path 1 for the first 0.6 ms of each burst, in which leaf3 pauses c2, and Path 2 between bursts.",
  ],
  printed: ["ideal", "DRILL", 0.51],
  claims(of) {
    const [toC2, toLeaf1] = [
      of.measured("DRILL", ({ toC2: spans }) => lasted(spans)),
      of.measured("DRILL", ({ toLeaf1: spans }) => lasted(spans)),
    ];
    const spread = combine("P2/L1 stopped of the time that P4/C2 is", toLeaf1, toC2, (up, down) => up / down);
    return [
      order(
        {
          id: "stays",
          claim: "DRILL has f1 on the paused path: 90% of it or more",
          paper: "always chooses P2/L1",
        },
        atLeast(
          of.measured("DRILL", ({ onPath2 }) => onPath2),
          0.9,
          share,
        ),
      ),
      order(
        {
          id: "no-spread",
          claim: "C2 pauses L1 for less than a tenth of the time that it is paused itself",
          paper: "never",
        },
        atMost(spread, 0.1, share),
      ),
      ratio(
        {
          id: "ideal",
          claim: "The ideal's FCT is lower than DRILL's",
          paper: percentChange(0.51),
          tried:
            "An ideal that has Path 1 throughout, as figure 4's does, is 43% slower than DRILL; with one background flow 7%. With Web Server flows it is 17% faster (paper's scale), and then figure 3's Hermes gains by leaving and figure 4's CONGA does not always choose Path 2.",
        },
        changes(of.fct("ideal"), of.fct("DRILL"), 0.51),
      ),
      order(
        { id: "plb-drill", claim: "PLB's FCT is lower than DRILL's", paper: "not shown", standing: "ours" },
        below(of.fct("PLB"), of.fct("DRILL"), ms),
      ),
      order(
        { id: "plb", claim: "PLB's FCT lies within a tenth of the ideal's", paper: "not shown", standing: "ours" },
        onAPar(of.fct("PLB"), of.fct("ideal")),
      ),
    ];
  },
});
