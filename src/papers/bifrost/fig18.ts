/** bifrost/fig18: is PFC with enough memory as good as Bifrost with half of it? */
import { allOf, COMPARABLE, defineExperiment, onAPar, order } from "../experiment.ts";
import { allDone, faster, groupsPlot, Runs, type Row } from "./fct.ts";
import { fctsByPlace, places } from "./flow-groups.ts";
import { bifrost } from "./readings.ts";
import type { Scheme } from "./schemes.ts";
import { allToAll, type Workload } from "./traffic.ts";
import { chosen, SIZES, sizeChosen, twoDcScenario } from "./two-dcs.ts";

interface Key extends Record<string, string | number> {
  readonly scheme: Scheme;
  readonly workload: Workload;
  readonly load: number;
}

const SCHEMES: readonly Scheme[] = ["Bifrost", "PFC-deep", "PFC"];
const LOADS = [0.8, 0.5] as const;

export const fig18 = defineExperiment<Key, Row, typeof bifrost>({
  id: "bifrost/fig18",
  title: "PFC with deep buffers",
  asks: "Given two bandwidth-delay products of memory, is PFC as good as Bifrost with one?",
  chosen: [
    ...chosen,
    "PFC-deep has X_OFF = X_ON of one BDP in MiB, 286 MiB at 600 km, and, as PFC has, the headroom that real frames need.",
    'On a par means within 10% of each other: the paper says "comparable" and "similarly".',
    sizeChosen(SIZES["all-to-all"]),
  ],
  readings: bifrost,
  runsOf: "bifrost/fig16",
  seeds: { quick: 3, paper: 5 },
  trials: (scale, reading) =>
    LOADS.flatMap((load) =>
      SCHEMES.map((scheme) => ({
        key: { scheme, workload: "Hadoop", load },
        scenario: twoDcScenario(
          {
            ...{ scheme, ...SIZES["all-to-all"][scale] },
            traffic: [allToAll("Hadoop", load, SIZES["all-to-all"][scale].arrivalsMs, reading)],
          },
          reading,
        ),
      })),
    ),
  row: fctsByPlace,

  conclude(done, _, reading) {
    const all = new Runs(done, reading.clock);
    if (all.empty) return { plots: [], claims: [] };
    const at = (load: number) => all.where((key) => key.load === load);
    return {
      plots: LOADS.flatMap((load) =>
        (["average", "p99"] as const).map((what) => groupsPlot(`${load * 100}%`, at(load), SCHEMES, places, what)),
      ),
      claims: [
        ...LOADS.flatMap((load) =>
          (["inter-DC", "overall"] as const).map((group) =>
            order(
              {
                id: `par-${group.toLowerCase()}-${load * 100}`,
                claim: `${load * 100}%, ${group}: Bifrost, with half the buffer, and PFC-deep are within 10% of each other, average and p99`,
                paper: load === 0.8 ? "comparable" : "similarly",
              },
              allOf(
                (["average", "p99"] as const).map((what) =>
                  onAPar(at(load).fct("Bifrost", group, what), at(load).fct("PFC-deep", group, what), COMPARABLE),
                ),
              ),
              at(load).n(group),
            ),
          ),
        ),
        ...LOADS.map((load) =>
          order(
            {
              id: `pfc-worse-${load * 100}`,
              claim: `${load * 100}%: PFC is behind PFC-deep and Bifrost (average FCT of all flows)`,
              paper: load === 0.8 ? "PFC-deep has a better performance" : "PFC is also inferior to other schemes",
            },
            allOf([
              faster(at(load), "PFC-deep", ["PFC"], ["overall"]),
              faster(at(load), "Bifrost", ["PFC"], ["overall"]),
            ]),
          ),
        ),
        order(
          {
            id: "deep-intra",
            claim: "At 50% PFC-deep is better than Bifrost for flows within a data centre (average FCT)",
            paper: "shorter FCT, under light load",
          },
          faster(at(0.5), "PFC-deep", ["Bifrost"], ["intra-DC"]),
        ),
        allDone(all, ["overall"]),
      ],
    };
  },
});
