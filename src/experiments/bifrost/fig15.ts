/** bifrost/fig15: traffic across the long link alone, under every scheme of the paper. */
import { order } from "../claims-by-means.ts";
import { defineExperiment, type Plot } from "../contract.ts";
import { acrossChosen, acrossTrials, LOADS, SCHEMES, WORKLOADS, type Key } from "./across.ts";
import { allDone, changes, fct, listed, type Row, type What } from "./fct.ts";
import { fctsByPlace } from "./flow-groups.ts";
import { CBFC_NOTE, chosen } from "./two-dcs.ts";

const IRN_NOTE =
  "A switch that drops has the memory of one inside a data centre here, which the RTO_high printed allows for; the paper does not say. A burst that loses its end costs IRN a timeout and a round trip a packet.";
const NEWRENO_NOTE =
  "Seven of ten Hadoop flows fit NewReno's first ten packets, which nothing holds back; figure 17 shows the others.";

export const fig15 = defineExperiment<Key, Row>({
  id: "bifrost/fig15",
  title: "Traffic between two data centres",
  asks: "How long do flows across the long link take under each flow control, and under those that drop instead?",
  chosen: [...chosen, ...acrossChosen],
  seeds: { quick: 1, paper: 3 },
  trials: (scale) => acrossTrials(scale, WORKLOADS[scale]),
  row: fctsByPlace,

  conclude(done, scale) {
    const of = (workload: string, load: number) =>
      done.filter(({ key }) => key.workload === workload && key.load === load);
    const hadoop = of("Hadoop", 0.3);
    const plot = (workload: string, what: What): Plot => ({
      title: `${workload}: ${what === "p99" ? "99th percentile" : what}`,
      x: "load, %",
      y: "FCT, ms",
      log: "y",
      lines: SCHEMES.map((scheme) => ({
        name: scheme,
        points: LOADS.map(
          (load) => [load * 100, fct(of(workload, load), scheme, "inter-DC", what) / 1000] as const,
        ).filter(([, y]) => !Number.isNaN(y)),
      })),
    });
    return {
      plots: WORKLOADS[scale].flatMap((workload) => (["average", "p99"] as const).map((what) => plot(workload, what))),
      claims:
        hadoop.length === 0
          ? []
          : [
              ...changes(hadoop, "hadoop-30", "Hadoop 30%", "SWING", "inter-DC", {
                average: 0.885,
                p99: 0.882,
              }),
              ...changes(hadoop, "hadoop-30", "Hadoop 30%", "CBFC-ideal", "inter-DC", {
                average: 0.826,
                p99: 0.663,
                note: CBFC_NOTE,
              }),
              ...changes(hadoop, "hadoop-30", "Hadoop 30%", "PFC", "inter-DC", {
                average: 0.599,
                p99: 0.448,
              }),
              ...changes(hadoop, "hadoop-30", "Hadoop 30%", "IRN", "inter-DC", {
                average: 0.136,
                p99: 0.248,
                note: IRN_NOTE,
              }),
              order(
                {
                  id: "newreno-last",
                  claim: "NewReno is slower than every other scheme (average FCT)",
                  paper: "worse",
                  note: NEWRENO_NOTE,
                },
                WORKLOADS[scale]
                  .flatMap((workload) =>
                    LOADS.map(
                      (load) =>
                        `${workload} ${load * 100}%: ${listed(of(workload, load), SCHEMES, "inter-DC", "average")}`,
                    ),
                  )
                  .join("; "),
                WORKLOADS[scale].every((workload) =>
                  LOADS.every((load) =>
                    SCHEMES.every(
                      (scheme) =>
                        fct(of(workload, load), scheme, "inter-DC", "average") <=
                        fct(of(workload, load), "NewReno", "inter-DC", "average"),
                    ),
                  ),
                ),
              ),
              allDone(done, "all-done", ["overall"]),
            ],
    };
  },
});
