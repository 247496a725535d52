/** cross/transports: schemes that pause, trim or drop packets on one fabric. Does Ethernet need to be lossless? */
import * as xoff from "../experiment.ts";
import { zhu15Red } from "../dcqcn.ts";
import { MEMORY_PER_PORT } from "./fabrics.ts";
import { balancers, buffers, policiesOf, type Combination } from "./roles.ts";
import { bestSentence, byMean, gainsText, pausesSentence, plusMinus } from "./tables.ts";

/** The queue length above which packets are trimmed: 50 packets, as in htsim's EQDS runs. ECN marking begins at a fifth of it. */
const QUEUE = "50KB";
const LOSSY = { headroom: "none", link: "none", routing: balancers.ECMP } as const;
const TRIMMED = { ...LOSSY, buffer: { name: "trim", queue: QUEUE } } as const;
const MARKS = { name: "red", kmin: "10KB", kmax: "40KB", pmax: 1, scaleTo: "0bps" } as const;

type Policies = Readonly<Record<string, unknown>>;
const DCQCN: Combination = { buffer: "DT", sender: "DCQCN", balancer: "ECMP" };

/**
 * Schemes that pause instead of dropping packets. The last two spray packets, and their receivers accept any order. `PFC,
 * UEC` differs from `UEC, window` only by PFC in place of trimming.
 */
const LOSSLESS: Readonly<Record<string, Policies>> = {
  "PFC, DCQCN": policiesOf(DCQCN),
  "PFC, ACC": policiesOf({ ...DCQCN, sender: "ACC" }),
  "PFC, SPFC": policiesOf({ ...DCQCN, buffer: "SPFC" }),
  "PFC, PLB": policiesOf({ ...DCQCN, balancer: "PLB" }),
  "PFC, spray": { ...policiesOf({ ...DCQCN, sender: "none", balancer: "spray" }), recovery: "selective" },
  "PFC, UEC": { ...buffers.DT, routing: balancers.ECMP, transport: "uec", detection: MARKS },
};

/** Schemes that trim packets. Each packet has a separate entropy value, so ECMP spreads a flow over all paths. */
const TRIMMING: Readonly<Record<string, Policies>> = {
  NDP: { ...LOSSY, transport: "ndp", buffer: "trim" },
  EQDS: { ...TRIMMED, transport: "eqds", detection: MARKS },
  "UEC, window": { ...TRIMMED, transport: { name: "uec", control: "nscc" }, detection: MARKS },
  "UEC, credits": { ...TRIMMED, transport: { name: "uec", control: "rccc" }, detection: MARKS },
};

/** Schemes whose switches drop whole packets, which the senders retransmit. */
const DROPPING: Readonly<Record<string, Policies>> = {
  "IRN, DCQCN": {
    ...{ headroom: "none", link: "none", buffer: buffers.DT.buffer, recovery: "irn", congestion: "dcqcn" },
    detection: zhu15Red,
  },
};

const lossless = Object.keys(LOSSLESS);
const trimming = Object.keys(TRIMMING);
const dropping = Object.keys(DROPPING);
const schemes = [...lossless, ...trimming, ...dropping];
const [BASE] = lossless;

const WORKLOADS = ["incast", "permutation", "all-to-all", "WebSearch"] as const;
type Workload = (typeof WORKLOADS)[number];

/** The fabric for each scale. There are as many spines as hosts on each leaf. The flows of WebSearch begin within `stop`. */
const FABRIC: Readonly<Record<xoff.Scale, { leaves: number; hostsPerLeaf: number; stop: string }>> = {
  quick: { leaves: 4, hostsPerLeaf: 4, stop: "1ms" },
  paper: { leaves: 8, hostsPerLeaf: 8, stop: "10ms" },
};
/** The number of senders of the incast. Each sends 300 KB. */
const FAN_IN = 15;

type Key = { readonly scheme: string; readonly workload: Workload };

interface Row {
  /** The time at which the last flow completes, in ms. Null: a flow did not complete. */
  readonly last: number | null;
  readonly mean: number | null;
  readonly p99: number | null;
  readonly pauses: number;
  /** The number of retransmitted packets divided by the number of all data packets. */
  readonly repeated: number;
}

