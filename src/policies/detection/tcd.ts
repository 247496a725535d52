/**
 * TCD, ternary congestion detection: a queue behind a port that PAUSEs keep stopping proves nothing about that port.
 *
 * An egress queue is undetermined from its PAUSE until it has been ON for maxTon and turns out to be short, or not to drain.
 * Otherwise its length decides. Packets that pass an undetermined queue are UNDETERMINED (UE), those that leave a long one
 * CONGESTED (CE), which outranks UE.
 *
 *   maxTon = (1 + epsilon) / epsilon * (8 H / C + theta)
 *
 * Checks are lazy: a queue changes only where a hook tells of it, so what it held when its check was due is known at the next one.
 *
 * Paper    zhang21 (TCD), as acc tells of it, sections 2.2 and 6.1
 * Differs  TCD's own text was not at hand: what the check asks and how maxTon is derived are the lab's (docs/policies/tcd.md)
 */
import { CLASS_BITS } from "../../base/queue-number.ts";
import { defineParams, type Signal, type Values } from "../../base/params.ts";
import { us } from "../../base/units.ts";
import {
  CONGESTED,
  UNDETERMINED,
  UNMARKED,
  type DetectionPolicy,
  type DetectionView,
} from "../../contracts/detection.ts";

export const about = "tells congested queues from those that PAUSEs stop (TCD)";

export const gives: readonly Signal[] = ["ECN marks", "UE marks"];

export const params = defineParams({
  threshold: {
    unit: "bytes",
    default: 2000,
    min: 0,
    max: 2 ** 40,
    source: "acc, section 6.1: 2 MTU, here of 1,000 B",
    about: "Backlog above which a queue that is not stopped is congested.",
  },
  maxTon: {
    unit: "ps",
    derived: "(1 + epsilon) / epsilon * (8 hysteresis / C + theta), by port rate C",
    min: 1,
    max: us(1e6),
    source: "lab: TCD's equation derived anew; acc, section 6.1, has 24 us",
    about: "Longest time ON between two PAUSEs that still counts as being stopped and started.",
  },
  epsilon: {
    unit: "ratio",
    default: 0.1,
    min: 1e-3,
    max: 1e3,
    source: "lab: gives the 24 us of acc at 100G",
    about: "Least share by which arrivals exceed what the next hop drains for its PAUSEs to be told from silence.",
  },
  hysteresis: {
    unit: "bytes",
    default: 2000,
    min: 0,
    max: 2 ** 40,
    source: "lab: 2 MTU, of 1,000 B",
    about: "H: how far the next hop's queue falls from PAUSE to RESUME.",
  },
  theta: {
    unit: "ps",
    default: us(2),
    min: 0,
    max: us(1e6),
    source: "lab: about a round trip on links of 1 us",
    about: "From crossing a threshold at the next hop to the change of what arrives there.",
  },
});

export function create(p: Values<typeof params>, view: DetectionView): DetectionPolicy {
  const { threshold } = p;
  const maxTon = Float64Array.from({ length: view.ports }, (_, port) => p.maxTon ?? longestOn(p, view.rate(port)));
  // By egress queue, port * 8 + class.
  const undetermined = new Uint8Array(view.ports * 8);
  /** When the check of an undetermined queue is due; never while it is stopped. */
  const due = new Float64Array(view.ports * 8);
  const backlogs = new Float64Array(view.ports * 8);
  /** The backlog when the check period began. */
  const before = new Float64Array(view.ports * 8);

  /** Does the check, if it was due. Comes before anything that changes the queue. */
  function settle(port: number, queue: number): void {
    if (undetermined[queue] === 0 || view.now < due[queue]) return;
    const drains = backlogs[queue] > threshold && backlogs[queue] < before[queue];
    if (drains) {
      before[queue] = backlogs[queue];
      due[queue] += maxTon[port];
      // A whole further period without a change: it no longer drains.
      if (view.now < due[queue]) return;
    }
    undetermined[queue] = 0;
  }

  return {
    marksAbove: () => threshold,
    mark(port, cls, backlog) {
      const queue = (port << CLASS_BITS) | cls;
      settle(port, queue);
      backlogs[queue] = backlog;
      if (undetermined[queue] !== 0) return UNDETERMINED;
      return backlog > threshold ? CONGESTED : UNMARKED;
    },
    onEnqueue(port, cls, backlog) {
      const queue = (port << CLASS_BITS) | cls;
      settle(port, queue);
      backlogs[queue] = backlog;
    },
    onPaused(port, cls) {
      const queue = (port << CLASS_BITS) | cls;
      undetermined[queue] = 1;
      due[queue] = Infinity;
    },
    onResumed(port, cls) {
      const queue = (port << CLASS_BITS) | cls;
      before[queue] = backlogs[queue];
      due[queue] = view.now + maxTon[port];
    },
  };
}

/** maxTon at a port of `rate`, ps. */
function longestOn(p: Values<typeof params>, rate: number): number {
  return Math.round(((1 + p.epsilon) / p.epsilon) * ((8e12 * p.hysteresis) / rate + p.theta));
}
