/**
 * The changes of a fabric that `xoff whatif` examines: failures, faster NICs and longer cables. Each change is a list
 * of settings.
 */
import { didYouMean } from "../../../base/params.ts";
import { linkNames } from "../../../base/port-names.ts";
import { spell } from "../../../base/param-text.ts";
import type { Scenario, Setting } from "../../../run/lab/lab.ts";

export interface WhatIf {
  readonly label: string;
  readonly settings: readonly Setting[];
  /** Identifies the traffic. Two changes with the same value here have the same flows under the same seed. */
  readonly traffic: string;
}

/**
 * Name of the traffic that the scenario has with its present NICs. With faster NICs the traffic differs, because a load
 * is relative to the rate of the NICs.
 */
export const PRESENT_TRAFFIC = "present";

type Wiring = Scenario["wiring"];

/**
 * The failure of a switch or link, from the start of the run. Undefined if the fabric has no switch or link called
 * `name`.
 */
export function failure(wiring: Wiring, faults: readonly unknown[], name: string): WhatIf | undefined {
  const node = wiring.names.indexOf(name);
  const isSwitch = node >= 0 && wiring.isSwitch[node];
  if (!isSwitch && !linkNames(wiring).flat().includes(name)) return undefined;
  const kind = isSwitch ? "switch-down" : "link-down";
  const hosts = isSwitch ? hostsAt(wiring, node) : 0;
  const rack = hosts > 0 ? `, with its ${hosts === 1 ? "host" : `${hosts} hosts`}` : "";
  const fault = { kind, target: [name], at: 0, converge: 0 };
  return {
    label: `${name} fails${rack}`,
    traffic: PRESENT_TRAFFIC,
    settings: [{ path: "faults", value: JSON.stringify([...faults, fault]), from: `--fail ${name}` }],
  };
}

/** A sentence that suggests the most similar name of a switch or link. */
export const failureHint = ({ names, ...wiring }: Wiring, name: string): string | undefined =>
  didYouMean(name, [...names.filter((_, node) => wiring.isSwitch[node]), ...linkNames({ names, ...wiring }).flat()]);

/** The fabric with faster NICs: every link to a host gets `factor` times its rate. */
export const fasterNics = (wiring: Wiring, factor: number): WhatIf => ({
  label: `NICs at ${factor} times the rate`,
  traffic: `NICs times ${factor}`,
  settings: rewired(wiring, `--nics ${factor}`, (link) =>
    wiring.isSwitch[link.a] && wiring.isSwitch[link.b] ? link : { ...link, rate: link.rate * factor },
  ),
});

/** The fabric with longer cables: every link gets `factor` times its propagation delay. */
export const longerCables = (wiring: Wiring, factor: number): WhatIf => ({
  label: `cables at ${factor} times the length`,
  traffic: PRESENT_TRAFFIC,
  settings: rewired(wiring, `--cables ${factor}`, (link) => ({ ...link, delay: Math.round(link.delay * factor) })),
});

/**
 * True if a scenario can list these links with all their properties. A scenario lists parallel links as one row, so
 * they must have equal properties. They must also be adjacent in `links`. Ports are numbered in the order of `links`,
 * so joining distant links in one row would change port numbers.
 */
export function canRewire({ links, relays = [] }: Wiring): boolean {
  const last = new Map<string, number>();
  return (
    relays.length === 0 &&
    links.every((link, k) => {
      const before = last.get(pairOf(link)) ?? -1;
      last.set(pairOf(link), k);
      const isListed = before < 0 || (before === k - 1 && JSON.stringify(links[before]) === JSON.stringify(link));
      return isListed && (link.jitter ?? 0) === 0 && link.joins === undefined;
    })
  );
}

const pairOf = ({ a, b }: Link): string => [Math.min(a, b), Math.max(a, b)].join(" ");

type Link = Wiring["links"][number];

/**
 * A setting that replaces the topology by a list of all nodes and links. `change` changes each link. Names and the
 * order of ports remain the same.
 */
export function rewired(wiring: Wiring, from: string, change: (link: Link) => Link): Setting[] {
  const { names, isSwitch, links, memory = new Map<number, number>() } = wiring;
  const rows = new Map<string, { readonly link: Link; parallel: number }>();
  for (const link of links) {
    const key = pairOf(link);
    const row = rows.get(key);
    if (row === undefined) rows.set(key, { link: change(link), parallel: 1 });
    else row.parallel++;
  }
  const topology = {
    kind: "file",
    nodes: names.map((name, node) => ({ name, kind: isSwitch[node] ? "switch" : "host" })),
    links: Array.from(
      rows.values(),
      ({ link: { a, b, rate, delay, bitErrorRate, frameErrorRate, failsAt }, parallel }) => ({
        ...{ a: names[a], b: names[b], rate: spell(rate, "bps"), delay: spell(delay, "ps") },
        ...(bitErrorRate === undefined ? {} : { bitErrorRate }),
        ...(frameErrorRate === undefined ? {} : { frameErrorRate }),
        ...(failsAt === undefined ? {} : { failsAt: spell(failsAt, "ps") }),
        ...(parallel === 1 ? {} : { parallel }),
      }),
    ),
    memory: Array.from(memory, ([node, bytes]) => ({ switch: names[node], memory: spell(bytes, "bytes") })),
  };
  return [{ path: "topology", value: JSON.stringify(topology), from }];
}

/**
 * Names of one link and one switch of each kind. Two links are of the same kind if their ends have the same distances
 * from the hosts.
 */
export function representatives(wiring: Wiring): string[] {
  const tier = tiersOf(wiring);
  const named = linkNames(wiring);
  const links = new Map<string, string>();
  wiring.links.forEach(({ a, b, failsAt }, link) => {
    const kind = [tier[a], tier[b]].sort((x, y) => x - y).join("-");
    // A parallel link has three names. The first two also denote the links parallel to it, and the third denotes this
    // link only.
    const own = named[link][named[link].length > 2 ? 2 : 0];
    if (wiring.isSwitch[a] && wiring.isSwitch[b] && failsAt === undefined && !links.has(kind)) links.set(kind, own);
  });
  const switches = new Map<number, string>();
  wiring.names.forEach((name, node) => {
    if (wiring.isSwitch[node] && !switches.has(tier[node])) switches.set(tier[node], name);
  });
  return [...links.values(), ...switches.values()];
}

/** For each node, the number of links to the nearest host. */
function tiersOf({ isSwitch, links }: Wiring): number[] {
  const tier = isSwitch.map((is) => (is ? Infinity : 0));
  for (let changed = true; changed;) {
    changed = false;
    for (const { a, b } of links)
      for (const [from, to] of [
        [a, b],
        [b, a],
      ])
        if (tier[from] + 1 < tier[to]) {
          tier[to] = tier[from] + 1;
          changed = true;
        }
  }
  return tier;
}

const hostsAt = ({ isSwitch, links }: Wiring, node: number): number =>
  new Set(links.flatMap(({ a, b }) => (a === node && !isSwitch[b] ? [b] : b === node && !isSwitch[a] ? [a] : []))).size;
