/** The code that plb/fig2 to fig5 share. They show the victim flow f1 under several schemes (paused-path.ts has the fabric). */
import * as xoff from "../experiment.ts";
import { chosen, pausedPath, victim } from "./paused-path.ts";
import type { Asks, Bursts, Course, Span, Victim } from "./paused-path.ts";
import { plb, plbOf, type PlbReading } from "./readings.ts";

/** The routing policy of the victim flow f1. `via` lists the paths of a pinned f1: "c1", or "c2, 9ms" for Path 2 until 9 ms. */
export interface Scheme {
  readonly routing: Readonly<Record<string, unknown>> | ((reading: PlbReading) => Readonly<Record<string, unknown>>);
  readonly via?: readonly string[];
  readonly asks?: Asks;
}

/** F1 is pinned to Path 1. */
export const ideal: Scheme = { routing: { name: "pinned" }, via: ["c1"] };
/** F1 is pinned to Path 2. */
export const stays: Scheme = { routing: { name: "pinned" }, via: ["c2"] };
/** PLB chooses the path of f1. */
export const PLB: Scheme = { routing: plbOf };

export interface VictimFigure extends xoff.About {
  readonly size: string;
  readonly bursts: Bursts;
  /** The time from f1's start to the end of the run, ms. */
  readonly until: number;
  /** The time between two samples of rates and queues. */
  readonly every: string;
  /** The schemes in the order of the plots. PAUSEs and queues are drawn only for the first one. */
  readonly schemes: Readonly<Record<string, Scheme>>;
  readonly chosen?: readonly string[];
  /** The paper's change: f1's FCT under the first scheme, divided by that under the second. */
  readonly printed?: readonly [scheme: string, against: string, change: number];
  readonly claims: (of: Outcomes) => readonly xoff.Claim[];
  /** Additional plots. `of` returns the row of a scheme with seed 1. */
  readonly plots?: (of: (scheme: string) => Victim | undefined) => readonly xoff.Plot[];
}

export interface Outcomes {
  /** The FCT of f1 in ms. An unfinished f1 counts with the length of the run. */
  fct(scheme: string): xoff.Sample;
  /** A measure of one scheme by seed. Null means not measured. */
  measured(scheme: string, what: xoff.Measure<Victim>, name?: string): xoff.Sample;
  rows(scheme: string): readonly Victim[];
}

export const ms = xoff.fixed(2, " ms");
export const share: xoff.Show = (value) => `${(value * 100).toFixed(1)}%`;

/** f1 takes Path 2 until 1.1 ms, that is, for its first 0.1 ms. Then the scheme selects the path. */
const BEGINS = "c2, 1.1ms";

type Key = { readonly scheme: string };

export function victimFigure({ schemes, plots, claims, ...figure }: VictimFigure): xoff.Experiment {
  const names = Object.keys(schemes);
  /** The schemes whose runs have no probe flows (`asks`). Only these schemes are plotted. */
  const timed = names.filter((name) => schemes[name].asks === undefined);
  const { size, bursts, until, every } = figure;
  const outcomes = (runs: xoff.Runs<Key, Victim>): Outcomes => ({
    measured: (scheme, what, name) => runs.of({ scheme }, what, name),
    rows: (scheme) => runs.rows({ scheme }),
    fct: (scheme) => runs.of({ scheme }, ({ fct }) => fct ?? until),
  });
  return xoff.defineFigure<Key, Victim, typeof plb>({
    ...figure,
    readings: plb,
    seeds: { quick: 4, paper: 20 },
    chosen: [...chosen, ...(figure.chosen ?? [])],
    trials: (_scale, reading) =>
      xoff.trialsOver<Key>({ scheme: names }, ({ scheme }) => {
        const { routing, via = [BEGINS], asks } = schemes[scheme];
        const policy = typeof routing === "function" ? routing(reading) : routing;
        return pausedPath({ size, bursts, until, every, via, reading, routing: policy, ...(asks && { asks }) });
      }),
    row: (results, { scheme }) => victim(results, schemes[scheme].asks),
    plots(runs) {
      const first = (scheme: string): Victim | undefined => runs.first({ scheme });
      return [...plotsOf(first, timed, outcomes(runs), figure.printed), ...(plots?.(first) ?? [])];
    },
    claims: (runs) => (names.every((scheme) => runs.rows({ scheme }).length > 0) ? claims(outcomes(runs)) : []),
  });
}

/** The total length of several spans, ms. */
export const lasted = (spans: readonly Span[]): number => spans.reduce((total, [start, end]) => total + end - start, 0);

function plotsOf(
  row: (scheme: string) => Victim | undefined,
  names: readonly string[],
  of: Outcomes,
  printed: VictimFigure["printed"],
): xoff.Plot[] {
  const [first] = names;
  const shown = row(first);
  const note = "Seed 1. Time counts from f1's start.";
  const onPath = (path: 0 | 1): xoff.Line[] => names.map((name) => ({ name, points: row(name)?.paths[path] ?? [] }));
  const paused = [
    { name: "P4/C2 by P5/L3", points: cumulated(shown?.toC2 ?? []) },
    { name: "P2/L1 by P3/C2", points: cumulated(shown?.toLeaf1 ?? []) },
  ];
  const queues = [
    { name: "P1/L1, Path 1", points: shown?.queues[0] ?? [] },
    { name: "P2/L1, Path 2", points: shown?.queues[1] ?? [] },
  ];
  return [
    xoff.coursePlot(`${first}: total paused time`, "total paused time, ms", paused, { note }),
    xoff.coursePlot(`${first}: queues of L1`, "queue, KB", queues, { note }),
    xoff.coursePlot("f1 on Path 2", "frames, Gbps", onPath(1), { note }),
    xoff.coursePlot("Path 1, background and f1", "frames, Gbps", onPath(0), { note }),
    xoff.barPlot("Completion time of f1", "scheme", "FCT of f1, ms", ["f1"], names, (_, name) => of.fct(name), {
      ...(printed && { marks: [xoff.markOf("f1", names.indexOf(printed[0]), of.fct(printed[1]), printed[2])] }),
      note: `Mean over seeds, with its interval.${printed ? ` Mark: ${printed[0]}, from the paper's change and our result for ${printed[1]}.` : ""}`,
    }),
  ];
}

/** The total paused time since the start, as a course over time. The course has points at the start and at the end of each span. */
function cumulated(spans: readonly Span[]): Course {
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
