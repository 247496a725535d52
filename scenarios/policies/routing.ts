/**
 * A routing policy of your own: which of the equal-cost ports?
 *
 * Rule     each flow goes by the port that had least queued when it came first, and stays there
 * Run it   xoff run my.yaml --set routing=./FILE     Test it   xoff test ./FILE
 */
import { defineParams, type RoutingPolicy, type RoutingView, type Values } from "xoff/policy";

export const role = "routing";
export const about = "the shortest queue when a flow begins";

/** What a scenario may set, with units: help, checks and reports read it. */
export const params = defineParams({
  sticky: {
    unit: "flag",
    default: true,
    source: "my own",
    about: "A flow keeps its port at the switch of its sender.",
  },
});

/**
 * Called once for a network: one policy serves all of its switches. What a switch knows stands at its number or its ports'; it reads no other
 * switch's, which may run in another thread.
 */
export function create({ sticky }: Values<typeof params>, view: RoutingView): RoutingPolicy {
  const { firstPort, leafOf, names, source } = view;
  /** Of flows at the switch of their sender: the port, from 0; -1: none yet. */
  const taken = new Int32Array(view.source.length).fill(-1);
  return {
    /**
     * For each packet where there is a choice: switch `here` may take ports[from] to ports[from + count - 1], which count from 0 at that switch.
     * Returns an index, 0 to count - 1. `reverse`: an ACK or the like, on its way back.
     */
    choose(here, flow, reverse, _to, ports, from, count) {
      // On the way back, and beyond the first switch: by the flow's name, so that it keeps its way.
      if (reverse || leafOf[source[flow]] !== here) return Math.abs(names[flow] % count);
      if (sticky)
        for (let k = 0; k < count; k++) {
          if (ports[from + k] === taken[flow]) return k;
        }
      let best = 0;
      for (let k = 1; k < count; k++) {
        const queued = view.queued(firstPort[here] + ports[from + k]);
        if (queued < view.queued(firstPort[here] + ports[from + best])) best = k;
      }
      taken[flow] = ports[from + best];
      return best;
    },
    /** The flow has its last ACK. */
    onFinish(flow) {
      taken[flow] = -1;
    },

    // More that you may add, called only if it is here:
    //   onArrive(port, packet, flow, reverse, size)                  a packet has come to a leaf
    //   onEnqueue, onDequeue(port, packet, flow, size)               it begins to wait at a port to another switch, and leaves it
    //   holds(port, packet, flow, size)                              true: its last leaf holds the packet until view.release or view.forward
    //   onStopped(port, cls), onStarted                              the peer has stopped the class
    // view.words(width) are words that packets carry; view.probe and view.notify send packets of your own; chance is view.random(here).
  };
}
