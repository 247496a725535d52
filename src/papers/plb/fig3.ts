/** plb/fig3: a long burst pauses the path of f1. Round trips and ECN marks show the congestion late. */
import * as xoff from "../experiment.ts";
import type { Course, Victim } from "./paused-path.ts";
import { ms, PLB, share, stays, victimFigure, type Outcomes } from "./victim-figure.ts";

/** The scheme whose runs measure the round trips of both paths. */
const PROBED = "Hermes, asked";
/** The burst's start, ms. */
const BURST = 10;
/** The paper's FCT without rerouting, divided by that under Hermes. */
const PAPER = 0.79;

export const fig3 = victimFigure({
  id: "plb/fig3",
  title: "Rerouting by RTT and ECN (Hermes)",
  asks: "A burst of 27 ms pauses Path 2. Hermes detects the PAUSEs by the delay of packets. Is f1 faster if it leaves late, or if it stays?",
  size: "120MB",
  bursts: { at: BURST, fromS2: 45, underLeaf3: 630 },
  until: 120,
  every: "200us",
  schemes: {
    Hermes: { routing: { name: "hermes" } },
    "no rerouting": stays,
    PLB,
    [PROBED]: { routing: { name: "hermes" }, asks: { of: "paths", from: 1, to: 60, every: 0.2 } },
  },
  chosen: [
    "Without rerouting f1 stays on Path 2.",
    'Round trips of the paths are those of single packets, five per ms on each path, in a separate run. ECN is the share of packets that the longer queue of a path marks. The share follows from RED\'s rule and the queues, which are sampled every 0.2 ms. "Marked continuously" means marked in each millisecond.',
  ],
  printed: ["no rerouting", "Hermes", PAPER],
  claims: (of) => [
    xoff.order("late", {
      claim: "Hermes leaves Path 2 more than a base RTT (41 us) after the first PAUSE",
      paper: "late",
      judged: xoff.atLeast(of.measured("Hermes", leaves), 0.041, ms),
      note: "f1 has left when Path 2 first carries less than 1 Gbps for 1 ms, even if f1 returns later. In a run without such a time, the end of f1 counts.",
    }),
    xoff.ratio("stays", {
      claim: "Without rerouting f1 is faster than under Hermes",
      paper: xoff.percentChange(PAPER),
      judged: xoff.changes(of.fct("no rerouting"), of.fct("Hermes"), PAPER),
      note: "leaf3 resumes c2 after about 0.15 ms each time, so the delay of packets grows only slightly. Hermes leaves a few ms after the first PAUSE and avoids most of the 27 ms. Path 2 has a tenth of its rate then. On Path 1 f1 has a third of the rate, and it does not return.",
    }),
    xoff.order("ecn", {
      claim:
        "Path 1 marks packets in at least 90% of the milliseconds, and Path 2 marks more packets during PAUSEs than before",
      paper: "continuously, and during PFC triggering",
      judged: [
        xoff.below(marksOfPath2(of, "before"), marksOfPath2(of, "while paused"), share),
        xoff.atLeast(
          of.measured(PROBED, ({ marks }) => millisecondsMarked(marks[0]), "Milliseconds in which Path 1 marks"),
          0.9,
          share,
        ),
      ],
    }),
    xoff.order("rtt", {
      claim: "During PAUSEs the RTT of Path 2 is higher than that of Path 1",
      paper: "increased significantly",
      judged: xoff.below(pausedRoundTrip(of, 1), pausedRoundTrip(of, 2), xoff.fixed(0, " us")),
    }),
    xoff.order("plb", {
      claim: "PLB leaves Path 2, and f1 is faster than without rerouting",
      paper: "not shown",
      judged: xoff.below(of.fct("PLB"), of.fct("no rerouting"), ms),
      standing: "ours",
    }),
  ],
  plots(of) {
    const victim = of(PROBED);
    const both = (courses?: readonly Course[]) =>
      [0, 1].map((path) => ({ name: `Path ${path + 1}`, points: courses?.[path] ?? [] }));
    const note = "Hermes, seed 1. Time counts from f1's start.";
    return [
      xoff.coursePlot("Round trips", "round trip, us", both(victim?.roundTrips), { log: "y", note }),
      xoff.coursePlot("ECN: packets marked", "share of packets marked, by ms", both(victim?.marks.map(byMillisecond)), {
        log: "y",
        note: `${note} A missing point means that no packet was marked. RED's marking probability rises to 1% and then jumps to 100%.`,
      }),
    ];
  },
});

/** f1 has left Path 2 when this many consecutive samples of 0.2 ms show less than 1 Gbps there. */
const GONE = 5;

/**
 * The time from the first PAUSE until f1 leaves Path 2, ms. No other flow uses Path 2 during that time. If f1 does not
 * leave, the time until it is done counts.
 */
function leaves({ toC2, paths, fct }: Victim): number | null {
  if (toC2.length === 0 || fct === null) return null;
  const [[paused]] = toC2;
  const later = paths[1].filter(([at]) => at > paused && at <= fct);
  const left = later.find((_, k) => {
    const next = later.slice(k, k + GONE);
    return next.length === GONE && next.every(([, gbps]) => gbps < 1);
  });
  return (left?.[0] ?? fct) - paused;
}

/**
 * The mean of a measure: from the first PAUSE to the end of the last one if `paused` is true, and otherwise before the
 * burst.
 */
function during({ toC2 }: Victim, course: Course, paused: boolean): number | null {
  if (toC2.length === 0) return null;
  const end = toC2[toC2.length - 1][1];
  const some = course.filter(([at]) => (paused ? at >= toC2[0][0] && at <= end : at > 0 && at < BURST));
  return some.length === 0 ? null : xoff.mean(some.map(([, value]) => value));
}

/** The mean share of marked packets in each millisecond. A millisecond without a mark is left out. */
function byMillisecond(course: Course): Course {
  const values = new Map<number, number[]>();
  for (const [at, value] of course) values.set(Math.ceil(at), [...(values.get(Math.ceil(at)) ?? []), value]);
  return [...values].map(([at, some]) => [at, xoff.mean(some)] as const).filter(([, value]) => value > 0);
}

/** The share of milliseconds in which packets were marked. */
const millisecondsMarked = (course: Course): number | null =>
  course.length === 0 ? null : byMillisecond(course).length / new Set(course.map(([at]) => Math.ceil(at))).size;

const marksOfPath2 = (of: Outcomes, when: "before" | "while paused"): xoff.Sample =>
  of.measured(PROBED, (victim) => during(victim, victim.marks[1], when === "while paused"), `Path 2 ${when}`);

const pausedRoundTrip = (of: Outcomes, path: 1 | 2): xoff.Sample =>
  of.measured(PROBED, (victim) => during(victim, victim.roundTrips[path - 1], true), `Path ${path}`);
