/**
 * The retransmission timeout of recovery policies for RoCE. If no answer arrives for this time, a packet counts as
 * lost.
 */
import { ns, us } from "../../base/units.ts";

/** Returns the definition of the parameter `timeout`. `about` describes the action when it expires. */
export const timeoutParam = (about: string) =>
  ({
    unit: "ps",
    default: ns(4096 * 4096),
    min: ns(100),
    max: us(1e8),
    source: "InfiniBand local ACK timeout 12: 4.096 us * 2^12",
    about: `${about}. It must exceed every pause, or the sender takes a pause for a loss.`,
  }) as const;
