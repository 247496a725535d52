/** spfc/fig14: queues of burst ports when they pause, and how much of the memory victim ports hold beside normal ones, against the burst's load. */
import {
  allOf,
  below,
  defineExperiment,
  mean,
  order,
  pointOf,
  sample,
  type Sample,
  type Scale,
} from "../experiment.ts";
import { spfc } from "./readings.ts";
import { chosenForWebSearch, LENGTH_MS, SCHEMES, webSearchScenario, type Mixed } from "./web-search-fabric.ts";

interface Key extends Record<string, string | number> {
  readonly scheme: Mixed;
  readonly burstLoad: number;
}

interface Row {
  /** PAUSEs of burst ports and the bytes they held then, all added up; the same of the victim's port P0. */
  readonly burstPauses: number;
  readonly burstBytes: number;
  readonly victimBytes: number;
}

const LOADS: Readonly<Record<Scale, readonly number[]>> = { quick: [0.2, 0.4], paper: [0.1, 0.2, 0.3, 0.4, 0.5] };

export const fig14 = defineExperiment<Key, Row, typeof spfc>({
  id: "spfc/fig14",
  title: "Memory of victim ports and burst ports",
  asks: "Does the memory that SPFC lends the victim starve the ports it is taken from?",
  chosen: [
    ...chosenForWebSearch,
    "DCQCN. Occupancy at a PAUSE is what the ingress queue holds; P0 is the victim port, P1 to P29 are the normal ones.",
  ],
  readings: spfc,
  seeds: { quick: 4, paper: 5 },
  trials: (scale, reading) =>
    SCHEMES.flatMap((scheme) =>
      LOADS[scale].map((burstLoad) => {
        const length = LENGTH_MS[scale];
        const {
          until: _u,
          count: _c,
          limit: _l,
          ...rest
        } = webSearchScenario({ scheme, sender: "DCQCN", burstLoad, length }, reading);
        return { key: { scheme, burstLoad }, scenario: { ...rest, until: `${length}ms` } };
      }),
    ),
  row({ tables }) {
    const { peer, occupancy_bytes } = tables.pauses.columns;
    let [burstPauses, burstBytes, victimBytes] = [0, 0, 0];
    peer.forEach((host, row) => {
      if (host === "h0") victimBytes += occupancy_bytes[row];
      else {
        burstPauses++;
        burstBytes += occupancy_bytes[row];
      }
    });
    return { burstPauses, burstBytes, victimBytes };
  },

  conclude(done) {
    const loads = [...new Set(done.map(({ key }) => key.burstLoad))].sort((a, b) => a - b);
    const of = (scheme: Mixed, load: number, pick: (row: Row) => number): Sample =>
      sample(scheme, done, (key) => key.scheme === scheme && key.burstLoad === load, pick);
    /** NaN, so not measured, where no burst port paused. */
    const length = (scheme: Mixed, load: number): Sample =>
      of(scheme, load, (row) => row.burstBytes / row.burstPauses / 1000);
    const share = (scheme: Mixed, load: number): Sample =>
      of(scheme, load, (row) => (row.burstPauses === 0 ? NaN : row.victimBytes / row.burstBytes));
    const lines = (what: (scheme: Mixed, load: number) => Sample) =>
      SCHEMES.map((name) => ({
        name,
        points: loads.map((load) => pointOf(load, what(name, load))).filter(([, y]) => !Number.isNaN(y)),
      }));
    /** Of the loads of a seed at which burst ports paused under every scheme. */
    const average = (what: (scheme: Mixed, load: number) => Sample, scheme: Mixed): Sample => {
      const seeds = [...new Set(done.map(({ seed }) => seed))];
      const meansOf = (seed: number): number => {
        const shared = loads.filter((load) => SCHEMES.every((one) => what(one, load).bySeed.has(seed)));
        return mean(shared.map((load) => what(scheme, load).bySeed.get(seed) ?? NaN));
      };
      const means = seeds.map((seed) => [seed, meansOf(seed)] as const);
      return { name: scheme, bySeed: new Map(means.filter(([, value]) => !Number.isNaN(value))) };
    };
    return {
      plots: [
        {
          title: "queue of burst ports at a PAUSE",
          x: "burst load, share of r2's link",
          y: "mean queue, KB",
          lines: lines(length),
        },
        {
          title: "victim ports' memory over normal ports', at PAUSEs",
          x: "burst load, share of r2's link",
          y: "sum V / sum N",
          lines: lines(share),
        },
      ],
      claims:
        done.length === 0
          ? []
          : [
              order(
                {
                  id: "burst-queues",
                  claim:
                    "Burst queues are shortest under SPFC when they pause, on average over the loads of a seed at which they do under all",
                  paper: "shortest",
                  tried:
                    "Against DT they are. Under ST a queue pauses at B/32, 524 KB, however much memory is free, whatever the reading.",
                },
                allOf(
                  (["DT", "ST"] as const).map((one) => below(average(length, "SPFC"), average(length, one), kilobytes)),
                ),
              ),
              order(
                {
                  id: "ratio",
                  claim:
                    "The ratio of victim to normal memory at PAUSEs is lower under SPFC than under DT, on average over these loads",
                  paper: "lower",
                },
                below(average(share, "SPFC"), average(share, "DT"), (n) => n.toFixed(4)),
              ),
            ],
    };
  },
});

const kilobytes = (n: number): string => `${n.toFixed(1)} KB`;