function trafficOf(workload: Workload, scale: xoff.Scale): Record<string, unknown> {
  const { leaves, hostsPerLeaf, stop } = FABRIC[scale];
  const hosts = leaves * hostsPerLeaf;
  switch (workload) {
    case "incast":
      return {
        kind: "flows",
        list: Array.from({ length: FAN_IN }, (_, k) => ({ from: `h${hosts - 1 - k}`, to: "h0", size: "300KB" })),
      };
    case "permutation":
      // Host i sends to host i + n/2 of n hosts, modulo n. So every flow crosses the spines.
      return {
        kind: "flows",
        list: Array.from({ length: hosts }, (_, k) => ({
          ...{ from: `h${k}`, to: `h${(k + hosts / 2) % hosts}` },
          size: "2MB",
        })),
      };
    case "all-to-all":
      return { kind: "collective", operation: "all-to-all", ranks: "all", size: `${64 * hosts}KB`, channels: 8 };
    case "WebSearch":
      return { kind: "poisson", cdf: "websearch-hpcc", load: 0.6, stop };
  }
}

function scenarioOf(scheme: string, workload: Workload, scale: xoff.Scale): Record<string, unknown> {
  const { leaves, hostsPerLeaf } = FABRIC[scale];
  const isLossless = scheme in LOSSLESS;
  return {
    until: "done",
    limit: "100ms",
    topology: {
      ...{ kind: "leaf-spine", leaves, spines: hostsPerLeaf, hostsPerLeaf },
      ...{ rate: "100Gbps", delay: "1us" },
    },
    switch: { memory: `${MEMORY_PER_PORT * 2 * hostsPerLeaf}B` },
    classes: isLossless ? {} : { lossless: [] },
    traffic: [trafficOf(workload, scale)],
    policies: LOSSLESS[scheme] ?? TRIMMING[scheme] ?? DROPPING[scheme],
    measure: { pauses: false },
  };
}

const times: xoff.Show = (value) => value.toFixed(2);
const ms = xoff.fixed(3, " ms");
const said = { paper: "not shown", standing: "ours" as const };

