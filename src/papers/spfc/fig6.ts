/** spfc/fig6: the recovery time of F1 and the paused time of P0, against the round-trip time. */
import * as xoff from "../experiment.ts";
import { spfc } from "./readings.ts";
import * as victim from "./victim-fabric.ts";

const NAMES = ["DT 2", "SPFC"] as const;
type Name = (typeof NAMES)[number];

/** One-way delays of the senders' links, us. `DELAY` is the delay in the paper's other figures. */
const DELAYS: xoff.PerScale<readonly number[]> = { quick: [1, 4, 9, 19], paper: [1, 2, 4, 6, 9, 14, 19, 24] };
const DELAY = 9;
/** The length of a run, ms. The burst lasts from 1 ms to this time. */
const UNTIL: xoff.PerScale<number> = { quick: 16, paper: 31 };
const rtt = (delay: number): number => 2 * (delay + 1);

export const fig6 = xoff.defineFigure({
  id: "spfc/fig6",
  title: "Recovery of F1, and PAUSE duration against RTT",
  asks: "How long does F1 take to recover from a burst of 20 ports, and does a longer round trip increase this time?",
  readings: spfc,
  seeds: { quick: 2, paper: 3 },
  chosen: [
    ...victim.chosen,
    "The longer burst lasts to the end of the run, for 15 ms (quick) or 30 ms. F1 has recovered when it stays above 83 Gbps of payload (90 Gbps on the wire). If it never recovers, the time to the end counts.",
    "The delay of the senders' links sets the RTT. If headroom is part of the 16 MiB, the sweep ends where headroom takes half of the memory.",
  ],
  trials: (scale, reading) => {
    const fits = (delay: number): boolean =>
      reading.memory === "beside" || victim.headroomOfAll(delay) < victim.SHARED / 2;
    return xoff.trialsOver({ scheme: NAMES, delay: DELAYS[scale].filter(fits) }, ({ scheme, delay }) =>
      victim.victimScenario(scheme, reading, {
        ...{ bursts: 20, delay, until: `${UNTIL[scale]}ms` },
        measure: { every: "250us", goodputs: [0] },
      }),
    );
  },
  /** F1's goodput over time, and the time for which h0 was paused, ms. */
  row: (results) => ({ f1: victim.goodputOver(results, 0), held: victim.pausesAtP0(results).held / 1e6 }),
  plots: (runs) => {
    const f1s = runs.courses("scheme", ({ f1 }) => f1, { delay: DELAY });
    const held = (scheme: Name, delay: number) => runs.of({ scheme, delay }, "held");
    const lines = xoff.linesOver(NAMES, runs.numbers("delay"), held, rtt);
    return [
      xoff.coursePlot("goodput of F1 (RTT 20 us, first seed)", "goodput, Gbps", f1s),
      xoff.plotOf("P0 paused", "RTT, us", "time paused, ms", lines),
    ];
  },
  claims(runs) {
    const delays = runs.numbers("delay");
    const recovery = (scheme: Name): xoff.Sample => runs.of({ scheme, delay: DELAY }, ({ f1 }) => recoveryMs(f1));
    const held = (delay: number): xoff.Sample => runs.of({ scheme: "DT 2", delay }, "held", `${rtt(delay)} us`);
    const step = (from: xoff.Sample, to: xoff.Sample): xoff.Sample =>
      xoff.combine(`${from.name} to ${to.name}`, to, from, (a, b) => a - b);
    return [
      xoff.order("recovery-spfc", {
        claim: "F1 recovers in less than 1 ms under SPFC",
        paper: "< 1 ms",
        judged: xoff.atMost(recovery("SPFC"), 1, ms),
      }),
      xoff.ratio("recovery-dt", {
        claim: "F1 takes nearly 9 ms to recover under DT",
        paper: "nearly 9 ms",
        judged: xoff.near(recovery("DT 2"), 9, ms),
        note: "If F1 has not recovered when the run ends, its recovery time is 15 ms (quick) or 30 ms.",
        underdetermined: { evidence: BURST_LENGTH_IS_OPEN },
      }),
      xoff.order("grows-with-rtt", {
        // Section III-B: "the duration for pausing the upstream port also increases, as shown in Fig. 6(b)".
        claim:
          "Under DT the PAUSE duration at P0 grows from the shortest to the longest RTT, and never falls between two RTTs",
        paper: "grows",
        judged: [
          xoff.below(held(delays[0]), held(delays[delays.length - 1]), ms),
          ...delays.slice(1).map((delay, k) => xoff.atLeast(step(held(delays[k]), held(delay)), 0, ms)),
        ],
      }),
    ];
  },
});

const ms = xoff.fixed(2, " ms");

/** The time from the burst's start until F1 has recovered, ms. If F1 never recovers, the end of the run counts. */
function recoveryMs(f1: readonly (readonly [number, number])[]): number {
  const last = f1.findLastIndex(([, gbps]) => gbps < victim.RECOVERED);
  return last < 0 ? 0 : Math.max(0, f1[last][0] - 1);
}

const BURST_LENGTH_IS_OPEN = "The text does not give the length of the longer burst.";
