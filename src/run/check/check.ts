/**
 * Checks a scenario before it runs: the use of switch memory, the offered load of links, and possible deadlocks of the
 * routes. It also warns about likely problems.
 */
import type { Network } from "../../sim/model/network.ts";
import { ParamError } from "../../base/params.ts";
import type { Scenario, Unused } from "../../scenario/scenario.ts";
import type { Plan } from "../../contracts/traffic.ts";
import { deadlockRisks } from "./deadlock.ts";
import { faultMistakes, faultsSeen, type FaultModules, type FaultSeen } from "./faults.ts";
import { idleTraffic } from "./idle-traffic.ts";
import { offeredLoads } from "./load.ts";
import { budgets, headroomOfLinks, kindsOf, type Budget, type HeadroomOf } from "./memory.ts";
import { direction } from "./names.ts";
import { risks } from "./lossless-guarantee.ts";
import { queueFrameMistakes } from "./queue-frames.ts";
import { lateMarks, thresholdMistakes } from "./thresholds.ts";

/** The kind of problem that a warning is about. */
type Subject = "loss" | "threshold" | "load" | "traffic" | "deadlock" | "fault";

/** A likely problem. It does not prevent a run, but may not be intended. */
interface Warning {
  readonly about: Subject;
  /** The mistake: its path in the scenario, the expected value, and the value found. */
  readonly mistake: ParamError;
}

interface LinkLoad {
  /** The link's name and direction, such as "h0 to sw0". */
  readonly link: string;
  /** Offered bytes divided by the bytes that the link can carry, while traffic arrives. */
  readonly load: number;
  /** Offered bytes divided by the bytes that the link can carry, from the first flow to the end of the run. */
  readonly overRun: number;
}

/** The result of the checks, which `xoff check` shows. */
export interface Examined {
  readonly warnings: readonly Warning[];
  readonly memory: readonly Budget[];
  readonly headroom: readonly HeadroomOf[];
  /** The links, sorted by load, the highest first. */
  readonly loads: readonly LinkLoad[];
  /** Number of long-lived flows. `loads` does not include them, because they fill any capacity that other traffic leaves free. */
  readonly longLived: number;
  /** Circles of queues that can deadlock. Empty if there is no such circle, or if no port can be paused. */
  readonly cycles: readonly (readonly string[])[];
  /** Settings of the scenario that have no effect. */
  readonly unused: readonly Unused[];
  /** The faults, in the order of the scenario. */
  readonly faults: readonly FaultSeen[];
}

/** The maximum number of links that one warning lists by name. */
const MAX_NAMED = 4;
/** The maximum number of warnings about losses. One warning covers all ports with the same risk. */
const MAX_RISKS = 20;

/** Checks a scenario and its network. `listens`: the congestion control or the transport reads ECN marks. */
export function examined(
  scenario: Scenario,
  network: Network,
  plan: Plan,
  listens: boolean,
  dataClasses: readonly number[],
  faultKinds: FaultModules,
): Examined {
  // Without PAUSE frames or lossless classes, no port can be paused, so thresholds of PAUSEs and deadlocks are not
  // checked.
  const stops = scenario.lossless.length > 0 && network.fabric.fidelity.frames.pause > 0;
  const kinds = kindsOf(network);
  const loads = offeredLoads(network, plan, scenario.traffic, scenario.until).map(({ port, ...load }) => ({
    link: direction(network, port),
    ...load,
  }));
  const found = stops ? deadlockRisks(network) : [];
  const losses = scenario.onDrop === "count" ? [] : risks(scenario, network).slice(0, MAX_RISKS);
  const { late, losing } = faultMistakes(scenario, faultKinds);
  const about = (subject: Subject, mistakes: readonly ParamError[]): Warning[] =>
    mistakes.map((mistake) => ({ about: subject, mistake }));
  return {
    warnings: [
      ...about(
        "loss",
        losses.map(({ mistake }) => mistake),
      ),
      ...about("loss", losing),
      ...about("loss", queueFrameMistakes(network)),
      ...about("fault", late),
      ...about("threshold", stops ? thresholdMistakes(network, kinds, listens) : []),
      ...about("threshold", listens ? lateMarks(network, kinds, dataClasses) : []),
      ...about("load", overload(loads)),
      ...about("traffic", idleTraffic(scenario, plan)),
      ...about("deadlock", found.length === 0 ? [] : [circular(found[0], found.length)]),
    ],
    memory: budgets(network, kinds),
    headroom: headroomOfLinks(network),
    loads,
    longLived: plan.flows.filter(({ bytes }) => bytes === Infinity).length,
    cycles: found,
    unused: scenario.unused ?? [],
    faults: faultsSeen(scenario, network, plan, faultKinds),
  };
}

/**
 * True if messages show a load above 1. They show two digits after the point, so a load below 1.005 appears as 1.00 or
 * less.
 */
const isOver = (load: number): boolean => load >= 1.005;

/**
 * Warns about links that cannot carry all their load by the end of the run. If no such link exists, it warns about
 * links that cannot carry their load while traffic arrives.
 */
function overload(loads: readonly LinkLoad[]): ParamError[] {
  const overRun = loads.filter((one) => isOver(one.overRun));
  const asItArrives = loads.filter(({ load }) => isOver(load));
  if (overRun.length > 0) {
    const hint = `Offered load over the run is ${linksText(overRun, (one) => one.overRun)}: some flows cannot finish by the end of the run under any policy.`;
    return [overloaded("a load of at most 1 on each link", overRun, (one) => one.overRun, hint)];
  }
  if (asItArrives.length === 0) return [];
  const expected = "a load of at most 1 on each link while traffic arrives";
  const hint = `Offered load is ${linksText(asItArrives, ({ load }) => load)}: some flows cannot finish before traffic stops, so queues grow until then.`;
  return [overloaded(expected, asItArrives, ({ load }) => load, hint)];
}

type LoadOf = (one: LinkLoad) => number;

function overloaded(expected: string, over: readonly LinkLoad[], of: LoadOf, hint: string): ParamError {
  const most = over.reduce((highest, one) => Math.max(highest, of(one)), 0);
  return new ParamError("traffic", expected, Number(most.toFixed(2)), hint);
}

function linksText(over: readonly LinkLoad[], of: LoadOf): string {
  const sorted = [...over].sort((a, b) => of(b) - of(a));
  const named = sorted.slice(0, MAX_NAMED).map((one) => `${of(one).toFixed(2)} from ${one.link}`);
  const more = over.length - MAX_NAMED;
  return named.join(", ") + (more > 0 ? `, and more than 1 on ${more} other ${more === 1 ? "link" : "links"}` : "");
}

function circular(shortest: readonly string[], count: number): ParamError {
  const hint = `${[...shortest, shortest[0]].join(" -> ")}: if all of them are full, that is a deadlock.`;
  const expected = "routes without a circle of waiting queues";
  return new ParamError("topology", expected, count === 1 ? "a circle" : `${count} circles`, hint);
}
