/** plb/fig4: a paused link carries little, so a scheme that measures load takes it for a good one. */
import { order } from "../claims-by-means.ts";
import { ideal, victimFigure } from "./victim-figure.ts";

export const fig4 = victimFigure({
  id: "plb/fig4",
  title: "Rerouting by link load (CONGA)",
  asks: "Five long bursts pause Path 2, whose links are then hardly used. What does CONGA make of that?",
  size: "20MB",
  bursts: { at: 1, every: 6, times: 5, fromS2: 42, underLeaf3: 588 },
  until: 60,
  every: "50us",
  schemes: { CONGA: { routing: { name: "conga" } }, ideal, PLB: { routing: { name: "plb" } } },
  claims: (of) => {
    const loads = of.rows("CONGA").map(({ paths: [one, two], toC2, fct }) => {
      const inside = ([ms]: readonly [number, number]): boolean => ms > toC2[0][0] && ms <= (fct ?? Infinity);
      const average = (course: typeof one): number => {
        const some = course.filter(inside).map(([, gbps]) => gbps);
        return some.reduce((sum, gbps) => sum + gbps, 0) / some.length;
      };
      return [average(one), average(two)] as const;
    });
    return [
      order(
        { id: "stays", claim: "CONGA keeps f1 on the paused path: 90% of it or more", paper: "always chooses Path 2" },
        `${(of.onPath2("CONGA") * 100).toFixed(1)}% of f1 on Path 2`,
        of.onPath2("CONGA") >= 0.9,
      ),
      order(
        { id: "load", claim: "From the first PAUSE until f1 is done, Path 2 carries less than Path 1", paper: "yes" },
        loads.map(([one, two]) => `Path 1 ${one.toFixed(1)}, Path 2 ${two.toFixed(1)} Gbps`).join("; "),
        loads.every(([one, two]) => two < one),
      ),
      order(
        { id: "spread", claim: "C2 pauses L1", paper: "yes" },
        of
          .rows("CONGA")
          .map(({ toLeaf1 }) => `${toLeaf1.length} PAUSEs`)
          .join(", "),
        of.rows("CONGA").every(({ toLeaf1 }) => toLeaf1.length > 0),
      ),
      order(
        { id: "ideal", claim: "The ideal's FCT is lower than CONGA's", paper: "lowest" },
        `ideal ${of.fctText("ideal")}, CONGA ${of.fctText("CONGA")}`,
        of.fct("ideal") < of.fct("CONGA"),
      ),
      order(
        { id: "plb", claim: "PLB's FCT lies within 15% of the ideal's", paper: "not shown" },
        `PLB ${of.fctText("PLB")}, ideal ${of.fctText("ideal")}`,
        of.fct("PLB") <= 1.15 * of.fct("ideal"),
      ),
    ];
  },
});
