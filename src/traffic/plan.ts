/** One plan of all that a scenario's traffic entries ask for. */
import { stream } from "../random.ts";
import type { Bps } from "../units.ts";
import type { Plan, TrafficView } from "./contract.ts";
import type { TrafficPlanner } from "./kind.ts";

/** An entry of a scenario's traffic: the kind's name, and values that its `check` let pass. */
export interface TrafficEntry {
  readonly kind: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Each entry draws from streams of its own, so that one more entry at the end changes none before it. */
export function planTraffic(
  entries: readonly TrafficEntry[],
  kinds: Readonly<Record<string, TrafficPlanner>>,
  view: Omit<TrafficView, "stream">,
  seed: number,
): Plan {
  const plans = entries.map(({ kind, values }, entry) =>
    kinds[kind].create(values, {
      ...view,
      stream: (purpose, component) => stream(seed, `traffic ${entry} ${purpose}`, component),
    }),
  );
  return mergePlans(plans);
}

/** Flows by start; those of one moment in the order of the plans, and within a plan in its own. Trains one plan after the other. */
export function mergePlans(plans: readonly Plan[]): Plan {
  const flows = plans.flatMap((plan) => plan.flows).sort((a, b) => a.start - b.start);
  return { flows, trains: plans.flatMap((plan) => plan.trains) };
}

/** Most flows that a plan may create: trains count as if headers took no time on the wire. */
export function mostFlows({ flows, trains }: Plan, rate: (host: number) => Bps): number {
  return trains.reduce(
    (sum, { source, bytes, start, stop }) => sum + Math.ceil(((stop - start) * rate(source)) / (8e12 * bytes)) + 1,
    flows.length,
  );
}
