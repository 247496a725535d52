/** spfc/sec4d: a long flow that starts after the burst (section IV-D). */
import * as xoff from "../experiment.ts";
import { spfc } from "./readings.ts";
import * as victim from "./victim-fabric.ts";

export const sec4d = xoff.defineFigure({
  id: "spfc/sec4d",
  title: "A long flow that starts after the burst",
  asks: "F1 has h0's link for itself, and 24 ports send bursts to P2. Then h0 starts F2 to P2 too. Does F1 keep its throughput, as it does when F2 starts before the bursts?",
  readings: spfc,
  seeds: { quick: 2, paper: 3 },
  chosen: [
    ...victim.chosen,
    "The paper has no plot of this case. F2 starts 5 ms after the burst, and the burst lasts 6 ms longer. A second run has the order of figure 4.",
    "F1's rate is the mean from 2 ms after F2's start on. In the order of figure 4 this is 1 ms after the burst's start. In both orders F2 begins at line rate. It takes half of h0's link for 1.5 ms, until DCQCN has cut its rate. PAUSEs are counted while both F2 and the burst are active.",
  ],
  trials(_scale, reading) {
    const common = { bursts: 24, until: `${END_MS}ms`, measure: { every: "250us", goodputs: [0] } };
    return xoff.trialsOver({ scheme: SCHEMES, start: STARTS }, ({ scheme, start }) =>
      victim.victimScenario(scheme, reading, { ...common, culpritsFrom: `${start}ms` }),
    );
  },
  /** `pauses` counts the PAUSEs to h0 after F2 and the burst have both started. `f1` is F1's goodput. */
  row: (results, { start }) => ({
    pauses: victim.pausesAtP0(results, Math.max(start, BURST_MS)).sent,
    f1: victim.goodputOver(results, 0),
  }),
  plots: (runs) =>
    STARTS.map((start) =>
      xoff.coursePlot(
        `goodput of F1 (first seed), F2 from ${start} ms, burst from 1 ms`,
        "goodput, Gbps",
        runs.courses("scheme", ({ f1 }) => f1, { start }),
      ),
    ),
  claims(runs) {
    const of = (scheme: Scheme, start: number): xoff.Sample =>
      runs.of(
        { scheme, start },
        ({ f1 }) => xoff.meanBetween(f1, start + SETTLED_MS),
        `${scheme}, F2 from ${start} ms`,
      );
    const pauses = (scheme: Scheme): number[] => runs.rows({ scheme, start: LATER }).map((row) => row.pauses);
    return [
      xoff.order("no-pause", {
        claim: "Under SPFC h0 is not paused when its flow into P2 starts after the burst",
        paper: "the order does not matter",
        judged: xoff.inEveryRun("runs under SPFC", pauses("SPFC"), (n) => n === 0),
        context: `${SCHEMES.map((scheme) => `${scheme} ${pauses(scheme).join(" / ")}`).join(", ")} PAUSEs by seed`,
      }),
      xoff.order("f1-keeps", {
        claim: "Under SPFC F1 averages 90 Gbps on the wire (83 of payload) in both orders, more than under DT 2",
        paper: "the order does not conflict with the analysis",
        judged: [
          ...[FIRST, LATER].map((start) => xoff.atLeast(of("SPFC", start), victim.RECOVERED, victim.gbps)),
          xoff.below(of("DT 2", LATER), of("SPFC", LATER), victim.gbps),
        ],
      }),
    ];
  },
});

const SCHEMES = ["ST", "DT 2", "SPFC"] as const;
type Scheme = (typeof SCHEMES)[number];

/** The starts of F2, ms. The first is before the burst, as in figure 4. The second is in the middle of the burst. */
const STARTS = [0, 6];
const [FIRST, LATER] = STARTS;
/** The time from F2's start until DCQCN has cut F2's rate, ms. */
const SETTLED_MS = 2;
/** The burst's start, ms. */
const BURST_MS = 1;
const END_MS = 12;
