/**
 * Follows the PAUSE frames of an incident downstream to the ports and NICs where the congestion began.
 *
 * A switch pauses its upstream because the packets from there wait for one of its egress ports. Each PAUSE frame that a
 * switch sent is therefore divided among its egress ports, by their backlog. An egress port may have been paused by its
 * own peer. Then a part of the port's backlog comes from that pause, and the search goes on at the peer with this part.
 * For the rest of the backlog, the congestion began at the egress port.
 */
import { pausingFrames, type IncidentFabric, type PortCounters } from "./counters.ts";

export interface Blame {
  /** By port: PFC frames that were sent because more packets arrived for this egress port than its link carries. */
  readonly overloaded: Float64Array;
  /** By switch port that leads to a host: the PFC frames that were sent because of congestion at the NIC of this host. */
  readonly nic: Float64Array;
  /** The number of PFC frames whose origin was searched for. */
  readonly frames: number;
  /** PFC frames without an origin: after `MAX_HOPS` hops the search was still in a cycle of ports. */
  readonly cyclic: number;
}

const CLASSES = 8;
/** The search follows a PFC frame over at most this many hops. Only a chain of pauses around a cycle of ports is longer. */
const MAX_HOPS = 64;

export function blameOf(fabric: IncidentFabric, counters: readonly (PortCounters | undefined)[]): Blame {
  const { ports, portsOf, isSwitch } = fabric;
  const overloaded = new Float64Array(ports.length);
  const nic = new Float64Array(ports.length);
  let frames = 0;
  let cyclic = 0;
  for (let cls = 0; cls < CLASSES; cls++) {
    const pausing = pausingFrames(fabric, counters, cls);
    // By ingress port: PFC frames that the port sent to its peer, and for which the search has not found an origin yet.
    let open = new Float64Array(ports.length);
    ports.forEach(({ node, peer }, port) => {
      if (isSwitch[node]) open[port] = pausing[peer];
      else nic[peer] += pausing[peer];
      frames += pausing[peer];
    });
    for (let hop = 0; hop < MAX_HOPS && open.some((mass) => mass > 0); hop++) {
      const next = new Float64Array(ports.length);
      open.forEach((mass, ingress) => {
        if (mass === 0) return;
        const egress = portsOf[ports[ingress].node].filter((port) => port !== ingress);
        const weights = weightsOf(egress, pausing, counters, cls);
        egress.forEach((port, k) => {
          const part = mass * weights[k];
          const { peer } = ports[port];
          const followed = part * pausedShare(port, ingress, pausing, counters, fabric, cls);
          overloaded[port] += part - followed;
          if (isSwitch[ports[peer].node]) next[peer] += followed;
          else nic[port] += followed;
        });
      });
      open = next;
    }
    for (const mass of open) cyclic += mass;
  }
  return { overloaded, nic, frames, cyclic };
}

/**
 * The shares by which the PAUSE frames that a switch sent are attributed to its egress ports. The shares are proportional
 * to the backlogs of the ports' queues. Without backlogs, they are proportional to the PAUSE frames that the ports received.
 * If no port received one either, they are proportional to the packets sent, and without these the shares are equal.
 */
function weightsOf(
  egress: readonly number[],
  pausing: readonly number[],
  counters: readonly (PortCounters | undefined)[],
  cls: number,
): number[] {
  const measures = [
    (port: number): number => counters[port]?.queuePeak?.[cls] ?? 0,
    (port: number): number => pausing[port],
    (port: number): number => counters[port]?.txPackets ?? 0,
    (): number => 1,
  ];
  for (const measure of measures) {
    const values = egress.map(measure);
    const sum = values.reduce((total, value) => total + value, 0);
    if (sum > 0) return values.map((value) => value / sum);
  }
  return []; // a switch with a single port has no egress port
}

/**
 * Returns the part of the congestion at egress `port` that comes from PAUSEs of its peer, from 0 to 1. The part
 * depends on two times: how long the peer paused the egress port, and how long the port's switch paused the upstream of
 * `ingress`. If the first is at least as long as the second, the part is 1. It is also 1 for a port that was paused for an
 * unknown time. The numbers of frames do not help: a single PAUSE of 65,535 quanta holds back 4.2 MB, more than most queues.
 */
function pausedShare(
  port: number,
  ingress: number,
  pausing: readonly number[],
  counters: readonly (PortCounters | undefined)[],
  { ports }: IncidentFabric,
  cls: number,
): number {
  if (pausing[port] === 0) return 0;
  const upstream = ports[ingress].peer;
  const time = counters[port]?.rxPauseSeconds?.[cls];
  const caused = counters[upstream]?.rxPauseSeconds?.[cls];
  if (time === undefined || caused === undefined) return 1;
  const ratio = time / caused;
  return Number.isNaN(ratio) ? 1 : Math.min(1, ratio);
}
