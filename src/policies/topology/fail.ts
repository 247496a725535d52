/** Marks links of a topology as failing. It works with any topology. */
import type { Ps } from "../../base/units.ts";
import type { Wiring } from "../../contracts/topology.ts";
import { linkFinder } from "./link-names.ts";

export interface Failure {
  /** The name of the link, as in `link-names.ts`. */
  readonly link: string;
  /** The time at which the link fails. 0: it never works. */
  readonly at: Ps;
}

/** Returns the wiring with these links marked as failing. If a link is listed twice, the earlier time counts. */
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
