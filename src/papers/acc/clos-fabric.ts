/**
 * The Clos network of section 6.1, with its workloads, its senders and the values measured in a run (`ClosRow`). ACC's
 * figures 13 to 16, 18 and 19 use this file.
 */
import { ackClasses } from "../acks.ts";
import { completionTimes, FAIR_RATES, fixed, trialsOver, withIdeal } from "../experiment.ts";
import type { Results, Runs, Scale, Show, Trial } from "../experiment.ts";
import { acc, type Reading } from "./readings.ts";
import * as paper from "./schemes.ts";

export const closSchemes = [...paper.schemeNames, "DCQCN+TCD", "TIMELY+TCD"] as const;

/** The schemes, and the ideal run in which every sender has its fair rate at once. The other settings of the ideal run are those of ACC. */
export const closRows = [...closSchemes, FAIR_RATES] as const;

/** The values of RI_high in figure 18, Gbps. RI_low is a tenth of RI_high. */
export const INCREASES = [1, 2, 4, 8] as const;
/** The values of P_thresh in figure 19. */
export const PERIODS = [0, 1, 2, 3] as const;

/** Names of ACC's variants in figures 16, 18 and 19. ACC itself has an RI_high of 4 Gbps and a P_thresh of 1. */
export const increaseName = (gbps: number): string => (gbps === 4 ? "ACC" : `ACC, RI ${gbps} Gbps`);
export const periodsName = (periods: number): string => (periods === 1 ? "ACC" : `ACC, P_thresh ${periods}`);
export const NO_HALT = "ACC w/o halt";

function policiesOf(reading: Reading): Readonly<Record<string, { congestion: unknown; detection: unknown }>> {
  const { tcd } = paper;
  const variant = (values: Record<string, unknown>) => ({ congestion: { name: "acc", ...values }, detection: tcd });
  const increases = INCREASES.filter((gbps) => gbps !== 4).map(
    (gbps) => [increaseName(gbps), variant({ increaseLow: `${gbps * 100}Mbps`, increaseHigh: `${gbps}Gbps` })] as const,
  );
  const periods = PERIODS.filter((one) => one !== 1).map(
    (one) => [periodsName(one), variant({ victimPeriods: one })] as const,
  );
  return {
    ...paper.schemesOf(reading),
    "DCQCN+TCD": { congestion: { ...paper.dcqcnOf(reading), tcd: true }, detection: tcd },
    "TIMELY+TCD": { congestion: { ...paper.timelyOf(reading), tcd: true }, detection: tcd },
    [NO_HALT]: variant({ halt: false }),
    ...Object.fromEntries([...increases, ...periods]),
  };
}

/**
 * The flows of Cache Follower arrive for 5 times as long as those of other workloads. At paper scale they arrive for 50 ms
 * instead of 10 ms. The reason is its large flows: those above 10 MB have a p99 FCT of 17 ms. If arrivals ended after 10 ms, the
 * slowest large flows would not be done. So the load would not yet have reached its steady level. The paper gives no
 * duration for these figures. It gives one only for table 2: "every simulation lasts for 100ms".
 */
const LASTING = 5;

/** The flows of each workload and, for some, an incast. Completion times leave out the incast's flows. */
const workloads = {
  WebSearch: { cdf: "websearch-hpcc", load: 0.8, large: 10e6 },
  "Cache Follower": { cdf: "fb-cachefollower-all-parsimon", load: 0.8, large: 10e6, lasting: LASTING },
  Hadoop: { cdf: "fb-hadoop-hpcc", load: 0.5, large: 1e6, incast: { load: 0.2, size: "20KB" } },
  "WebSearch + incast": { cdf: "websearch-hpcc", load: 0.6, large: 10e6, incast: { load: 0.2, size: "50KB" } },
} as const;
export type Workload = keyof typeof workloads;

export type ClosKey = { readonly workload: Workload; readonly scheme: string };
export type ClosRuns = Runs<ClosKey, ClosRow>;

