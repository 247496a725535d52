/** No hop-by-hop flow control: nobody is told to stop. Lossless classes then drop where headroom ends. */
import { defineParams, ParamError } from "../../base/params.ts";
import type { LinkPolicy } from "../../contracts/link.ts";

export const about = "nobody is ever told to stop";
export const params = defineParams({});

export function create(): LinkPolicy {
  const nothing = (): void => {
    // By design.
  };
  const leak = (): ParamError => new ParamError("", "a policy that pauses senders of lossless classes", "none");
  return { pause: nothing, resume: nothing, onFrame: nothing, leak };
}
