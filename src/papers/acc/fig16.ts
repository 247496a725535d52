/** acc/fig16: ACC with and without the source halt. */
import * as xoff from "../experiment.ts";
import { chosenForClos, CLASSES, closRuns, count, flowsOf, LAYERS, NO_HALT, pausedLayers, us } from "./clos-fabric.ts";
import type { ClosRow } from "./clos-fabric.ts";

const SCHEMES = ["ACC", NO_HALT] as const;

export const fig16 = xoff.defineFigure({
  id: "acc/fig16",
  title: "ACC with and without the source halt",
  asks: "Congested flows reduce their rate to that of their ACKs but do not halt first. Which flows are slower, and which layers are paused?",
  chosen: [...chosenForClos, "Runs with the halt are those of acc/fig13.", '"Similar performance" is within 10%.'],
  runsOf: "acc/fig13",
  ...closRuns(["WebSearch"], () => SCHEMES),
  plots: (runs) => [
    ...(["mean", "p99"] as const).map((what) => {
      const title = `(a) ${what === "mean" ? "average" : "99th percentile of"} FCT`;
      const at = (scheme: string, size: (typeof CLASSES)[number]) =>
        runs.of({ scheme }, ({ classes }) => classes[size][what]);
      return xoff.barPlot(title, "size of flow", "FCT, us", SCHEMES, CLASSES, at, { log: "y" });
    }),
    xoff.barPlot("(b) PAUSEs received", "layer", "PAUSEs", SCHEMES, LAYERS, (scheme, layer) =>
      runs.of({ scheme }, ({ pauses }) => pauses[layer]),
    ),
  ],
  claims: (runs) => {
    /** The samples of one quantity: of the runs in which ACC halts congested flows, and of the runs in which ACC does not. */
    const both = (pick: (row: ClosRow) => number | null, name: string) => {
      const [halting, going] = SCHEMES.map((scheme) => runs.of({ scheme }, pick, `${scheme}, ${name}`));
      return [halting, going] as const;
    };
    return [
      xoff.order("small", {
        claim: "Small flows are slower without the halt, average and p99",
        paper: "small flows suffer from larger FCT",
        judged: [
          xoff.below(...both(({ classes }) => classes.small.mean, "average"), us),
          xoff.below(...both(({ classes }) => classes.small.p99, "p99"), us),
        ],
        context: flowsOf(runs, "WebSearch"),
      }),
      xoff.order("others", {
        claim: "Medium and large flows have the same average FCT with and without the halt, within 10%",
        paper: "similar performance for medium and large flows",
        judged: (["medium", "large"] as const).map((size) =>
          xoff.onAPar(...both(({ classes }) => classes[size].mean, size)),
        ),
      }),
      xoff.order("pauses", {
        claim: "Each layer that is paused at all receives fewer PAUSEs with the halt",
        paper: '"significantly reduces the PAUSEs at each layer, with many fewer at the servers, ToR, and the core"',
        judged: pausedLayers(runs, "WebSearch", SCHEMES).map((layer) =>
          xoff.below(...both(({ pauses }) => pauses[layer], layer), count),
        ),
      }),
    ];
  },
});
