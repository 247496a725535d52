/** One scenario put to the test: run in every way, asked everything that no run may break. */
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
import { dropEnds, usualRun, ways, type Outcome } from "./ways.ts";

export type Verdict =
  | { readonly kind: "held"; readonly events: number }
  | { readonly kind: "rejected"; readonly why: string }
  | { readonly kind: "broken"; readonly rule: string; readonly where: string };

/** Events after which a run is cut short: a scenario that is worth more is worth many others. */
const MOST_EVENTS = 25_000;

/** What does not go together is left out so often, each time one thing, before a scenario is given up. */
const MENDINGS = 8;

/** The scenario as it can be read and built, or why it cannot. */
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

/** Nothing, if it can be built. */
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

/** Without what is wrong; undefined: a scenario needs it. */
function leftOut(written: Written, path: Path): Written | undefined {
  const { limit, ...others } = written;
  // Where there is nothing to wait for, the run ends at its limit.
  if (path[0] === "until" && limit !== undefined) return { ...others, until: limit };
  const less = without(written, path) as Written;
  return less === written || less["traffic"] === undefined || less["topology"] === undefined ? undefined : less;
}

/** The rule that a scenario breaks, if it can be built and breaks one. */
export function ruleBrokenBy(written: Written): string | undefined {
  const built = mistakeIn(written);
  if (!("experiment" in built)) return undefined;
  const verdict = trial(built.experiment);
  return verdict.kind === "broken" ? verdict.rule : undefined;
}

/** Runs it as usual, and its scenario in every other way. */
export function trial(experiment: Experiment): Verdict {
  const { scenario } = experiment;
  try {
    const { outcome, until } = usualRun(experiment, MOST_EVENTS);
    const flaw = flawIn(outcome, scenario);
    if (flaw !== undefined) return { kind: "broken", ...flaw };
    for (const way of ways) {
      const other = way.run(scenario, until);
      const where = other === undefined ? undefined : difference(outcome, other);
      if (where !== undefined) return { kind: "broken", rule: `the same run ${way.name}`, where };
    }
    if (!drained(outcome)) return { kind: "broken", rule: "what is left when all flows are done arrives", where: "" };
    const events = "results" in outcome ? outcome.network.events : 0;
    return { kind: "held", events };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const rule = error.message.replace(/ \(.*/s, "");
    return { kind: "broken", rule: `${error.name}: ${rule}`, where: error.stack ?? error.message };
  }
}

/** After the last flow of a run: does what is still on its way, a copy, an ACK that another path held up, arrive or end as a drop? */
function drained(outcome: Outcome): boolean {
  if ("stopped" in outcome) return true;
  const { network, results } = outcome;
  const { ending, flows } = results.summary;
  if (ending !== "all flows are done" || flows.endless > 0) return true;
  const { ports } = network.fabric;
  const isEmpty = (): boolean =>
    Array.from({ length: ports }, (_, port) => network.fabric.queuedBytes(port)).every((bytes) => bytes === 0);
  const most = network.events + MOST_EVENTS;
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
