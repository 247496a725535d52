/** No detection: switches write no congestion signal on packets. */
import { defineParams, type Signal } from "../../base/params.ts";
import type { DetectionPolicy } from "../../contracts/detection.ts";

export const about = "switches write no congestion signal on packets";

export const steady = true;
export const params = defineParams({});

export const gives: readonly Signal[] = [];

export function create(): DetectionPolicy {
  return {};
}
