/** The common code of bifrost/fig20 to fig23: three priorities (section VI-C). Only BifrostX has one buffer for all three. */
import * as xoff from "../experiment.ts";
import { changesOf, eachGroup, faster, fctFigure, groupsPlot, WHATS, type Printed, type Times } from "./fct.ts";
import { fctsByPriority, priorities, type Priority } from "./flow-groups.ts";
import type { BifrostReading } from "./readings.ts";
import type { Run, Scheme } from "./schemes.ts";
import { interDc, mixed, type Spread } from "./traffic.ts";
import { chosen, chosenInside, runOf, SIZES, sizeChosen, twoDcScenario, type TwoDcOptions } from "./two-dcs.ts";

export const SCHEMES: readonly Scheme[] = ["BifrostX", "PFC", "SWING", "CBFC-ideal"];

const CLASSES = [1, 2, 3];
const spread = (...percent: readonly number[]): Spread => ({
  classes: percent.map((share, k) => ({ class: CLASSES[k], share: `${share}%` })),
});
const INTER = spread(16, 25, 59);
const INTRA = spread(28, 32, 40);

export const prioritiesChosen: readonly string[] = [
  ...chosen.filter((one) => one !== chosenInside),
  "Priorities are classes 1, 2 and 3.",
  "The threshold is static. A queue inside a data centre pauses at its own 288 KiB, and the shared 10 MiB stay unused. A port of CBFC has the same memory: 288 KiB and 30 KiB per class.",
  "A flow's priority is drawn with the shares of section VI-C and does not depend on its size.",
];

/** The scenario of one scheme, or of the run without PAUSEs, with three priorities. */
export const prioritiesScenario = (
  run: Run,
  options: Pick<TwoDcOptions, "traffic" | "measure" | "km" | "arrivalsMs">,
  reading: BifrostReading,
): xoff.Trial["scenario"] =>
  runOf(run, (scheme) => {
    const policies = { scheduling: schedulerOf(scheme, reading) };
    return twoDcScenario({ ...{ scheme, classes: CLASSES, threshold: "static", policies }, ...options }, reading);
  });

const schedulerOf = (scheme: Scheme, { scheduler }: BifrostReading): "strict" | "round-robin" => {
  const strict = scheduler === "strict" || (scheduler === "queues" && scheme === "BifrostX");
  return strict ? "strict" : "round-robin";
};

/** WebSearch traffic: from one data centre to the other, or all-to-all with 30% of the flows across the long link. */
export const traffics = {
  "inter-DC": (load: number, stopMs: number, reading: BifrostReading): unknown[] => [
    interDc("WebSearch", load, stopMs, reading, INTER),
  ],
  "all-to-all": (load: number, stopMs: number, reading: BifrostReading): unknown[] =>
    mixed("WebSearch", { load, share: 0.3 }, stopMs, [INTER, INTRA], reading),
} as const;

interface Figure extends xoff.About {
  readonly traffic: keyof typeof traffics;
  readonly load: number;
  /** The number of seeds at paper scale. */
  readonly seeds: number;
  /** The paper's changes of FCT under BifrostX against other schemes. */
  readonly printed?: Printed<Priority>;
  readonly claims: (times: PriorityTimes) => readonly xoff.Claim[];
}

type PriorityTimes = Times<{ readonly scheme: Run }, Priority>;

/**
 * A figure of completion times by priority. If the paper prints changes of FCT (`printed`), the figure also has a run
 * without PAUSEs. That run bounds the improvement that a scheme can have (`changesOf`).
 */