/**
 * By scale: the size of the Clos. `fanIn` is the number of senders of an incast, and `arrivals` the time in which flows
 * arrive, ms.
 */
const sizes = {
  quick: { clos: { pods: 2, tors: 2, leaves: 2, spines: 4, hostsPerTor: 8 }, fanIn: 31, arrivals: 2 },
  paper: { clos: { pods: 5, tors: 4, leaves: 4, spines: 16, hostsPerTor: 16 }, fanIn: 64, arrivals: 10 },
} as const;
/** The maximum length of a run, ms. The slowest flow takes 250 ms: 30 MB at DCQCN's minimum rate of 1 Gbps. */
const LIMIT_MS = 400;

/** The points that the paper leaves open and on which claims about ACC's flows in this Clos depend. */
export const WINDOW_IS_OPEN =
  "The text gives neither a window of ACC's flows (reading `window`) nor the time in which flows begin.";

export const chosenForClos: readonly string[] = [
  paper.chosenForMemory,
  ...paper.chosenForSchemes,
  "The rules of DCQCN+TCD and TIMELY+TCD are xoff's own (docs/policies/dcqcn.md, timely.md). The paper says only that they cut congested flows more and victims less.",
  "The fabric is the Clos of HPCC's simulator, which has the paper's numbers. It has 5 pods and 16 core switches in 4 planes, with ECMP. A pod has 4 aggregation switches and 4 ToRs with 16 hosts each. Quick scale has 2 pods, 4 core switches and 32 hosts. A pod then has 2 aggregation switches and 2 ToRs with 8 hosts each. An incast then has 31 senders instead of 64.",
  "The paper gives no duration for these figures. Flows arrive for 2 ms (quick) or 10 ms (paper), and the fabric is empty at the start. The run ends when all flows are done. All flows count except those of incasts.",
  "Cache Follower's flows arrive for 10 ms (quick) or 50 ms (paper). The p99 FCT of its flows above 10 MB is 17 ms. In a shorter run the load would end before it reaches its level. The paper gives a duration only for table 2, whose simulations last 100 ms.",
  "WebSearch has the size distribution websearch-hpcc. Cache Follower has fb-cachefollower-all-parsimon, which ends at 28 MB. Hadoop has fb-hadoop-hpcc, in which 70% of the flows are below 7 KB. Load counts payload. Large flows are above 10 MB, and above 1 MB in Hadoop.",
];

/**
 * The parts that all figures of the Clos share. `readings` are the questions that the paper leaves open. `trials` returns
 * the simulations, and `row` measures the results of one simulation.
 */
export const closRuns = (workloadNames: readonly Workload[], schemes: (workload: Workload) => readonly string[]) => ({
  readings: acc,
  seeds: { quick: 2, paper: 3 },
  trials: (scale: Scale, reading: Reading): Trial<ClosKey>[] =>
    workloadNames.flatMap((workload) => {
      const axes = { workload: [workload], scheme: schemes(workload) };
      return trialsOver<ClosKey>(axes, (key) =>
        withIdeal(key.scheme, "rates", FAIR_RATES, "ACC", (scheme) => closScenario(workload, scheme, scale, reading)),
      );
    }),
  row: closRow,
});

function closScenario(workload: Workload, scheme: string, scale: Scale, reading: Reading) {
  const { clos, fanIn, arrivals } = sizes[scale];
  const { cdf, load, ...rest } = workloads[workload];
  const stop = `${arrivals * ("lasting" in rest ? rest.lasting : 1)}ms`;
  const incast = "incast" in rest ? [{ kind: "incast", ...rest.incast, fanIn, stop }] : [];
  return {
    until: "done",
    limit: `${LIMIT_MS}ms`,
    count: { to: stop },
    topology: {
      ...{ kind: "clos", ...clos, spineWiring: "planes" },
      ...{ rate: "100Gbps", uplinkRate: "400Gbps", delay: "1us" },
    },
    ...ackClasses(reading),
    switch: { memory: paper.memory },
    ...paper.hostOf(reading, scheme),
    traffic: [{ kind: "poisson", cdf, load, stop }, ...incast],
    policies: { ...paper.pfc, ...policiesOf(reading)[scheme] },
  };
}

