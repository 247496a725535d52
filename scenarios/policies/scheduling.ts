/**
 * Your own scheduling policy: which class sends next?
 *
 * Rule: the lowest ready class; while another class waits, at most `burst` packets in a row.
 *
 *   xoff run my.yaml --set scheduling=./FILE    run it
 *   xoff test ./FILE                            test it
 */
import { defineParams, type SchedulingPolicy, type SchedulingView, type Values } from "xoff/policy";

export const role = "scheduling";
export const about = "low classes first, a few packets at a time";

/** The parameters for scenarios, with units. Help, checks and reports read this table. */
export const params = defineParams({
  burst: { unit: "count", default: 8, min: 1, max: 1000, source: "my own", about: "Packets of a class in a row." },
});

/** Called once for a network: one policy serves all ports. The order at one port must not depend on other ports. */
export function create({ burst }: Values<typeof params>, view: SchedulingView): SchedulingPolicy {
  /** Bit mask of the classes with strict priority. */
  const strict = view.strict.reduce((bits, cls) => bits | (1 << cls), 0);
  const last = new Uint8Array(view.ports);
  const row = new Int32Array(view.ports);
  const lowest = (classes: number): number => 31 - Math.clz32(classes & -classes);
  return {
    /** Called for each packet. Returns a class of the bit mask `ready`, which is never 0. The port then sends its packet. */
    next(port, ready) {
      if ((ready & strict) !== 0) return lowest(ready & strict);
      const others = ready & ~(1 << last[port]);
      const cls = lowest(row[port] >= burst && others !== 0 ? others : ready);
      row[port] = cls === last[port] ? row[port] + 1 : 1;
      last[port] = cls;
      return cls;
    },

    // Optional members:
    //   looksAtHeads: true     view.headSize(port, cls) then gives the size of the next packet
    //   onEmpty(port, cls)     the last packet of the class left its queue
    //
    // Queues within a class: declare `view: QueueView`, and add these members.
    //   queues: 32                                                   queues of each class at a port; classes of view.strict have one
    //   assign(port, cls, packet, flow, size, from)                  returns the queue of a packet; from: its ingress port, or -1
    //   nextQueue(port, cls)                                         returns a queue that has a packet and is not paused
    //   onLeave(port, cls, packet, flow, size, from, queue)          a packet left its queue
    //
    // Call view.pause(from, cls, queue) to pause a queue of the previous hop. If that hop is a host (view.toHost), it pauses a flow.
    // Call view.resume to resume it. examples/policies/bfc/bfc.ts uses all of these.
  };
}
