/** Counters of switch ports over an incident, and the fabric that they belong to. */
import { portNames } from "../../base/port-names.ts";
import type { Bps } from "../../base/units.ts";

/**
 * The counters of one port of a switch, summed over the incident. Arrays have one value for each class, 0 to 7.
 * An absent field: the switch was not asked, or does not have this counter.
 */
export interface PortCounters {
  /** True if a PAUSE is counted once, without its repetitions and its resume, as in the OpenMetrics of xoff. */
  countsOnce?: boolean;
  /** PFC frames received, PAUSE and resume. */
  rxPfc?: number[];
  /** PFC frames sent, PAUSE and resume. */
  txPfc?: number[];
  /** Time for which the peer paused the class, s. */
  rxPauseSeconds?: number[];
  /** Number of changes from sending to paused. */
  rxPauseTransitions?: number[];
  /** Maximum backlog of the egress queues, bytes. */
  queuePeak?: number[];
  /** Storms that the PFC watchdog detected. */
  storms?: number[];
  /** Data packets sent. */
  txPackets?: number;
  /** Damaged frames received. */
  rxErrors?: number;
  /** Packets that were dropped on arrival for any reason. */
  rxDrops?: number;
  /** Packets that were dropped on arrival because the memory of their priority group was full. */
  rxClassDrops?: number[];
  /** Packets that were dropped before they were sent. */
  txDrops?: number;
  /** Number of times that the link failed. */
  flaps?: number;
  /**
   * Number of times that the link failed since the switch started, before or during the incident. Present instead of
   * `flaps` if it is unknown how many of these failures occurred during the incident.
   */
  earlierFlaps?: number;
  /** True if the link was down at the last sample. */
  isDown?: boolean;
}

/** One direction of a link: the port that sends into it. */
export interface FabricPort {
  /** Name of the port as in scenarios and results, such as leaf0-spine1. */
  readonly name: string;
  readonly node: number;
  /** The index of the port at the other end of the link. */
  readonly peer: number;
  readonly rate: Bps;
}

export interface IncidentFabric {
  readonly names: readonly string[];
  readonly isSwitch: readonly boolean[];
  readonly ports: readonly FabricPort[];
  /** The indices of each node's ports. */
  readonly portsOf: readonly (readonly number[])[];
}

interface Wired {
  readonly names: readonly string[];
  readonly isSwitch: readonly boolean[];
  readonly links: readonly { readonly a: number; readonly b: number; readonly rate: Bps }[];
}

/** The ports of a wiring. The two ends of link 3 are ports 6 and 7. */
export function incidentFabric({ names, isSwitch, links }: Wired): IncidentFabric {
  const ends = links.flatMap(({ a, b, rate }) => [
    { node: a, other: b, rate },
    { node: b, other: a, rate },
  ]);
  const labels = portNames(
    ends.map(({ node }) => names[node]),
    ends.map(({ other }) => names[other]),
  );
  const ports = ends.map(({ node, rate }, k): FabricPort => ({ name: labels[k], node, peer: k ^ 1, rate }));
  const portsOf = names.map((): number[] => []);
  ports.forEach(({ node }, port) => portsOf[node].push(port));
  return { names, isSwitch, ports, portsOf };
}

/** Time of a PAUSE with the maximum of 65,535 quanta of 512 bits (802.1Qbb), s. */
export const longestPause = (rate: Bps): number => (65_535 * 512) / rate;

/**
 * For how long a port was paused in one class, s. `frames` is the number of PFC frames that paused it. Undefined if
 * the time is unknown.
 *
 * Many versions of SONiC estimate this time: a port counts as paused between two polls if any PFC frame arrived. The
 * polls are 0.1 to 1 s apart. A frame cannot have paused the port for longer than the longest PAUSE. So the estimate
 * is limited to `frames` times that duration.
 *
 * Source: doc/pfc of sonic-net/SONiC, "PFC Historical Statistics"
 */
export function pausedSeconds(
  of: PortCounters | undefined,
  cls: number,
  frames: number,
  rate: Bps,
): number | undefined {
  const seconds = of?.rxPauseSeconds?.[cls];
  return seconds === undefined || of?.countsOnce === true ? seconds : Math.min(seconds, frames * longestPause(rate));
}

/**
 * By port: the number of PFC frames of class `cls` (PAUSE and resume) from its peer. It is the larger of two counts: the
 * frames that the port received, and the frames that the peer sent. A missing counter counts as 0.
 */
export const pausingFrames = (
  { ports }: IncidentFabric,
  counters: readonly (PortCounters | undefined)[],
  cls: number,
): number[] =>
  ports.map(({ peer }, port) => Math.max(counters[port]?.rxPfc?.[cls] ?? 0, counters[peer]?.txPfc?.[cls] ?? 0));
