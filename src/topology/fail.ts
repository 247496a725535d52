/**
 * Failed links, by name, in any topology; and whether all hosts can still reach each other.
 *
 * A link is called after its two ends, in either order: leaf0-spine1, spine1-leaf0.
 */
import { didYouMean, ParamError } from "../params.ts";
import type { Ps } from "../units.ts";
import type { Wiring } from "./contract.ts";

export interface Failure {
  readonly link: string;
  /** Dead from then on; 0: it never worked. */
  readonly at: Ps;
}

/** The wiring with these links marked as failing. A link that fails twice fails the first time. */
export function failLinks(wiring: Wiring, failures: readonly Failure[]): Wiring {
  if (failures.length === 0) return wiring;
  const { names } = wiring;
  const numbers = new Map<string, number>();
  wiring.links.forEach(({ a, b }, link) => {
    numbers.set(`${names[a]}-${names[b]}`, link);
    numbers.set(`${names[b]}-${names[a]}`, link);
  });
  const links = [...wiring.links];
  failures.forEach(({ link: name, at }, k) => {
    const link = numbers.get(name);
    if (link === undefined) {
      const known = [...numbers.keys()];
      const expected = `the name of a link, such as ${known[known.length - 2]}`;
      throw new ParamError(`fail[${k}].link`, expected, name, didYouMean(name, known));
    }
    links[link] = { ...links[link], failsAt: Math.min(at, links[link].failsAt ?? Infinity) };
  });
  return { ...wiring, links };
}

/**
 * Throws `ParamError` unless the first host reaches every other through switches, over links that work at the start. Links that
 * fail later are trusted to leave a way.
 */
export function checkReach({ names, isSwitch, links }: Wiring): void {
  const neighbours: number[][] = names.map(() => []);
  for (const { a, b, failsAt } of links) {
    if (failsAt === 0) continue;
    neighbours[a].push(b);
    neighbours[b].push(a);
  }
  const start = isSwitch.indexOf(false);
  const reached = new Set([start]);
  for (const node of reached) {
    if (node !== start && !isSwitch[node]) continue; // hosts do not forward
    for (const next of neighbours[node]) reached.add(next);
  }
  const cut = names.findIndex((_, node) => !isSwitch[node] && !reached.has(node));
  if (cut < 0) return;
  const hint =
    neighbours[cut].length === 0 ? "It has no link that works." : `Nothing leads there from ${names[start]}.`;
  throw new ParamError("links", `every host within reach of ${names[start]}`, names[cut], hint);
}
