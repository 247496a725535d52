/** bifrost/fig18: is PFC with enough memory as good as Bifrost with half of it? */
import { order } from "../claims-by-means.ts";
import { defineExperiment } from "../contract.ts";
import { allDone, fct, groupsPlot, listed, type Row } from "./fct.ts";
import { fctsByPlace, places, type Place } from "./flow-groups.ts";
import { allToAll, chosen, twoDcScenario, type Scheme } from "./two-dcs.ts";

interface Key extends Record<string, string | number> {
  readonly scheme: Scheme;
  readonly load: number;
}

const SCHEMES: readonly Scheme[] = ["Bifrost", "PFC-deep", "PFC"];
const LOADS = [0.8, 0.5] as const;
const STOP_MS = { quick: 6, paper: 20 } as const;
const REST_MS = 300;
/** On a par: within so much of each other. */
const PAR = 1.15;

export const fig18 = defineExperiment<Key, Row>({
  id: "bifrost/fig18",
  title: "PFC with deep buffers",
  asks: "Given two bandwidth-delay products of memory, is PFC as good as Bifrost with one?",
  chosen: [
    ...chosen,
    "PFC-deep has X_OFF = X_ON = 286 MiB and, as PFC has, the headroom that real frames need.",
    'On a par means within 15% of each other: the paper says "comparable".',
    "Traffic starts for 20 ms (quick: 6 ms), and every flow is run to its end.",
  ],
  seeds: { quick: 1, paper: 3 },
  trials: (scale) =>
    LOADS.flatMap((load) =>
      SCHEMES.map((scheme) => ({
        key: { scheme, load },
        scenario: twoDcScenario({
          scheme,
          traffic: [allToAll("Hadoop", load, STOP_MS[scale])],
          untilMs: STOP_MS[scale] + REST_MS,
        }),
      })),
    ),
  row: fctsByPlace,

  conclude(done) {
    const at = (load: number) => done.filter(({ key }) => key.load === load);
    const near = (load: number, group: Place): boolean => {
      const [bifrost, deep] = (["Bifrost", "PFC-deep"] as const).map((one) => fct(at(load), one, group, "average"));
      return bifrost <= PAR * deep && deep <= PAR * bifrost;
    };
    const said = (load: number, group: Place): string =>
      `${load * 100}%: ${listed(at(load), SCHEMES, group, "average")}`;
    return {
      plots: LOADS.flatMap((load) =>
        (["average", "p99"] as const).map((what) => groupsPlot(`${load * 100}%`, at(load), SCHEMES, places, what)),
      ),
      claims:
        done.length === 0
          ? []
          : [
              ...(["inter-DC", "overall"] as const).map((group) =>
                order(
                  {
                    id: `par-${group}`,
                    claim: `${group}: PFC-deep and Bifrost are on a par at both loads (average FCT)`,
                    paper: "comparable",
                  },
                  LOADS.map((load) => said(load, group)).join("; "),
                  LOADS.every((load) => near(load, group)),
                ),
              ),
              order(
                {
                  id: "pfc-worse",
                  claim: "PFC is behind both at both loads (average FCT of all flows)",
                  paper: "behind",
                },
                LOADS.map((load) => said(load, "overall")).join("; "),
                LOADS.every((load) =>
                  (["Bifrost", "PFC-deep"] as const).every(
                    (scheme) =>
                      fct(at(load), scheme, "overall", "average") < fct(at(load), "PFC", "overall", "average"),
                  ),
                ),
              ),
              order(
                {
                  id: "deep-intra",
                  claim: "At 50% PFC-deep is better than Bifrost for flows within a data centre",
                  paper: "shorter",
                },
                said(0.5, "intra-DC"),
                fct(at(0.5), "PFC-deep", "intra-DC", "average") < fct(at(0.5), "Bifrost", "intra-DC", "average"),
              ),
              allDone(done, "all-done", ["overall"]),
            ],
    };
  },
});
