/** Runs of figures 20 to 24 (section VI-C): three priorities, each with the buffers of one, but for BifrostX, whose share one. */
import { order, percentChange } from "../claims-by-means.ts";
import { defineExperiment, type Claim, type Experiment, type Scale } from "../contract.ts";
import { allDone, changes, fct, groupsPlot, listed, type Change, type Row, type Runs } from "./fct.ts";
import { fctsByPriority, priorities, type Priority } from "./flow-groups.ts";
import {
  chosen,
  DISTANCE_KM,
  interDc,
  mixed,
  twoDcScenario,
  type Scheme,
  type Spread,
  type TwoDcOptions,
} from "./two-dcs.ts";

export interface Key extends Record<string, string | number> {
  readonly scheme: Scheme;
}

export const SCHEMES: readonly Scheme[] = ["BifrostX", "PFC", "SWING", "CBFC-ideal"];

const CLASSES = [1, 2, 3];
const spread = (...percent: readonly number[]): Spread => ({
  classes: percent.map((share, k) => ({ class: CLASSES[k], share: `${share}%` })),
});
const INTER = spread(16, 25, 59);
const INTRA = spread(28, 32, 40);

/** How far apart the data centres are. */
const KM = { quick: 100, paper: DISTANCE_KM } as const;

/** What the paper leaves open besides. */
export const prioritiesChosen: readonly string[] = [
  ...chosen,
  "Priorities are classes 1, 2 and 3, and strict: a switch sends the highest that may go. The paper does not name a scheduler.",
  "The static threshold: a queue inside a data centre stops at its own 288 KiB, and the 10 MiB that queues share stay unused. So under every scheme but CBFC, which has no threshold.",
  "A flow's priority is drawn with the shares of section VI-C, whatever its size.",
];

/** The scenario of one scheme under one traffic. */
export const prioritiesScenario = (
  scheme: Scheme,
  scale: Scale,
  options: Pick<TwoDcOptions, "traffic" | "untilMs" | "measure">,
): Record<string, unknown> =>
  twoDcScenario({
    ...{ scheme, km: KM[scale], classes: CLASSES },
    policies: { buffer: scheme === "CBFC-ideal" ? "dt" : { name: "st", xoff: "0B" } },
    ...options,
  });

/** Of WebSearch: from one data centre to the other, or all-to-all with 30% of the flows across the long link. */
export const traffics = {
  "inter-DC": (load: number, stopMs: number): unknown[] => [interDc("WebSearch", load, stopMs, INTER)],
  "all-to-all": (load: number, stopMs: number): unknown[] =>
    mixed("WebSearch", { load, share: 0.3 }, stopMs, [INTER, INTRA]),
} as const;
type Traffic = keyof typeof traffics;

const STOP_MS = {
  "inter-DC": { quick: 6, paper: 20 },
  "all-to-all": { quick: 5, paper: 20 },
} as const;
/** Time for all to come through. */
const REST_MS = 500;

interface Figure {
  /** "bifrost/fig20" */
  readonly id: string;
  readonly title: string;
  readonly asks: string;
  readonly traffic: Traffic;
  readonly load: number;
  readonly claims: (runs: Runs<Key, Priority>) => readonly Claim[];
}

/** A figure of completion times by priority. */
export function byPriority({ id, title, asks, traffic, load, claims }: Figure): Experiment {
  const { quick, paper } = STOP_MS[traffic];
  return defineExperiment<Key, Row<Priority>>({
    ...{ id, title, asks },
    chosen: [
      ...prioritiesChosen,
      `Traffic starts for ${paper} ms on 600 km (quick: ${quick} ms on 100 km, with the buffers of that length), and every flow is run to its end.`,
    ],
    seeds: { quick: 3, paper: 3 },
    trials: (scale) =>
      SCHEMES.map((scheme) => ({
        key: { scheme },
        scenario: prioritiesScenario(scheme, scale, {
          traffic: traffics[traffic](load, STOP_MS[traffic][scale]),
          untilMs: STOP_MS[traffic][scale] + REST_MS,
        }),
      })),
    row: fctsByPriority,
    conclude: (done) => ({
      plots: (["average", "p99"] as const).map((what) =>
        groupsPlot("flows across the long link", done, SCHEMES, priorities, what),
      ),
      claims: done.length === 0 ? [] : [...claims(done), allDone(done, "all-done", priorities)],
    }),
  });
}

const HIGH_NOTE =
  "The paper names no scheduler. Strict priority, as here, shields high from much of what PFC and SWING hold up, so that less is to be gained; with round-robin figure 20 has -33% and, at the 99th percentile, -25% against PFC (paper scale, seed 1).";
const LOW_NOTE =
  "Under strict priority low is what waits longest, and so gains from a link that is not stopped; with round-robin it gains as much against PFC (-23%) and next to nothing against SWING (-2%).";
const NOTES: Readonly<Partial<Record<Priority, string>>> = { high: HIGH_NOTE, low: LOW_NOTE };

/** The paper's changes from `against` to BifrostX. */
export const changesBy = (
  runs: Runs<Key, Priority>,
  against: Scheme,
  paper: Readonly<Partial<Record<Priority, Change>>>,
): Claim[] =>
  priorities.flatMap((priority) => {
    const change = paper[priority];
    if (change === undefined) return [];
    const note = NOTES[priority];
    const paperSays = { ...change, ...(note !== undefined && { note }) };
    return changes(runs, "x", "WebSearch", against, priority, paperSays, "BifrostX");
  });

/** BifrostX before PFC and SWING at these priorities. */
export const ahead = (runs: Runs<Key, Priority>, of: readonly Priority[]): Claim[] =>
  (["PFC", "SWING"] as const).map((against) =>
    order(
      {
        id: `ahead-${against.toLowerCase()}`,
        claim: `BifrostX is ahead of ${against} for flows of ${of.join(", ")} priority (average FCT)`,
        paper: "outperforms",
        note: HIGH_NOTE,
      },
      said(runs, of),
      of.every((priority) => timesOf(runs, against, priority) < 1),
    ),
  );

/** BifrostX and CBFC, which has three times the memory, within so much of each other. */
const PAR = 1.15;

export const onParWithCbfc = (runs: Runs<Key, Priority>, of: readonly Priority[]): Claim =>
  order(
    {
      id: "par-cbfc",
      claim: `BifrostX and CBFC-ideal are within 15% of each other at ${of.join(", ")} priority (average FCT)`,
      paper: "comparable",
    },
    said(runs, of),
    of.every((priority) => {
      const times = timesOf(runs, "CBFC-ideal", priority);
      return times <= PAR && 1 / times <= PAR;
    }),
  );

/** Of figure 22. */
export const sameAsSwing = (runs: Runs<Key, Priority>): Claim =>
  order(
    {
      id: "high-swing",
      claim: "BifrostX and SWING do not differ by more than 1% at high priority (average FCT)",
      paper: "not more than 1%",
    },
    percentChange(timesOf(runs, "SWING", "high")),
    Math.abs(timesOf(runs, "SWING", "high") - 1) <= 0.01,
  );

const timesOf = (runs: Runs<Key, Priority>, against: Scheme, priority: Priority): number =>
  fct(runs, "BifrostX", priority, "average") / fct(runs, against, priority, "average");

const said = (runs: Runs<Key, Priority>, of: readonly Priority[]): string =>
  of.map((priority) => `${priority}: ${listed(runs, SCHEMES, priority, "average")}`).join("; ");
