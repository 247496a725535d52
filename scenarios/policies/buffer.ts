/**
 * Your own buffer policy: at which occupancy does an ingress queue pause its upstream?
 *
 * Rule: the threshold is a share of the free memory, and at most `most`.
 *
 *   xoff run my.yaml --set buffer=./FILE    run it
 *   xoff test ./FILE                        test it
 */
import { defineParams, type BufferPolicy, type BufferView, type Values } from "xoff/policy";

export const role = "buffer";
export const about = "a share of free memory, with a maximum";

/** The parameters for scenarios, with units. Help, checks and reports read this table. */
export const params = defineParams({
  share: { unit: "ratio", default: 0.5, min: 0, max: 1024, source: "my own", about: "Share of the free memory." },
  most: { unit: "bytes", default: 2_000_000, min: 0, max: 2 ** 40, source: "my own", about: "Maximum threshold." },
});

/** Called once for a network: one policy serves all switches. Port numbers count through the whole network. */
export function create({ share, most }: Values<typeof params>, view: BufferView): BufferPolicy {
  const { capacity, nodeOf, used } = view;
  return {
    /** Called for every arriving packet. Returns the threshold of the ingress queue (port, cls) in shared bytes, 0 or more. */
    threshold(port) {
      const here = nodeOf[port];
      return Math.min(most, Math.max(0, share * (capacity[here] - used[here])));
    },

    // Optional hooks. They run for each packet: allocate nothing, and do not loop over ports.
    //   admits(port, cls, size, out)      true if this packet may have memory at all
    //   trims(port, cls, size, out)       the class in which the header of a packet without memory continues; -1: drop the packet
    //   onArrive(port, cls, size, out)    a packet arrived and has its memory
    //   onDepart(port, cls, size, out)    a packet left by the egress port `out`
    //   onPauseSent(port, cls)            the switch paused the upstream of a port
    //   onResumeSent(port, cls)           the switch resumed the upstream of a port
    //   onEgressPaused(port, cls)         the peer of an egress port paused the class
    //   onEgressResumed(port, cls)        the peer of an egress port resumed the class
    // The time is view.now, in ps. The bytes of a queue are view.backlog(port, cls).
    // view.timer(count, action) makes timers.
  };
}
