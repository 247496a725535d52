/** Resolves a traffic entry of a scenario: looks up its hosts and fills in defaults. */
import { ParamError } from "../base/params.ts";
import type { Wiring } from "../contracts/topology.ts";
import type { TrafficView } from "../contracts/traffic.ts";
import type { TrafficEntry } from "../policies/traffic/plan.ts";
import type { Ps } from "../base/units.ts";
import { classOfDscp } from "./dscp.ts";
import { withDefaults } from "./with-defaults.ts";
import { HostNames } from "./hosts.ts";
import { known } from "./mistakes.ts";
import type { Spec } from "./schema.ts";
import type { Chosen } from "./schema-words.ts";
import type { Row, Tables } from "./tables.ts";

/**
 * A resolved traffic entry. `codes` maps a DSCP to its class. `attempt` continues after a mistake, so that two unknown hosts cause two
 * reports.
 */
export function resolvedEntry(
  { kind, class: cls, dscp, ...given }: Chosen<"kind">,
  wiring: Wiring,
  classes: Spec["classes"] | undefined,
  codes: ReadonlyMap<number, number> | undefined,
  { trafficKinds }: Tables,
  attempt: Attempt,
): TrafficEntry {
  const planner = trafficKinds[kind];
  const hosts = new HostNames(wiring);
  const own = attempt(() => {
    if (dscp === undefined) return checkClass(cls, "class", classes) ?? known(classes).default;
    if (cls !== undefined) throw new ParamError("dscp", "either class or dscp", dscp);
    return checkClass(classOfDscp(dscp as number, codes), "dscp", classes);
  });
  const values: Record<string, unknown> = resolved(planner, withDefaults(planner, given), hosts, attempt);
  for (const [name, row] of Object.entries(planner.lists ?? {})) {
    const rows = (values[name] ?? []) as readonly Record<string, unknown>[];
    const found = rows.map((one, k) =>
      attempt(() => {
        checkClass(one["class"], `${name}[${k}].class`, classes);
        return resolved(row, one, hosts, attempt, `${name}[${k}].`);
      }),
    );
    values[name] = found.map(known);
  }
  return { kind, values: { ...values, cls: known(own) }, ...(dscp === undefined ? {} : { dscp: dscp as number }) };
}

type Attempt = <Result>(work: () => Result) => Result | undefined;

/** The reason why no flow may use the control class, and why this class must be lossy. */
export const CONTROL = "The control class carries only ACKs and notifications, and is never paused.";

function checkClass(cls: unknown, at: string, classes: Spec["classes"] | undefined): unknown {
  if (cls !== undefined && cls === classes?.control)
    throw new ParamError(
      at,
      `${at.endsWith("dscp") ? "a DSCP of a" : "a"} class other than the control class`,
      cls,
      CONTROL,
    );
  return cls;
}

/** The values with host names replaced by node numbers. */
function resolved(
  { hosts = {} }: Row,
  values: Readonly<Record<string, unknown>>,
  names: HostNames,
  attempt: Attempt,
  at = "",
) {
  const numbers = Object.entries(hosts).map(([field, { many }]) => {
    const given = values[field];
    const number = (): unknown =>
      many
        ? names.many(given as string | readonly string[], `${at}${field}`)
        : names.one(given as string, `${at}${field}`);
    return [field, attempt(number)] as const;
  });
  return { ...values, ...Object.fromEntries(numbers.map(([field, found]) => [field, known(found)])) };
}

/**
 * The properties of the network and the end of the run, as a kind of traffic sees them. For a host with several
 * links, the rate and the leaf are those of its first link.
 */
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
