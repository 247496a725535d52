/**
 * How much of the time a port's wire was taken, over a window that slides.
 *
 * Two windows are kept, the one that runs and the one before; of the latter counts what the window that ends now still covers, as if
 * it had been even. A full link is 1 at any moment, a stopped one falls to 0 within a window and a half, and nothing needs a timer.
 * What was reckoned holds for a fiftieth of the window, since it is asked for every packet.
 */
import type { Ps } from "../base/units.ts";
import type { RoutingView } from "../contracts/routing.ts";

const HOLDS = 0.02;

/** Share of the last `window` for which the wire behind a port was taken, 0 to 1 and a packet's time. */
export function linkLoad(view: Pick<RoutingView, "ports" | "now" | "busy">, window: Ps): (port: number) => number {
  const since = new Float64Array(view.ports);
  /** Busy time when the running window began, and in the one before. */
  const began = new Float64Array(view.ports);
  const before = new Float64Array(view.ports);
  /** What was reckoned last, and until when it holds. */
  const share = new Float64Array(view.ports);
  const until = new Float64Array(view.ports);

  function reckon(port: number, now: Ps): void {
    const busy = view.busy(port);
    let elapsed = now - since[port];
    if (elapsed >= window) {
      const passed = Math.floor(elapsed / window);
      // Nobody looked since, so what was sent is taken to be spread evenly.
      before[port] = (busy - began[port]) / passed;
      began[port] = busy;
      since[port] += passed * window;
      elapsed -= passed * window;
    }
    until[port] = now + HOLDS * window;
    share[port] = (before[port] * (1 - elapsed / window) + busy - began[port]) / window;
  }
  return (port) => {
    const { now } = view;
    if (now >= until[port]) reckon(port, now);
    return share[port];
  };
}
