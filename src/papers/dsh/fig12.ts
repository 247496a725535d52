/** dsh/fig12: how soon a leaf-spine with two failed links deadlocks. */
import {
  type Claim,
  defineExperiment,
  type Done,
  order,
  type Plot,
  rarer,
  ratio,
  type Scale,
  type Share,
  shareNear,
  stepsOf,
} from "../experiment.ts";
import { dsh, type DshReading } from "./readings.ts";
import { chosen, leafSpine, schemes, tomahawk, type Scheme } from "./tomahawk.ts";

const congestions = ["dcqcn", "powertcp"] as const;
type Congestion = (typeof congestions)[number];
const NAMES: Readonly<Record<Congestion, string>> = { dcqcn: "DCQCN", powertcp: "PowerTCP" };

/** Payload's share of the hosts' links: half of what these carry, or half of what the spines' links to a leaf do. */
const LOADS: Readonly<Record<DshReading["deadlockLoad"], number>> = { hosts: 0.5, spines: 0.125 };

interface Key extends Record<string, string | number> {
  readonly scheme: Scheme;
  readonly congestion: Congestion;
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

export const fig12 = defineExperiment<Key, Row, typeof dsh>({
  id: "dsh/fig12",
  title: "Deadlock avoidance: onset of deadlocks",
  asks: "In a leaf-spine whose routes can deadlock, how many runs do, and when, under SIH and under DSH?",
  chosen: [
    ...chosen,
    "Headroom follows each link, 100G or 400G, by the exact need h* (docs/errata.md); a port's under DSH is 1% larger than a queue's under SIH, since its PAUSE may wait for those of seven queues.",
    "All flows are in one class, for a circle of buffer dependencies is of one class.",
    "A fan-in draws a receiver, 1 to 15 senders, and each sender's size from fb-hadoop-hpcc; fan-ins come at random moments, for each of the four directions by itself.",
    "A deadlock is a circle of stopped queues in which nothing has moved for 1 ms, then the run ends; its onset, exact, is when the last of them stopped.",
    "PowerTCP is the form of its authors' simulator, with the window that it needs.",
    "At quick scale runs last 10 ms instead of 100 ms, so shares of them decide nothing.",
  ],
  readings: dsh,
  seeds: { quick: 4, paper: 100 },

  trials: (scale, reading) =>
    congestions.flatMap((congestion) =>
      schemes.map((scheme) => ({
        key: { scheme, congestion },
        scenario: scenarioOf(scheme, congestion, LENGTH_MS[scale], reading),
      })),
    ),

  row: ({ summary: { deadlock_since_ns: since, until_ns } }) => ({
    onset: since === null || since > until_ns - 2e6 ? null : since / 1e6,
  }),

  conclude: (done, scale) => ({
    plots: congestions.map((congestion) => plot(congestion, done, LENGTH_MS[scale])),
    claims: done.length === 0 ? [] : congestions.flatMap((congestion) => claimsOf(congestion, done, LENGTH_MS[scale])),
  }),
});

function scenarioOf(
  scheme: Scheme,
  congestion: Congestion,
  lengthMs: number,
  reading: DshReading,
): Record<string, unknown> {
  const rack = (leaf: number): string => `h${leaf * 16}..h${leaf * 16 + 15}`;
  return {
    // A deadlock that begins at the end must have time to be seen.
    until: `${lengthMs + 2}ms`,
    onDeadlock: "stop",
    topology: {
      ...leafSpine({ leaves: 4, spines: 2, hosts: 16, uplinkRate: 400 }),
      fail: ["spine0-leaf3", "spine1-leaf0"],
    },
    ...tomahawk(scheme, congestion, reading),
    traffic: PAIRS.map(([from, to]) => ({
      ...{ kind: "incast", from: rack(from), to: rack(to), fanIn: 15, fanInLeast: 1 },
      ...{ cdf: "fb-hadoop-hpcc", load: LOADS[reading.deadlockLoad] },
    })),
    measure: { pauses: false },
  };
}

const of = (done: readonly Done<Key, Row>[], congestion: Congestion, scheme: Scheme): Row[] =>
  done.filter(({ key }) => key.congestion === congestion && key.scheme === scheme).map(({ row }) => row);

/** In order. */
const onsets = (rows: readonly Row[]): number[] =>
  rows.flatMap(({ onset }) => (onset === null ? [] : [onset])).sort((a, b) => a - b);

const plot = (congestion: Congestion, done: readonly Done<Key, Row>[], lengthMs: number): Plot => ({
  title: `Deadlocked runs, ${NAMES[congestion]}`,
  x: "time, ms",
  y: "deadlocked runs, %",
  log: "x",
  lines: schemes.map((scheme) => {
    const rows = of(done, congestion, scheme);
    return { name: scheme, points: stepsOf(onsets(rows), rows.length, 0.05, lengthMs) };
  }),
});

function claimsOf(congestion: Congestion, done: readonly Done<Key, Row>[], lengthMs: number): Claim[] {
  const [sih, shared] = schemes.map((scheme): Share => {
    const rows = of(done, congestion, scheme);
    return { name: scheme, hits: onsets(rows).length, runs: rows.length };
  });
  const isWhole = lengthMs === LENGTH_MS.paper;
  const name = NAMES[congestion];
  const left = congestion === "dcqcn" ? 0.04 : 0;
  return [
    ratio(
      {
        id: `sih-${congestion}`,
        claim: `${name}: under SIH every run deadlocks within ${lengthMs} ms`,
        paper: "100 of 100 within 100 ms",
      },
      shareNear(sih, 1, isWhole),
    ),
    ratio(
      {
        id: `dsh-${congestion}`,
        claim: `${name}: under DSH ${left === 0 ? "none" : "4 of 100"} deadlock within ${lengthMs} ms`,
        paper: `${left * 100} of 100 within 100 ms`,
        note: NOTES[congestion],
        ...(congestion === "dcqcn" && { tried: TRIED }),
      },
      shareNear(shared, left, isWhole),
    ),
    order(
      {
        ...{ id: `fewer-${congestion}`, claim: `${name}: fewer deadlocks under DSH than under SIH`, paper: "fewer" },
        // Of all and of none "fewer" says nothing more: "DSH can avoid [...] all deadlocks with PowerTCP".
        ...(congestion === "powertcp" && { repeats: "dsh/fig12/dsh-powertcp" }),
      },
      rarer(shared, sih),
    ),
  ];
}

const TRIED =
  "Without the window (`window: none`) 20 of 20 runs deadlock under DSH, after .8 to 5 ms (paper scale, seeds 1 to 20). With a window of one product at every rate, which no public simulator has, 32 of 100 do (paper scale).";

const NOTES: Readonly<Record<Congestion, string>> = {
  dcqcn: "The window follows the rate, so what a flow has under way shrinks as its rate is cut.",
  powertcp: "PowerTCP has a window too, and keeps queues short besides.",
};
