/** The timeout of recovery policies for RoCE: when nothing has come back for so long, something is lost. */
import { ns, us } from "../../base/units.ts";

/** The parameter `timeout`: `about` says what ends by it. */
export const timeoutParam = (about: string) =>
  ({
    unit: "ps",
    default: ns(4096 * 4096),
    min: ns(100),
    max: us(1e8),
    source: "InfiniBand local ACK timeout 12: 4.096 us * 2^12",
    about: `${about}; longer than any pause, or pauses look like losses.`,
  }) as const;
