/** No detection: packets learn nothing on their way. */
import { defineParams, type Signal } from "../../base/params.ts";
import type { DetectionPolicy } from "../../contracts/detection.ts";

export const about = "packets learn nothing on their way";
export const params = defineParams({});

export const gives: readonly Signal[] = [];

export function create(): DetectionPolicy {
  return {};
}
