/** bifrost/fig13: Bifrost's completion times over the length of its time slot. */
import {
  allOf,
  type Claim,
  COMPARABLE,
  defineExperiment,
  type Done,
  formatCount,
  mean,
  onAPar,
  order,
  type Plot,
  pointOf,
  sample,
  type Sample,
  type Scale,
  valuesOf,
} from "../experiment.ts";
import type { What } from "./fct.ts";
import { fctsByPlace, type Fct } from "./flow-groups.ts";
import { bifrost, type BifrostReading } from "./readings.ts";
import { CDFS, interDc, type Workload } from "./traffic.ts";
import { chosen, SIZES, sizeChosen, twoDcScenario } from "./two-dcs.ts";

interface Key extends Record<string, string | number> {
  readonly workload: Workload;
  /** us. */
  readonly slot: number;
}

const SLOTS: Readonly<Record<Scale, readonly number[]>> = { quick: [10, 40], paper: [5, 10, 20, 40, 80] };
/** The slot of the paper's other figures. */
const USUAL = 10;
const workloads = Object.keys(CDFS) as Workload[];

interface Row extends Fct {
  /** ms for which the long link's grants were short of a whole slot. */
  readonly short: number;
}

export const fig13 = defineExperiment<Key, Row, typeof bifrost>({
  id: "bifrost/fig13",
  title: "Completion times under Bifrost over its time slot",
  asks: "How sensitive is Bifrost to T?",
  chosen: [
    ...chosen,
    "H = BDP + 2 R T for each T. The paper does not list its slots; 83 us is the longest whose PAUSE fits 16 bits at 400 Gbps.",
    "Not sensitive: within 10% of what T = 10 us gives.",
    sizeChosen(SIZES["inter-DC"]),
  ],
  readings: bifrost,
  seeds: { quick: 3, paper: 5 },
  trials: (scale, reading) =>
    workloads.flatMap((workload) =>
      SLOTS[scale].map((slot) => ({
        key: { workload, slot },
        scenario: twoDcScenario(
          {
            ...{ scheme: "Bifrost", slotUs: slot, ...SIZES["inter-DC"][scale] },
            traffic: [interDc(workload, 0.7, SIZES["inter-DC"][scale].arrivalsMs, reading)],
            measure: { pauses: true },
          },
          reading,
        ),
      })),
    ),
  row: (results) => {
    const { node, peer, duration_ns } = results.tables.pauses.columns;
    const short = Array.from(duration_ns).reduce(
      (sum, ns, k) => (node[k] === "dci1" && peer[k] === "dci0" ? sum + (Number.isNaN(ns) ? 0 : ns) : sum),
      0,
    );
    return { ...fctsByPlace(results)["inter-DC"], short: short / 1e6 };
  },

  conclude(done, scale, reading) {
    if (done.length === 0) return { plots: [], claims: [] };
    const plot = (what: What): Plot => ({
      title: what === "average" ? "average FCT across the long link" : "99th percentile of FCT across the long link",
      x: "T, us",
      y: "FCT, ms",
      lines: workloads.map((workload) => ({
        name: workload,
        points: SLOTS[scale].map((slot) => pointOf(slot, fct(done, workload, slot, what, reading.clock))),
      })),
    });
    return {
      plots: [plot("average"), plot("p99")],
      claims: workloads.map((workload) => insensitive(done, workload, SLOTS[scale], reading.clock)),
    };
  },
});

type Clock = BifrostReading["clock"];
type Rows = readonly Done<Key, Row>[];

function fct(done: Rows, workload: Workload, slot: number, what: What, clock: Clock): Sample {
  const pick = (row: Row): number | null => (row[clock] === null ? null : row[clock][what] / 1000);
  return sample(`T = ${slot} us`, done, (key) => key.workload === workload && key.slot === slot, pick);
}

function insensitive(done: Rows, workload: Workload, slots: readonly number[], clock: Clock): Claim {
  const others = slots.filter((slot) => slot !== USUAL);
  const judged = (["average", "p99"] as const).flatMap((what) =>
    others.map((slot) => {
      const one = onAPar(fct(done, workload, slot, what, clock), fct(done, workload, USUAL, what, clock), COMPARABLE);
      return { ...one, ours: `${what}, ${one.ours}` };
    }),
  );
  const flows = done.filter(({ key }) => key.workload === workload).map(({ row }) => row.flows);
  const short = valuesOf(
    sample(
      "",
      done,
      (key) => key.workload === workload && key.slot === USUAL,
      (row) => row.short,
    ),
  );
  const held =
    short.length === 0
      ? ""
      : `; at T = 10 us grants were short for ${Math.max(...short).toFixed(2)} ms of a run at most`;
  return order(
    {
      id: `insensitive-${workload.toLowerCase()}`,
      claim: `${workload}, 70%: completion times do not depend on T, within 10%`,
      paper: "not sensitive to time slot settings",
    },
    allOf(judged),
    `n = ${formatCount(Math.round(mean(flows)))} flows a run${held}`,
  );
}
