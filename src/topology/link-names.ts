/**
 * What links are called: after their two ends, in either order, leaf0-spine1 or spine1-leaf0. Where several join two nodes the
 * others are also dci0-dci1#2, dci0-dci1#3 and so on, in the order in which they were wired.
 */
import type { Wiring } from "./contract.ts";

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
