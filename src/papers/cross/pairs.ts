/** Schemes of one role under each scheme of another: what cross/buffer-x-cc and cross/lb-x-cc draw, claim and find. */
import {
  below,
  type Claim,
  type Conclusion,
  type Done,
  gain,
  gainText,
  order,
  pointsOf,
  sample,
  type Sample,
  type Scale,
  type Show,
} from "../experiment.ts";
import type { CrossRow } from "./fabrics.ts";
import { BASE, nameOf, type Combination } from "./roles.ts";
import { bestSentence, byMean, pausesSentence, plusMinus } from "./tables.ts";

export const SEEDS: Readonly<Record<Scale, number>> = { quick: 2, paper: 10 };

/** On which fabric, under which workload. */
export const CELL = { fabric: "leaf-spine", workload: "Hadoop + fan-in" } as const;

export const pairChosen: readonly string[] = [
  "Slowdowns are of all flows that began, small ones up to 10 KB, large ones above 100 KB. Which scheme may be the best is decided by paired tests over seeds that allow for how many there are (docs/statistics.md).",
];

type Runs = readonly Done<Combination & Record<string, string>, CrossRow>[];

interface Axis {
  readonly names: readonly string[];
  readonly of: (key: Combination) => string;
  readonly title: string;
}

const MEASURES = {
  average: "average slowdown",
  p99: "p99 slowdown",
  small: "average slowdown up to 10 KB",
  large: "average slowdown above 100 KB",
  pauses: "PAUSEs",
} as const;
type Measure = keyof typeof MEASURES;

export function concludePairs(
  done: Runs,
  {
    across,
    compared,
    papers,
  }: { readonly across: Axis; readonly compared: Axis & { readonly base: string }; readonly papers: readonly string[] },
): Conclusion {
  if (done.length === 0) return { plots: [], claims: [] };
  const of = (name: string, over: string, what: Measure): Sample =>
    sample(
      name,
      done,
      (key) => compared.of(key) === name && across.of(key) === over,
      (row) => row[what],
    );
  const all = (what: Measure): Sample[] =>
    done
      .filter(({ seed }) => seed === done[0].seed)
      .map(({ key }) =>
        sample(
          nameOf(key),
          done,
          (one) => nameOf(one) === nameOf(key),
          (row) => row[what],
        ),
      );
  const claims = papers.flatMap((paper) =>
    across.names.map((over): Claim =>
      order(
        {
          id: `${paper}-${over}`.toLowerCase().replaceAll(" ", "-"),
          claim: `${paper} lowers the average slowdown under ${over}`,
          paper: "not shown together",
          standing: "ours",
        },
        below(of(paper, over, "average"), of(compared.base, over, "average"), times),
      ),
    ),
  );
  const best = (["average", "p99"] as const).flatMap((what) => {
    const samples = all(what);
    const base = { ...of(compared.base, BASE.sender, what), name: nameOf(BASE) };
    return bestSentence(`${MEASURES[what]}, of ${samples.length} combinations`, samples, base, times) ?? [];
  });
  const gains = papers.map((paper) => {
    const said = across.names.map((over) => {
      const found = gain(of(compared.base, over, "average"), of(paper, over, "average"));
      return `${over} ${gainText(found)}`;
    });
    return `${paper} against ${compared.base}, by how much the average slowdown is lower: ${said.join(", ")}.`;
  });
  const stuck = done.filter(({ row }) => row.deadlocked);
  const deadlocks =
    stuck.length === 0
      ? `No run of ${done.length} ended in a deadlock.`
      : `${stuck.length} of ${done.length} runs ended in a deadlock: ${[...new Set(stuck.map(({ key }) => nameOf(key)))].join("; ")}.`;
  const left = done.reduce((sum, { row }) => sum + row.unfinished, 0);
  const unfinished = left === 0 ? [] : [`${left} flows were not done and count at their age.`];
  return {
    plots: (["average", "p99", "pauses"] as const).map((what) => ({
      title: MEASURES[what],
      x: across.title,
      y: what === "pauses" ? "count of PAUSEs" : "FCT slowdown",
      bins: across.names,
      lines: compared.names.map((name) => ({
        name,
        points: pointsOf(across.names.map((over, k) => [k, of(name, over, what)])),
      })),
    })),
    claims,
    findings: [...best, ...gains, pausesSentence(done), deadlocks, ...unfinished],
    tables: [
      {
        title: "All of them, by their average slowdown (means over seeds, and half the 95% interval)",
        columns: ["combination", ...Object.values(MEASURES)],
        rows: byMean(all("average")).map(({ name }) => [
          name,
          ...(Object.keys(MEASURES) as Measure[]).map((what) =>
            plusMinus(all(what).find((one) => one.name === name) as Sample, what === "pauses" ? 0 : 2),
          ),
        ]),
      },
    ],
  };
}

const times: Show = (value) => value.toFixed(2);
