/** plb/fig3: a long burst pauses the path of f1; what RTT and ECN tell of it comes late. */
import { allOf, atLeast, below, changes, type Judged, order, percentChange, ratio, type Show } from "../experiment.ts";
import type { Course, Victim } from "./paused-path.ts";
import { ms, PLB, share, stays, victimFigure, type Outcomes } from "./victim-figure.ts";

const ASKED = "Hermes, asked";
/** ms. */
const BURST = 10;
const us: Show = (value) => `${value.toFixed(0)} us`;

export const fig3 = victimFigure({
  id: "plb/fig3",
  title: "Rerouting by RTT and ECN (Hermes)",
  asks: "A burst of 27 ms pauses Path 2. Hermes learns of it from packets that come back late. Is leaving late better than staying?",
  size: "120MB",
  bursts: { at: BURST, fromS2: 45, underLeaf3: 630 },
  until: 120,
  every: "200us",
  schemes: {
    Hermes: { routing: { name: "hermes" } },
    "no rerouting": stays,
    PLB,
    [ASKED]: { routing: { name: "hermes" }, asks: { of: "paths", from: 1, to: 60, every: 0.2 } },
  },
  chosen: [
    "Without rerouting f1 has Path 2 throughout.",
    "Round trips of the paths are those of single packets, five a ms by each path, beside the run that is timed; ECN is the share of packets that the fuller queue of a path marks, by RED's rule from the queues sampled every 0.2 ms; marked continuously means in each millisecond.",
  ],
  printed: ["no rerouting", "Hermes", 0.79],
  claims(of) {
    const left = of.measured("Hermes", leaves);
    return [
      order(
        {
          id: "late",
          claim: "Hermes leaves Path 2 after the first PAUSE, more than a base RTT (41 us) later",
          paper: "late",
          note: "Until Path 2 first has less than 1 Gbps for 1 ms, whether it comes back or not; a run in which it never does counts as what is left of f1.",
        },
        atLeast(left, 0.041, ms),
      ),
      ratio(
        {
          id: "stays",
          claim: "Without rerouting f1 is faster than under Hermes",
          paper: percentChange(0.79),
          note: "leaf3 lets c2 go after some 0.15 ms each time, so packets come back late but soon: Hermes leaves within some ms of the first PAUSE and is spared most of the 27 ms, in which Path 2 gives a tenth. What it finds is a third of Path 1, and it does not come back.",
          tried:
            "With one background flow +7%, with Web Server flows +25%: leaving pays where half or more of Path 1 is free (quick scale).",
        },
        changes(of.fct("no rerouting"), of.fct("Hermes"), 0.79),
      ),
      order(
        {
          id: "ecn",
          claim:
            "Path 1 marks packets in 90% of the milliseconds or more, Path 2 more of them while there are PAUSEs than before",
          paper: "continuously, and during PFC triggering",
        },
        allOf([
          above(
            of,
            "Path 2 while paused",
            (victim) => during(victim, victim.marks[1], true),
            "Path 2 before",
            (victim) => during(victim, victim.marks[1], false),
            share,
          ),
          atLeast(
            {
              ...of.measured(ASKED, ({ marks }) => millisecondsMarked(marks[0])),
              name: "Milliseconds in which Path 1 marks",
            },
            0.9,
            share,
          ),
        ]),
      ),
      order(
        {
          id: "rtt",
          claim: "The RTT of Path 2 is higher than Path 1's while there are PAUSEs",
          paper: "increased significantly",
        },
        above(
          of,
          "Path 2",
          (victim) => during(victim, victim.roundTrips[1], true),
          "Path 1",
          (victim) => during(victim, victim.roundTrips[0], true),
          us,
        ),
      ),
      order(
        {
          id: "plb",
          claim: "PLB leaves and is faster than without rerouting: better later than never",
          paper: "not shown",
          standing: "ours",
          tried:
            "With fullLoad never f1 stays on Path 1 once kicked out, and is 15% slower than without rerouting (quick scale).",
        },
        below(of.fct("PLB"), of.fct("no rerouting"), ms),
      ),
    ];
  },
  plots(of) {
    const victim = of(ASKED);
    const both = (courses?: readonly Course[]) =>
      [0, 1].map((path) => ({ name: `Path ${path + 1}`, points: courses?.[path] ?? [] }));
    const note = "Hermes, seed 1; time from f1's start.";
    return [
      { title: "Round trips", x: "time, ms", y: "round trip, us", log: "y", lines: both(victim?.roundTrips), note },
      {
        title: "ECN: packets marked",
        ...{ x: "time, ms", y: "share of packets marked, by ms", log: "y" as const },
        lines: both(victim?.marks.map(byMillisecond)),
        note: `${note} No point: no packet was marked. RED marks up to 1% until all.`,
      },
    ];
  },
});

/** Samples of .2 ms without f1 after which it has left. */
const GONE = 5;

/** ms from the first PAUSE until f1 leaves Path 2, where nobody else goes; all the time there was: never. */
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

/** Mean of a course from the first PAUSE to the last, or before. */
function during({ toC2 }: Victim, course: Course, paused: boolean): number | null {
  if (toC2.length === 0) return null;
  const end = toC2[toC2.length - 1][1];
  const some = course.filter(([at]) => (paused ? at >= toC2[0][0] && at <= end : at > 0 && at < BURST));
  return some.length === 0 ? null : some.reduce((sum, [, value]) => sum + value, 0) / some.length;
}

/** Means of the milliseconds in which something was marked. */
function byMillisecond(course: Course): Course {
  const sums = new Map<number, [sum: number, n: number]>();
  for (const [ms, value] of course) {
    const [sum, n] = sums.get(Math.ceil(ms)) ?? [0, 0];
    sums.set(Math.ceil(ms), [sum + value, n + 1]);
  }
  return [...sums].flatMap(([ms, [sum, n]]) => (sum > 0 ? [[ms, sum / n] as const] : []));
}

/** Share of the milliseconds in which something was marked. */
const millisecondsMarked = (course: Course): number | null =>
  course.length === 0 ? null : byMillisecond(course).length / new Set(course.map(([ms]) => Math.ceil(ms))).size;

/** In the runs that were asked. */
const above = (
  of: Outcomes,
  high: string,
  more: (victim: Victim) => number | null,
  low: string,
  less: (victim: Victim) => number | null,
  show: Show,
): Judged => below({ ...of.measured(ASKED, less), name: low }, { ...of.measured(ASKED, more), name: high }, show);
