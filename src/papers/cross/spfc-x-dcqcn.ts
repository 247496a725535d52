/** cross/spfc-x-dcqcn: SPFC on the victim fabric of its paper, for different intervals between two rate cuts of DCQCN. */
import * as xoff from "../experiment.ts";
import { spfc } from "../spfc/readings.ts";
import { goodputOver, pausesAtP0, RECOVERED, victimScenario } from "../spfc/victim-fabric.ts";

const NAMES = ["ST", "DT 2", "SPFC"] as const;

/** DCQCN's intervals between two rate cuts, us. */
const CUTS: xoff.PerScale<readonly number[]> = {
  quick: [4, 10, 20, 50],
  paper: [4, 6, 8, 10, 12, 14, 16, 20, 25, 30, 40, 50],
};

export const spfcXDcqcn = xoff.defineFigure({
  id: "cross/spfc-x-dcqcn",
  title: "SPFC against the cut interval of DCQCN",
  asks: "With 24 burst ports, for which cut intervals of DCQCN is the victim paused under ST and DT? For which of these is it never paused under SPFC?",
  readings: spfc,
  seeds: { quick: 2, paper: 3 },
  chosen: [
    "The scenario is that of spfc/fig4 with 24 burst ports. DCQCN has the values of HPCC's simulator, except for the interval between two cuts: 4 us there, 50 us in DCQCN's paper.",
  ],
  trials: (scale, reading) =>
    xoff.trialsOver({ buffer: NAMES, cut: CUTS[scale] }, ({ buffer, cut }) => {
      const scenario = victimScenario(buffer, reading, { bursts: 24, measure: { every: "500us", goodputs: [0] } });
      const congestion = { name: "dcqcn", decreaseInterval: `${cut}us` };
      return { ...scenario, policies: { ...(scenario.policies as object), congestion } };
    }),
  /**
   * `pauses` is the number of PAUSEs to h0, and `held` the total time for which they pause h0, us. `least` is F1's least
   * goodput from 1 ms after the burst's start on, Gbps.
   */
  row(results) {
    const { sent, held } = pausesAtP0(results);
    const later = goodputOver(results, 0).filter(([ms]) => ms > 2);
    return { pauses: sent, held: held / 1000, least: Math.min(...later.map(([, gbps]) => gbps)) };
  },
  plots(runs) {
    const plot = (title: string, y: string, what: "pauses" | "held" | "least") =>
      xoff.plotOf(
        title,
        "cut interval, us",
        y,
        xoff.linesOver(NAMES, runs.numbers("cut"), (buffer, cut) => runs.of({ buffer, cut }, what)),
      );
    return [
      plot("paused time of h0", "paused time, us", "held"),
      plot("PAUSEs to h0", "count of PAUSEs", "pauses"),
      plot("minimum goodput of F1 from 1 ms after the burst's start", "goodput, Gbps", "least"),
    ];
  },
  claims(runs) {
    const spared = runs.where({ buffer: "SPFC" });
    const cutsWhere = (holds: (cut: number) => boolean): string => {
      const some = runs.numbers("cut").filter(holds);
      return some.length === 0 ? "none" : `${some.join(", ")} us`;
    };
    const paused = (["ST", "DT 2"] as const).map((buffer) => {
      const cuts = cutsWhere((cut) => xoff.meanOf(runs.of({ buffer, cut }, "pauses")) > 0);
      return `${buffer} pauses h0 at ${cuts}`;
    });
    const inEvery = (holds: (row: { readonly pauses: number; readonly least: number }) => boolean) =>
      xoff.inEveryRun("runs under SPFC", spared.rows({}), holds);
    return [
      xoff.order("spfc-spares", {
        claim: "SPFC does not pause h0 at any cut interval of DCQCN",
        paper: "no PAUSE at P0 under SPFC",
        judged: inEvery(({ pauses }) => pauses === 0),
        standing: "ours",
        context: paused.join("; "),
      }),
      xoff.order("f1-stays", {
        claim: "Under SPFC F1 stays above 90 Gbps on the wire from 1 ms after the burst's start",
        paper: "F1 climbs toward 96 Gbps",
        judged: inEvery(({ least }) => least >= RECOVERED),
        standing: "ours",
        context: `not at ${cutsWhere((cut) => spared.rows({ cut }).some(({ least }) => least < RECOVERED))}`,
      }),
    ];
  },
});
