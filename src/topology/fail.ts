/** Failed links, in any topology; and whether all hosts can still reach each other. */
import { ParamError } from "../base/params.ts";
import type { Ps } from "../base/units.ts";
import type { Wiring } from "../contracts/topology.ts";
import { linkFinder } from "./link-names.ts";

export interface Failure {
  /** Its name, as in `link-names.ts`. */
  readonly link: string;
  /** Dead from then on; 0: it never worked. */
  readonly at: Ps;
}

/** The wiring with these links marked as failing. A link that fails twice fails the first time. */
export function failLinks(wiring: Wiring, failures: readonly Failure[]): Wiring {
  if (failures.length === 0) return wiring;
  const numberOf = linkFinder(wiring);
  const links = [...wiring.links];
  failures.forEach(({ link: name, at }, k) => {
    const link = numberOf(name, `fail[${k}].link`);
    links[link] = { ...links[link], failsAt: Math.min(at, links[link].failsAt ?? Infinity) };
  });
  return { ...wiring, links };
}

/**
 * Throws `ParamError`, at `at`, unless all hosts reach each other through switches, over links that work at the start. Links that fail
 * later are trusted to leave a way.
 */
export function checkReach(wiring: Wiring, at = "links"): void {
  const { names, isSwitch } = wiring;
  const parts = partsOf(wiring);
  const hosts = names.flatMap((_, node) => (isSwitch[node] ? [] : [node]));
  const alone = hosts.find((host) => parts[host].size === 0);
  if (alone !== undefined) {
    const other = hosts.find((host) => host !== alone) ?? alone;
    throw new ParamError(at, `every host within reach of ${names[other]}`, names[alone], "It has no link that works.");
  }
  if ([...parts[hosts[0]]].some((part) => hosts.every((host) => parts[host].has(part)))) return;
  for (const one of hosts) {
    for (const other of hosts) {
      if ([...parts[one]].some((part) => parts[other].has(part))) continue;
      throw new ParamError(
        at,
        `every host within reach of ${names[one]}`,
        names[other],
        `Nothing leads there from ${names[one]}.`,
      );
    }
  }
}

/** For each host the parts of the network that it hangs on: switches that reach each other, or a link straight to another host. */
function partsOf({ names, isSwitch, links }: Wiring): readonly ReadonlySet<number>[] {
  const up = names.map((_, node) => node);
  const root = (node: number): number => {
    while (up[node] !== node) node = up[node] = up[up[node]];
    return node;
  };
  const working = links.filter(({ failsAt }) => failsAt !== 0);
  for (const { a, b } of working) if (isSwitch[a] && isSwitch[b]) up[root(a)] = root(b);
  const parts = names.map(() => new Set<number>());
  working.forEach(({ a, b }, link) => {
    if (isSwitch[a] && isSwitch[b]) return;
    const part = isSwitch[a] ? root(a) : isSwitch[b] ? root(b) : names.length + link;
    for (const end of [a, b]) if (!isSwitch[end]) parts[end].add(part);
  });
  return parts;
}
