/** dsh/fig12: how soon a leaf-spine with two failed links deadlocks. */
import { order } from "../claims-by-means.ts";
import { defineExperiment, type Claim, type Done, type Plot, type Scale } from "../contract.ts";
import { interval, stepsOf } from "../share.ts";
import { chosen, leafSpine, schemes, tomahawk, type Scheme } from "./tomahawk.ts";

/** The paper's traffic can be read in several ways: see `chosen`. */
const readings = {
  hosts: { name: "load .5 of the hosts' links", load: 0.5, window: "none", congestion: "dcqcn" },
  spines: { name: "load .5 of the spines' links", load: 0.125, window: "none", congestion: "dcqcn" },
  window: {
    name: "load .5 of the spines' links, a window of one BDP",
    load: 0.125,
    window: "bdp",
    congestion: "dcqcn",
  },
  powertcp: { name: "PowerTCP, load .5 of the spines' links", load: 0.125, window: "bdp", congestion: "powertcp" },
} as const;
type Reading = keyof typeof readings;
const readingNames = Object.keys(readings) as Reading[];

interface Key extends Record<string, string | number> {
  readonly scheme: Scheme;
  readonly reading: Reading;
}

interface Row {
  /** ms; null: no deadlock. */
  readonly onset: number | null;
}

const LENGTH_MS: Readonly<Record<Scale, number>> = { quick: 10, paper: 100 };
/** Pairs of leaves between which fan-ins go. */
const PAIRS = [
  [0, 3],
  [3, 0],
  [1, 2],
  [2, 1],
] as const;

export const fig12 = defineExperiment<Key, Row>({
  id: "dsh/fig12",
  title: "Deadlock avoidance: onset of deadlocks",
  asks: "In a leaf-spine whose routes can deadlock, how many runs do, and when, under SIH and under DSH?",
  chosen: [
    ...chosen,
    "Headroom follows each link, 100G or 400G, by the exact need h* (docs/errata.md); a port's under DSH is 1% larger than a queue's under SIH, since its PAUSE may wait for those of seven queues.",
    "All flows are in one class, for a circle of buffer dependencies is of one class.",
    "A fan-in draws a receiver, 1 to 15 senders, and each sender's size from fb-hadoop-hpcc; fan-ins come at random moments, for each of the four directions by itself.",
    'Load is said to be .5 "at the downlinks of each leaf switch". If these are the links of its 16 hosts, 800 Gbps want into L0 and into L3, each of which has one link of 400G left: twice what it carries.',
    "If they are the links from spines down to leaves, 200 Gbps go each way, and each of these links has a load of exactly .5. Both readings are run.",
    "DCQCN as in HPCC's simulator has no window; a third series gives flows one of a bandwidth-delay product, as HPCC's own configuration does for all other senders.",
    "A deadlock is a circle of stopped queues in which nothing has moved for 1 ms, then the run ends; its onset, exact, is when the last of them stopped.",
    "PowerTCP is the form of its authors' simulator, with the window that it needs; its load is that of the second reading.",
    "At quick scale runs last 10 ms instead of 100 ms.",
  ],
  seeds: { quick: 10, paper: 100 },

  trials: (scale) =>
    readingNames.flatMap((reading) =>
      schemes.map((scheme) => ({
        key: { scheme, reading },
        scenario: scenarioOf(scheme, reading, LENGTH_MS[scale]),
      })),
    ),

  row: ({ summary: { deadlock_since_ns: since, until_ns } }) => ({
    onset: since === null || since > until_ns - 2e6 ? null : since / 1e6,
  }),

  conclude: (done, scale) => ({
    plots: readingNames.map((reading) => plot(reading, done, LENGTH_MS[scale])),
    claims: done.length === 0 ? [] : readingNames.flatMap((reading) => claimsOf(reading, done, LENGTH_MS[scale])),
  }),
});

