/**
 * The switches of pFabric: a port sends the flow with the fewest remaining packets first.
 *
 * Rule
 *   - Queue      a flow has the queue of its name modulo `QUEUES`, so its packets stay in order. Flows may share a queue.
 *   - Turns      the queue with the packet that has the fewest remaining packets in its header sends its first packet.
 *
 * Paper    pFabric (SIGCOMM 2013), section 4.1
 * Needs    a transport that writes remaining packets into the first word of its header: ./remaining.ts
 */
import { defineParams, type QueueView, type SchedulingPolicy } from "xoff/policy";

export const role = "scheduling";
export const about = "the flow with the fewest remaining packets first (pFabric)";
export const params = defineParams({});

const QUEUES = 256;

export function create(_: unknown, view: QueueView): SchedulingPolicy {
  /** By port, class and queue: the fewest remaining packets in the header of a packet in it. */
  const fewest = new Int32Array(view.ports * 8 * QUEUES);
  const strict = view.strict.reduce((mask, cls) => mask | (1 << cls), 0);
  return {
    queues: QUEUES,
    next(_port, ready) {
      const first = ready & strict || ready;
      return 31 - Math.clz32(first & -first);
    },
    assign(port, cls, packet, flow) {
      const queue = view.names[flow] & (QUEUES - 1);
      const place = (port * 8 + cls) * QUEUES + queue;
      const { header } = view;
      const remaining = header === null ? 0 : header.at[packet * header.width];
      if (view.queued(port, cls, queue) === 0 || remaining < fewest[place]) fewest[place] = remaining;
      return queue;
    },
    nextQueue(port, cls) {
      const base = (port * 8 + cls) * QUEUES;
      let best = view.nextActive(port, cls, QUEUES - 1);
      let queue = best;
      for (let left = view.active(port, cls) - 1; left > 0; left--) {
        queue = view.nextActive(port, cls, queue);
        if (fewest[base + queue] < fewest[base + best]) best = queue;
      }
      return best;
    },
  };
}
