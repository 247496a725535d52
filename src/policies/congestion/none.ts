/** No congestion control: every flow sends at the line rate until hop-by-hop flow control stops it. */
import { defineParams, type Signal } from "../../base/params.ts";
import type { CongestionPolicy } from "../../contracts/congestion.ts";

export const about = "line rate, whatever happens";
export const params = defineParams({});

export const reads = (): readonly Signal[] => [];

export function create(): CongestionPolicy {
  return {
    onStart() {
      // Rate and window stay as they are set.
    },
    onAck() {
      // Nothing to learn.
    },
  };
}
