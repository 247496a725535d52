/** Finds which hosts can reach each other through links that work at the start, and explains why two hosts cannot. */
import type { Wiring } from "../../contracts/topology.ts";
import { linkNames } from "../../base/port-names.ts";

/** The maximum number of names in a message. Further names are only counted. */
const NAMED = 3;

/** Returns true for a link that counts as working. */
type Works = (link: number) => boolean;

const worksAtStart =
  ({ links }: Wiring): Works =>
  (link) =>
    links[link].failsAt !== 0;

/**
 * Returns a function that is true for two hosts if a path exists between them. By default, paths use the links that
 * work at the start of the run.
 */
export function reach(wiring: Wiring, works = worksAtStart(wiring)): (from: number, to: number) => boolean {
  const parts = partsOf(wiring, works);
  return (from, to) => [...parts[from]].some((part) => parts[to].has(part));
}

/**
 * The reason why no path exists between two hosts, such as "h0 cannot reach h2: the only paths lead through host h1,
 * and hosts do not forward."
 */
export function whyUnreachable(wiring: Wiring, from: number, to: number, works = worksAtStart(wiring)): string {
  const { names, links } = wiring;
  const pair = `${names[from]} cannot reach ${names[to]}`;
  const alone = [from, to].find((host) => !links.some(({ a, b }, link) => works(link) && (a === host || b === host)));
  const named = linkNames(wiring);
  const failed = links.flatMap(({ a, b }, link) => (works(link) ? [] : [{ a, b, name: named[link].at(-2) ?? "" }]));
  if (alone !== undefined) {
    const own = failed.filter(({ a, b }) => a === alone || b === alone).map(({ name }) => name);
    return `${pair}: ${names[alone]} has no link that works${own.length === 0 ? "" : `, since ${listOf(own)} failed`}.`;
  }
  if (reach(wiring, () => true)(from, to))
    return `${pair}: every path needs a link that failed (${listOf(failed.map(({ name }) => name))}).`;
  const hosts = hostsBetween(wiring, from, to, works);
  if (hosts.length > 0) {
    const whose = `host${hosts.length === 1 ? "" : "s"} ${listOf(hosts.map((host) => names[host]))}`;
    return `${pair}: the only paths lead through ${whose}, and hosts do not forward.`;
  }
  return `${pair}: no chain of links joins them.`;
}

function listOf(names: readonly string[]): string {
  const shown = names.slice(0, NAMED);
  if (names.length > NAMED) return `${shown.join(", ")} and ${names.length - NAMED} more`;
  return shown.length < 2 ? shown.join("") : `${shown.slice(0, -1).join(", ")} and ${shown.at(-1) ?? ""}`;
}

/** The hosts on the shortest paths that would exist if hosts forwarded packets. */
function hostsBetween(wiring: Wiring, from: number, to: number, works: Works): number[] {
  const [there, back] = [from, to].map((node) => distances(wiring, node, works));
  return wiring.names.flatMap((_, node) =>
    !wiring.isSwitch[node] &&
    node !== from &&
    node !== to &&
    there[node] + back[node] === there[to] &&
    there[to] < Infinity
      ? [node]
      : [],
  );
}

/** By node: the number of links from node `from`, as if hosts forwarded packets. */
function distances({ names, links }: Wiring, from: number, works: Works): number[] {
  const neighbours = names.map((): number[] => []);
  links.forEach(({ a, b }, link) => {
    if (!works(link)) return;
    neighbours[a].push(b);
    neighbours[b].push(a);
  });
  const away = names.map(() => Infinity);
  away[from] = 0;
  const queue = [from];
  for (const node of queue) {
    for (const next of neighbours[node]) {
      if (away[next] < Infinity) continue;
      away[next] = away[node] + 1;
      queue.push(next);
    }
  }
  return away;
}

/**
 * By host: the components to which it is connected. A component is a set of connected switches, or a direct link to
 * another host.
 */
function partsOf({ names, isSwitch, links }: Wiring, works: Works): readonly ReadonlySet<number>[] {
  const up = names.map((_, node) => node);
  const root = (node: number): number => {
    while (up[node] !== node) node = up[node] = up[up[node]];
    return node;
  };
  links.forEach(({ a, b }, link) => {
    if (works(link) && isSwitch[a] && isSwitch[b]) up[root(a)] = root(b);
  });
  const parts = names.map(() => new Set<number>());
  links.forEach(({ a, b }, link) => {
    if (!works(link) || (isSwitch[a] && isSwitch[b])) return;
    const part = isSwitch[a] ? root(a) : isSwitch[b] ? root(b) : names.length + link;
    for (const end of [a, b]) if (!isSwitch[end]) parts[end].add(part);
  });
  return parts;
}
