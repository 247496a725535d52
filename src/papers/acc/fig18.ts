/** acc/fig18: the effect of the step RI by which ACC increases rates. */
import * as xoff from "../experiment.ts";
import { chosenForClos, CLASSES, closRuns, flowsOf, increaseName, INCREASES, times } from "./clos-fabric.ts";
import type { Class, ClosRuns } from "./clos-fabric.ts";

export const fig18 = xoff.defineFigure({
  id: "acc/fig18",
  title: "Sensitivity to RI",
  asks: "If ACC increases rates faster, are small and medium flows slower, and how much faster are large ones?",
  chosen: [
    ...chosenForClos,
    "RI is RI_high, from 1 to 8 Gbps. RI_low is a tenth of RI_high. Runs with 4 Gbps are those of acc/fig13.",
    '"Not sensitive" means a difference within 10% between the smallest and the largest RI.',
  ],
  runsOf: "acc/fig13",
  ...closRuns(["WebSearch"], () => INCREASES.map(increaseName)),
  plots: (runs) =>
    (["slowdown", "slowdown99"] as const).map((what) => {
      const title = what === "slowdown" ? "(a) average slowdown" : "(b) 99th percentile of slowdown";
      const lines = xoff.linesOver(CLASSES, INCREASES, (size, gbps) => of(runs, gbps, size, what));
      return xoff.plotOf(title, "RI, Gbps", "FCT slowdown", lines, { log: "x" });
    }),
  claims: (runs) => [
    xoff.order("large", {
      claim: "Large flows have less slowdown with 8 Gbps than with 1 Gbps",
      paper: "higher throughput",
      judged: xoff.below(of(runs, 8, "large"), of(runs, 1, "large"), times),
      context: flowsOf(runs, "WebSearch"),
    }),
    xoff.order("others", {
      claim: "Average slowdown of small and medium flows is the same with 8 Gbps and with 1 Gbps, within 10%",
      paper: "not sensitive to RI",
      judged: (["small", "medium"] as const).map((size) => xoff.onAPar(of(runs, 8, size), of(runs, 1, size))),
    }),
  ],
});

const of = (runs: ClosRuns, gbps: number, size: Class, what: "slowdown" | "slowdown99" = "slowdown"): xoff.Sample =>
  runs.of({ scheme: increaseName(gbps) }, ({ classes }) => classes[size][what], `RI ${gbps} Gbps, ${size}`);
