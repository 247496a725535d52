/**
 * Your own routing policy: which of the equal-cost ports?
 *
 * Rule: a flow keeps the port that had the shortest queue at its first packet.
 *
 *   xoff run my.yaml --set routing=./FILE    run it
 *   xoff test ./FILE                         test it
 */
import { defineParams, type RoutingPolicy, type RoutingView, type Values } from "xoff/policy";

export const role = "routing";
export const about = "the shortest queue when a flow begins";

/** The parameters for scenarios, with units. Help, checks and reports read this table. */
export const params = defineParams({
  sticky: {
    unit: "flag",
    default: true,
    source: "my own",
    about: "A flow keeps its port at the first switch.",
  },
});

/**
 * Called once for a network: one policy serves all switches. State of a switch is in arrays, at the number of the switch
 * or its ports. A switch must not read the state of another switch, which may run in another thread.
 */
export function create({ sticky }: Values<typeof params>, view: RoutingView): RoutingPolicy {
  const { firstPort, leafOf, names, source } = view;
  /** For each flow: its port at the first switch, from 0, or -1 before its first packet. */
  const taken = new Int32Array(view.source.length).fill(-1);
  return {
    /**
     * Called for each packet with several ports at switch `here`: ports[from] to ports[from + count - 1]. These numbers
     * count from 0 at that switch. Returns an index from 0 to count - 1. `reverse` is true for ACKs, NACKs and CNPs.
     */
    choose(here, flow, reverse, _to, ports, from, count) {
      // ACKs, and packets after the first switch, choose by the flow's number. A flow thus keeps one path.
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
    /** The last byte of the flow is acknowledged. */
    onFinish(flow) {
      taken[flow] = -1;
    },

    // Optional hooks:
    //   onArrive(port, packet, flow, reverse, size)   a packet arrived at a leaf
    //   onEnqueue(port, packet, flow, size)           a packet joined the queue of a port to another switch
    //   onDequeue(port, packet, flow, size)           a packet left such a queue
    //   holds(port, packet, flow, size)               true: the last leaf holds the packet until view.release(flow)
    //   chargesHeld: true                            held packets occupy the memory of their ingress queue
    //   onStopped(port, cls)                          the peer paused the class
    //   onStarted(port, cls)                          the peer resumed the class
    // view.words(width) are words that packets carry. view.probe and view.notify send your own packets.
    // Random numbers come from view.random(here).
  };
}
