/**
 * Ingress and egress accounts: a packet must fit the limits of its ingress queue and of its egress queue. Both limits
 * apply to lossless and to lossy classes. B is the memory, g the guaranteed bytes of a queue, C and D are rate and delay of a link.
 *
 *   E = B - n g                       the memory that the egress queues share; n: the queues of the switch, 8 for each port
 *   h = 2 C D + 2 g                   the headroom of a port; H is the sum over all ports
 *   L = B - H - n g                   the ingress limit
 *   T = 2 g + alpha (L - use)         the threshold of an ingress queue
 *
 *   egress    A packet is refused if shared(queue) + size > egressAlpha (E - sum of shared over all queues). `shared` does not count
 *             the first g + 1 bytes of an egress queue.
 *   ingress   A packet is refused if it does not fit into B. It is also refused if all of these hold: use exceeds L, the packet would
 *             raise both its queue and its port above g, and it would raise the queue's headroom above h.
 *   PAUSE     A queue pauses its upstream above T. While the queue has bytes in headroom, or use exceeds L, T is only 2 g.
 *
 * B is the memory that the headroom policy leaves; `headroom: none` leaves all of it. `use` is the number of stored bytes.
 * g is the parameter `guarantee`. In H, `lastHeadroom` replaces the h of the
 * last port. Bytes that arrive while `use` exceeds L count as headroom of their queue. Bytes that leave a queue are
 * subtracted from its headroom first.
 *
 * Paper    none: the Broadcom switch of the DCQCN authors' and ConWeave's simulators (docs/conweave-semantics.md).
 * Role     The policy decides about the admission of all packets. The headroom policy decides which queue is paused, and may also
 *          refuse a packet.
 * Needs    headroom/none, so that no other policy refuses packets.
 */
import { formatBytes } from "../../base/format.ts";
import { defineParams, ParamError, type Needs, type Signal, type Values } from "../../base/params.ts";
import type { Bytes } from "../../base/units.ts";
import type { BufferPolicy, BufferView } from "../../contracts/buffer.ts";

export const about = "limits for ingress and egress queues, as in a Broadcom switch";

export const needs: Needs = { headroom: "none" };

export const gives: readonly Signal[] = [];

export const params = defineParams({
  alpha: {
    unit: "ratio",
    default: 1 / 16,
    min: 1 / 1024,
    max: 1024,
    source: "ConWeave's simulator: IngressAlpha",
    about: "An ingress queue pauses its upstream above alpha times the bytes left below the ingress limit.",
  },
  egressAlpha: {
    unit: "ratio",
    default: 1,
    min: 1 / 1024,
    max: 1024,
    source: "ConWeave's simulator: EgressAlpha",
    about: "An egress queue may share this multiple of the bytes left below the egress limit.",
  },
  guarantee: {
    unit: "bytes",
    default: 1048,
    min: 0,
    max: 2 ** 30,
    source: "ConWeave's simulator: a packet",
    about: "Private bytes of each queue and port.",
  },
  headroom: {
    unit: "bytes",
    derived: "2 C D + 2 guarantees, for each port",
    min: 0,
    max: 2 ** 40,
    source: "ConWeave's simulator",
    about: "Bytes that a port may receive after the ingress limit is reached.",
  },
  lastHeadroom: {
    unit: "bytes",
    derived: "the headroom of that port",
    min: 0,
    max: 2 ** 40,
    source: "ConWeave's simulator, which sums from a port 0 that does not exist: 14,596 B",
    about: "Bytes that the ingress limit excludes for the headroom of a switch's last port.",
  },
});