/** Upper limits of figure 14's bins of flow sizes. The last bin has no upper limit. */
const EDGES_KB = [1, 10, 30, 100, 300, 1000, 3000, 10_000] as const;
export const BINS = ["1 KB", "10 KB", "30 KB", "100 KB", "300 KB", "1 MB", "3 MB", "10 MB", "above"] as const;
/** Small flows are below 100 KB. Large flows are above the size `large`, a field of each workload. */
export const CLASSES = ["small", "medium", "large"] as const;
export type Class = (typeof CLASSES)[number];
export const LAYERS = ["servers", "ToR", "aggregation", "core"] as const;
export type Layer = (typeof LAYERS)[number];

export type ClosRow = ReturnType<typeof closRow>;

function closRow(results: Results, { workload }: ClosKey) {
  const { large } = workloads[workload];
  /** Completion times in us, and slowdowns. Null: there was no flow. */
  const times = (above: number, to: number) => {
    const { n, fct_ns, slowdown } = completionTimes(results, { traffic: 0, sizeAbove: above, sizeTo: to });
    const us = (ns: number): number | null => (n === 0 ? null : ns / 1000);
    const factor = (one: number): number | null => (n === 0 ? null : one);
    return {
      ...{ n, mean: us(fct_ns.mean), p99: us(fct_ns.p99) },
      ...{ slowdown: factor(slowdown.mean), slowdown99: factor(slowdown.p99) },
    };
  };
  const edges = [0, ...EDGES_KB.map((kb) => kb * 1000), Infinity];
  const pauses = { servers: 0, ToR: 0, aggregation: 0, core: 0 };
  for (const peer of results.tables.pauses.columns.peer) pauses[layerOf(peer)]++;
  return {
    // The paper's limits are "< 100 KB" and ">= 100 KB". Sizes are whole bytes, so the first bin ends at 99,999 B.
    classes: { small: times(0, 99_999), medium: times(99_999, large), large: times(large, Infinity) },
    /** Flows up to 10 KB. */
    tiny: times(0, 10_000),
    bins: edges.slice(1).map((to, k) => times(edges[k], to)),
    /**
     * The number of counted flows that are unfinished at the end of the run. Each of them enters the completion times with
     * its age at that time.
     */
    unfinished: completionTimes(results, { traffic: 0 }).unfinished,
    /** PAUSEs received. */
    pauses,
  };
}

function layerOf(name: string): Layer {
  if (name.startsWith("tor")) return "ToR";
  if (name.startsWith("leaf")) return "aggregation";
  return name.startsWith("spine") ? "core" : "servers";
}

/** The layers that received a PAUSE in at least one run of these schemes. Other layers have no PAUSEs to compare. */
export const pausedLayers = (runs: ClosRuns, workload: Workload, schemes: readonly string[]): Layer[] =>
  LAYERS.filter((layer) =>
    runs.where({ workload }).done.some(({ key, row }) => schemes.includes(key.scheme) && row.pauses[layer] > 0),
  );

/** The number of flows in ACC's runs over all seeds, by class: "n small 1900, medium 800, large 90". */
export function flowsOf(runs: ClosRuns, workload: Workload): string {
  const rows = runs.rows({ workload, scheme: "ACC" });
  const sum = (pick: (row: ClosRow) => number): number => rows.reduce((total, row) => total + pick(row), 0);
  const by = CLASSES.map((one) => `${one} ${sum(({ classes }) => classes[one].n)}`).join(", ");
  const left = sum(({ unfinished }) => unfinished);
  return `n ${by}${left === 0 ? "" : `, ${left} unfinished, counted with the time since they began`}`;
}

export const us: Show = (time) => `${time.toFixed(time < 100 ? 1 : 0)} us`;
export const times = fixed(2, "x");
export const count = fixed(0);
