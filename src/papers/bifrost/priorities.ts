/** Runs of figures 20 to 24 (section VI-C): three priorities, each with the buffers of one, but for BifrostX, whose share one. */
import {
  allOf,
  type Claim,
  COMPARABLE,
  defineExperiment,
  type Experiment,
  type Judged,
  NO_PAUSES,
  onAPar,
  order,
} from "../experiment.ts";
import { allDone, changesOf, faster, groupsPlot, Runs, within, type Printed, type Row } from "./fct.ts";
import { fctsByPriority, priorities, type Priority } from "./flow-groups.ts";
import { bifrost, type BifrostReading } from "./readings.ts";
import type { Run, Scheme } from "./schemes.ts";
import { interDc, mixed, type Spread } from "./traffic.ts";
import { chosen, chosenInside, runOf, SIZES, sizeChosen, twoDcScenario, type TwoDcOptions } from "./two-dcs.ts";

export interface Key extends Record<string, string | number> {
  readonly scheme: Run;
}

export const SCHEMES: readonly Scheme[] = ["BifrostX", "PFC", "SWING", "CBFC-ideal"];

const CLASSES = [1, 2, 3];
const spread = (...percent: readonly number[]): Spread => ({
  classes: percent.map((share, k) => ({ class: CLASSES[k], share: `${share}%` })),
});
const INTER = spread(16, 25, 59);
const INTRA = spread(28, 32, 40);

/** What the paper leaves open besides. */
export const prioritiesChosen: readonly string[] = [
  ...chosen.filter((one) => one !== chosenInside),
  "Priorities are classes 1, 2 and 3.",
  "The static threshold: a queue inside a data centre stops at its own 288 KiB, and the 10 MiB that queues share stay unused. A port of CBFC's has as much: 288 KiB and 30 KiB a class.",
  "A flow's priority is drawn with the shares of section VI-C, whatever its size.",
];

/** The scenario of one scheme under one traffic. */
export const prioritiesScenario = (
  scheme: Scheme,
  options: Pick<TwoDcOptions, "traffic" | "measure" | "km" | "arrivalsMs">,
  reading: BifrostReading,
): Record<string, unknown> =>
  twoDcScenario(
    {
      ...{ scheme, classes: CLASSES, threshold: "static" },
      policies: { scheduling: schedulerOf(scheme, reading) },
      ...options,
    },
    reading,
  );

const schedulerOf = (scheme: Scheme, { scheduler }: BifrostReading): "strict" | "round-robin" => {
  const strict = scheduler === "strict" || (scheduler === "queues" && scheme === "BifrostX");
  return strict ? "strict" : "round-robin";
};

/** Of WebSearch: from one data centre to the other, or all-to-all with 30% of the flows across the long link. */
export const traffics = {
  "inter-DC": (load: number, stopMs: number, reading: BifrostReading): unknown[] => [
    interDc("WebSearch", load, stopMs, reading, INTER),
  ],
  "all-to-all": (load: number, stopMs: number, reading: BifrostReading): unknown[] =>
    mixed("WebSearch", { load, share: 0.3 }, stopMs, [INTER, INTRA], reading),
} as const;
type Traffic = keyof typeof traffics;

interface Figure {
  /** "bifrost/fig20" */
  readonly id: string;
  readonly title: string;
  readonly asks: string;
  readonly traffic: Traffic;
  readonly load: number;
  /** The paper's changes. */
  readonly printed?: Printed<Priority>;
  readonly claims: (runs: PriorityRuns) => readonly Claim[];
}

export type PriorityRuns = Runs<Key, Priority>;

/** A figure of completion times by priority. */
export function byPriority({ id, title, asks, traffic, load, printed = [], claims }: Figure): Experiment {
  return defineExperiment<Key, Row<Priority>, typeof bifrost>({
    ...{ id, title, asks },
    chosen: [...prioritiesChosen, sizeChosen(SIZES[traffic])],
    readings: bifrost,
    seeds: { quick: 3, paper: 10 },
    trials: (scale, reading) =>
      // Where the paper prints changes the ideal too.
      [...SCHEMES, ...(printed.length === 0 ? [] : [NO_PAUSES])].map((run: Run) => {
        const size = SIZES[traffic][scale];
        const offered = traffics[traffic](load, size.arrivalsMs, reading);
        return {
          key: { scheme: run },
          scenario: runOf(run, (scheme) => prioritiesScenario(scheme, { traffic: offered, ...size }, reading)),
        };
      }),
    row: fctsByPriority,
    conclude: (done, _, reading) => {
      const runs: PriorityRuns = new Runs(done, reading.clock);
      if (runs.empty) return { plots: [], claims: [] };
      return {
        plots: (["average", "p99"] as const).map((what) =>
          groupsPlot("flows across the long link", runs, SCHEMES, priorities, what, printed),
        ),
        claims: [
          ...printed.flatMap(([against, priority, change]) =>
            changesOf(runs, "x", "WebSearch", against, priority, change, "BifrostX"),
          ),
          ...claims(runs),
          allDone(runs, priorities),
        ],
      };
    },
  });
}

