/** acc/fig16: what the halt is worth: ACC with and without it. */
import {
  allOf,
  below,
  type Claim,
  COMPARABLE,
  defineExperiment,
  type Done,
  onAPar,
  order,
  pointsOf,
  type Sample,
} from "../experiment.ts";
import {
  chosenForClos,
  CLASSES,
  closRuns,
  count,
  flowsOf,
  LAYERS,
  measured,
  NO_HALT,
  pausedLayers,
  us,
  type ClosKey,
  type ClosRow,
} from "./clos-fabric.ts";
import type { acc } from "./readings.ts";

const SCHEMES = ["ACC", NO_HALT] as const;

export const fig16 = defineExperiment<ClosKey, ClosRow, typeof acc>({
  id: "acc/fig16",
  title: "ACC with and without the source halt",
  asks: "If congested flows slow down to the rate of their ACKs but do not stop first, who is slower, and who is paused?",
  chosen: [...chosenForClos, "Runs with the halt are those of acc/fig13.", '"Similar performance" is within 10%.'],
  runsOf: "acc/fig13",
  ...closRuns([{ workload: "WebSearch", schemes: SCHEMES }]),

  conclude: (done) => ({
    plots: [
      ...(["mean", "p99"] as const).map((what) => ({
        title: `(a) ${what === "mean" ? "average" : "99th percentile of"} FCT`,
        x: "size of flow",
        y: "FCT, us",
        log: "y" as const,
        bins: CLASSES,
        lines: SCHEMES.map((scheme) => ({
          name: scheme,
          points: drawn(
            CLASSES.map((size) => measured(done, "WebSearch", scheme, ({ classes }) => classes[size][what])),
          ),
        })),
      })),
      {
        title: "(b) PAUSEs received",
        x: "layer",
        y: "PAUSEs",
        bins: LAYERS,
        lines: SCHEMES.map((scheme) => ({
          name: scheme,
          points: drawn(LAYERS.map((layer) => measured(done, "WebSearch", scheme, ({ pauses }) => pauses[layer]))),
        })),
      },
    ],
    claims: done.length === 0 ? [] : claimsOf(done),
  }),
});

const drawn = (samples: readonly Sample[]) => pointsOf(samples.map((one, k) => [k, one]));

function claimsOf(done: readonly Done<ClosKey, ClosRow>[]): Claim[] {
  const both = (pick: (row: ClosRow) => number | null, name = ""): readonly [Sample, Sample] => {
    const [halting, going] = SCHEMES.map((scheme) => {
      const found = measured(done, "WebSearch", scheme, pick);
      return name === "" ? found : { ...found, name: `${scheme}, ${name}` };
    });
    return [halting, going];
  };
  return [
    order(
      {
        id: "small",
        claim: "Small flows are slower without the halt, average and p99",
        paper: "small flows suffer from larger FCT",
      },
      allOf([
        below(...both(({ classes }) => classes.small.mean, "average"), us),
        below(...both(({ classes }) => classes.small.p99, "p99"), us),
      ]),
      flowsOf(done, "WebSearch", "ACC"),
    ),
    order(
      {
        id: "others",
        claim: "Medium and large flows are as fast, on average, within 10%",
        paper: "similar performance for medium and large flows",
      },
      allOf([
        onAPar(...both(({ classes }) => classes.medium.mean, "medium"), COMPARABLE),
        onAPar(...both(({ classes }) => classes.large.mean, "large"), COMPARABLE),
      ]),
    ),
    order(
      {
        id: "pauses",
        claim: "Each layer that is paused at all receives fewer PAUSEs with the halt",
        paper: "significantly reduces the PAUSEs at each layer, with many fewer at the servers, ToR, and the core",
      },
      allOf(
        pausedLayers(done, "WebSearch", SCHEMES).map((layer) =>
          below(...both(({ pauses }) => pauses[layer], layer), count),
        ),
      ),
    ),
  ];
}
