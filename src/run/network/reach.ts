/** Finds pairs of hosts that have traffic but no path. Pairs without traffic need no path. */
import { ParamError } from "../../base/params.ts";
import type { Wiring } from "../../contracts/topology.ts";
import type { Plan } from "../../contracts/traffic.ts";
import { reach, whyUnreachable } from "../../policies/topology/reach.ts";

interface CutPair {
  readonly source: number;
  readonly destination: number;
  readonly entry: number;
}

/**
 * The pairs of hosts with traffic but without a path, in the order of the plan. Paths use only links for which `works`
 * is true.
 */
function cutPairs(wiring: Wiring, { flows, trains, sends = [] }: Plan, works?: (link: number) => boolean): CutPair[] {
  const reaches = reach(wiring, works);
  const seen = new Set<number>();
  const cut: CutPair[] = [];
  for (const some of [flows, trains, sends]) {
    for (const { source, destination, entry = 0 } of some) {
      const pair = source * wiring.names.length + destination;
      if (seen.has(pair)) continue;
      seen.add(pair);
      if (!reaches(source, destination)) cut.push({ source, destination, entry });
    }
  }
  return cut;
}

/** Throws `ParamError` if two hosts with traffic have no path at the start of the run. */
export function checkReach(wiring: Wiring, plan: Plan): void {
  const [first] = cutPairs(wiring, plan);
  if (first === undefined) return;
  const { source, destination, entry } = first;
  const expected = `a path from ${wiring.names[source]} to ${wiring.names[destination]}`;
  throw new ParamError(`traffic[${entry}]`, expected, undefined, whyUnreachable(wiring, source, destination));
}

/**
 * Describes the traffic that loses its last path if the `dead` links fail. The text has the first pair with the reason,
 * and the number of other pairs. "": every pair keeps a path.
 */
export function cutBy(wiring: Wiring, plan: Plan, dead: ReadonlySet<number>): string {
  const works = (link: number): boolean => wiring.links[link].failsAt !== 0 && !dead.has(link);
  const [first, ...others] = cutPairs(wiring, plan, works);
  if (first === undefined) return "";
  const more =
    others.length === 0
      ? ""
      : ` ${others.length} other ${others.length === 1 ? "pair" : "pairs"} with traffic also lose the last path.`;
  return `${whyUnreachable(wiring, first.source, first.destination, works)}${more}`;
}
