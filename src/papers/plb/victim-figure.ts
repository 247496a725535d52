/** What plb's figures 2 to 5 have in common: f1 under some schemes on the fabric of figure 1, with the same rows and plots. */
import {
  type Claim,
  defineExperiment,
  type Done,
  type Experiment,
  firstSeed,
  markOf,
  type Plot,
  pointOf,
  sample,
  type Sample,
  type Scale,
  type Show,
} from "../experiment.ts";
import {
  chosen,
  pausedPath,
  victim,
  type Asks,
  type Bursts,
  type Course,
  type Span,
  type Victim,
} from "./paused-path.ts";
import { plb, plbOf, type PlbReading } from "./readings.ts";

/** The routing of f1: a policy with its parameters, and f1's paths where it is given some: c1, or "c2 until 9ms, then c1" as a list. */
export interface Scheme {
  readonly routing: Readonly<Record<string, unknown>> | ((reading: PlbReading) => Readonly<Record<string, unknown>>);
  readonly via?: readonly string[];
  readonly asks?: Asks;
}

/** A path given for good, or two of which the second is taken from a time on. */
export const ideal: Scheme = { routing: { name: "pinned" }, via: ["c1"] };
export const stays: Scheme = { routing: { name: "pinned" }, via: ["c2"] };
export const PLB: Scheme = { routing: plbOf };

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
  /** What the paper prints: f1's FCT under the first scheme over that under the second. */
  readonly printed?: readonly [scheme: string, against: string, change: number];
  claims(of: Outcomes): readonly Claim[];
  /** Beyond those that all figures have, of the first seed. */
  plots?(of: (scheme: string) => Victim | undefined): readonly Plot[];
}

export interface Outcomes {
  /** FCT of f1, ms; that of a run that did not finish counts as the time it had. */
  fct(scheme: string): Sample;
  /** Of a scheme seed by seed; null: not measured. */
  measured(scheme: string, what: (victim: Victim) => number | null): Sample;
  rows(scheme: string): readonly Victim[];
}

export const ms: Show = (value) => `${value.toFixed(2)} ms`;
export const share: Show = (value) => `${(value * 100).toFixed(1)}%`;

/** A scheme decides from then on: f1 has been on its way for 0.1 ms. */
const BEGINS = "c2, 1.1ms";

const SEEDS: Readonly<Record<Scale, number>> = { quick: 4, paper: 20 };

export function victimFigure(figure: VictimFigure): Experiment {
  const names = Object.keys(figure.schemes);
  /** Those whose f1 is timed: not those that are asked. */
  const timed = names.filter((name) => figure.schemes[name].asks === undefined);
  return defineExperiment<Key, Victim, typeof plb>({
    id: figure.id,
    title: figure.title,
    asks: figure.asks,
    chosen: [...chosen, ...(figure.chosen ?? [])],
    readings: plb,
    seeds: SEEDS,
    trials: (_scale, reading) =>
      Object.entries(figure.schemes).map(([scheme, { routing, via = [BEGINS], asks }]) => ({
        key: { scheme },
        scenario: pausedPath({
          ...{ size: figure.size, bursts: figure.bursts, until: figure.until, every: figure.every, via, reading },
          routing: typeof routing === "function" ? routing(reading) : routing,
          ...(asks === undefined ? {} : { asks }),
        }),
      })),
    row: (results, { scheme }) => victim(results, figure.schemes[scheme].asks),
    conclude(done) {
      const of = outcomes(done, figure.until);
      const first = firstSeed(done);
      const shown = (scheme: string): Victim | undefined => first.find(({ key }) => key.scheme === scheme)?.row;
      return {
        plots: done.length === 0 ? [] : [...plots(shown, timed, of, figure.printed), ...(figure.plots?.(shown) ?? [])],
        claims: names.every((name) => of.rows(name).length > 0) ? figure.claims(of) : [],
      };
    },
  });
}

function outcomes(done: readonly Done<Key, Victim>[], until: number): Outcomes {
  const measured: Outcomes["measured"] = (scheme, what) => sample(scheme, done, (key) => key.scheme === scheme, what);
  return {
    measured,
    rows: (scheme) => done.filter(({ key }) => key.scheme === scheme).map(({ row }) => row),
    fct: (scheme) => measured(scheme, ({ fct }) => fct ?? until),
  };
}

/** ms that spells last together. */
export const lasted = (spans: readonly Span[]): number => spans.reduce((total, [start, end]) => total + end - start, 0);

function plots(
  row: (scheme: string) => Victim | undefined,
  names: readonly string[],
  of: Outcomes,
  printed: VictimFigure["printed"],
): Plot[] {
  const [first] = names;
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
      ...{ x, y: "stopped so far, ms" },
      lines: [
        { name: "P4/C2 by P5/L3", points: sum(shown?.toC2 ?? []) },
        { name: "P2/L1 by P3/C2", points: sum(shown?.toLeaf1 ?? []) },
      ],
      note,
    },
    {
      title: `${first}: queues of L1`,
      ...{ x, y: "queue, KB" },
      lines: [
        { name: "P1/L1, Path 1", points: shown?.queues[0] ?? [] },
        { name: "P2/L1, Path 2", points: shown?.queues[1] ?? [] },
      ],
      note,
    },
    { title: "f1 on Path 2", x, y: "frames, Gbps", lines: per(({ paths }) => paths[1]), note },
    { title: "Path 1, background and f1", x, y: "frames, Gbps", lines: per(({ paths }) => paths[0]), note },
    {
      title: "Completion time of f1",
      ...{ x: "scheme", y: "FCT of f1, ms", bins: names },
      lines: [{ name: "f1", points: names.map((name, k) => pointOf(k, of.fct(name))) }],
      ...(printed && {
        marks: [markOf("f1", names.indexOf(printed[0]), of.fct(printed[1]), printed[2])],
      }),
      note: `Mean over seeds, with its interval.${printed ? ` Mark: ${printed[0]} by the paper's change, from our ${printed[1]}.` : ""}`,
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
