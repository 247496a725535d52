/**
 * TCD, ternary congestion detection: if a port is often paused, its backlog does not prove that the port itself is
 * congested.
 *
 * A PAUSE makes an egress queue undetermined. While such a queue is unpaused (ON), it is checked once every maxTon. It
 * stays undetermined until a check finds it short or no longer draining. A packet that passes an undetermined queue is marked
 * UNDETERMINED (UE). If the queue is not undetermined, its length decides whether packets are marked. A packet that leaves a
 * long queue is then marked CONGESTED (CE), which overrides UE.
 *
 *   maxTon = ((1 + epsilon) / epsilon) (8 H / C + theta)
 *
 * C is the rate of the port. `epsilon`, H (`hysteresis`, bytes) and `theta` are parameters.
 *
 * No event is scheduled for a check: the first hook of the queue after the due time makes the check. A queue changes only
 * in a hook of this policy. So at that hook the backlog is still the same as when the check was due.
 *
 * Paper    zhang21 (TCD), as acc describes it, sections 2.2 and 6.1.
 * Differs  TCD's own text was not available: the check and the derivation of maxTon are choices of this project
 *          (docs/policies/tcd.md).
 */
import { CLASS_BITS } from "../../base/queue-number.ts";
import { defineParams, type Signal, type Surroundings, type Unread, type Values } from "../../base/params.ts";
import { us } from "../../base/units.ts";
import {
  CONGESTED,
  UNDETERMINED,
  UNMARKED,
  type DetectionPolicy,
  type DetectionView,
} from "../../contracts/detection.ts";

export const about = "distinguishes congested queues from queues that PAUSE frames stop (TCD)";

export const steady = "flows";

export const gives: readonly Signal[] = ["ECN marks", "UE marks"];

export const params = defineParams({
  threshold: {
    unit: "bytes",
    default: 2000,
    min: 0,
    max: 2 ** 40,
    source: "acc, section 6.1: 2 MTU, here of 1,000 B",
    about: "Backlog above which a queue that is not paused is congested.",
  },
  maxTon: {
    unit: "ps",
    derived: "(1 + epsilon) / epsilon * (8 hysteresis / C + theta), for port rate C",
    min: 1,
    max: us(1e6),
    source: "lab: TCD's equation derived anew; acc, section 6.1, has 24 us",
    about: "Longest time ON between two PAUSEs for which the queue still counts as alternately paused and resumed.",
  },
  epsilon: {
    unit: "ratio",
    default: 0.1,
    min: 1e-3,
    max: 1e3,
    source: "lab: gives the 24 us of acc at 100G",
    about: "Smallest share by which arrivals at the next hop exceed its drain rate for its PAUSEs to be detected.",
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
    about: "Time from crossing a threshold at the next hop until the arrivals there change.",
  },
});

export function unread({ maxTon }: Values<typeof params>, { pauses }: Surroundings): Unread {
  if (!pauses) {
    const why = "no class is lossless, so no queue is undetermined";
    return { maxTon: why, epsilon: why, hysteresis: why, theta: why };
  }
  const why = "maxTon overrides it";
  return maxTon === undefined ? {} : { epsilon: why, hysteresis: why, theta: why };
}

export function create(p: Values<typeof params>, view: DetectionView): DetectionPolicy {
  const { threshold } = p;
  const maxTon = Float64Array.from({ length: view.ports }, (_, port) => p.maxTon ?? longestOn(p, view.rate(port)));
  // By egress queue (8 times port, plus class): 1 for an undetermined queue. The next arrays have the same index.
  const undetermined = new Uint8Array(view.ports * 8);
  /** By egress queue: the time of the next check, if the queue is undetermined. Infinity while the queue is paused. */
  const due = new Float64Array(view.ports * 8);
  const backlogs = new Float64Array(view.ports * 8);
  /** By egress queue: the backlog at the start of the current check period. */
  const before = new Float64Array(view.ports * 8);

  /** Checks the queue if its check is due. Every hook calls this function before the queue changes. */
  function settle(port: number, queue: number): void {
    if (undetermined[queue] === 0 || view.now < due[queue]) return;
    const drains = backlogs[queue] > threshold && backlogs[queue] < before[queue];
    if (drains) {
      before[queue] = backlogs[queue];
      due[queue] += maxTon[port];
      // `due` is now the time of the next check. Checks run only in hooks. If the new time is past too, no hook ran between the
      // old and the new time, and the backlog was the same at both. So the queue no longer drained at the new time, and the
      // undetermined state ends.
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

/** maxTon at a port with this rate: the time in ps after a RESUME until a queue is first checked. */
function longestOn(p: Values<typeof params>, rate: number): number {
  return Math.round(((1 + p.epsilon) / p.epsilon) * ((8e12 * p.hysteresis) / rate + p.theta));
}
