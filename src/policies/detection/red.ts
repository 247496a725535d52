/**
 * ECN by queue length: a queue never marks below kmin and always marks above kmax. In between the probability rises to
 * pmax.
 *
 * The length counts the bytes of the packet's own class, after the packet has left the queue.
 *
 * Paper    zhu15 (DCQCN); thresholds of HPCC's simulator at 100G, in proportion at other rates.
 */
import { formatBytes } from "../../base/format.ts";
import { defineParams, ParamError, type Signal, type Values } from "../../base/params.ts";
import { CONGESTED, UNMARKED, type DetectionPolicy, type DetectionView } from "../../contracts/detection.ts";

export const about = "ECN marks by queue length";

export const steady = true;

export const gives: readonly Signal[] = ["ECN marks"];

export const params = defineParams({
  kmin: {
    unit: "bytes",
    default: 400_000,
    min: 0,
    max: 2 ** 40,
    source: "HPCC simulator, 100G",
    about: "Backlog up to which no packet is marked.",
  },
  kmax: {
    unit: "bytes",
    default: 1_600_000,
    min: 0,
    max: 2 ** 40,
    source: "HPCC simulator, 100G",
    about: "Backlog above which every packet is marked.",
  },
  pmax: {
    unit: "ratio",
    default: 0.2,
    min: 0,
    max: 1,
    source: "HPCC simulator",
    about: "Marking probability at kmax.",
  },
  scaleTo: {
    unit: "bps",
    default: 100e9,
    min: 0,
    max: 1e13,
    source: "HPCC simulator: 400G ports have four times the thresholds of 100G ports",
    about:
      "Port rate for which kmin and kmax are given; other ports scale them in proportion. 0bps: the same at every port.",
  },
});

export function check({ kmin, kmax }: Values<typeof params>): void {
  if (kmin <= kmax) return;
  throw new ParamError(
    "kmin",
    `at most kmax, ${formatBytes(kmax)}`,
    formatBytes(kmin),
    "Marking begins at kmin, and above kmax every packet is marked.",
  );
}

export function create(p: Values<typeof params>, view: DetectionView): DetectionPolicy {
  const scale = (port: number): number => (p.scaleTo === 0 ? 1 : view.rate(port) / p.scaleTo);
  const kmin = Float64Array.from({ length: view.ports }, (_, port) => p.kmin * scale(port));
  const kmax = Float64Array.from({ length: view.ports }, (_, port) => p.kmax * scale(port));
  const { pmax } = p;
  return {
    marksAbove: (port) => kmin[port],
    mark(port, _cls, backlog) {
      if (backlog <= kmin[port]) return UNMARKED;
      if (backlog > kmax[port]) return CONGESTED;
      return view.random(port) < (pmax * (backlog - kmin[port])) / (kmax[port] - kmin[port]) ? CONGESTED : UNMARKED;
    },
  };
}
