/** A routing policy for tests: a leaf holds the first packets of each flow, charged to memory, and releases them by a timer. */
import { defineParams, type RoutingPolicy, type RoutingView, type Values } from "../src/api/policy.ts";

export const role = "routing";
export const about = "holds the first packets of each flow";

export const params = defineParams({
  count: { unit: "count", default: 20, min: 1, max: 1e6, source: "test", about: "Packets of a flow that are held." },
  wait: {
    unit: "ps",
    default: 10e6,
    min: 1,
    max: 1e12,
    source: "test",
    about: "Time from the first held packet to the release.",
  },
});

export function create({ count, wait }: Values<typeof params>, view: RoutingView): RoutingPolicy {
  const held = new Int32Array(view.source.length);
  const timer = view.timer((flow) => {
    view.release(flow);
  });
  return {
    chargesHeld: true,
    choose: (_here, flow, _reverse, _to, _ports, _from, candidates) => Math.abs(view.names[flow]) % candidates,
    holds(_port, _packet, flow) {
      if (held[flow] === count) return false;
      if (held[flow]++ === 0) timer.arm(flow, view.now + wait);
      return true;
    },
  };
}
