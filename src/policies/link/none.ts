/** No hop-by-hop flow control: no port is ever paused. Lossless classes then drop packets when their headroom is full. */
import { defineParams, ParamError } from "../../base/params.ts";
import type { LinkPolicy } from "../../contracts/link.ts";

export const about = "no port is ever paused";

export const steady = true;
export const params = defineParams({});

export function create(): LinkPolicy {
  const nothing = (): void => {
    // Nothing to do: the link policy `none` never pauses a port, so it ignores the decisions of the headroom policy.
  };
  const leak = (): ParamError => new ParamError("", "a policy that pauses senders of lossless classes", "none");
  return { pause: nothing, resume: nothing, onFrame: nothing, leak };
}
