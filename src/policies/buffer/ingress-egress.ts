/**
 * Ingress and egress accounts: a packet must fit a limit where it comes in and one where it waits, in lossless classes and lossy ones alike.
 *
 *   E = B - ports * 8 * g             what output queues may share; of each the first g + 1 bytes are its own
 *   egress    refused if shared(queue) + size > egressAlpha (E - shared, all queues)
 *   H         headroom of all ports, h = 2 C D + 2 g each
 *   L = B - H - ports * 8 * g         above it ingress use is headroom
 *   ingress   refused if B is full; or if use > L, neither queue nor port keeps within g, and the queue's headroom does not fit h
 *   PAUSE     above T = 2 g + alpha (L - use), and while the queue has anything in headroom
 *
 * B is what the headroom policy leaves; `none` leaves all of it. What arrives while use is above L counts as headroom of its queue, and what
 * leaves is taken off that first.
 *
 * Paper    none: a Broadcom switch as the DCQCN authors' simulator has it, and after it ConWeave's (docs/conweave-semantics.md)
 * Role     all of admission; a headroom policy still says who must stop, and may refuse too
 * Needs    headroom/none, to have it alone
 */
import { formatBytes } from "../../base/format.ts";
import { defineParams, ParamError, type Needs, type Values } from "../../base/params.ts";
import type { Bytes } from "../../base/units.ts";
import type { BufferPolicy, BufferView } from "../../contracts/buffer.ts";

export const about = "limits where a packet comes in and where it waits, as a Broadcom switch has them";

export const needs: Needs = { headroom: "none" };

export const params = defineParams({
  alpha: {
    unit: "ratio",
    default: 1 / 16,
    min: 1 / 1024,
    max: 1024,
    source: "ConWeave's simulator: IngressAlpha",
    about: "An ingress queue is stopped above alpha times what is left to the ingress limit.",
  },
  egressAlpha: {
    unit: "ratio",
    default: 1,
    min: 1 / 1024,
    max: 1024,
    source: "ConWeave's simulator: EgressAlpha",
    about: "An output queue may share so many times what is left to the egress limit.",
  },
  guarantee: {
    unit: "bytes",
    default: 1048,
    min: 0,
    max: 2 ** 30,
    source: "ConWeave's simulator: a packet",
    about: "Bytes of its own for each queue and port.",
  },
  headroom: {
    unit: "bytes",
    derived: "2 C D + 2 guarantees, by port",
    min: 0,
    max: 2 ** 40,
    source: "ConWeave's simulator",
    about: "What may come in by a port once the ingress limit is reached.",
  },
  lastHeadroom: {
    unit: "bytes",
    derived: "its headroom",
    min: 0,
    max: 2 ** 40,
    source: "ConWeave's simulator, which sums up from a port 0 that is not there: 14,596 B",
    about: "What the ingress limit leaves out for the headroom of a switch's last port.",
  },
});

export function create(p: Values<typeof params>, view: BufferView): BufferPolicy {
  const { capacity, firstPort, lossless, nodeOf, nodes, ports, used } = view;
  const { alpha, egressAlpha, guarantee } = p;
  const headroom = Float64Array.from(
    { length: ports },
    (_, port) => p.headroom ?? Math.floor((view.rate(port) * view.delay(port)) / 8e12) * 2 + 2 * guarantee,
  );
  /** By node. */
  const egressLimit = new Float64Array(nodes);
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

  /** By queue: bytes that wait, and bytes that came while ingress use was above its limit. */
  const waiting = new Float64Array(ports * 8);
  const inHeadroom = new Float64Array(ports * 8);
  /** Of all output queues of a node, without what is their own. */
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
      /** What so many ingress queues of each port hold at most, once all were stopped. */
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
      if (isLossless[cls] === 0) return Infinity; // who may wait is settled by then
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
