/** The timeout of recovery policies for RoCE: if no answer arrives for this time, a packet was lost. */
import { ns, us } from "../../base/units.ts";

/** The parameter `timeout`. `about` describes what happens when it expires. */
export const timeoutParam = (about: string) =>
  ({
    unit: "ps",
    default: ns(4096 * 4096),
    min: ns(100),
    max: us(1e8),
    source: "InfiniBand local ACK timeout 12: 4.096 us * 2^12",
    about: `${about}. It must exceed every pause, or the sender takes a pause for a loss.`,
  }) as const;
