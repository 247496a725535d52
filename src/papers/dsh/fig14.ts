/** dsh/fig14: completion times under DSH against SIH, over the part of the load that is background. */
import {
  against,
  defineExperiment,
  NO_PAUSES,
  percentChange,
  pointAt,
  quotient,
  ratio,
  sample,
  type Sample,
  type Scale,
  toBeHad,
  under,
  upTo,
} from "../experiment.ts";
import { benchmarkChosen, benchmarkRow, benchmarkScenario, flowsOf, type BenchmarkRow } from "./benchmark.ts";
import { dsh } from "./readings.ts";
import { chosen, etaChosen, schemes, type Scheme } from "./tomahawk.ts";

const congestions = ["dcqcn", "powertcp"] as const;
type Congestion = (typeof congestions)[number];
const NAMES: Readonly<Record<Congestion, string>> = { dcqcn: "DCQCN", powertcp: "PowerTCP" };

const groups = ["background", "fanIn"] as const;
type Group = (typeof groups)[number];
const GROUPS: Readonly<Record<Group, string>> = { background: "background", fanIn: "fan-in" };

interface Key extends Record<string, string | number> {
  readonly congestion: Congestion;
  readonly scheme: Run;
  /** Load of background, hundredths. */
  readonly background: number;
}

/** The ideal is SIH's run if no port ever paused. */
type Run = Scheme | typeof NO_PAUSES;
const RUNS: readonly Run[] = [...schemes, NO_PAUSES];

const TOTAL = 90;
const BACKGROUND: Readonly<Record<Scale, readonly number[]>> = { quick: [20, 80], paper: [20, 40, 60, 80] };

const PAPER: Readonly<Record<Congestion, Readonly<Record<Group, number>>>> = {
  dcqcn: { background: 0.899, fanIn: 0.567 },
  powertcp: { background: 0.689, fanIn: 0.423 },
};

export const fig14 = defineExperiment<Key, BenchmarkRow, typeof dsh>({
  id: "dsh/fig14",
  title: "Average FCT against load of background",
  asks: "Background flows in six classes, fan-ins in the seventh, .9 in all. How much sooner are flows done when headroom is shared?",
  chosen: [
    ...chosen,
    etaChosen,
    ...benchmarkChosen,
    "WebSearch is websearch-hpcc; what background leaves of .9 is the fan-ins'.",
    'The paper has its changes "up to" and names no load: they are claimed at the load where ours are largest; the plots have them all.',
  ],
  readings: dsh,
  seeds: { quick: 3, paper: 3 },
  trials: (scale, reading) =>
    congestions.flatMap((congestion) =>
      RUNS.flatMap((scheme) =>
        BACKGROUND[scale].map((background) => {
          const scenario = benchmarkScenario(
            {
              ...{ scheme: scheme === NO_PAUSES ? "SIH" : scheme, congestion },
              ...{ topology: "leaf-spine", cdf: "websearch-hpcc" },
              ...{ background: background / 100, fanIn: (TOTAL - background) / 100 },
            },
            scale,
            reading,
          );
          return {
            key: { congestion, scheme, background },
            scenario: scheme === NO_PAUSES ? under("pauses", scenario) : scenario,
          };
        }),
      ),
    ),
  row: benchmarkRow,

  conclude(done, scale) {
    if (done.length === 0) return { plots: [], claims: [] };
    const loads = BACKGROUND[scale];
    const rows = (congestion: Congestion, background: number) =>
      done.filter(({ key }) => key.congestion === congestion && key.background === background);
    const of = (congestion: Congestion, background: number, scheme: Run, group: Group): Sample =>
      sample(
        scheme,
        rows(congestion, background),
        (key) => key.scheme === scheme,
        (row) => row[group].mean,
      );
    const pauses = (congestion: Congestion): string =>
      loads
        .map((load) => {
          const mean = (scheme: Scheme): string => {
            const some = rows(congestion, load).filter(({ key }) => key.scheme === scheme);
            return (some.reduce((sum, { row }) => sum + row.pauses, 0) / Math.max(1, some.length)).toFixed(0);
          };
          return `.${load / 10}: ${schemes.map((scheme) => `${scheme} ${mean(scheme)}`).join(", ")}`;
        })
        .join("; ");
    return {
      plots: congestions.map((congestion) => ({
        title: `${NAMES[congestion]}: average FCT under DSH, normalised to SIH's`,
        ...{ x: "background load, share of the servers' links", y: "average FCT, times SIH's" },
        lines: groups.map((group) => ({
          name: GROUPS[group],
          points: loads.map((load) =>
            pointAt(load / 100, quotient(of(congestion, load, "DSH", group), of(congestion, load, "SIH", group))),
          ),
        })),
        note: `PAUSEs a run, by load of background: ${pauses(congestion)}.`,
      })),
      claims: congestions.flatMap((congestion) =>
        groups.map((group) => {
          const found = upTo(
            loads.map((load) => [of(congestion, load, "DSH", group), of(congestion, load, "SIH", group)] as const),
            PAPER[congestion][group],
          );
          const most = loads[found.at];
          const at = (scheme: Run): Sample => of(congestion, most, scheme, group);
          const claim = ratio(
            {
              id: `${GROUPS[group]}-${congestion}`,
              claim: `${NAMES[congestion]}: ${GROUPS[group]} flows are done sooner under DSH than under SIH, most at background .${most / 10}, fan-in .${(TOTAL - most) / 10}`,
              paper: `up to ${percentChange(PAPER[congestion][group])}`,
              tried: TRIED,
            },
            found.judged,
            flowsOf(rows(congestion, most).map(({ row }) => row[group])),
          );
          const tried = schemes.map((scheme) => [at(scheme), at("SIH")] as const);
          return against(claim, toBeHad(at(NO_PAUSES), at("SIH"), PAPER[congestion][group], tried));
        }),
      ),
    };
  },
});

const TRIED =
  "At paper scale DSH sends 30% (background .2) to 92% (.8) fewer PAUSEs than SIH under DCQCN, 32 to nearly 100% under PowerTCP, and the fan-ins have what the paper says of them. But PAUSEs are those of fan-ins mostly: while these are held back under SIH the background, in other classes, has their share of the links, so where fan-ins are most of the traffic it is 10% (DCQCN, .2) and 9% (PowerTCP, .4) slower under DSH.";
