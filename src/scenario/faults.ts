/** Resolves the faults of a scenario: looks up their targets, fills in defaults and checks their times. */
import { formatTime } from "../base/format.ts";
import { didYouMean, ParamError } from "../base/params.ts";
import type { Ps } from "../base/units.ts";
import type { Befalls } from "../contracts/faults.ts";
import type { Wiring } from "../contracts/topology.ts";
import { linkNames } from "../base/port-names.ts";
import { withDefaults } from "./with-defaults.ts";
import { HostNames } from "./hosts.ts";
import { named, patternOf } from "./links.ts";
import type { LinkEnd, PlannedFault } from "./scenario.ts";
import type { Spec } from "./schema.ts";
import type { Tables } from "./tables.ts";

/**
 * The faults of a scenario with their targets resolved. Link policies may insert additional nodes (relays) into links.
 * `plain` is the wiring without relays, and `wiring` the one with relays. The links of `plain` have the same numbers in
 * `wiring`.
 *
 * Throws `ParamError`, in which the path of the wrong value is relative to the section `faults`.
 */
export function plannedFaults(
  entries: Spec["faults"],
  plain: Wiring,
  wiring: Wiring,
  end: Ps,
  { faultKinds }: Tables,
): PlannedFault[] {
  return entries.map(({ kind, target, at, until, for: lasts, ...given }, k) => {
    const path = `[${k}]`;
    const module = faultKinds[kind];
    const names = target as readonly string[];
    const span = spanOf({ at, until, lasts } as Asked, end, path);
    const values = withDefaults(module, given);
    within(path, () => module.check?.(values, span.until - span.at));
    const ports = lookUp(module.befalls, names, plain, wiring, `${path}.target`);
    return { kind, target: names, ...span, ports, values };
  });
}

/** The fault of a link that is down from the start. Routes avoid such a link. */
export const deadFromStart = (link: string): Spec["faults"][number] => ({
  ...{ kind: "link-down", target: [link], at: 0, converge: 0 },
});

interface Asked {
  readonly at: Ps;
  readonly until?: Ps;
  readonly lasts?: Ps;
}

function spanOf({ at, until, lasts }: Asked, end: Ps, path: string): { readonly at: Ps; readonly until: Ps } {
  if (at >= end)
    throw new ParamError(`${path}.at`, `a time before the end of the run at ${formatTime(end)}`, formatTime(at));
  if (until !== undefined && lasts !== undefined)
    throw new ParamError(`${path}.for`, "either until or for", formatTime(lasts), "Remove one of them.");
  if (until !== undefined && until <= at)
    throw new ParamError(`${path}.until`, `a time after its start at ${formatTime(at)}`, formatTime(until));
  return { at, until: until ?? (lasts === undefined ? Infinity : at + lasts) };
}

function within(path: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof ParamError)) throw error;
    throw new ParamError(`${path}.${error.at}`, error.expected, error.got, error.hint);
  }
}

function lookUp(befalls: Befalls, names: readonly string[], plain: Wiring, wiring: Wiring, at: string): LinkEnd[] {
  if (names.length === 0) throw new ParamError(at, "at least one name", names);
  const places = (name: string, k: number): readonly LinkEnd[] => {
    const here = names.length === 1 ? at : `${at}[${k}]`;
    if (befalls === "hosts") return new HostNames(wiring).many(name, here).flatMap((host) => portsOf(wiring, host));
    if (befalls === "links")
      return named(name, linkNames(plain), here).flatMap((link) => endsOf(link, name, plain, wiring));
    if (befalls === "switches") return switches(name, wiring, here).flatMap((node) => portsOf(wiring, node));
    return ports(name, wiring, here);
  };
  const found = new Map<string, LinkEnd>();
  names.forEach((name, k) => {
    for (const port of places(name, k)) found.set(`${port.node} ${port.link}`, port);
  });
  return [...found.values()];
}

const portsOf = ({ links }: Wiring, node: number): LinkEnd[] =>
  links.flatMap(({ a, b }, link) => (a === node || b === node ? [{ node, link }] : []));

/** Returns both ends of a link, first the end that the link's name mentions first. */
function endsOf(link: number, name: string, plain: Wiring, { links }: Wiring): LinkEnd[] {
  const { a, b } = plain.links[link];
  const isTurned = !patternOf(name.replace(/#\d+$/, "")).test(`${plain.names[a]}-${plain.names[b]}`) && a !== b;
  const ends = [
    { node: links[link].a, link },
    { node: links[link].b, link },
  ];
  return isTurned ? ends.reverse() : ends;
}

function switches(name: string, { names, isSwitch }: Wiring, at: string): number[] {
  const pattern = patternOf(name);
  const found = names.flatMap((one, node) => (isSwitch[node] && pattern.test(one) ? [node] : []));
  if (found.length > 0) return found;
  const known = names.filter((_, node) => isSwitch[node]);
  const hint = names.includes(name) ? "It is a host." : didYouMean(name, known);
  throw new ParamError(at, `the name of a switch such as ${known[0]}, or a pattern`, name, hint);
}

/**
 * Switch ports by name. A name denotes all ports of a switch, a switch's ports to one neighbour, or the ports that match a pattern. "all"
 * denotes every switch port.
 */
function ports(name: string, wiring: Wiring, at: string): LinkEnd[] {
  const { names, isSwitch, links } = wiring;
  const pattern = name === "all" ? /^/ : patternOf(name);
  const every = linkNames(wiring).flatMap((own, link) =>
    own.map((port, k) => ({ node: k % 2 === 0 ? links[link].a : links[link].b, link, name: port })),
  );
  const found = every.filter((port) => pattern.test(port.name) || (name !== "all" && pattern.test(names[port.node])));
  const ours = new Map<string, LinkEnd>();
  for (const { node, link: at } of found) if (isSwitch[node]) ours.set(`${node} ${at}`, { node, link: at });
  if (ours.size > 0) return [...ours.values()];
  const known = every.filter(({ node }) => isSwitch[node]).map((port) => port.name);
  const hint =
    found.length > 0
      ? "It is a port of a host, and this fault monitors switches."
      : didYouMean(name, [...known, ...names.filter((_, node) => isSwitch[node])]);
  throw new ParamError(at, `all, a switch, a port such as ${known[0]} or a pattern`, name, hint);
}
