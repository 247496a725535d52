/**
 * What links are called: after their two ends, in either order, leaf0-spine1 or spine1-leaf0. Where several join two nodes each of them
 * also has a name of its own: dci0-dci1#1, dci0-dci1#2 and so on, in the order in which they are wired (`base/port-names.ts`).
 */
import { didYouMean, ParamError } from "../base/params.ts";
import { portName } from "../base/port-names.ts";
import type { Wiring } from "../contracts/topology.ts";

/** By link: its names, the shared ones first, then those that only it has, if it has any. */
export function linkNames({ names, links }: Wiring): string[][] {
  const pairs = links.map(({ a, b }) => `${Math.min(a, b)} ${Math.max(a, b)}`);
  const parallel = new Map<string, number>();
  for (const pair of pairs) parallel.set(pair, (parallel.get(pair) ?? 0) + 1);
  const seen = new Map<string, number>();
  return links.map(({ a, b }, link) => {
    const nth = (seen.get(pairs[link]) ?? 0) + 1;
    seen.set(pairs[link], nth);
    const shared = [portName(names[a], names[b], 1), portName(names[b], names[a], 1)];
    return parallel.get(pairs[link]) === 1 ? shared : [...shared, ...shared.map((name) => `${name}#${nth}`)];
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
