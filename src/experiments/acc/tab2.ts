/** acc/tab2: how often a pod with a circle of buffer dependencies deadlocks, by sender. */
import { order } from "../claims-by-means.ts";
import { defineExperiment, type Claim, type Done, type Scale } from "../contract.ts";
import { interval, stepsOf } from "../share.ts";
import { chosenForSchemes, schemeNames, schemes, type Scheme } from "./schemes.ts";

interface Key extends Record<string, string | number> {
  readonly scheme: Scheme;
}

interface Row {
  /** ms; null: no deadlock. */
  readonly onset: number | null;
}

const LENGTH_MS: Readonly<Record<Scale, number>> = { quick: 10, paper: 100 };
/** Runs of 50 that deadlock. */
const PAPER: Readonly<Record<Scheme, number>> = { ACC: 0, DCQCN: 3, TIMELY: 37, HPCC: 0 };

export const tab2 = defineExperiment<Key, Row>({
  id: "acc/tab2",
  title: "Runs that deadlock",
  asks: "In a pod whose routes can deadlock, in how many runs do they, by sender?",
  chosen: [
    ...chosenForSchemes,
    "The pod of spfc/fig17, leaf0-tor3 and leaf1-tor0 failed, with 8 hosts per ToR. Links of 100G to hosts and 400G above, 1 us, memory 32 MB and X_OFF 512 KB, as in section 6.1; the paper gives none for the pod.",
    "Load .6 of each host's link, payload, all hosts to all, sizes of websearch-hpcc.",
    "A deadlock is a circle of stopped queues in which nothing has moved for 1 ms, then the run ends; the paper looks for flows that never end.",
    "At quick scale 10 ms and 3 seeds instead of 100 ms and 50.",
  ],
  seeds: { quick: 3, paper: 50 },

  trials: (scale) =>
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
        switch: { memory: "32MB" },
        traffic: [{ kind: "poisson", cdf: "websearch-hpcc", load: 0.6 }],
        policies: { buffer: { name: "st", xoff: "512KB" }, ...schemes[scheme] },
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
        y: "% of runs",
        lines: schemeNames.map((scheme) => ({
          name: scheme,
          points: stepsOf(onsets(done, scheme), runs(done, scheme), 0, LENGTH_MS[scale]),
        })),
      },
    ],
    claims: done.length === 0 ? [] : claimsOf(done),
  }),
});

const runs = (done: readonly Done<Key, Row>[], scheme: Scheme): number =>
  done.filter(({ key }) => key.scheme === scheme).length;

/** ms, in order. */
const onsets = (done: readonly Done<Key, Row>[], scheme: Scheme): number[] =>
  done
    .flatMap(({ key, row: { onset } }) => (key.scheme === scheme && onset !== null ? [onset] : []))
    .sort((a, b) => a - b);

function claimsOf(done: readonly Done<Key, Row>[]): Claim[] {
  const locked = (scheme: Scheme): number => onsets(done, scheme).length;
  const share = (scheme: Scheme): number => locked(scheme) / runs(done, scheme);
  const said = (scheme: Scheme): string => `${scheme} ${interval(locked(scheme), runs(done, scheme))}`;
  return [
    order(
      { id: "none", claim: "No run deadlocks under ACC or HPCC", paper: "0 of 50" },
      `${said("ACC")}, ${said("HPCC")}`,
      locked("ACC") === 0 && locked("HPCC") === 0,
    ),
    order(
      {
        id: "order",
        claim: "Most runs deadlock under TIMELY, some under DCQCN",
        paper: `TIMELY ${PAPER.TIMELY} of 50 (74%), DCQCN ${PAPER.DCQCN} of 50 (6%)`,
        note: "By the paper's share three runs of 10 ms, as at quick scale, see 0.4 deadlocks under TIMELY and none under DCQCN: only the paper's scale tells.",
      },
      `${said("TIMELY")}, ${said("DCQCN")}`,
      share("TIMELY") > 0.5 && share("TIMELY") > share("DCQCN") && share("DCQCN") > 0,
    ),
  ];
}
