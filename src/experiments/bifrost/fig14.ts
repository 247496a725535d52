/** bifrost/fig14: completion times over distance. */
import { order } from "../claims-by-means.ts";
import { defineExperiment, type Plot } from "../contract.ts";
import { allDone, fct, listed, type Row, type What } from "./fct.ts";
import { fctsByPlace } from "./flow-groups.ts";
import { CBFC_NOTE, chosen, interDc, twoDcScenario, type Scheme } from "./two-dcs.ts";

interface Key extends Record<string, string | number> {
  readonly scheme: Scheme;
  readonly km: number;
}

const SCHEMES: readonly Scheme[] = ["Bifrost", "CBFC-ideal", "SWING", "PFC"];
const KM = { quick: [100, 600], paper: [100, 300, 600, 1000, 2000] } as const;
const STOP_MS = { quick: 4, paper: 20 } as const;
/** Time for all to come through: many round trips of the longest link, 20 ms. */
const REST_MS = 300;

export const fig14 = defineExperiment<Key, Row>({
  id: "bifrost/fig14",
  title: "Completion times over distance",
  asks: "Does the length of the long link change which flow control is best?",
  chosen: [
    ...chosen,
    "Which distances the figure shows is not in the text: 100 to 2,000 km. Buffers grow with them.",
    "Traffic starts for 20 ms (quick: 4 ms), and every flow is run to its end.",
  ],
  seeds: { quick: 1, paper: 3 },
  trials: (scale) =>
    KM[scale].flatMap((km) =>
      SCHEMES.map((scheme) => ({
        key: { scheme, km },
        scenario: twoDcScenario({
          ...{ scheme, km },
          traffic: [interDc("Hadoop", 0.7, STOP_MS[scale])],
          untilMs: STOP_MS[scale] + REST_MS,
        }),
      })),
    ),
  row: fctsByPlace,

  conclude(done, scale) {
    const at = (km: number) => done.filter(({ key }) => key.km === km);
    const plot = (what: What): Plot => ({
      title: what === "p99" ? "99th percentile" : "average",
      x: "length of the long link, km",
      y: "FCT, ms",
      lines: SCHEMES.map((scheme) => ({
        name: scheme,
        points: KM[scale]
          .map((km) => [km, fct(at(km), scheme, "inter-DC", what) / 1000] as const)
          .filter(([, y]) => !Number.isNaN(y)),
      })),
    });
    const average = (km: number, scheme: Scheme): number => fct(at(km), scheme, "inter-DC", "average");
    const ranked = (km: number): string =>
      [...SCHEMES].sort((one, other) => average(km, one) - average(km, other)).join(", ");
    const best = (km: number): boolean =>
      SCHEMES.every((scheme) => average(km, "Bifrost") <= 1.01 * average(km, scheme));
    const ours = KM[scale].map((km) => `${km} km: ${listed(at(km), SCHEMES, "inter-DC", "average")}`).join("; ");
    return {
      plots: [plot("average"), plot("p99")],
      claims:
        done.length === 0
          ? []
          : [
              order(
                {
                  id: "same-order",
                  claim: "The order of the schemes by average FCT is the same at every distance",
                  paper: "length does not affect it",
                },
                `${ours}; ${ranked(KM[scale][0])}`,
                KM[scale].every((km) => ranked(km) === ranked(KM[scale][0])),
              ),
              order(
                {
                  id: "bifrost-first",
                  claim: "Bifrost has the lowest average FCT (within 1%) at every distance",
                  paper: "lowest",
                  note: CBFC_NOTE,
                },
                ours,
                KM[scale].every(best),
              ),
              allDone(done, "all-done", ["overall"]),
            ],
    };
  },
});
