/**
 * What links are called: after their two ends, in either order, leaf0-spine1 or spine1-leaf0. Where several join two nodes the
 * others are also dci0-dci1#2, dci0-dci1#3 and so on, in the order in which they were wired.
 */
import { didYouMean, ParamError } from "../base/params.ts";
import type { Wiring } from "../contracts/topology.ts";

/** By link: its names, the shared ones first, then those that only it has, if it has any. */
export function linkNames({ names, links }: Wiring): string[][] {
  const seen = new Map<string, number>();
  return links.map(({ a, b }) => {
    const pair = `${Math.min(a, b)} ${Math.max(a, b)}`;
    const nth = (seen.get(pair) ?? 0) + 1;
    seen.set(pair, nth);
    const shared = [`${names[a]}-${names[b]}`, `${names[b]}-${names[a]}`];
    return nth === 1 ? shared : [...shared, ...shared.map((name) => `${name}#${nth}`)];
  });
}

/** Answers with the link of a name, the first where several share it; throws `ParamError`, at `at`, for a name that no link has. */
export function linkFinder(wiring: Wiring): (name: string, at: string) => number {
  const numbers = new Map<string, number>();
  linkNames(wiring).forEach((names, link) => {
    for (const name of names) if (!numbers.has(name)) numbers.set(name, link);
  });
  return (name, at) => {
    const link = numbers.get(name);
    if (link !== undefined) return link;
    const known = [...numbers.keys()];
    const expected = `the name of a link, such as ${known[known.length - 2]}`;
    throw new ParamError(at, expected, name, didYouMean(name, known));
  };
}
