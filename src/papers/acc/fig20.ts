/** acc/fig20: utilisation of the trunk that two long flows share, while bursts congest the receiver of one of them. */
import * as xoff from "../experiment.ts";
import { chainScenario, chosen, startedAt } from "./chain-fabric.ts";
import { acc } from "./readings.ts";
import { busy, busy95, chosenForSchemes, HEURISTIC, hostOf, schemeNames, schemesOf, type Scheme } from "./schemes.ts";

interface Row {
  /** The utilisation of link sw3-sw4 as [ms, percent], one value for each 100 us. The bursts start at 5 ms. */
  readonly utilisation: readonly (readonly [number, number])[];
}

const COUNTS: readonly number[] = [10, 20];
const START_MS = 5;
const AFTER_MS = 20;
/** The link has recovered when its utilisation is this share of its maximum in the last millisecond before the bursts. */
const BACK = 0.99;
/** Recovery is judged by the mean of this number of consecutive samples. Each covers 100 us. */
const HOLDS = 3;
/** The paper's times from the bursts' start until the link has recovered, ms, in the order of `COUNTS`. */
const PAPER = { DCQCN: [1.5, 7], TIMELY: [6, 12], ACC: [1.5, 2] } as const;
const PAPER_ORDER = ["DCQCN 1.5 ms, TIMELY 6 ms, ACC 1.5 ms", "DCQCN 7 ms, TIMELY 12 ms, ACC 2 ms"];
/** Under TIMELY and DCQCN a recovery time depends on increase steps that the paper does not print. */
const OPEN = {
  DCQCN:
    "The text gives neither DCQCN's increase steps nor the time at which the long flows begin (readings `dcqcn`, `warmUp`).",
  TIMELY:
    "The text gives neither TIMELY's increase step nor the time at which the long flows begin (readings `timely`, `warmUp`).",
} as const;
const NOTES = {
  ACC: "F0 starts from half the link rate. RI_high closes 1/25 of the gap to the link rate in each round trip of 20.5 us. The gap is 5% after 1.2 ms and 1% after 2 ms.",
  DCQCN:
    "When PAUSEs end with the bursts, F0 and F1 increase by the steps of HPCC's simulator. The paper does not give these steps.",
  TIMELY: "The result depends on TIMELY's steps and T_low, which the paper does not give.",
};

