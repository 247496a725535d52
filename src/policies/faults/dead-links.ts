/**
 * Links that are dead for some time, and the recomputation of routes afterwards. The faults `link-down` and
 * `switch-down` use this file.
 */
import { formatTime } from "../../base/format.ts";
import { ParamError } from "../../base/params.ts";
import { us, type Ps } from "../../base/units.ts";
import type { Fault, FaultView } from "../../contracts/faults.ts";

export const convergeParam = {
  unit: "ps",
  default: us(100),
  min: 0,
  max: us(60e6),
  source: "lab: a fast data centre; BGP with default timers takes seconds",
  about: "Time after each change until the routes adapt. Until then packets are sent into the dead link and lost.",
} as const;

export const loses = "packets in flight on a link that dies are lost, and so are PAUSE frames";

/** Cuts the links of `ports` when the fault begins, and repairs them when it ends. */
export function deadLinks(view: FaultView, converge: Ps, ports: readonly number[]): Fault {
  const reroute = view.timer(2, () => {
    view.reroute();
    view.note("routes follow", ports[0]);
  });
  const follow = (change: number): void => {
    reroute.arm(change, view.now + converge);
  };
  return {
    begin() {
      for (const port of ports) view.cut(port);
      follow(0);
    },
    end() {
      for (const port of ports) view.mend(port);
      follow(1);
    },
  };
}

/** Throws `ParamError` unless each occurrence of a repeated fault ends before the next begins. */
export function checkEvery(every: Ps, lasts: Ps): void {
  if (every > lasts) return;
  throw new ParamError("every", `more than ${formatTime(lasts)}, its duration`, formatTime(every));
}
