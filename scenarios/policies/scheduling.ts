/**
 * A scheduling policy of your own: which class next?
 *
 * Rule     the lowest class that is ready, but at most `burst` packets of it in a row while another waits
 * Run it   xoff run my.yaml --set scheduling=./FILE     Test it   xoff test ./FILE
 */
import { defineParams, type SchedulingPolicy, type SchedulingView, type Values } from "xoff/policy";

export const role = "scheduling";
export const about = "low classes first, a few packets at a time";

/** What a scenario may set, with units: help, checks and reports read it. */
export const params = defineParams({
  burst: { unit: "count", default: 8, min: 1, max: 1000, source: "my own", about: "Packets of a class in a row." },
});

/** Called once for a network: one policy serves all ports. What a port sends changes no other port's turn. */
export function create({ burst }: Values<typeof params>, view: SchedulingView): SchedulingPolicy {
  /** Classes that go before all others. */
  const strict = view.strict.reduce((bits, cls) => bits | (1 << cls), 0);
  const last = new Uint8Array(view.ports);
  const row = new Int32Array(view.ports);
  const lowest = (classes: number): number => 31 - Math.clz32(classes & -classes);
  return {
    /** For each packet: one class out of `ready`, a bit mask that is never 0. The packet is then sent. */
    next(port, ready) {
      if ((ready & strict) !== 0) return lowest(ready & strict);
      const others = ready & ~(1 << last[port]);
      const cls = lowest(row[port] >= burst && others !== 0 ? others : ready);
      row[port] = cls === last[port] ? row[port] + 1 : 1;
      last[port] = cls;
      return cls;
    },

    // More that you may add: looksAtHeads: true, and then view.headSize(port, cls) is the size of the next packet; onEmpty(port, cls).
    //
    // Queues within a class. Declare `view: QueueView`, and add these:
    //   queues: 32,                                          of each class at a port; classes of view.strict keep one
    //   assign(port, cls, packet, flow, size, from) {}       the queue of a packet that came by port `from`, -1 if its switch made it
    //   nextQueue: (port, cls) => view.nextActive(port, cls, last)   a queue that has a packet and is not paused
    //   onLeave(port, cls, packet, flow, size, from, queue) {}       a packet left its queue
    // view.queued(port, cls, queue) is the backlog of a queue. view.pause(from, cls, queue) pauses a queue of the hop before, and a flow if that
    // hop is a host (view.toHost); view.resume(from, cls, queue) resumes it. view.words(n) reserves header fields, for example for the number
    // of the queue that a packet left. examples/policies/bfc/bfc.ts has all of it.
  };
}
