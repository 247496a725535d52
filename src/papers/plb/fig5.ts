/** plb/fig5: a short PAUSE is no reason to leave a path for a loaded one. */
import { atMost, changes, onAPar, order, percentChange, ratio } from "../experiment.ts";
import { lasted, ms, PLB, victimFigure } from "./victim-figure.ts";

/** ms: by then leaf3 has paused c2. */
const FIRST_PAUSE = 9.2;

export const fig5 = victimFigure({
  id: "plb/fig5",
  title: "Kicking out the paused path at once",
  asks: "A small burst pauses Path 2 for a moment. What if f1, 250 MB, is moved to the loaded path for that?",
  size: "250MB",
  bursts: { at: 9, fromS2: 2, underLeaf3: 28 },
  until: 200,
  every: "500us",
  schemes: {
    DRILL: { routing: { name: "drill" } },
    "kick-out": { routing: { name: "pinned" }, via: [`c2, ${1 + FIRST_PAUSE}ms`, "c1"] },
    PLB,
  },
  chosen: ["Kicking out: f1 has Path 2 until 9.2 ms, when leaf3 has paused c2, and Path 1 from then on."],
  printed: ["kick-out", "DRILL", 1.53],
  claims: (of) => [
    order(
      {
        id: "short",
        claim: "C2 is paused, for less than 0.5 ms in all, a hundredth of f1's time",
        paper: "very short",
      },
      atMost(
        of.measured("DRILL", ({ toC2 }) => (toC2.length === 0 ? null : lasted(toC2))),
        0.5,
        ms,
      ),
    ),
    ratio(
      {
        id: "kick-out",
        claim: "Kicked out, f1 is slower than under DRILL",
        paper: percentChange(1.53),
        note: "f1 gets a third of Path 1 beside two flows. Under the reading of Web Server flows this is a definition: their load is chosen such that this comes nearest.",
        tried: "With one background flow +82%, 1.55 of the paper's change (quick scale).",
      },
      changes(of.fct("kick-out"), of.fct("DRILL"), 1.53),
    ),
    order(
      {
        id: "plb",
        claim: "PLB waits: its FCT lies within a tenth of DRILL's",
        paper: "not shown",
        standing: "ours",
        note: "PLB is kicked out too. Path 1 is full, so it counts as congested, and f1 returns to Path 2. With fullLoad never f1 stays on Path 1 and is 174% slower than under DRILL (quick scale).",
      },
      onAPar(of.fct("PLB"), of.fct("DRILL")),
    ),
  ],
});