export const transports = xoff.defineExperiment<Key, Row>({
  id: "cross/transports",
  title: "Lossless, trimming and credits",
  asks: "Does Ethernet need to be lossless? How soon does the same traffic complete with PFC, with packet trimming and with credits?",
  seeds: { quick: 6, paper: 10 },
  chosen: [
    "The fabric is a leaf-spine without oversubscription. It has 4 leaves with 4 hosts each, and 8 leaves with 8 hosts each at paper scale. Links have 100 Gbps and 1 us, and switches have 322 KB per port. ECMP's hash depends on the seed.",
    "incast has 15 flows of 300 KB to one host. permutation sends 2 MB from host i to host i + n/2 of n hosts.",
    "all-to-all sends 64 KB from each host to each other host. WebSearch has a load of 60% for 1 ms (paper scale: 10 ms).",
    "The first four lossless schemes are those of cross/best, with irn's receivers. `PFC, spray` has no congestion control, and its receivers accept any order (selective). `PFC, UEC` is UEC's window in a lossless class. NDP trims beyond a queue of eight packets. EQDS and UEC mark ECN from 10 KB and trim beyond 50 KB (50 packets), as htsim's EQDS does.",
    "ExpressPass is a policy file, so its runs are not part of this figure. Its page compares it on the same fabric, traffic and seeds (`examples/policies/expresspass/README.md`). Its last completion is 0.529 ms in the incast and 0.519 ms in the permutation. It is 0.207 ms in the all-to-all, and its mean slowdown in WebSearch is 4.26.",
  ],
  trials: (scale) =>
    schemes.flatMap((scheme) =>
      WORKLOADS.map((workload) => ({ key: { scheme, workload }, scenario: scenarioOf(scheme, workload, scale) })),
    ),
  row(results) {
    const all = xoff.completionTimes(results);
    const { counters } = results.summary;
    const { start_ns, fct_ns } = results.tables.flows.columns;
    return {
      last:
        all.unfinished > 0 || all.n === 0
          ? null
          : start_ns.reduce((end, at, k) => Math.max(end, at + fct_ns[k]), 0) / 1e6,
      mean: all.n === 0 ? null : all.slowdown.mean,
      p99: all.n === 0 ? null : all.slowdown.p99,
      pauses: counters.pauses,
      repeated: counters.data_packets === 0 ? 0 : counters.repeated_packets / counters.data_packets,
    };
  },
  conclude(done) {
    const runs = xoff.runsOf(done);
    /**
     * The column that compares schemes. It is the last completion time for workloads with a fixed set of flows, and the
     * mean slowdown for WebSearch, whose flows keep arriving.
     */
    const measureOf = (workload: Workload): "last" | "mean" => (workload === "WebSearch" ? "mean" : "last");
    const of = (scheme: string, workload: Workload, what: keyof Row = measureOf(workload)): xoff.Sample =>
      runs.of({ scheme, workload }, (row) => row[what], scheme);
    const repeated = (scheme: string, workload: Workload): xoff.Sample =>
      runs.of({ scheme, workload }, (row) => 100 * row.repeated, scheme);
    const percent = (scheme: string): string =>
      xoff.withInterval(xoff.estimateOf(repeated(scheme, "incast")), xoff.fixed(1, "%"));
    const show = (workload: Workload): xoff.Show => (workload === "WebSearch" ? times : ms);
    const bestAmong = (names: readonly string[], workload: Workload): xoff.Sample =>
      byMean(names.map((scheme) => of(scheme, workload)))[0];
    return {
      plots: WORKLOADS.map((workload) => ({
        ...{ title: workload, x: "scheme", y: workload === "WebSearch" ? "mean slowdown" : "last completion, ms" },
        ...xoff.barsOver([workload], schemes, (_, scheme) => of(scheme, workload)),
      })),
      claims: WORKLOADS.flatMap((workload) => {
        const id = workload.toLowerCase();
        return [
          xoff.order(`${id}-trimming`, {
            ...said,
            claim: `${workload}: the best scheme with trimming is faster than the best lossless scheme`,
            judged: xoff.below(bestAmong(trimming, workload), bestAmong(lossless, workload), show(workload)),
          }),
          xoff.order(`${id}-pfc`, {
            ...said,
            claim: `${workload}: UEC's window is faster with trimming than with PFC`,
            judged: xoff.below(of("UEC, window", workload), of("PFC, UEC", workload), show(workload)),
          }),
        ];
      }),
      findings: [
        ...WORKLOADS.flatMap((workload) => {
          const title = `${workload}, ${workload === "WebSearch" ? "mean slowdown" : "last completion"}`;
          return bestSentence(title, schemes, BASE, (scheme) => of(scheme, workload), show(workload));
        }),
        ...["completion", "p99 slowdown"].map((what) => {
          const under = (scheme: string) =>
            WORKLOADS.map((workload) => of(scheme, workload, what === "completion" ? measureOf(workload) : "p99"));
          return `Factors by which ${what} is lower than under ${BASE}, over the four workloads: ${gainsText(BASE, schemes, under)}.`;
        }),
        `Share of retransmitted data packets in the incast: ${schemes.map((one) => `${one} ${percent(one)}`).join(", ")}.`,
        pausesSentence(lossless.flatMap((scheme) => runs.rows({ scheme }))),
      ],
      tables: [
        {
          title:
            "Last completion in ms, slowdown, retransmitted packets in percent (means over seeds ± half the 95% interval)",
          columns: [
            "scheme",
            ...WORKLOADS.slice(0, 3),
            "WebSearch, mean",
            "WebSearch, p99",
            "retransmitted in WebSearch",
          ],
          rows: schemes.map((scheme) => [
            scheme,
            ...WORKLOADS.slice(0, 3).map((workload) => plusMinus(of(scheme, workload), 3)),
            plusMinus(of(scheme, "WebSearch")),
            plusMinus(of(scheme, "WebSearch", "p99"), 1),
            plusMinus(repeated(scheme, "WebSearch")),
          ]),
        },
      ],
    };
  },
});
