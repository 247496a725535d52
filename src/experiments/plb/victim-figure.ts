/** What plb's figures 2 to 5 have in common: f1 under some schemes on the fabric of figure 1, with the same rows and plots. */
import { firstSeed, mean } from "../claims-by-means.ts";
import { defineExperiment, type Claim, type Done, type Experiment, type Plot, type Scale } from "../contract.ts";
import { chosen, pausedPath, victim, type Bursts, type Course, type Span, type Victim } from "./paused-path.ts";

/** The routing of f1: a policy with its parameters, and f1's paths where it is given some: c1, or "c2 until 9ms, then c1" as a list. */
export interface Scheme {
  readonly routing: Readonly<Record<string, unknown>>;
  readonly via?: readonly string[];
}

/** A path given for good, or two of which the second is taken from a time on. */
export const ideal: Scheme = { routing: { name: "pinned" }, via: ["c1"] };
export const stays: Scheme = { routing: { name: "pinned" }, via: ["c2"] };

interface Key extends Record<string, string | number> {
  readonly scheme: string;
}

export interface VictimFigure {
  readonly id: string;
  readonly title: string;
  readonly asks: string;
  readonly size: string;
  readonly bursts: Bursts;
  /** ms from f1's start. */
  readonly until: number;
  /** Time between two samples. */
  readonly every: string;
  /** In the order in which they are drawn; PAUSEs and queues are drawn of the first. */
  readonly schemes: Readonly<Record<string, Scheme>>;
  readonly chosen?: readonly string[];
  claims(of: Outcomes): readonly Claim[];
}

export interface Outcomes {
  /** Mean FCT of f1 over seeds, ms; that of a run that did not finish counts as the time it had. */
  fct(scheme: string): number;
  /** "8.21 ms (8.0 to 8.5)" over seeds. */
  fctText(scheme: string): string;
  /** Of what f1 sent, on Path 2, mean over seeds: what leaf1 sent to c2, as nobody else takes that port. */
  onPath2(scheme: string): number;
  rows(scheme: string): readonly Victim[];
}

/** A scheme decides from then on: f1 has been on its way for 0.1 ms. */
const BEGINS = "c2, 1.1ms";

const SEEDS: Readonly<Record<Scale, number>> = { quick: 8, paper: 40 };

export function victimFigure(figure: VictimFigure): Experiment {
  const names = Object.keys(figure.schemes);
  return defineExperiment<Key, Victim>({
    id: figure.id,
    title: figure.title,
    asks: figure.asks,
    chosen: [...chosen, ...(figure.chosen ?? [])],
    seeds: SEEDS,
    trials: () =>
      Object.entries(figure.schemes).map(([scheme, { routing, via = [BEGINS] }]) => ({
        key: { scheme },
        scenario: pausedPath({ ...figure, routing, via }),
      })),
    row: victim,
    conclude(done) {
      const of = outcomes(done, figure.until);
      return {
        plots: done.length === 0 ? [] : plots(firstSeed(done), names, of),
        claims: names.every((name) => of.rows(name).length > 0) ? figure.claims(of) : [],
      };
    },
  });
}

function outcomes(done: readonly Done<Key, Victim>[], until: number): Outcomes {
  const rows = (scheme: string): Victim[] => done.filter(({ key }) => key.scheme === scheme).map(({ row }) => row);
  const times = (scheme: string): number[] => rows(scheme).map(({ fct }) => fct ?? until);
  return {
    rows,
    fct: (scheme) => mean(times(scheme)),
    fctText(scheme) {
      const [least, most] = [Math.min(...times(scheme)), Math.max(...times(scheme))];
      return `${mean(times(scheme)).toFixed(2)} ms (${least.toFixed(2)} to ${most.toFixed(2)})`;
    },
    onPath2: (scheme) => mean(rows(scheme).map(({ onPath2 }) => onPath2)),
  };
}

function plots(done: readonly Done<Key, Victim>[], names: readonly string[], of: Outcomes): Plot[] {
  const [first] = names;
  const row = (scheme: string): Victim | undefined => done.find(({ key }) => key.scheme === scheme)?.row;
  const shown = row(first);
  const note = "Seed 1; time from f1's start.";
  const x = "time, ms";
  const per = (what: (victim: Victim) => Course): Plot["lines"] =>
    names.map((name) => {
      const found = row(name);
      return { name, points: found === undefined ? [] : what(found) };
    });
  return [
    {
      title: `${first}: stopped so far`,
      ...{ x, y: "ms" },
      lines: [
        { name: "P4/C2 by P5/L3", points: sum(shown?.toC2 ?? []) },
        { name: "P2/L1 by P3/C2", points: sum(shown?.toLeaf1 ?? []) },
      ],
      note,
    },
    {
      title: `${first}: queues of L1`,
      ...{ x, y: "KB" },
      lines: [
        { name: "P1/L1, Path 1", points: shown?.queues[0] ?? [] },
        { name: "P2/L1, Path 2", points: shown?.queues[1] ?? [] },
      ],
      note,
    },
    { title: "f1 on Path 2", x, y: "Gbps of frames", lines: per(({ paths }) => paths[1]), note },
    { title: "Path 1, background and f1", x, y: "Gbps of frames", lines: per(({ paths }) => paths[0]), note },
    {
      title: "completion time of f1",
      x: `scheme (${names.map((name, k) => `${k + 1}: ${name}`).join(", ")})`,
      y: "ms",
      lines: names.map((name, k) => ({ name, points: [[k + 1, of.fct(name)] as const] })),
      note: "Mean over seeds.",
    },
  ];
}

/** Time stopped so far, at each end of a spell. */
function sum(spans: readonly Span[]): Course {
  let total = 0;
  return spans.flatMap(([start, end]) => {
    const before = total;
    total += end - start;
    return [
      [start, before],
      [end, total],
    ] as const;
  });
}
