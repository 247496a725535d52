/** bifrost/fig19: what the long link carries, over time. */
import { order } from "../claims-by-means.ts";
import { defineExperiment } from "../contract.ts";
import { averageClaims, longestSpell, measure, rateOf, ratePlots, rowOf, type Row } from "./throughput.ts";
import { allToAll, chosen, twoDcScenario, type Scheme } from "./two-dcs.ts";

interface Key extends Record<string, string | number> {
  readonly scheme: Scheme;
}

const SCHEMES: readonly Scheme[] = ["Bifrost", "SWING", "PFC"];
const END_MS = { quick: 14, paper: 40 } as const;
/** A spell of several milliseconds. */
const SPELL_MS = 3;

export const fig19 = defineExperiment<Key, Row>({
  id: "bifrost/fig19",
  title: "Throughput of the long link",
  asks: "How steadily does the long link carry traffic under each flow control?",
  chosen: [
    ...chosen,
    "The figure's workload and load are not said: Hadoop, all-to-all, 80%, for 40 ms (quick: 14 ms). Samples every 100 us.",
    "Close to zero means below 10% of the link: what still comes are ACKs of the other direction, which nothing stops.",
  ],
  seeds: { quick: 1, paper: 1 },
  trials: (scale) =>
    SCHEMES.map((scheme) => ({
      key: { scheme },
      scenario: twoDcScenario({
        scheme,
        traffic: [allToAll("Hadoop", 0.8, END_MS[scale])],
        untilMs: END_MS[scale],
        measure,
      }),
    })),
  row: rateOf,

  conclude(done) {
    const spell = (scheme: Scheme): number => longestSpell(rowOf(done, scheme));
    const spells = `longest: ${SCHEMES.map((scheme) => `${scheme} ${spell(scheme).toFixed(1)}`).join(", ")} ms`;
    return {
      plots: ratePlots(done),
      claims:
        done.length === 0
          ? []
          : [
              order(
                {
                  id: "pfc-stands-still",
                  claim: "PFC stays close to zero for milliseconds at a time",
                  paper: "10 to 16 ms",
                },
                spells,
                spell("PFC") >= SPELL_MS,
              ),
              order(
                {
                  id: "bifrost-does-not",
                  claim: "Bifrost does not: never for as much as 3 ms",
                  paper: "steadier",
                },
                spells,
                spell("Bifrost") < SPELL_MS,
              ),
              ...averageClaims(done, "Bifrost", [
                ["PFC", 1.4367],
                ["SWING", 1.0651],
              ]),
            ],
    };
  },
});
