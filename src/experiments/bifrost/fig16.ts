/** bifrost/fig16: all-to-all traffic over two data centres: completion times across the long link, and of all flows. */
import { order, percentChange } from "../claims-by-means.ts";
import { defineExperiment } from "../contract.ts";
import { allDone, changes, fct, groupsPlot, type Row } from "./fct.ts";
import { fctsByPlace } from "./flow-groups.ts";
import { allToAll, chosen, twoDcScenario, type Scheme, type Workload } from "./two-dcs.ts";

interface Key extends Record<string, string | number> {
  readonly scheme: Scheme;
  readonly workload: Workload;
  readonly load: number;
}

const SCHEMES: readonly Scheme[] = ["Bifrost", "SWING", "CBFC-ideal", "PFC"];
const GROUPS = ["inter-DC", "overall"] as const;
/** Traffic starts for so many ms. */
const STOP_MS = { quick: 6, paper: 20 } as const;
/** At quick scale only the workload of which the paper gives numbers. */
const WORKLOADS = { quick: ["Hadoop"], paper: ["Hadoop", "WebSearch"] } as const;
/** And this long after that everything has come through. */
const REST_MS = 300;

export const fig16 = defineExperiment<Key, Row>({
  id: "bifrost/fig16",
  title: "All-to-all traffic over two data centres",
  asks: "What does the flow control of the long link do to flows across it, and to those that never cross it?",
  chosen: [
    ...chosen,
    "All-to-all: every server sends to any other, so that 16 of 31 flows cross.",
    "Traffic starts for 20 ms (quick: 6 ms, Hadoop alone), and every flow is run to its end.",
    "IRN, which the figure shows too, is not run: its losses are in bifrost/fig15.",
  ],
  seeds: { quick: 1, paper: 3 },
  trials: (scale) =>
    WORKLOADS[scale].flatMap((workload: Workload) =>
      [0.5, 0.8].flatMap((load) =>
        SCHEMES.map((scheme) => ({
          key: { scheme, workload, load },
          scenario: twoDcScenario({
            scheme,
            traffic: [allToAll(workload, load, STOP_MS[scale])],
            untilMs: STOP_MS[scale] + REST_MS,
          }),
        })),
      ),
    ),
  row: fctsByPlace,

  conclude(done, scale) {
    const of = (workload: Workload, load: number) =>
      done.filter(({ key }) => key.workload === workload && key.load === load);
    const hadoop = of("Hadoop", 0.5);
    const advantage = (load: number): number =>
      fct(of("Hadoop", load), "Bifrost", "overall", "average") / fct(of("Hadoop", load), "PFC", "overall", "average");
    return {
      plots: WORKLOADS[scale].flatMap((workload: Workload) =>
        [0.5, 0.8].flatMap((load) =>
          (["average", "p99"] as const).map((what) =>
            groupsPlot(`${workload}, ${load * 100}%`, of(workload, load), SCHEMES, GROUPS, what),
          ),
        ),
      ),
      claims:
        hadoop.length === 0
          ? []
          : [
              ...changes(hadoop, "hadoop-50", "Hadoop 50%", "PFC", "inter-DC", { average: 0.532, p99: 0.437 }),
              ...changes(hadoop, "hadoop-50", "Hadoop 50%", "PFC", "overall", { average: 0.448, p99: 0.365 }),
              ...changes(hadoop, "hadoop-50", "Hadoop 50%", "SWING", "inter-DC", { average: 0.851, p99: 0.839 }),
              ...changes(hadoop, "hadoop-50", "Hadoop 50%", "SWING", "overall", { average: 0.858, p99: 0.834 }),
              order(
                {
                  id: "shrinks",
                  claim: "At 80% Bifrost's advantage over PFC is smaller (average FCT of all Hadoop flows)",
                  paper: "smaller",
                },
                `${percentChange(advantage(0.5))} at 50%, ${percentChange(advantage(0.8))} at 80%`,
                advantage(0.8) > advantage(0.5),
              ),
              allDone(done, "all-done", ["overall"]),
            ],
    };
  },
});
