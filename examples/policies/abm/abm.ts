/**
 * ABM: an egress queue may take more of the buffer if it drains fast, and less if many queues of its class are congested. So the time to drain
 * a queue has a bound, and one class cannot take the buffer of another.
 *
 *   T(out, cls) = alpha (B - Q) mu / n
 *
 * - B, Q: the shared pool of the switch and its bytes in use
 * - n: the congested queues of the class in this switch, at least 1. A queue is congested above `congested` * T
 * - mu: the share of the link's rate at which the queue drained within the last `window`; 1 if it was empty in that time
 *
 * An arriving packet that does not fit T is dropped. Lossless classes pause at alpha (B - Q), as under DT.
 *
 * Paper    Addanki et al., SIGCOMM 2022: section 3.2.
 */
import { defineParams, us, type BufferPolicy, type BufferView, type Values } from "xoff/policy";

export const role = "buffer";
export const about = "egress thresholds by drain rate and congested queues (ABM)";

export const params = defineParams({
  alpha: { unit: "ratio", default: 0.5, min: 1 / 1024, max: 1024, source: "addanki22", about: "Share of free memory." },
  congested: {
    unit: "ratio",
    default: 0.9,
    min: 0,
    max: 1,
    source: "addanki22",
    about: "Share of T above which a queue is congested.",
  },
  window: {
    unit: "ps",
    derived: "the base RTT",
    min: us(1),
    max: us(1e6),
    source: "addanki22",
    about: "Window of mu.",
  },
});

export function create(p: Values<typeof params>, view: BufferView): BufferPolicy {
  const { capacity, lossless, nodeOf, nodes, ports, used } = view;
  const window = p.window ?? view.baseRtt;
  const isLossless = new Uint8Array(8);
  for (const cls of lossless) isLossless[cls] = 1;
  // By egress queue, port * 8 + class.
  const backlog = new Float64Array(ports * 8);
  const isCongested = new Uint8Array(ports * 8);
  const mu = new Float64Array(ports * 8).fill(1);
  const windowStart = new Float64Array(ports * 8);
  const drained = new Float64Array(ports * 8);
  const wasEmpty = new Uint8Array(ports * 8).fill(1);
  // By node * 8 + class.
  const congestedQueues = new Int32Array(nodes * 8);

  function threshold(out: number, cls: number): number {
    const node = nodeOf[out];
    const free = Math.max(0, capacity[node] - used[node]);
    if (isLossless[cls] === 1) return p.alpha * free;
    return (p.alpha * free * mu[out * 8 + cls]) / Math.max(1, congestedQueues[node * 8 + cls]);
  }

  function look(out: number, cls: number): void {
    const queue = out * 8 + cls;
    const now = backlog[queue] > 0 && backlog[queue] >= p.congested * threshold(out, cls) ? 1 : 0;
    congestedQueues[nodeOf[out] * 8 + cls] += now - isCongested[queue];
    isCongested[queue] = now;
  }

  return {
    /** The model asks for an ingress queue of a lossless class, and for an egress queue of a lossy class. */
    threshold,
    onArrive(_port, cls, size, out) {
      if (isLossless[cls] === 1) return;
      backlog[out * 8 + cls] += size;
      look(out, cls);
    },
    onDepart(_port, cls, size, out) {
      if (isLossless[cls] === 1) return;
      const queue = out * 8 + cls;
      backlog[queue] -= size;
      drained[queue] += size + view.wireOverhead;
      if (backlog[queue] <= 0) wasEmpty[queue] = 1;
      const span = view.now - windowStart[queue];
      if (span >= window) {
        mu[queue] = wasEmpty[queue] === 1 ? 1 : Math.min(1, (drained[queue] * 8e12) / (span * view.rate(out)));
        windowStart[queue] = view.now;
        drained[queue] = 0;
        wasEmpty[queue] = backlog[queue] <= 0 ? 1 : 0;
      }
      look(out, cls);
    },
  };
}
