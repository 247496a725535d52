/**
 * Names of links. A link is named after its two ends in either order, leaf0-spine1 or spine1-leaf0. Parallel links
 * between two nodes also have separate names in the order of the wiring: dci0-dci1#1, dci0-dci1#2 and so on
 * (`base/port-names.ts`).
 */
import { didYouMean, ParamError } from "../../base/params.ts";
import { linkNames } from "../../base/port-names.ts";
import type { Wiring } from "../../contracts/topology.ts";

/**
 * Returns a function that finds a link by its name. A name that fits parallel links means the first of them. For an
 * unknown name the function throws `ParamError` at the path `at`.
 */
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
