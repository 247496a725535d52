/** acc/tab2: how often a pod with a circle of buffer dependencies deadlocks, by sender. */
import { ackClasses } from "../acks.ts";
import {
  allOf,
  type Claim,
  defineExperiment,
  type Done,
  order,
  rarer,
  ratio,
  type Scale,
  type Share,
  shareNear,
  stepsOf,
} from "../experiment.ts";
import { acc } from "./readings.ts";
import {
  chosenForMemory,
  chosenForSchemes,
  hostOf,
  memory,
  pfc,
  schemeNames,
  schemesOf,
  type Scheme,
} from "./schemes.ts";

interface Key extends Record<string, string | number> {
  readonly scheme: Scheme;
}

interface Row {
  /** ms; null: no deadlock. */
  readonly onset: number | null;
}

const LENGTH_MS: Readonly<Record<Scale, number>> = { quick: 10, paper: 100 };
/** So many that Wilson's interval is no wider than .2, which a share is judged by, wherever the share lies. */
export const RUNS = 100;
/** Runs of 50 that deadlock. */
const PAPER: Readonly<Record<Scheme, number>> = { ACC: 0, DCQCN: 3, TIMELY: 37, HPCC: 0 };

export const tab2 = defineExperiment<Key, Row, typeof acc>({
  id: "acc/tab2",
  title: "Runs that deadlock",
  asks: "In a pod whose routes can deadlock, in how many runs do they, by sender?",
  chosen: [
    chosenForMemory,
    ...chosenForSchemes,
    "The pod of spfc/fig17, leaf0-tor3 and leaf1-tor0 failed, with 8 hosts per ToR. Links of 100G to hosts and 400G above and of 1 us are those of section 6.1; the paper gives none for the pod.",
    "Load .6 of each host's link, payload, all hosts to all, sizes of websearch-hpcc.",
    "A deadlock is a circle of stopped queues in which nothing has moved for 1 ms, then the run ends; the paper looks for flows that never end.",
    "Quick scale has 10 ms instead of 100, so shares of its runs decide nothing.",
    "The paper has 50 runs. The share of 50 runs is known to within .27 (95%, at one half), and a share decides where it is known to within .2: 100 runs.",
  ],
  readings: acc,
  seeds: { quick: 4, paper: RUNS },

  trials: (scale, reading) =>
    schemeNames.map((scheme) => ({
      key: { scheme },
      scenario: {
        // A deadlock that begins at the end must have time to be seen.
        until: `${LENGTH_MS[scale] + 2}ms`,
        onDeadlock: "stop",
        topology: {
          ...{ kind: "clos", pods: 1, tors: 4, leaves: 2, spines: 0, hostsPerTor: 8 },
          ...{ rate: "100Gbps", uplinkRate: "400Gbps", delay: "1us" },
          fail: ["leaf0-tor3", "leaf1-tor0"],
        },
        ...ackClasses(reading),
        switch: { memory },
        ...hostOf(reading, scheme),
        traffic: [{ kind: "poisson", cdf: "websearch-hpcc", load: 0.6 }],
        policies: { ...pfc, ...schemesOf(reading)[scheme] },
        measure: { pauses: false },
      },
    })),

  row: ({ summary: { deadlock_since_ns: since, until_ns } }) => ({
    onset: since === null || since > until_ns - 2e6 ? null : since / 1e6,
  }),

  conclude: (done, scale) => ({
    plots: [
      {
        title: "runs in deadlock",
        x: "time, ms",
        y: "deadlocked runs, %",
        lines: schemeNames.map((scheme) => ({
          name: scheme,
          points: stepsOf(onsets(done, scheme), runs(done, scheme), 0, LENGTH_MS[scale]),
        })),
        // Of runs of 100 ms.
        marks:
          scale === "quick"
            ? []
            : schemeNames.map((name) => ({ name, x: LENGTH_MS.paper, y: (100 * PAPER[name]) / 50 })),
      },
    ],
    claims: done.length === 0 ? [] : claimsOf(done, scale === "paper"),
  }),
});

const runs = (done: readonly Done<Key, Row>[], scheme: Scheme): number =>
  done.filter(({ key }) => key.scheme === scheme).length;

/** ms, in order. */
const onsets = (done: readonly Done<Key, Row>[], scheme: Scheme): number[] =>
  done
    .flatMap(({ key, row: { onset } }) => (key.scheme === scheme && onset !== null ? [onset] : []))
    .sort((a, b) => a - b);

/** `isWhole`: runs are as long as the paper's. */
function claimsOf(done: readonly Done<Key, Row>[], isWhole: boolean): Claim[] {
  const of = (scheme: Scheme): Share => ({
    name: scheme,
    hits: onsets(done, scheme).length,
    runs: runs(done, scheme),
  });
  const near = (scheme: Scheme) => shareNear(of(scheme), PAPER[scheme] / 50, isWhole);
  return [
    order(
      { id: "none", claim: "No run deadlocks under ACC or HPCC", paper: "0 of 50" },
      allOf([near("ACC"), near("HPCC")]),
    ),
    order(
      { id: "order", claim: "Fewer runs deadlock under DCQCN than under TIMELY", paper: "3 and 37 of 50" },
      rarer(of("DCQCN"), of("TIMELY")),
    ),
    ratio(
      {
        id: "timely",
        claim: "Three quarters of the runs deadlock under TIMELY",
        paper: "37 of 50 (74%)",
        tried: TRIED_TIMELY,
      },
      near("TIMELY"),
    ),
    ratio(
      {
        id: "dcqcn",
        claim: "One run in sixteen deadlocks under DCQCN",
        paper: "3 of 50 (6%)",
        note: "The paper's own 3 of 50 are 2 to 16% (95%).",
        tried: TRIED_DCQCN,
      },
      near("DCQCN"),
    ),
  ];
}

const TRIED_TIMELY =
  "At paper scale, with the steps and the least rate of HPCC's simulator (`timely: hpcc`) 50 of 50 runs deadlock, half of them within 34 ms.";
const TRIED_DCQCN =
  "At paper scale, with RED's chance at K_max of HPCC's simulator (`pmax: hpcc`) none of ten runs deadlocks. Onsets are spread over the 100 ms, so the share hangs on how long runs last.";
