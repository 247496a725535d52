/** spfc/fig11: PAUSEs and throughput of the victim's port with several values of SPFC's K. Three or seven flows of h0 meet the burst. */
import * as xoff from "../experiment.ts";
import { LATE_BYTES_ARE_OPEN, spfc } from "./readings.ts";
import * as victim from "./victim-fabric.ts";

/** DT with alpha 2, and SPFC with each K. */
const SCHEMES = ["DT 2", ...[3, 5, 7, 9].map((k) => `K=${k}`)];
const BURSTS: xoff.PerScale<readonly number[]> = {
  quick: [2, 6, 8, 16, 28],
  paper: Array.from({ length: 14 }, (_, k) => 2 * k + 2),
};
/** Numbers of flows from h0 that meet the burst at r2. Their share of h0's flows is epsilon = culprits / (culprits + 1). */
const CULPRITS = [3, 7];
const epsilonOf = (culprits: number): string => String(culprits / (culprits + 1));
const BURST_MS = 11;
/**
 * Numbers N of burst ports at which K = 9 and K = 5 differ. N burst ports and h0's port share r2's link of rate C, so
 * packets of a burst port leave at C / (N + 1). If this is at least C / K, SPFC takes the port for a victim. As 5 < N + 1 <= 9, SPFC
 * does so with K = 9, but not with K = 5.
 */
const SMALL = [6, 8];
const flowsOf = (culprits: number): number[] => Array.from({ length: culprits + 1 }, (_, flow) => flow);

export const fig11 = xoff.defineFigure({
  id: "spfc/fig11",
  title: "The choice of K",
  asks: "With which K does the victim's port send fewest PAUSEs and keep its throughput, for few and for many burst ports?",
  readings: spfc,
  seeds: { quick: 2, paper: 5 },
  chosen: [
    ...victim.chosen,
    "DT has alpha 2, the paper's default.",
    '"Small N" means 6 and 8. These are the even N with N + 1 above 5 and at most 9. There SPFC takes burst ports for victims with K = 9, but not with K = 5. At N = 2 every K does.',
  ],
  trials(scale, reading) {
    const axes = { culprits: CULPRITS, scheme: SCHEMES, bursts: BURSTS[scale] };
    const all = xoff.trialsOver(axes, ({ culprits, scheme, bursts }) => {
      const measure = { every: "500us", goodputs: flowsOf(culprits) };
      if (scheme === "DT 2") return victim.victimScenario(scheme, reading, { bursts, culprits, measure });
      return victim.victimScenario("SPFC", reading, { bursts, culprits, k: Number(scheme[2]), measure });
    });
    return xoff.keyed(all, ["scheme", "culprits", "bursts"]);
  },
  /** `pauses` counts the PAUSEs to h0. `throughput` is the payload rate of all flows of h0 during the burst, Gbps. */
  row: (results, { culprits }) => ({
    pauses: victim.pausesAtP0(results).sent,
    throughput: flowsOf(culprits)
      .map((flow) => victim.meanGoodput(results, flow, 1))
      .reduce((sum, gbps) => sum + gbps, 0),
  }),
  plots: (runs) =>
    CULPRITS.flatMap((culprits) => {
      const some = runs.where({ culprits });
      const lines = (what: "pauses" | "throughput") =>
        xoff.linesOver(SCHEMES, runs.numbers("bursts"), (scheme, bursts) => some.of({ scheme, bursts }, what));
      const where = `epsilon ${epsilonOf(culprits)}`;
      return [
        xoff.plotOf(`PAUSEs at P0, ${where}`, "burst ports N", `PAUSEs in ${BURST_MS} ms`, lines("pauses")),
        xoff.plotOf(`throughput of P0, ${where}`, "burst ports N", "goodput, Gbps", lines("throughput")),
      ];
    }),
  claims(runs) {
    const counts = runs.numbers("bursts");
    const few = counts.filter((n) => SMALL.includes(n));
    const many = counts[counts.length - 1];
    const throughput = (scheme: string, culprits: number, bursts: number): xoff.Sample =>
      runs.of({ scheme, culprits, bursts }, "throughput");
    const average = (scheme: string): xoff.Sample => {
      const byCount = counts.map((n) => throughput(scheme, 7, n));
      return xoff.averageOf(scheme, byCount);
    };
    const pausesAtFew = (scheme: string): xoff.Sample => {
      const byCount = few.map((bursts) => runs.of({ scheme, culprits: 3, bursts }, "pauses"));
      return xoff.sumOf(scheme, byCount);
    };
    return [
      xoff.order("large-k-pauses", {
        claim: `K = 7 and K = 9 send more PAUSEs than K = 5 at small N, N = ${few.join(" and ")}, epsilon .75`,
        paper: "more",
        judged: xoff.belowEach("K=5", ["K=7", "K=9"], pausesAtFew, xoff.fixed(1, " PAUSEs")),
      }),
      ...CULPRITS.map((culprits) => {
        const epsilon = epsilonOf(culprits);
        return xoff.order(`small-k-loses-${epsilon.slice(2)}`, {
          claim: `Throughput is lower with K = 3 than with K = 5 at large N, N = ${many}, epsilon ${epsilon}`,
          paper: "less",
          judged: xoff.below(throughput("K=3", culprits, many), throughput("K=5", culprits, many), victim.gbps),
        });
      }),
      xoff.order("k5-beats-dt", {
        // Section IV-C: "SPFC can also slightly outperform DT in the case of victim traffic".
        claim: "At epsilon .875 throughput with K = 5 is higher than under DT, by at most 10%, on average over N",
        paper: "slightly outperforms DT",
        judged: [
          xoff.below(average("DT 2"), average("K=5"), victim.gbps),
          xoff.onAPar(average("K=5"), average("DT 2")),
        ],
        underdetermined: { evidence: LATE_BYTES_ARE_OPEN },
      }),
    ];
  },
});
