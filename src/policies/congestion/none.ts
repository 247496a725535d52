/** No congestion control: every flow sends at line rate until hop-by-hop flow control pauses it. */
import { defineParams, type Signal } from "../../base/params.ts";
import type { CongestionPolicy } from "../../contracts/congestion.ts";

export const about = "always at line rate";

export const steady = true;
export const params = defineParams({});

export const reads = (): readonly Signal[] => [];

export function create(): CongestionPolicy {
  return {
    isAtRest: () => true,
    onStart() {
      // The start of a flow needs no action: rate and window keep their initial values.
    },
    onAck() {
      // An ACK needs no action, because it does not change the rate.
    },
  };
}
