/** No hop-by-hop flow control: nobody is told to stop. Lossless classes then drop where headroom ends. */
import { defineParams } from "../params.ts";
import type { LinkPolicy } from "./contract.ts";

export const about = "nobody is ever told to stop";
export const params = defineParams({});

export function create(): LinkPolicy {
  const nothing = (): void => {
    // By design.
  };
  return { pause: nothing, resume: nothing, onFrame: nothing };
}
