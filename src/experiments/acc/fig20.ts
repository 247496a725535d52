/** acc/fig20: how busy the trunk to the last switch is, that a long flow shares with the one the bursts meet. */
import { firstSeed, mean, order } from "../claims-by-means.ts";
import { defineExperiment, type Claim, type Done, type Plot } from "../contract.ts";
import { chainScenario, chosen } from "./chain-fabric.ts";
import { busy, chosenForSchemes, schemeNames, schemes, type Scheme } from "./schemes.ts";

interface Key extends Record<string, string | number> {
  readonly scheme: Scheme;
  readonly bursts: number;
}

interface Row {
  /** ms and percent of sw3-sw4, by 100 us. */
  readonly utilisation: readonly (readonly [number, number])[];
}

const COUNTS = [10, 20] as const;
const START_MS = 5;
const UNTIL_MS = 25;
/** Share of its mean in the millisecond before the bursts that the link must be back at. */
const BACK = 0.95;
/** For so many samples of 100 us, on average. */
const HOLDS = 5;
/** ms: from the bursts' start until the link is as busy again. */
const PAPER = {
  DCQCN: [1.5, 7],
  TIMELY: [6, 12],
  ACC: [1.5, 2],
} as const;

export const fig20 = defineExperiment<Key, Row>({
  id: "acc/fig20",
  title: "Utilisation of the trunk that a victim shares",
  asks: "Bursts congest F1's receiver. For how long is the link sw3-sw4, which F0 shares with F1, not used?",
  chosen: [
    ...chosen,
    ...chosenForSchemes,
    "Recovery is when the link again carries 95% of what it did in the millisecond before the bursts, on average over half a millisecond; it is counted from the bursts' start at 5 ms. The run ends at 25 ms.",
  ],
  seeds: { quick: 1, paper: 5 },

  trials: () =>
    COUNTS.flatMap((bursts) =>
      schemeNames.map((scheme) => ({
        key: { scheme, bursts },
        scenario: chainScenario({
          bursts,
          start: START_MS,
          until: `${UNTIL_MS}ms`,
          ...schemes[scheme],
          measure: { every: "100us", rates: ["sw3-sw4"] },
        }),
      })),
    ),

  row({ tables }, { scheme }) {
    const rates = tables.rates?.columns;
    return {
      utilisation: Array.from(rates?.time_ns ?? [], (ns, row) => [
        ns / 1e6,
        100 * busy(scheme, rates?.sent_bps[row] ?? NaN, 100),
      ]),
    };
  },

  conclude: (done) => ({
    plots: COUNTS.map((bursts) => plot(bursts, done)),
    claims: done.length === 0 ? [] : COUNTS.flatMap((bursts, k) => claimsOf(bursts, k, done)),
  }),
});

const plot = (bursts: number, done: readonly Done<Key, Row>[]): Plot => ({
  title: `N = ${bursts}: utilisation of sw3-sw4`,
  x: "time, ms",
  y: "%",
  lines: firstSeed(done)
    .filter(({ key }) => key.bursts === bursts)
    .map(({ key, row }) => ({ name: key.scheme, points: row.utilisation })),
});

/** ms after the bursts' start; 0: the link was never less busy; Infinity: not within the run. */
function recovery({ utilisation }: Row): number {
  const usual = mean(utilisation.flatMap(([ms, share]) => (ms > START_MS - 1 && ms <= START_MS ? [share] : [])));
  const later = utilisation.filter(([ms]) => ms > START_MS);
  const fell = later.findIndex(([, share]) => share < BACK * usual);
  if (fell < 0) return 0;
  const back = later.findIndex(
    (_, k) => k > fell && mean(later.slice(k, k + HOLDS).map(([, share]) => share)) >= BACK * usual,
  );
  return back < 0 ? Infinity : later[back][0] - START_MS;
}

function claimsOf(bursts: number, k: number, done: readonly Done<Key, Row>[]): Claim[] {
  const of = (scheme: Scheme): Row[] =>
    done.filter(({ key }) => key.scheme === scheme && key.bursts === bursts).map(({ row }) => row);
  const after = (scheme: Scheme): number => mean(of(scheme).map(recovery));
  const ms = (time: number): string => (Number.isFinite(time) ? `${time.toFixed(1)} ms` : "not within the run");
  const usual = (scheme: Scheme): string =>
    mean(of(scheme).flatMap(({ utilisation }) => utilisation.slice(40, 50).map(([, share]) => share))).toFixed(0);
  const each = schemeNames.map((scheme) => `${scheme} ${ms(after(scheme))} (${usual(scheme)}% before)`).join(", ");
  return [
    order(
      {
        id: `order-${bursts}`,
        claim: `N = ${bursts}: under ACC the link recovers before it does under TIMELY, and no later than under DCQCN`,
        paper: PAPER_ORDER[k],
      },
      each,
      after("ACC") < after("TIMELY") && after("ACC") <= after("DCQCN"),
    ),
    ...(["ACC", "DCQCN", "TIMELY"] as const).map((scheme): Claim => {
      const paper = PAPER[scheme][k];
      const ours = after(scheme);
      return {
        id: `${scheme.toLowerCase()}-${bursts}`,
        claim: `N = ${bursts}: recovery under ${scheme}`,
        kind: "ratio",
        paper: `${paper} ms`,
        ours: ms(ours),
        verdict: ours / paper <= 1.5 && paper / ours <= 1.5 ? "holds" : "fails",
        note: NOTES[scheme],
      };
    }),
  ];
}

const NOTES = {
  ACC: "F0 climbs from half the link by RI_high, a twenty-fifth of what is missing each round trip of 20.5 us: 5% are missing after 1.2 ms, in the middle of that half millisecond, and 1% after 2 ms.",
  DCQCN:
    "F0 and F1 climb by the steps of HPCC's simulator, which the paper does not name, once PAUSEs have ended with the bursts. With timers and steps of its paper (zhu15) it takes from 1.3 to 3.3 ms with N = 10 and from 2.2 to 8.6 ms with N = 20, by whether marks come as CNPs, whether the target follows cuts, and by P_max.",
  TIMELY:
    "TIMELY's steps and T_low, which the paper does not name, decide this; with those of HPCC's simulator it does not rest before the bursts either.",
};

const PAPER_ORDER = ["DCQCN 1.5 ms, TIMELY 6 ms, ACC 1.5 ms", "DCQCN 7 ms, TIMELY 12 ms, ACC 2 ms"];
