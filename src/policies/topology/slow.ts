/** Sets links of a topology to lower rates, for example for another kind of cable. It works with any topology. */
import { formatRate } from "../../base/format.ts";
import { ParamError } from "../../base/params.ts";
import type { Bps } from "../../base/units.ts";
import type { Wiring } from "../../contracts/topology.ts";
import { linkFinder } from "./link-names.ts";

export interface SlowLink {
  /** The name of the link, as in `link-names.ts`. */
  readonly link: string;
  readonly rate: Bps;
}

/** Returns the wiring with these links at the given rates. Each rate must be below the link's rate in the topology. */
export function slowLinks(wiring: Wiring, slow: readonly SlowLink[]): Wiring {
  if (slow.length === 0) return wiring;
  const numberOf = linkFinder(wiring);
  const links = [...wiring.links];
  slow.forEach(({ link: name, rate }, k) => {
    const link = numberOf(name, `slow[${k}].link`);
    const own = links[link].rate;
    if (rate >= own)
      throw new ParamError(`slow[${k}].rate`, `less than ${formatRate(own)}, ${name}'s rate`, formatRate(rate));
    links[link] = { ...links[link], rate };
  });
  return { ...wiring, links };
}
