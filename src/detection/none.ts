/** No detection: packets learn nothing on their way. */
import { defineParams } from "../params.ts";
import type { DetectionPolicy } from "./contract.ts";

export const about = "packets learn nothing on their way";
export const params = defineParams({});

export function create(): DetectionPolicy {
  return {};
}
