/** plb/fig5: a short PAUSE is no reason to leave a path for a loaded one. */
import { order, percentChange, ratio } from "../claims-by-means.ts";
import { victimFigure } from "./victim-figure.ts";

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
    PLB: { routing: { name: "plb" } },
  },
  chosen: ["Kicking out: f1 has Path 2 until 9.2 ms, when leaf3 has paused c2, and Path 1 from then on."],
  claims: (of) => [
    order(
      { id: "short", claim: "The PAUSEs are short: less than 0.5 ms in all", paper: "very short" },
      of
        .rows("DRILL")
        .map(
          ({ toC2 }) => `${toC2.length} of ${toC2.reduce((sum, [start, end]) => sum + end - start, 0).toFixed(2)} ms`,
        )
        .join("; "),
      of.rows("DRILL").every(({ toC2 }) => {
        const all = toC2.reduce((sum, [start, end]) => sum + end - start, 0);
        return all > 0 && all < 0.5;
      }),
    ),
    ratio(
      {
        id: "kick-out",
        claim: "Kicked out, f1 is slower than under DRILL",
        paper: percentChange(1.53),
        note: "The background is chosen such that the loaded path costs about so much.",
      },
      of.fct("kick-out") / of.fct("DRILL"),
      1.53,
    ),
    order(
      { id: "plb", claim: "PLB waits: its FCT lies within 15% of DRILL's", paper: "not shown" },
      ["DRILL", "kick-out", "PLB"].map((name) => `${name} ${of.fctText(name)}`).join(", "),
      of.fct("PLB") <= 1.15 * of.fct("DRILL"),
    ),
  ],
});