/** BifrostX before PFC and SWING at all of these priorities: what the paper says in one sentence is one claim. */
export const ahead = (runs: PriorityRuns, of: readonly Priority[], paper: string): Claim =>
  order(
    {
      id: "ahead",
      claim: `BifrostX is ahead of PFC and of SWING for flows of ${of.join(", ")} priority (average FCT)`,
      paper,
    },
    faster(runs, "BifrostX", ["PFC", "SWING"], of),
    of.map((priority) => `${priority} ${runs.n(priority)}`).join(", "),
  );

const parAt = (runs: PriorityRuns, against: Scheme, of: readonly Priority[], factor: number): Judged =>
  allOf(
    of.map((priority) =>
      within(
        of,
        priority,
        onAPar(runs.fct("BifrostX", priority, "average"), runs.fct(against, priority, "average"), factor),
      ),
    ),
  );

const CBFC =
  "CBFC-ideal has no priorities and serves in turn, so that all its priorities wait alike. With 10 MiB besides for each port inside a data centre, as DT lets one of the others take in other figures, BifrostX is 11 to 16% ahead of it in figure 21 and 7% behind in figure 22 (five seeds).";

export const onParWithCbfc = (runs: PriorityRuns, of: readonly Priority[]): Claim =>
  order(
    {
      id: "par-cbfc",
      claim: `BifrostX and CBFC-ideal are within 10% of each other at ${of.join(", ")} priority (average FCT)`,
      paper: "comparable performance",
      tried: CBFC,
    },
    parAt(runs, "CBFC-ideal", of, COMPARABLE),
  );

/** CBFC-ideal, which has three times the memory, is ahead, but not far: "a slight performance degradation for middle and low priorities". */
export const slightlyBehindCbfc = (runs: PriorityRuns, of: readonly Priority[]): Claim =>
  order(
    {
      id: "slightly-behind-cbfc",
      claim: `BifrostX is behind CBFC-ideal at ${of.join(", ")} priority, by 10% at most (average FCT)`,
      paper: "a slight performance degradation",
      tried: CBFC,
    },
    allOf([faster(runs, "CBFC-ideal", ["BifrostX"], of), parAt(runs, "CBFC-ideal", of, COMPARABLE)]),
  );

/** The low priority pays for the others, but not much: "its performance degrades with the low-priority traffic slightly", against PFC and SWING. */
export const lowPays = (runs: PriorityRuns): Claim =>
  order(
    {
      id: "low-pays",
      claim: "BifrostX is behind PFC and SWING at low priority, by 10% at most (average FCT)",
      paper: "degrades with the low-priority traffic slightly",
      tried:
        "Served in turn the low priority is at -33% of PFC's time and -28% of SWING's (paper's scale, ten seeds), since its queue no longer waits for the others inside the data centres; with every switch strict under BifrostX alone (`scheduler: queues`) at +8 and +15%, undecided, and under every scheme (`scheduler: strict`, three seeds) at -14 (-62 to +34) and -44%.",
    },
    allOf(
      (["PFC", "SWING"] as const).flatMap((against) => [
        faster(runs, against, ["BifrostX"], ["low"]),
        parAt(runs, against, ["low"], COMPARABLE),
      ]),
    ),
    runs.n("low"),
  );

/** A change of the paper's that is next to none: neither better nor worse by more than `factor`. */
export const sameAs = (
  runs: PriorityRuns,
  against: Scheme,
  priority: Priority,
  factor: number,
  paper: string,
  tried: string,
): Claim =>
  order(
    {
      id: `${priority}-as-${against.toLowerCase()}`,
      claim: `BifrostX and ${against} are within ${Math.round((factor - 1) * 100)}% at ${priority} priority (average FCT)`,
      paper,
      tried,
    },
    parAt(runs, against, [priority], factor),
    runs.n(priority),
  );
