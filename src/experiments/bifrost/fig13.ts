/** bifrost/fig13: Bifrost's completion times over the length of its time slot. */
import { mean, order } from "../claims-by-means.ts";
import { defineExperiment, type Claim, type Done, type Scale } from "../contract.ts";
import { fctsByPlace, type Fct } from "./flow-groups.ts";
import { CDFS, chosen, DISTANCE_KM, interDc, twoDcScenario, type Workload } from "./two-dcs.ts";

interface Key extends Record<string, string | number> {
  readonly workload: Workload;
  /** us. */
  readonly slot: number;
}

const SLOTS: Readonly<Record<Scale, readonly number[]>> = { quick: [5, 10, 40], paper: [5, 10, 20, 40, 80] };
const KM: Readonly<Record<Scale, number>> = { quick: 60, paper: DISTANCE_KM };
/** ms: flows start until the first, the run ends at the second. */
const SPANS: Readonly<Record<Scale, readonly [number, number]>> = { quick: [4, 40], paper: [50, 400] };
/** Largest spread over slots, (most - least) / least, that counts as insensitive. */
const INSENSITIVE = 0.1;
const workloads = Object.keys(CDFS) as Workload[];

interface Row extends Fct {
  /** ms for which the long link's grants were short of a whole slot. */
  readonly short: number;
}

export const fig13 = defineExperiment<Key, Row>({
  id: "bifrost/fig13",
  title: "Completion times under Bifrost over its time slot",
  asks: "How sensitive is Bifrost to T?",
  chosen: [
    ...chosen,
    "H = BDP + 2 R T for each T. The paper does not list its slots; 83 us is the longest whose PAUSE fits 16 bits at 400 Gbps.",
    `Insensitive: the average and the p99 of all slots lie within ${INSENSITIVE * 100}% of the least.`,
    "At quick scale the link is 60 km long and flows start for 4 ms, which are seven of its round trips.",
  ],
  seeds: { quick: 1, paper: 3 },
  trials: (scale) => {
    const [stopMs, untilMs] = SPANS[scale];
    return workloads.flatMap((workload) =>
      SLOTS[scale].map((slot) => ({
        key: { workload, slot },
        scenario: twoDcScenario({
          ...{ scheme: "Bifrost", slotUs: slot, untilMs, km: KM[scale] },
          traffic: [interDc(workload, 0.7, stopMs)],
          measure: { pauses: true },
        }),
      })),
    );
  },
  row: (results) => {
    const { node, peer, duration_ns } = results.tables.pauses.columns;
    const short = Array.from(duration_ns).reduce(
      (sum, ns, k) => (node[k] === "dci1" && peer[k] === "dci0" ? sum + (Number.isNaN(ns) ? 0 : ns) : sum),
      0,
    );
    return { ...fctsByPlace(results)["inter-DC"], short: short / 1e6 };
  },
  conclude: (done, scale) => ({
    plots: (["average", "p99"] as const).map((which) => ({
      title: which === "average" ? "Average completion time" : "99th percentile",
      x: "T, us",
      y: "ms",
      lines: workloads.map((workload) => ({ name: workload, points: pointsOf(done, workload, which, scale) })),
    })),
    claims: workloads.flatMap((workload): Claim[] => {
      const spread = (which: "average" | "p99"): number => {
        const values = pointsOf(done, workload, which, scale).map(([, ms]) => ms);
        return Math.max(...values) / Math.min(...values) - 1;
      };
      const [average, p99] = [spread("average"), spread("p99")];
      if (!Number.isFinite(average)) return [];
      const said = {
        id: `insensitive-${workload.toLowerCase()}`,
        claim: `${workload}, 70%: completion times do not depend on T`,
        paper: "not sensitive",
      };
      const text = (part: number): string => `${(part * 100).toFixed(1)}%`;
      const holds = average <= INSENSITIVE && p99 <= INSENSITIVE;
      const short = done.filter(({ key }) => key.workload === workload).map(({ row }) => row.short);
      const ours = `spread of averages ${text(average)}, of p99 ${text(p99)}; grants were short for ${Math.min(...short).toFixed(1)} to ${Math.max(...short).toFixed(1)} ms of a run`;
      return [order(said, ours, holds)];
    }),
  }),
});

function pointsOf(done: readonly Done<Key, Row>[], workload: Workload, which: "average" | "p99", scale: Scale) {
  return SLOTS[scale].map((slot) => {
    const rows = done.filter(({ key }) => key.workload === workload && key.slot === slot).map(({ row }) => row);
    return [slot, mean(rows.map((row) => (row[which] ?? NaN) / 1000))] as const;
  });
}
