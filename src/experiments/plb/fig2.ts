/** plb/fig2: short bursts pause the path of f1 beyond the next switch, where local queues do not show it. */
import { order, percentChange, ratio } from "../claims-by-means.ts";
import { ideal, victimFigure } from "./victim-figure.ts";

export const fig2 = victimFigure({
  id: "plb/fig2",
  title: "Rerouting by local queues (DRILL)",
  asks: "Five bursts pause Path 2 where leaf1 cannot see it. What does DRILL make of f1, 20 MB, and what would a scheme that knew?",
  size: "20MB",
  bursts: { at: 1, every: 1, times: 5, fromS2: 26, underLeaf3: 56 },
  until: 30,
  every: "50us",
  schemes: { DRILL: { routing: { name: "drill" } }, ideal, PLB: { routing: { name: "plb" } } },
  claims: (of) => [
    order(
      { id: "stays", claim: "DRILL keeps f1 on the paused path: 90% of it or more", paper: "always chooses P2/L1" },
      `${(of.onPath2("DRILL") * 100).toFixed(1)}% of f1 on Path 2`,
      of.onPath2("DRILL") >= 0.9,
    ),
    order(
      {
        id: "no-spread",
        claim: "C2 pauses L1 for less than a tenth of the time that it is paused itself",
        paper: "never",
      },
      of
        .rows("DRILL")
        .map(({ toC2, toLeaf1 }) => `${stopped(toLeaf1)} of ${stopped(toC2)} ms`)
        .join("; "),
      of.rows("DRILL").every(({ toC2, toLeaf1 }) => Number(stopped(toLeaf1)) < 0.1 * Number(stopped(toC2))),
    ),
    ratio(
      { id: "ideal", claim: "The ideal's FCT is lower than DRILL's", paper: percentChange(0.51) },
      of.fct("ideal") / of.fct("DRILL"),
      0.51,
    ),
    order(
      { id: "plb", claim: "PLB's FCT lies within 15% of the ideal's", paper: "not shown" },
      ["DRILL", "ideal", "PLB"].map((name) => `${name} ${of.fctText(name)}`).join(", "),
      of.fct("PLB") <= 1.15 * of.fct("ideal"),
    ),
  ],
});

const stopped = (spans: readonly (readonly [number, number])[]): string =>
  spans.reduce((sum, [start, end]) => sum + end - start, 0).toFixed(2);
