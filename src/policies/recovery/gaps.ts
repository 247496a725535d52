/** Parameters of receivers that answer a gap: how often, and whether congestion control hears of it. */
import type { FlagParam, NumberParam } from "../../base/params.ts";
import { us, type Ps } from "../../base/units.ts";

export const nackIntervalParam = (fallback: Ps, source: string) =>
  ({
    unit: "ps",
    default: fallback,
    min: 0,
    max: us(1e6),
    source,
    about: "Least time between two NACKs for the same gap.",
  }) as const satisfies NumberParam;

export const gapMarksParam = (fallback: boolean) =>
  ({
    unit: "flag",
    default: fallback,
    source: "ConWeave's simulator does; papers know no such thing",
    about:
      "The NACK for a packet ahead of a gap tells congestion control of a mark, whatever switches left on the packet.",
  }) as const satisfies FlagParam;
