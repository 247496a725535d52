/**
 * Parameters of receivers that report a gap: the interval between NACKs, and whether a NACK counts as a mark for
 * congestion control.
 */
import type { FlagParam, NumberParam } from "../../base/params.ts";
import { us, type Ps } from "../../base/units.ts";

export const nackIntervalParam = (fallback: Ps, source: string) =>
  ({
    unit: "ps",
    default: fallback,
    min: 0,
    max: us(1e6),
    source,
    about: "Minimum time between two NACKs for the same gap.",
  }) as const satisfies NumberParam;

export const gapMarksParam = (fallback: boolean) =>
  ({
    unit: "flag",
    default: fallback,
    source: "ConWeave's simulator does; the papers have no such rule",
    about:
      "The NACK for an out-of-order packet counts as a mark for congestion control, even if no switch marked the packet.",
  }) as const satisfies FlagParam;
