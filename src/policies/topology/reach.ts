/** Finds which hosts can reach each other through switches and links that work at the start. Explains why two hosts cannot. */
import type { Wiring } from "../../contracts/topology.ts";
import { linkNames } from "../../base/port-names.ts";

/** Maximum number of names in a message; further names are only counted. */
const NAMED = 3;

/** True for a link that counts as working. */
type Works = (link: number) => boolean;

const worksAtStart =
  ({ links }: Wiring): Works =>
  (link) =>
    links[link].failsAt !== 0;

/** Returns a function: true if a packet can get from one host to another. Links that fail later are assumed to leave a path. */
export function reach(wiring: Wiring, works = worksAtStart(wiring)): (from: number, to: number) => boolean {
  const parts = partsOf(wiring, works);
  return (from, to) => [...parts[from]].some((part) => parts[to].has(part));
}

/** The reason why no packet gets from one host to another: "h0 cannot reach h2: the only paths lead through host h1, and hosts do not forward." */
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

/** Hosts on the shortest paths that would exist if hosts forwarded packets. */
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

/** Number of links from a node to each other node, if hosts forwarded packets. */
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

/** For each host, the components it is connected to. A component is a set of connected switches, or a direct link to another host. */
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
