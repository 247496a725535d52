/**
 * Round-robin: strict classes first, then one packet from each class in turn. This is fair in packets, not in bytes.
 */
import { defineParams } from "../../base/params.ts";
import type { SchedulingPolicy, SchedulingView } from "../../contracts/scheduling.ts";
import { lowest, maskOf } from "./classes.ts";

export const about = "one packet from each class in turn";

export const params = defineParams({});

export function create(_p: object, view: SchedulingView): SchedulingPolicy {
  const strict = maskOf(view.strict);
  const last = new Uint8Array(view.ports);
  return {
    next(port, ready) {
      if ((ready & strict) !== 0) return lowest(ready & strict);
      // The next ready class is the lowest one above the class served last. If there is none, it is the lowest ready
      // class.
      const above = ready & ~((2 << last[port]) - 1);
      const cls = lowest(above !== 0 ? above : ready);
      last[port] = cls;
      return cls;
    },
  };
}
