/** Slower links, in any topology: a cable of another kind, or one that came up at a lower rate. */
import { formatRate } from "../../base/format.ts";
import { ParamError } from "../../base/params.ts";
import type { Bps } from "../../base/units.ts";
import type { Wiring } from "../../contracts/topology.ts";
import { linkFinder } from "./link-names.ts";

export interface SlowLink {
  /** Its name, as in `link-names.ts`. */
  readonly link: string;
  readonly rate: Bps;
}

/** The wiring with these links at their own rates, each below what it would have been. */
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