export const fig20 = xoff.defineFigure({
  id: "acc/fig20",
  title: "Utilisation of the trunk that a victim shares",
  asks: "Bursts congest F1's receiver. How long is the link sw3-sw4, which F0 shares with F1, below its full utilisation?",
  readings: acc,
  seeds: { quick: 3, paper: 5 },
  chosen: [
    ...chosen,
    ...chosenForSchemes,
    "The link has recovered \"to full link utilization\" when it carries 99% of its maximum in the millisecond before the bursts. Both are averages over 0.3 ms, because TIMELY's rate oscillates. For HPCC the paper calls 95% not full. Recovery time counts from the bursts' start. Runs end 20 ms after that start. A link that has not recovered by then counts as recovered at the end.",
  ],
  trials: (_scale, reading) => {
    const senderOf = (scheme: Scheme) => ({ ...hostOf(reading, scheme), ...schemesOf(reading)[scheme] });
    const measure = { every: "100us", rates: ["sw3-sw4"] };
    return COUNTS.flatMap((bursts) =>
      xoff.trialsOver({ scheme: schemeNames, bursts: [bursts] }, ({ scheme }) =>
        chainScenario({ bursts, at: START_MS, after: AFTER_MS, ...senderOf(scheme), measure }, reading),
      ),
    );
  },
  row(results, { scheme }): Row {
    const rates = xoff.columnsOf(results, "rates");
    const start = startedAt(results);
    const samples = xoff
      .courseOf(rates, rates.sent_bps)
      .map(([ms, bps]) => [ms - start + START_MS, 100 * busy(scheme, bps, 100)] as const);
    return { utilisation: samples.filter(([ms]) => ms > 0) };
  },
  plots: (runs) =>
    COUNTS.map((bursts, k) => {
      const lines = runs.courses("scheme", ({ utilisation }) => utilisation, { bursts });
      const marks = Object.entries(PAPER).map(([name, times]) => ({ name, x: START_MS + times[k], y: 100 }));
      const more = { marks, note: "Marks: the recovery times of the paper." };
      return xoff.coursePlot(`N = ${bursts}: utilisation of sw3-sw4`, "utilisation of sw3-sw4, %", lines, more);
    }),
  claims: (runs) => {
    const of = (scheme: Scheme, bursts: number, pick: (row: Row) => number = recovery): xoff.Sample =>
      runs.of({ scheme, bursts }, pick, `${scheme}, N = ${bursts}`);
    return [
      ...COUNTS.flatMap((bursts, k) => {
        const after = (scheme: Scheme): xoff.Sample => of(scheme, bursts);
        const sooner = bursts === 10 ? (["TIMELY"] as const) : (["TIMELY", "DCQCN"] as const);
        return [
          xoff.order(`order-${bursts}`, {
            claim: `N = ${bursts}: under ACC the link recovers before it does under ${sooner.join(" and ")}`,
            paper: PAPER_ORDER[k],
            judged: xoff.belowEach<Scheme>("ACC", sooner, after, ms),
          }),
          ...(["ACC", "DCQCN", "TIMELY"] as const).map((scheme) =>
            xoff.ratio(`${scheme.toLowerCase()}-${bursts}`, {
              claim: `N = ${bursts}: recovery under ${scheme}`,
              paper: `${PAPER[scheme][k]} ms`,
              judged: xoff.near(after(scheme), PAPER[scheme][k], ms),
              note: NOTES[scheme],
              ...(scheme !== "ACC" && { underdetermined: { evidence: OPEN[scheme] } }),
            }),
          ),
          xoff.order(`hpcc-quick-${bursts}`, {
            // "HPCC can ramp up quickly after bursts start but only maintains a 95% link utilization in steady state". The sentence
            // has no time and names no other scheme, so the comparison is ours.
            claim: `N = ${bursts}: HPCC returns to its own level before DCQCN and TIMELY return to theirs`,
            paper: "HPCC can ramp up quickly",
            judged: xoff.belowEach<Scheme>("HPCC", HEURISTIC, after, ms),
            standing: "ours",
          }),
        ];
      }),
      xoff.order("worse-with-more", {
        claim: "Under DCQCN and TIMELY recovery takes longer with N = 20 than with N = 10",
        paper: "worse burst tolerance performance",
        judged: HEURISTIC.map((scheme) => xoff.below(of(scheme, 10), of(scheme, 20), ms)),
      }),
      // One sentence of the paper covers N = 10 and N = 20 bursting hosts, so it is one claim: "HPCC ... only maintains a 95% link
      // utilization in steady state".
      xoff.ratio("hpcc-95", {
        claim: "In the last 5 ms link utilisation under HPCC is 95%, within 2%, with N = 10 and N = 20",
        paper: "only maintains a 95% link utilization in steady state",
        judged: COUNTS.map((bursts) => busy95(of("HPCC", bursts, steady))),
      }),
    ];
  },
});

const ms = xoff.fixed(1, " ms");

/** The mean utilisation in the last 5 ms. */
const steady = ({ utilisation }: Row): number => xoff.meanBetween(utilisation, START_MS + AFTER_MS - 5 + 1e-6);

/** The moving averages over `HOLDS` samples: each sample and the ones after it. */
const means = (samples: Row["utilisation"]): number[] =>
  samples.map((_, k) => xoff.mean(samples.slice(k, k + HOLDS).map(([, share]) => share)));

/** The maximum of the moving averages in the last millisecond before the bursts. */
function before({ utilisation }: Row): number {
  const earlier = utilisation.filter(([at]) => at > START_MS - 1 + 1e-6 && at <= START_MS + 1e-6);
  return Math.max(...means(earlier).slice(0, 1 - HOLDS));
}

/** The time from the bursts' start until the link has recovered, ms. 0: the utilisation never fell. */
function recovery(row: Row): number {
  const enough = BACK * before(row);
  const later = row.utilisation.filter(([at]) => at > START_MS + 1e-6);
  const fell = later.findIndex(([, share]) => share < enough);
  if (fell < 0) return 0;
  const back = means(later).findIndex((share, k) => k > fell && share >= enough);
  return back < 0 ? AFTER_MS : later[back][0] - START_MS;
}
