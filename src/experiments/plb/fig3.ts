/** plb/fig3: a long burst pauses the path of f1; what RTT and ECN tell of it comes late. */
import { order, percentChange, ratio } from "../claims-by-means.ts";
import type { Victim } from "./paused-path.ts";
import { stays, victimFigure } from "./victim-figure.ts";

export const fig3 = victimFigure({
  id: "plb/fig3",
  title: "Rerouting by RTT and ECN (Hermes)",
  asks: "A burst of 27 ms pauses Path 2. Hermes learns of it from packets that come back late. Is leaving late better than staying?",
  size: "120MB",
  bursts: { at: 10, fromS2: 45, underLeaf3: 630 },
  until: 120,
  every: "200us",
  schemes: {
    Hermes: { routing: { name: "hermes" } },
    "no rerouting": stays,
    PLB: { routing: { name: "plb" } },
  },
  chosen: ["Without rerouting f1 has Path 2 throughout."],
  claims: (of) => {
    const left = of.rows("Hermes").map(leaves);
    return [
      order(
        {
          id: "late",
          claim: "Hermes begins on Path 2 and leaves it after the first PAUSE, more than a base RTT (41 us) later",
          paper: "late",
        },
        left.map((late) => (late === null ? "never" : `${late.toFixed(1)} ms`)).join(", "),
        left.every((late) => late !== null && late > 0.041),
      ),
      ratio(
        {
          id: "stays",
          claim: "Without rerouting f1 is faster than under Hermes",
          paper: percentChange(0.79),
          note: "leaf3 lets c2 go after some 0.15 ms each time, so packets come back late but soon: Hermes leaves within some ms of the first PAUSE and is spared most of the 27 ms, in which Path 2 gives a tenth, while Path 1 gives the two thirds that figure 5 asks for. Only a Hermes that left more than some 15 ms late would lose by it.",
        },
        of.fct("no rerouting") / of.fct("Hermes"),
        0.79,
      ),
      order(
        {
          id: "plb",
          claim: "PLB leaves and is faster than without rerouting: better later than never",
          paper: "not shown",
        },
        ["Hermes", "no rerouting", "PLB"].map((name) => `${name} ${of.fctText(name)}`).join(", "),
        of.fct("PLB") < of.fct("no rerouting"),
      ),
    ];
  },
});

/** ms from the first PAUSE to the first interval with less than 1 Gbps on Path 2 after which none has more; null: not before the end. */
function leaves({ toC2, paths, fct }: Victim): number | null {
  const last = paths[1].findLast(([, gbps]) => gbps > 1)?.[0] ?? 0;
  return toC2.length === 0 || fct === null || last >= fct - 0.5 || last <= toC2[0][0] ? null : last - toC2[0][0];
}