export function create(p: Values<typeof params>, view: BufferView): BufferPolicy {
  const { capacity, firstPort, lossless, nodeOf, nodes, ports, used } = view;
  const { alpha, egressAlpha, guarantee } = p;
  const headroom = Float64Array.from(
    { length: ports },
    (_, port) => p.headroom ?? Math.floor((view.rate(port) * view.delay(port)) / 8e12) * 2 + 2 * guarantee,
  );
  /** By node: the bytes that all egress queues may share. */
  const egressLimit = new Float64Array(nodes);
  /** By node: the use of ingress memory, in bytes, above which arriving bytes count as headroom. */
  const ingressLimit = new Float64Array(nodes);
  for (const node of view.switches) {
    const [first, end] = [firstPort[node], firstPort[node + 1]];
    const setAside = headroom.slice(first, end);
    setAside[end - first - 1] = p.lastHeadroom ?? headroom[end - 1];
    egressLimit[node] = capacity[node] - (end - first) * 8 * guarantee;
    ingressLimit[node] = egressLimit[node] - setAside.reduce((sum, bytes) => sum + bytes, 0);
  }
  const isLossless = new Uint8Array(8);
  for (const cls of lossless) isLossless[cls] = 1;

  /** By queue: bytes in the egress queue. */
  const waiting = new Float64Array(ports * 8);
  /**
   * By queue: the bytes that count as headroom of the ingress queue. They arrived while the use of ingress memory was
   * above `ingressLimit`.
   */
  const inHeadroom = new Float64Array(ports * 8);
  /** By node: bytes in all egress queues, without the private bytes of each queue. */
  const shared = new Float64Array(nodes);
  const sharedOf = (bytes: Bytes): Bytes => (bytes > guarantee + 1 ? bytes - guarantee - 1 : 0);

  function move(out: number, cls: number, by: Bytes): void {
    const queue = out * 8 + cls;
    const before = waiting[queue];
    waiting[queue] = before + by;
    shared[nodeOf[out]] += sharedOf(before + by) - sharedOf(before);
  }

  return {
    kept: headroom,
    limit: ingressLimit,
    leak(port, isMixed) {
      const here = nodeOf[port];
      const [first, end] = [firstPort[here], firstPort[here + 1]];
      const ofAll = headroom.subarray(first, end).reduce((sum, bytes) => sum + bytes, 0);
      /** The maximum sum of bytes in the switch's ingress queues if `queues` queues of each port hold packets and are paused. */
      const most = (queues: number): Bytes => {
        const kept = queues * ofAll;
        const own = queues * (end - first) * 2 * guarantee;
        const weight = queues * (end - first) * alpha;
        return Math.max((own + weight * ingressLimit[here] + kept) / (1 + weight), own + kept);
      };
      const left = egressLimit[here] - most(lossless.length);
      const need = isMixed || left <= 0 ? Infinity : most(1) / left;
      if (egressAlpha >= need) return undefined;
      return new ParamError(
        "egressAlpha",
        need === Infinity
          ? "memory for all ingress queues at their thresholds, next to lossy classes"
          : `${need.toPrecision(3)} or more: an output queue reaches ${formatBytes(most(1))} before all its senders are paused`,
        String(egressAlpha),
        "The limit of an output queue applies to lossless classes too.",
      );
    },
    admits(port, cls, size, out) {
      const here = nodeOf[port];
      if (sharedOf(waiting[out * 8 + cls]) + size > egressAlpha * (egressLimit[here] - shared[here])) return false;
      if (used[here] + size > capacity[here]) return false;
      if (used[here] <= ingressLimit[here]) return true;
      if (view.backlog(port, cls) + size <= guarantee || view.occupancy(port) + size <= guarantee) return true;
      return inHeadroom[port * 8 + cls] + size <= headroom[port];
    },
    threshold(port, cls) {
      if (isLossless[cls] === 0) return Infinity; // `admits` has already limited lossy classes.
      const left = ingressLimit[nodeOf[port]] - used[nodeOf[port]];
      return inHeadroom[port * 8 + cls] > 0 || left < 0 ? 2 * guarantee : 2 * guarantee + alpha * left;
    },
    onArrive(port, cls, size, out) {
      if (used[nodeOf[port]] > ingressLimit[nodeOf[port]]) inHeadroom[port * 8 + cls] += size;
      move(out, cls, size);
    },
    onDepart(port, cls, size, out) {
      const queue = port * 8 + cls;
      inHeadroom[queue] = inHeadroom[queue] > size ? inHeadroom[queue] - size : 0;
      move(out, cls, -size);
    },
  };
}
