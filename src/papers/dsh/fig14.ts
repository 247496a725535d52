/** dsh/fig14: completion times under DSH against SIH, for several shares of background flows in the load. */
import * as xoff from "../experiment.ts";
import * as benchmark from "./benchmark.ts";
import type { BenchmarkRow, Run } from "./benchmark.ts";
import { dsh } from "./readings.ts";
import { chosen, etaChosen, schemes } from "./tomahawk.ts";

const CONGESTIONS = { dcqcn: "DCQCN", powertcp: "PowerTCP" } as const;
type Congestion = keyof typeof CONGESTIONS;
const congestions = Object.keys(CONGESTIONS) as Congestion[];
const GROUPS = { background: "background", fanIn: "fan-in" } as const;
type Group = keyof typeof GROUPS;
const groups = Object.keys(GROUPS) as Group[];

/** `background` is the load of background flows in percent of the servers' links. */
type Key = { readonly congestion: Congestion; readonly scheme: Run; readonly background: number };

/** The load of background and fan-ins together, percent. */
const TOTAL = 90;
const BACKGROUND: xoff.PerScale<readonly number[]> = { quick: [20, 80], paper: [20, 40, 60, 80] };
/** The paper's FCT under DSH, divided by that under SIH. */
const PAPER: Readonly<Record<Congestion, Readonly<Record<Group, number>>>> = {
  dcqcn: { background: 0.899, fanIn: 0.567 },
  powertcp: { background: 0.689, fanIn: 0.423 },
};

export const fig14 = xoff.defineFigure<Key, BenchmarkRow, typeof dsh>({
  id: "dsh/fig14",
  title: "Average FCT against load of background",
  asks: "Background flows use six classes and fan-ins the seventh, with a total load of .9. How much shorter are completion times if headroom is shared?",
  readings: dsh,
  seeds: { quick: 3, paper: 3 },
  chosen: [
    ...chosen,
    etaChosen,
    ...benchmark.benchmarkChosen,
    "WebSearch is websearch-hpcc. Fan-ins have the rest of the load of .9.",
    'The paper gives changes of "up to" a number, without a load. The claims use the load with our largest change. The plots show all loads.',
  ],
  trials: (scale, reading) =>
    xoff.trialsOver<Key>(
      { congestion: congestions, scheme: benchmark.RUNS, background: BACKGROUND[scale] },
      ({ congestion, scheme, background }) => {
        const loads = { background: background / 100, fanIn: (TOTAL - background) / 100 };
        const fabric = { congestion, topology: "leaf-spine", cdf: "websearch-hpcc" } as const;
        return benchmark.runScenario(scheme, { ...fabric, ...loads }, scale, reading);
      },
    ),
  row: benchmark.benchmarkRow,
  plots: (runs, scale) =>
    congestions.map((congestion) => ({
      title: `${CONGESTIONS[congestion]}: average FCT under DSH, normalised to SIH's`,
      ...{ x: "background load, share of the servers' links", y: "average FCT divided by SIH's" },
      lines: groups.map((group) => ({
        name: GROUPS[group],
        points: BACKGROUND[scale].map((load) => {
          const of = meanOf(runs, congestion, load, group);
          return xoff.pointAt(load / 100, xoff.quotient(of("DSH"), of("SIH")));
        }),
      })),
      note: `PAUSEs per run, by load of background: ${pausesText(runs, congestion, BACKGROUND[scale])}.`,
    })),
  claims: (runs, scale) =>
    congestions.flatMap((congestion) =>
      groups.map((group) => {
        const claim = `${CONGESTIONS[congestion]}: the FCT of ${GROUPS[group]} flows is shorter under DSH than under SIH`;
        return xoff.upToAgainstIdeal<Run, number>(`${GROUPS[group]}-${congestion}`, {
          ...{ one: "DSH", other: "SIH", ideal: xoff.NO_PAUSES, schemes, factor: PAPER[congestion][group] },
          ...{ places: BACKGROUND[scale], of: (load) => meanOf(runs, congestion, load, group) },
          said: (load, printed) => ({
            claim: `${claim}, most at background .${load / 10}, fan-in .${(TOTAL - load) / 10}`,
            paper: printed,
            context: benchmark.flowsOf(runs.rows({ congestion, background: load }).map((row) => row[group])),
          }),
        });
      }),
    ),
});

const meanOf =
  (runs: xoff.Runs<Key, BenchmarkRow>, congestion: Congestion, background: number, group: Group) =>
  (scheme: Run): xoff.Sample =>
    runs.of({ scheme, congestion, background }, (row) => row[group].mean);

function pausesText(runs: xoff.Runs<Key, BenchmarkRow>, congestion: Congestion, loads: readonly number[]): string {
  const mean = (scheme: Run, background: number): string => {
    const rows = runs.rows({ congestion, scheme, background });
    return (rows.reduce((sum, { pauses }) => sum + pauses, 0) / Math.max(1, rows.length)).toFixed(0);
  };
  return loads
    .map((load) => `.${load / 10}: ${schemes.map((scheme) => `${scheme} ${mean(scheme, load)}`).join(", ")}`)
    .join("; ");
}
