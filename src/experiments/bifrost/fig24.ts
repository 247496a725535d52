/** bifrost/fig24: what the long link carries, over time, with three priorities. */
import { order } from "../claims-by-means.ts";
import { defineExperiment } from "../contract.ts";
import { prioritiesChosen, prioritiesScenario, traffics, type Key } from "./priorities.ts";
import { averageClaims, measure, rateOf, ratePlots, rowOf, unsteadiness, type Row } from "./throughput.ts";
import type { Scheme } from "./two-dcs.ts";

const SCHEMES: readonly Scheme[] = ["BifrostX", "SWING", "PFC"];
const END_MS = { quick: 6, paper: 40 } as const;

export const fig24 = defineExperiment<Key, Row>({
  id: "bifrost/fig24",
  title: "Throughput of the long link with three priorities",
  asks: "Does one buffer for three priorities keep the long link as full as three?",
  chosen: [
    ...prioritiesChosen,
    "The figure's load is not said: that of figure 22, 90%, for 40 ms on 600 km (quick: 6 ms on 100 km). Samples every 100 us.",
    "How steady it is: the standard deviation of the samples over their mean.",
  ],
  seeds: { quick: 1, paper: 1 },
  trials: (scale) =>
    SCHEMES.map((scheme) => ({
      key: { scheme },
      scenario: prioritiesScenario(scheme, scale, {
        ...{ traffic: traffics["all-to-all"](0.9, END_MS[scale]), untilMs: END_MS[scale], measure },
      }),
    })),
  row: rateOf,

  conclude(done) {
    const swing = (scheme: Scheme): number => unsteadiness(rowOf(done, scheme));
    return {
      plots: ratePlots(done),
      claims:
        done.length === 0
          ? []
          : [
              order(
                {
                  id: "steadier",
                  claim: "BifrostX carries traffic more steadily than PFC and SWING",
                  paper: "more stable",
                },
                `deviation over mean: ${SCHEMES.map((scheme) => `${scheme} ${swing(scheme).toFixed(2)}`).join(", ")}`,
                swing("BifrostX") < swing("SWING") && swing("BifrostX") < swing("PFC"),
              ),
              ...averageClaims(done, "BifrostX", [
                ["PFC", 1.362],
                ["SWING", 1.241],
              ]),
            ],
    };
  },
});
