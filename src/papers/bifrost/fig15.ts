/** bifrost/fig15: traffic across the long link alone, under every scheme of the paper. */
import { allOf, below, defineExperiment, markOf, order, type Plot, pointsOf } from "../experiment.ts";
import { acrossChosen, acrossTrials, LOADS, SCHEMES, WORKLOADS, type Key } from "./across.ts";
import { allDone, changesOf, ms, Runs, type Change, type Row, type What } from "./fct.ts";
import { fctsByPlace } from "./flow-groups.ts";
import { bifrost } from "./readings.ts";
import type { Scheme } from "./schemes.ts";
import type { Workload } from "./traffic.ts";
import { chosen, SIZES, sizeChosen } from "./two-dcs.ts";

/** Hadoop at 30%: Bifrost against each, average and 99th percentile. */
const PAPER: Readonly<Partial<Record<Scheme, Change & Record<What, number>>>> = {
  SWING: { average: 0.885, p99: 0.882 },
  "CBFC-ideal": { average: 0.826, p99: 0.663 },
  PFC: { average: 0.599, p99: 0.448 },
  IRN: { average: 0.136, p99: 0.248 },
};
const PAPER_LOAD = 0.3;
const AGAINST = Object.entries(PAPER) as [Scheme, Change & Record<What, number>][];
const OTHERS = SCHEMES.filter((scheme) => scheme !== "NewReno");

const REMARKS: Readonly<Partial<Record<Scheme, Pick<Change, "note" | "tried">>>> = {
  "CBFC-ideal": {
    tried:
      "With 2.3 MiB a port (`cbfcMemory: split`) Bifrost is 25% behind on average, paper's scale, one seed. The paper's CBFC has a time slot \"too large for an intra-DC environment\", which it does not give.",
  },
  IRN: {
    tried:
      "With all sent again on a timeout (`irnTimeout: everything`) IRN's average falls from 17.5 to 9.2 ms and its p99 from 292 to 32 ms, paper's scale, one seed: Bifrost is then 25% and 54% ahead.",
  },
};
const NEWRENO_NOTE =
  "Seven of ten Hadoop flows fit NewReno's first ten packets, which nothing holds back; figure 17 shows the others.";

export const fig15 = defineExperiment<Key, Row, typeof bifrost>({
  id: "bifrost/fig15",
  title: "Traffic between two data centres",
  asks: "How long do flows across the long link take under each flow control, and under those that drop instead?",
  chosen: [...chosen, sizeChosen(SIZES["inter-DC"]), ...acrossChosen],
  readings: bifrost,
  seeds: { quick: 3, paper: 5 },
  trials: (scale, reading) => acrossTrials(scale, WORKLOADS[scale], reading),
  row: fctsByPlace,

  conclude(done, scale, reading) {
    const all = new Runs(done, reading.clock);
    const of = (workload: Workload, load: number) => all.where((key) => key.workload === workload && key.load === load);
    const hadoop = of("Hadoop", PAPER_LOAD);
    const plot = (workload: Workload, what: What): Plot => ({
      title: `${workload}: ${what === "p99" ? "99th percentile of FCT" : "average FCT"} across the long link`,
      x: "load of the servers' links",
      y: "FCT, ms",
      log: "y",
      bins: LOADS.map((load) => `${load * 100}%, ${of(workload, load).n("inter-DC")}`),
      lines: SCHEMES.map((scheme) => ({
        name: scheme,
        points: pointsOf(LOADS.map((load, k) => [k, of(workload, load).fct(scheme, "inter-DC", what)])),
      })),
      ...(workload === "Hadoop" && {
        marks: AGAINST.map(([scheme, paper]) =>
          markOf(scheme, LOADS.indexOf(PAPER_LOAD), hadoop.fct("Bifrost", "inter-DC", what), 1 / paper[what]),
        ),
        note: "Marks: where the others lie by the paper's changes, from our Bifrost.",
      }),
    });
    if (hadoop.empty) return { plots: [], claims: [] };
    return {
      plots: WORKLOADS[scale].flatMap((workload) => (["average", "p99"] as const).map((what) => plot(workload, what))),
      claims: [
        ...AGAINST.flatMap(([scheme, paper]) =>
          changesOf(hadoop, "hadoop-30", "Hadoop 30%", scheme, "inter-DC", { ...paper, ...REMARKS[scheme] }),
        ),
        ...WORKLOADS[scale].flatMap((workload) =>
          LOADS.map((load) =>
            order(
              {
                id: `newreno-last-${workload.toLowerCase()}-${load * 100}`,
                claim: `${workload} ${load * 100}%: NewReno is slower than every other scheme (average FCT)`,
                paper: "worse performance than the RDMA solutions",
                note: NEWRENO_NOTE,
                tried:
                  "At paper scale it is behind the four lossless schemes in each case, and ahead of IRN, which sends one packet again on a timeout and goes on by what its ACKs show: 14.7 and 17.5 ms with Hadoop at 30%. With all sent again on a timeout (`irnTimeout: everything`) IRN has 9.2 ms there, and NewReno is last in each case (one seed).",
              },
              allOf(
                OTHERS.map((scheme) =>
                  below(
                    of(workload, load).fct(scheme, "inter-DC", "average"),
                    of(workload, load).fct("NewReno", "inter-DC", "average"),
                    ms,
                  ),
                ),
              ),
              of(workload, load).n("inter-DC"),
            ),
          ),
        ),
        allDone(all, ["overall"]),
      ],
    };
  },
});
