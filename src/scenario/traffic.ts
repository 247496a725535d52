/** An entry of a scenario's traffic: hosts looked up, defaults filled in, and known to be one that can be planned. */
import { ParamError } from "../params.ts";
import type { Wiring } from "../topology/contract.ts";
import type { TrafficView } from "../traffic/contract.ts";
import type { CheckView } from "../traffic/kind.ts";
import type { TrafficEntry } from "../traffic/plan.ts";
import type { Ps } from "../units.ts";
import { filled } from "./fill.ts";
import { HostNames } from "./hosts.ts";
import type { Spec } from "./schema.ts";
import type { Chosen } from "./schema-words.ts";
import type { Row, Tables } from "./tables.ts";

export function trafficEntry(
  { kind, class: cls, ...given }: Chosen<"kind">,
  view: CheckView,
  wiring: Wiring,
  classes: Spec["classes"],
  { trafficKinds }: Tables,
): TrafficEntry {
  const planner = trafficKinds[kind];
  const hosts = new HostNames(wiring);
  const own = checkClass(cls, "class", classes) ?? classes.default;
  const values: Record<string, unknown> = { ...resolved(planner, filled(planner, given), hosts), cls: own };
  for (const [name, row] of Object.entries(planner.lists ?? {})) {
    const rows = (values[name] ?? []) as readonly Record<string, unknown>[];
    values[name] = rows.map((one, k) => {
      checkClass(one["class"], `${name}[${k}].class`, classes);
      return resolved(row, one, hosts, `${name}[${k}].`);
    });
  }
  planner.check(values, view);
  return { kind, values };
}

/** Why flows, and classes that are stopped, keep out of the control class. */
export const CONTROL = "The control class is for ACKs and notifications; nothing stops it.";

function checkClass(cls: unknown, at: string, { control }: Spec["classes"]): unknown {
  if (cls === control) throw new ParamError(at, "a class other than control's", cls, CONTROL);
  return cls;
}

/** `values` with node numbers for the names of hosts. */
function resolved({ hosts = {} }: Row, values: Readonly<Record<string, unknown>>, names: HostNames, at = "") {
  const numbers = Object.entries(hosts).map(([field, { many }]) => {
    const given = values[field];
    if (many) return [field, names.many(given as string | readonly string[], `${at}${field}`)];
    return [field, names.one(given as string, `${at}${field}`)];
  });
  return { ...values, ...(Object.fromEntries(numbers) as Record<string, unknown>) };
}

/** What traffic may know of a wiring, and of when the run ends. */
export function trafficView({ isSwitch, links }: Wiring, until: Ps, waitsForAll = false): Omit<TrafficView, "stream"> {
  const firstLink = new Map<number, number>();
  links.forEach(({ a, b }, link) => {
    if (!firstLink.has(a)) firstLink.set(a, link);
    if (!firstLink.has(b)) firstLink.set(b, link);
  });
  const linkOf = (host: number) => links[firstLink.get(host) ?? 0];
  return {
    hosts: isSwitch.flatMap((at, node) => (at ? [] : [node])),
    ...{ until, waitsForAll },
    rate: (host) => linkOf(host).rate,
    leafOf: (host) => (linkOf(host).a === host ? linkOf(host).b : linkOf(host).a),
  };
}