function scenarioOf(scheme: Scheme, reading: Reading, lengthMs: number): Record<string, unknown> {
  const { load, window, congestion } = readings[reading];
  const rack = (leaf: number): string => `h${leaf * 16}..h${leaf * 16 + 15}`;
  return {
    // A deadlock that begins at the end must have time to be seen.
    until: `${lengthMs + 2}ms`,
    onDeadlock: "stop",
    topology: {
      ...leafSpine({ leaves: 4, spines: 2, hosts: 16, uplinkRate: 400 }),
      fail: ["spine0-leaf3", "spine1-leaf0"],
    },
    ...tomahawk(scheme, congestion),
    host: { window },
    traffic: PAIRS.map(([from, to]) => ({
      ...{ kind: "incast", from: rack(from), to: rack(to), fanIn: 15, fanInLeast: 1 },
      ...{ cdf: "fb-hadoop-hpcc", load },
    })),
    measure: { pauses: false },
  };
}

const of = (done: readonly Done<Key, Row>[], reading: Reading, scheme: Scheme): Row[] =>
  done.filter(({ key }) => key.reading === reading && key.scheme === scheme).map(({ row }) => row);

/** In order. */
const onsets = (rows: readonly Row[]): number[] =>
  rows.flatMap(({ onset }) => (onset === null ? [] : [onset])).sort((a, b) => a - b);

const plot = (reading: Reading, done: readonly Done<Key, Row>[], lengthMs: number): Plot => ({
  title: `Deadlocked runs, ${readings[reading].name}`,
  x: "time, ms",
  y: "% of runs",
  log: "x",
  lines: schemes.map((scheme) => {
    const rows = of(done, reading, scheme);
    return { name: scheme, points: stepsOf(onsets(rows), rows.length, 0.05, lengthMs) };
  }),
});

function claimsOf(reading: Reading, done: readonly Done<Key, Row>[], lengthMs: number): Claim[] {
  const [sih, dsh] = schemes.map((scheme) => of(done, reading, scheme));
  const locked = (rows: readonly Row[]): string => interval(onsets(rows).length, rows.length);
  /** Runs without a deadlock last. */
  const median = (rows: readonly Row[]): number => {
    const sorted = rows.map(({ onset }) => onset ?? Infinity).sort((a, b) => a - b);
    return sorted[Math.floor((sorted.length - 1) / 2)];
  };
  const when = (rows: readonly Row[]): string =>
    Number.isFinite(median(rows)) ? `median onset ${median(rows).toFixed(2)} ms` : "most runs without one";
  const avoided = 1 - onsets(dsh).length / dsh.length;
  const { name } = readings[reading];
  return [
    {
      id: `sih-${reading}`,
      claim: `${name}: under SIH every run deadlocks within ${lengthMs} ms`,
      kind: "ratio",
      paper: "100 of 100 within 100 ms",
      ours: locked(sih),
      verdict: onsets(sih).length === sih.length ? "holds" : "fails",
    },
    {
      id: `dsh-${reading}`,
      claim: `${name}: within ${lengthMs} ms DSH avoids ${reading === "powertcp" ? "all" : "96% of the"} deadlocks (holds from 80% on)`,
      kind: "ratio",
      paper: `${reading === "powertcp" ? "none" : "4"} of 100 deadlock within 100 ms`,
      ours: `${locked(dsh)} deadlock`,
      verdict: avoided >= 0.8 ? "holds" : "fails",
      note: NOTES[reading],
    },
    order(
      {
        id: `later-${reading}`,
        claim: `${name}: fewer deadlocks under DSH than under SIH, or later ones`,
        paper: "fewer",
      },
      `SIH: ${when(sih)}; DSH: ${when(dsh)}`,
      onsets(dsh).length < onsets(sih).length || median(dsh) > median(sih),
    ),
  ];
}

const NOTES: Readonly<Record<Reading, string>> = {
  hosts:
    "Twice as much is offered as the links between L0, L3 and the spines carry: their queues grow until every threshold is reached, whatever it is.",
  spines:
    "Without a window a flow sends at its rate however much of it waits, until marks have cut it; a queue at 400G pauses at 0.7 MB. Marks from 25 KB on instead of 400 KB, tried with one seed, did not prevent it.",
  powertcp: "PowerTCP has a window too, and keeps queues short besides.",
  window: "With the window what a flow has under way no longer grows as queues do, and PAUSEs are rarer.",
};
