/** The soak trial of one scenario: it runs in every mode and must pass every check. */
import {
  ParamError,
  readScenario,
  risks,
  ScenarioError,
  setUp,
  type Experiment,
  type Scenario,
} from "../../run/lab/lab.ts";
import { pathOf, without, type Path } from "../../scenario/path.ts";
import { ms, us } from "../../base/units.ts";
import { flawOf } from "./checks.ts";
import { difference } from "./compare.ts";
import type { Written } from "./values.ts";
import { dropEnds, usualRun, runModes, type Outcome } from "./run-modes.ts";

export type Verdict =
  | { readonly kind: "held"; readonly events: number }
  | { readonly kind: "rejected"; readonly why: string }
  | { readonly kind: "broken"; readonly rule: string; readonly where: string };

/** A run with more events than this is interrupted. Many short scenarios find more mistakes than one long scenario. */
const MAX_EVENTS = 25_000;

/**
 * Maximum number of contradictions that are removed from a drawn scenario. A scenario with more contradictions is given
 * up.
 */
const MENDINGS = 8;

/** Removes the contradictions of a scenario. Returns the scenario and its experiment, or the message of a contradiction that remains. */
export function mended(written: Written): { readonly written: Written; readonly experiment: Experiment } | string {
  let left = written;
  for (let times = 0; ; times++) {
    const wrong = mistakeIn(left);
    if ("experiment" in wrong) return { written: left, experiment: wrong.experiment };
    const less = times < MENDINGS ? leftOut(left, wrong.path) : undefined;
    if (less === undefined) return wrong.message;
    left = less;
  }
}

/** Returns the experiment if the scenario can be set up. Otherwise returns the message and the mistake's path in the scenario. */
function mistakeIn(
  written: Written,
): { readonly experiment: Experiment } | { readonly message: string; readonly path: Path } {
  try {
    return { experiment: setUp(readScenario(JSON.stringify(written), "soak.json")) };
  } catch (error) {
    if (error instanceof ScenarioError) return { message: error.message, path: pathOf(error.path) };
    if (error instanceof ParamError) return { message: error.message, path: pathOf(error.at) };
    throw error;
  }
}

/** Returns the scenario without the value at `path`; undefined if a scenario needs that value. */
function leftOut(written: Written, path: Path): Written | undefined {
  const { limit, ...others } = written;
  // A mistake at `until` means "until: done" without a flow that can end. The value of `limit`, the latest end of such a
  // run, then replaces "done".
  if (path[0] === "until" && limit !== undefined) return { ...others, until: limit };
  const less = without(written, path) as Written;
  return less === written || less["traffic"] === undefined || less["topology"] === undefined ? undefined : less;
}

/** Returns the rule that a scenario breaks; undefined if it breaks none or cannot be set up. */
export function ruleBrokenBy(written: Written): string | undefined {
  const built = mistakeIn(written);
  if (!("experiment" in built)) return undefined;
  const verdict = trial(built.experiment);
  return verdict.kind === "broken" ? verdict.rule : undefined;
}

/**
 * Runs the experiment in the usual mode. Then runs its scenario again in every other mode of `runModes`, and compares
 * the results.
 */
export function trial(experiment: Experiment): Verdict {
  const { scenario } = experiment;
  try {
    const { outcome, until } = usualRun(experiment, MAX_EVENTS);
    const flaw = flawIn(outcome, scenario);
    if (flaw !== undefined) return { kind: "broken", ...flaw };
    for (const way of runModes) {
      const other = way.run(scenario, until);
      const where = other === undefined ? undefined : difference(outcome, other);
      if (where !== undefined) return { kind: "broken", rule: `the same run ${way.name}`, where };
    }
    if (!drained(outcome))
      return { kind: "broken", rule: "packets in flight at the end of the last flow arrive", where: "" };
    const events = "results" in outcome ? outcome.network.events : 0;
    return { kind: "held", events };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const rule = error.message.replace(/ \(.*/s, "");
    return { kind: "broken", rule: `${error.name}: ${rule}`, where: error.stack ?? error.message };
  }
}

/**
 * Runs the network on after the end of the last flow. Returns true if the network becomes empty. At the end of the
 * last flow it may still contain duplicates, and ACKs that were delayed on another path.
 *
 * Also returns true if the check is impossible:
 * - The run did not end with its last flow, or has endless flows.
 * - A packet is lost while the network runs on, and the scenario stops at a loss.
 * - The network has too many further events.
 */
function drained(outcome: Outcome): boolean {
  if ("stopped" in outcome) return true;
  const { network, results } = outcome;
  const { ending, flows } = results.summary;
  if (ending !== "all flows are done" || flows.endless > 0) return true;
  const { ports } = network.fabric;
  const isEmpty = (): boolean =>
    Array.from({ length: ports }, (_, port) => network.fabric.queuedBytes(port)).every((bytes) => bytes === 0);
  const most = network.events + MAX_EVENTS;
  for (let more = us(100); more < ms(100) && network.events < most; more *= 2) {
    if (dropEnds(() => network.run(network.queue.now + more))) return true;
    if (more > us(100) && isEmpty()) return true;
  }
  return network.events >= most;
}

function flawIn(outcome: Outcome, scenario: Scenario): { readonly rule: string; readonly where: string } | undefined {
  if ("stopped" in outcome) return undefined;
  const { results, network } = outcome;
  const { dropped_no_headroom: dropped } = results.summary.counters;
  if (dropped > 0 && risks(scenario, network).length === 0)
    return { rule: "no drop in a lossless class without a reason", where: `${dropped} packets dropped` };
  return flawOf(results, network, scenario);
}
