/** Converts the states of ports during a run to what the drawing of the fabric shows. */
import type { PortStates } from "xoff";
import type { Fabric, Live } from "./messages.ts";

/**
 * Returns a function that converts the states of ports. It calculates the mean utilisation of each link since its
 * previous call.
 */
export function liveView({ rate }: Fabric): (states: PortStates) => Live {
  let nowBefore = 0;
  let sentBefore = new Float64Array(rate.length);
  return ({ nowNs, queuedBytes, sentBytes, pausedClasses }) => {
    const seconds = (nowNs - nowBefore) / 1e9;
    const before = sentBefore;
    const use = Float32Array.from(rate, (bps, port) =>
      seconds > 0 ? Math.min(1, ((sentBytes[port] - before[port]) * 8) / (bps * seconds)) : 0,
    );
    nowBefore = nowNs;
    sentBefore = sentBytes;
    return { nowNs, use, queued: Float32Array.from(queuedBytes), paused: pausedClasses };
  };
}
