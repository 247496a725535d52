/** Checks a user kind of traffic: `create` must return a plan of flows between existing hosts. */
import { AnswerError } from "../../contracts/answers.ts";
import type { Plan, TrafficView } from "../../contracts/traffic.ts";
import { isAmount, isMap, shown } from "./values.ts";

interface Kind {
  create(values: never, view: TrafficView): Plan;
}

/** Wraps a kind of traffic, so that every plan that it creates is checked. */
export function checkedTraffic<Traffic extends Kind>(file: string, kind: Traffic): Traffic {
  return {
    ...kind,
    create: (values: never, view: TrafficView) => {
      const plan: unknown = kind.create(values, view);
      const flaw = flawOf(plan, new Set(view.hosts), (values as { readonly cls: number }).cls);
      if (flaw !== undefined) throw new AnswerError(file, "create", {}, flaw);
      return plan as Plan;
    },
  };
}

/** Describes the first error in a plan. `cls` is the class that its flows must have. The result is undefined if the plan is valid. */
function flawOf(plan: unknown, hosts: ReadonlySet<unknown>, cls: number): string | undefined {
  const { flows, trains } = (isMap(plan) ? plan : {}) as Partial<Record<keyof Plan, unknown>>;
  if (!Array.isArray(flows) || !Array.isArray(trains))
    return `expected a plan: { flows: [...], trains: [...] }, got ${shown(plan)}`;
  return flowsFlaw("flows", flows, hosts, cls) ?? flowsFlaw("trains", trains, hosts, cls);
}

function flowsFlaw(
  name: "flows" | "trains",
  flows: readonly unknown[],
  hosts: ReadonlySet<unknown>,
  cls: number,
): string | undefined {
  for (const [k, flow] of flows.entries()) {
    const of = (isMap(flow) ? flow : {}) as Readonly<Record<string, unknown>>;
    const wrong = (field: string, expected: string): string =>
      `expected ${name}[${k}].${field} to be ${expected}, got ${shown(of[field])}`;
    for (const end of ["source", "destination"]) if (!hosts.has(of[end])) return wrong(end, "the number of a host");
    if (of.source === of.destination) return wrong("destination", "a host that is not the source");
    if (of.bytes !== Infinity && !(isAmount(of.bytes) && of.bytes >= 1))
      return wrong("bytes", "a whole number, 1 or more, or Infinity");
    if (!isAmount(of.start)) return wrong("start", "a time of whole picoseconds, 0 or more");
    if (name === "trains" && !(of.stop === Infinity || isAmount(of.stop)))
      return wrong("stop", "a time of whole picoseconds, 0 or more");
    if (of.cls !== cls) return wrong("cls", `the class that it was given, ${cls}`);
  }
  return undefined;
}
