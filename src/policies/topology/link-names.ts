/**
 * What links are called: after their two ends, in either order, leaf0-spine1 or spine1-leaf0. Where several join two nodes each of them
 * also has a name of its own: dci0-dci1#1, dci0-dci1#2 and so on, in the order in which they are wired (`base/port-names.ts`).
 */
import { didYouMean, ParamError } from "../../base/params.ts";
import { linkNames } from "../../base/port-names.ts";
import type { Wiring } from "../../contracts/topology.ts";

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
