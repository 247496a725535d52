/**
 * A buffer policy of your own: above which occupancy does an ingress queue pause its upstream?
 *
 * Rule     a share of the free memory, but never more than `most`
 * Run it   xoff run my.yaml --set buffer=./FILE     Test it   xoff test ./FILE
 */
import { defineParams, type BufferPolicy, type BufferView, type Values } from "xoff/policy";

export const role = "buffer";
export const about = "a share of free memory, up to a most";

/** What a scenario may set, with units: help, checks and reports read it. */
export const params = defineParams({
  share: { unit: "ratio", default: 0.5, min: 0, max: 1024, source: "my own", about: "Share of the free memory." },
  most: { unit: "bytes", default: 2_000_000, min: 0, max: 2 ** 40, source: "my own", about: "Most bytes of a queue." },
});

/** Called once for a network: one policy serves all of its switches. Ports carry numbers of the whole network. */
export function create({ share, most }: Values<typeof params>, view: BufferView): BufferPolicy {
  const { capacity, nodeOf, used } = view;
  return {
    /** For every packet that arrives: shared bytes that the queue (port, cls) may hold before its upstream is told to stop. 0 or more. */
    threshold(port) {
      const here = nodeOf[port];
      return Math.min(most, Math.max(0, share * (capacity[here] - used[here])));
    },

    // More that you may add, called only if it is here (all run for each packet: no allocation, no loops over ports):
    //   admits(port, cls, size, out)     may this packet have memory at all?
    //   onArrive(port, cls, size, out)   it came in and has its memory; onDepart: it has left by `out`
    //   onPauseSent(port, cls)           the upstream of a port was told to stop; onResumeSent: to go
    //   onEgressPaused(port, cls)        the peer of an egress port has stopped the class; onEgressResumed: let it go
    // Time is view.now, in ps; view.timer(count, action) makes timers; view.backlog(port, cls) is what a queue holds.
  };
}
