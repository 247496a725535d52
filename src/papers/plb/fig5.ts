/** plb/fig5: if a flow leaves a path because of a short PAUSE, it is slower, because the other path is loaded. */
import { atMost, changes, onAPar, order, percentChange, ratio } from "../experiment.ts";
import type { Victim } from "./paused-path.ts";
import { lasted, ms, PLB, victimFigure } from "./victim-figure.ts";

/** The paused time of c2 in ms. Null: there was no PAUSE. */
const pausedTime = ({ toC2 }: Victim): number | null => (toC2.length === 0 ? null : lasted(toC2));

/** A time after f1's start at which leaf3 has already paused c2, ms. */
const FIRST_PAUSE = 9.2;
/** The paper's FCT of f1 when the PAUSE moves it to the other path, divided by that under DRILL. */
const PAPER = 1.53;

export const fig5 = victimFigure({
  id: "plb/fig5",
  title: "Leaving the paused path at once",
  asks: "A small burst pauses Path 2 for a short time. How does the FCT of f1 (250 MB) change if f1 then moves to the loaded path?",
  size: "250MB",
  bursts: { at: 9, fromS2: 2, underLeaf3: 28 },
  until: 200,
  every: "500us",
  schemes: {
    DRILL: { routing: { name: "drill" } },
    "kick-out": { routing: { name: "pinned" }, via: [`c2, ${1 + FIRST_PAUSE}ms`, "c1"] },
    PLB,
  },
  chosen: ["With a kick-out f1 takes Path 2 until 9.2 ms, when leaf3 has paused c2. From then on it takes Path 1."],
  printed: ["kick-out", "DRILL", PAPER],
  claims: (of) => [
    order("short", {
      claim: "C2 is paused for less than 0.5 ms in total, 1% of f1's time",
      paper: "very short",
      judged: atMost(of.measured("DRILL", pausedTime), 0.5, ms),
    }),
    ratio("kick-out", {
      claim: "After a kick-out f1 is slower than under DRILL",
      paper: percentChange(PAPER),
      judged: changes(of.fct("kick-out"), of.fct("DRILL"), PAPER),
      note: "f1 gets a third of Path 1, which it shares with two flows. With the answer `webServer` this claim is a definition, because its load was chosen to match this number.",
      underdetermined: { evidence: BACKGROUND_IS_OPEN },
    }),
    order("plb", {
      claim: "Under PLB the FCT of f1 is within 10% of that under DRILL",
      paper: "not shown",
      judged: onAPar(of.fct("PLB"), of.fct("DRILL")),
      standing: "ours",
      note: "PLB moves f1 to Path 1 too. But Path 1 is full, so PLB classifies it as congested, and f1 returns to Path 2.",
    }),
  ],
});

const BACKGROUND_IS_OPEN = "The text gives no number of background flows on Path 1 (reading `background`).";
