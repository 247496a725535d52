/** Failed links, in any topology. */
import type { Ps } from "../../base/units.ts";
import type { Wiring } from "../../contracts/topology.ts";
import { linkFinder } from "./link-names.ts";

export interface Failure {
  /** Its name, as in `link-names.ts`. */
  readonly link: string;
  /** Dead from then on; 0: it never worked. */
  readonly at: Ps;
}

/** The wiring with these links marked as failing. A link that fails twice fails the first time. */
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
