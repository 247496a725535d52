/** bifrost/fig13: completion times under Bifrost for several lengths of its time slot. */
import * as xoff from "../experiment.ts";
import { NAMES, timeOf, WHATS, type What } from "./fct.ts";
import { fctsByPlace, type Fct } from "./flow-groups.ts";
import { bifrost, type BifrostReading } from "./readings.ts";
import { CDFS, type Workload } from "./traffic.ts";
import { chosen, offeredScenario, SIZES, sizeChosen } from "./two-dcs.ts";

/** `slot` is the length of the time slot in us. */
type Key = { readonly workload: Workload; readonly slot: number };

/** `short` is the time in ms in which Bifrost granted less than a whole slot on the long link. */
type Row = Fct & { readonly short: number };

const SLOTS: xoff.PerScale<readonly number[]> = { quick: [10, 40], paper: [5, 10, 20, 40, 80] };
/** The time slot of the paper's other figures, us. */
const USUAL = 10;
const workloads = Object.keys(CDFS) as Workload[];

export const fig13 = xoff.defineFigure<Key, Row, typeof bifrost>({
  id: "bifrost/fig13",
  title: "Completion times under Bifrost for different time slots",
  asks: "How sensitive are completion times under Bifrost to the time slot T?",
  readings: bifrost,
  seeds: { quick: 3, paper: 5 },
  chosen: [
    ...chosen,
    "H = BDP + 2 R T for each T. The paper does not list its values of T. At 400 Gbps a PAUSE time of 16 bits limits T to 83 us.",
    '"Not sensitive" means within 10% of the result for T = 10 us.',
    sizeChosen(SIZES["inter-DC"]),
  ],
  trials: (scale, reading) =>
    xoff.trialsOver<Key>({ workload: workloads, slot: SLOTS[scale] }, ({ workload, slot }) =>
      offeredScenario("inter-DC", { scheme: "Bifrost", workload, load: 0.7 }, SIZES["inter-DC"][scale], reading, {
        ...{ slotUs: slot, measure: { pauses: true } },
      }),
    ),
  row(results) {
    const { node, peer, duration_ns } = results.tables.pauses.columns;
    const ofLink = Array.from(duration_ns).filter((ns, k) => node[k] === "dci1" && peer[k] === "dci0" && ns > 0);
    return { ...fctsByPlace(results)["inter-DC"], short: ofLink.reduce((sum, ns) => sum + ns, 0) / 1e6 };
  },
  plots: (runs, scale, { clock }) =>
    WHATS.map((what) => {
      const at = (workload: Workload, slot: number) => fct(runs, workload, slot, what, clock);
      const lines = xoff.linesOver(workloads, SLOTS[scale], at);
      return xoff.plotOf(`${NAMES[what]} across the long link`, "T, us", "FCT, ms", lines);
    }),
  claims: (runs, scale, { clock }) =>
    workloads.map((workload) => {
      const judged = WHATS.flatMap((what) =>
        SLOTS[scale]
          .filter((slot) => slot !== USUAL)
          .map((slot) => {
            const [one, usual] = [slot, USUAL].map((each) => fct(runs, workload, each, what, clock));
            const like = xoff.onAPar(one, usual);
            return { ...like, ours: `${what}, ${like.ours}` };
          }),
      );
      const short = runs.rows({ workload, slot: USUAL }).map((row) => row.short);
      const longest = Math.max(...short).toFixed(2);
      return xoff.order(`insensitive-${workload.toLowerCase()}`, {
        claim: `${workload}, 70%: completion times do not depend on T, within 10%`,
        paper: "not sensitive to time slot settings",
        judged,
        context:
          `n = ${xoff.formatCount(Math.round(xoff.mean(runs.rows({ workload }).map(({ flows }) => flows))))} flows a run` +
          (short.length === 0 ? "" : `; at T = 10 us grants were short for at most ${longest} ms of a run`),
      });
    }),
});

const fct = (
  runs: xoff.Runs<Key, Row>,
  workload: Workload,
  slot: number,
  what: What,
  clock: BifrostReading["clock"],
): xoff.Sample => runs.of({ workload, slot }, (row) => timeOf(row, clock, what), `T = ${slot} us`);
