/** One scenario put to the test: run in every way, asked everything that no run may break. */
import { ParamError, readScenario, ScenarioError, setUp, type Scenario } from "../lab.ts";
import { pathOf, type Path } from "../scenario/path.ts";
import { flawOf } from "./checks.ts";
import { difference } from "./compare.ts";
import { losesNothing } from "./promise.ts";
import type { Written } from "./values.ts";
import { usualRun, ways, type Outcome } from "./ways.ts";

export type Verdict =
  | { readonly kind: "held"; readonly events: number }
  | { readonly kind: "rejected"; readonly why: string }
  | { readonly kind: "broken"; readonly rule: string; readonly where: string };

/** Events after which a run is cut short: a scenario that is worth more is worth many others. */
const MOST_EVENTS = 40_000;

/** What does not go together is left out so often, each time one thing, before a scenario is given up. */
const MENDINGS = 8;

/** The scenario as it can be read and built, or why it cannot. */
export function mended(written: Written): { readonly written: Written; readonly scenario: Scenario } | string {
  let left = written;
  for (let times = 0; ; times++) {
    const wrong = mistakeIn(left);
    if (!("message" in wrong)) return { written: left, scenario: wrong.scenario };
    if (times === MENDINGS || wrong.path.length === 0) return wrong.message;
    left = leftOut(left, wrong.path);
  }
}

function mistakeIn(
  written: Written,
): { readonly scenario: Scenario } | { readonly message: string; readonly path: Path } {
  try {
    const scenario = readScenario(JSON.stringify(written), "soak.json");
    setUp(scenario);
    return { scenario };
  } catch (error) {
    if (error instanceof ScenarioError) return { message: error.message, path: pathOf(error.path) };
    if (error instanceof ParamError) return { message: error.message, path: pathOf(error.at) };
    throw error;
  }
}

/** Where nobody has anything to wait for, the run ends at its limit. */
function leftOut(written: Written, path: Path): Written {
  const { limit, ...others } = written;
  if (path[0] === "until" && limit !== undefined) return { ...others, until: limit };
  return without(written, path) as Written;
}

/** The same without what stands at `path`; where nothing stands there, without what should have held it. */
export function without(value: unknown, path: Path): unknown {
  const there = path.findIndex((_, depth) => at(value, path.slice(0, depth + 1)) === undefined);
  const reached = there < 0 ? path : path.slice(0, there);
  return remove(value, reached);
}

const at = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inner, step) => (inner as Record<string | number, unknown> | null | undefined)?.[step], value);

function remove(value: unknown, [step, ...rest]: Path): unknown {
  if (Array.isArray(value)) {
    if (rest.length === 0) return value.filter((_, k) => k !== step);
    return value.map((one: unknown, k) => (k === step ? remove(one, rest) : one));
  }
  const { [step]: inner, ...others } = value as Written;
  return rest.length === 0 ? others : { ...others, [step]: remove(inner, rest) };
}

/** Runs `scenario` as usual and in every other way. */
export function trial(scenario: Scenario): Verdict {
  try {
    const { outcome, until } = usualRun(scenario, MOST_EVENTS);
    const flaw = flawIn(outcome, scenario);
    if (flaw !== undefined) return { kind: "broken", ...flaw };
    for (const way of ways) {
      const where = difference(outcome, way.run(scenario, until));
      if (where !== undefined) return { kind: "broken", rule: `the same run ${way.name}`, where };
    }
    const events = "results" in outcome ? outcome.results.summary.counters.events : 0;
    return { kind: "held", events };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const rule = error.message.replace(/ \(.*/s, "");
    return { kind: "broken", rule: `${error.name}: ${rule}`, where: error.stack ?? error.message };
  }
}

function flawIn(outcome: Outcome, scenario: Scenario): { readonly rule: string; readonly where: string } | undefined {
  const promised = losesNothing(scenario);
  const rule = "headroom h* keeps lossless classes lossless";
  if ("stopped" in outcome) return promised ? { rule, where: outcome.stopped } : undefined;
  const { results, network } = outcome;
  const { dropped_no_headroom: dropped } = results.summary.counters;
  if (promised && dropped > 0) return { rule, where: `${dropped} packets dropped` };
  return flawOf(results, network, scenario);
}