export const byPriority = ({ traffic, load, seeds, printed = [], claims, ...about }: Figure): xoff.Experiment =>
  fctFigure<{ readonly scheme: Run }, Priority>({
    ...about,
    chosen: [...prioritiesChosen, sizeChosen(SIZES[traffic])],
    seeds: { quick: 3, paper: seeds },
    trials(scale, reading) {
      const size = SIZES[traffic][scale];
      const offered = { ...size, traffic: traffics[traffic](load, size.arrivalsMs, reading) };
      const runs: readonly Run[] = printed.length === 0 ? SCHEMES : [...SCHEMES, xoff.NO_PAUSES];
      return xoff.trialsOver({ scheme: runs }, ({ scheme }) => prioritiesScenario(scheme, offered, reading));
    },
    row: fctsByPriority,
    complete: priorities,
    plots: (times) =>
      WHATS.map((what) => groupsPlot("flows across the long link", times, SCHEMES, priorities, what, printed)),
    claims: (times) =>
      [...changesOf(times, "x", "WebSearch", printed, "BifrostX"), ...claims(times)].map((claim) =>
        xoff.leftOpen(claim, SERVICE_IS_OPEN),
      ),
  });

const SERVICE_IS_OPEN =
  "Section VI-C has three priorities and does not say in which order the switches serve them (reading `scheduler`). Only algorithm 3, on the long link, has an order.";

/** Makes the claim that BifrostX is ahead of PFC and SWING at all of these priorities. The paper says so in one sentence. */
export const ahead = (times: PriorityTimes, of: readonly Priority[], paper: string): xoff.Claim =>
  xoff.order("ahead", {
    claim: `BifrostX is ahead of PFC and of SWING for flows of ${listed(of)} priority (average FCT)`,
    paper,
    judged: faster(times, "BifrostX", ["PFC", "SWING"], of),
    context: of.map((priority) => `${priority} ${times.n(priority)}`).join(", "),
  });

/** "high, middle and low" */
const listed = (names: readonly string[]): string => names.join(", ").replace(/, (?=[^,]*$)/, " and ");

const parAt = (times: PriorityTimes, against: Scheme, of: readonly Priority[], factor = xoff.COMPARABLE): xoff.Judged =>
  eachGroup(of, (priority) => [xoff.onAPar(times.fct("BifrostX", priority), times.fct(against, priority), factor)]);

export const onParWithCbfc = (times: PriorityTimes, of: readonly Priority[]): xoff.Claim =>
  xoff.order("par-cbfc", {
    claim: `BifrostX and CBFC-ideal are within 10% of each other at ${listed(of)} priority (average FCT)`,
    paper: "comparable performance",
    judged: parAt(times, "CBFC-ideal", of),
  });

/**
 * Makes the claim that BifrostX is behind CBFC-ideal by at most 10%. The paper: "a slight performance degradation for
 * middle and low priorities", with a third of CBFC-ideal's memory.
 */
export const slightlyBehindCbfc = (times: PriorityTimes, of: readonly Priority[]): xoff.Claim =>
  xoff.order("slightly-behind-cbfc", {
    claim: `BifrostX is behind CBFC-ideal at ${listed(of)} priority, by 10% at most (average FCT)`,
    paper: "a slight performance degradation",
    judged: [faster(times, "CBFC-ideal", ["BifrostX"], of), parAt(times, "CBFC-ideal", of)],
  });

/**
 * Makes the claim that BifrostX is behind PFC and SWING at low priority, by at most 10%. The paper: "its performance
 * degrades with the low-priority traffic slightly".
 */
export const lowPays = (times: PriorityTimes): xoff.Claim =>
  xoff.order("low-pays", {
    claim: "BifrostX is behind PFC and SWING at low priority, by 10% at most (average FCT)",
    paper: "degrades with the low-priority traffic slightly",
    judged: (["PFC", "SWING"] as const).flatMap((against) => [
      faster(times, against, ["BifrostX"], ["low"]),
      parAt(times, against, ["low"]),
    ]),
    context: times.n("low"),
  });

/**
 * Makes the claim that the FCTs of BifrostX and `against` differ by at most `factor`. It is for cases in which the two
 * FCTs of the paper are almost equal.
 */
export const sameAs = (
  times: PriorityTimes,
  against: Scheme,
  at: Priority,
  factor: number,
  paper: string,
): xoff.Claim =>
  xoff.order(`${at}-as-${against.toLowerCase()}`, {
    claim: `BifrostX and ${against} are within ${Math.round((factor - 1) * 100)}% of each other at ${at} priority (average FCT)`,
    paper,
    judged: parAt(times, against, [at], factor),
    context: times.n(at),
  });
