/** plb/fig2: short bursts pause the path of f1 beyond the next switch, where local queues do not show it. */
import {
  atLeast,
  atMost,
  below,
  changes,
  combine,
  onAPar,
  order,
  percentChange,
  ratio,
} from "../../entry/experiment.ts";
import { ideal, lasted, ms, PLB, share, victimFigure } from "./victim-figure.ts";

export const fig2 = victimFigure({
  id: "plb/fig2",
  title: "Rerouting by local queues (DRILL)",
  asks: "Five bursts pause Path 2 where leaf1 cannot see it. What does DRILL make of f1, 20 MB, and what would a scheme that knew?",
  size: "20MB",
  bursts: { at: 1, every: 1, times: 5, fromS2: 26, underLeaf3: 56 },
  until: 30,
  every: "50us",
  schemes: { DRILL: { routing: { name: "drill" } }, ideal, PLB },
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
            "For 49% below DRILL's 9.5 ms the ideal must have 33 of Path 1's 40 Gbps, and then f1 kicked out onto it would lose some 20% in figure 5, where the paper has 53%. With one background flow +7%; with Web Server flows -17% (paper's scale), and then figure 3's Hermes gains by leaving and figure 4's CONGA does not always choose Path 2.",
        },
        changes(of.fct("ideal"), of.fct("DRILL"), 0.51),
      ),
      order(
        { id: "plb-drill", claim: "PLB's FCT is lower than DRILL's", paper: "not shown", standing: "ours" },
        below(of.fct("PLB"), of.fct("DRILL"), ms),
      ),
      order(
        { id: "plb", claim: "PLB's FCT lies within 15% of the ideal's", paper: "not shown", standing: "ours" },
        onAPar(of.fct("PLB"), of.fct("ideal"), 1.15),
      ),
    ];
  },
});
