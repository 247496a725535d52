/**
 * Ranks the likely origins of an incident from the counters of its switches. Each origin has the evidence for it.
 *
 * The score of an origin is the number of PFC frames for which `blame.ts` finds this origin. It cannot find two kinds of
 * origins: failed links, and ports that ignore PAUSE frames. The score of a failed link comes from the congestion at the
 * switches of the link, and from packets that were lost at its ends. The score of an ignored PAUSE comes from the packets
 * that the pausing switch lost at its port.
 */
import { formatBytes, formatCounted as count, formatTime } from "../../base/format.ts";
import { PS_PER_MS } from "../../base/units.ts";
import { blameOf } from "./blame.ts";
import { pausingFrames, type IncidentFabric, type PortCounters } from "./counters.ts";

export type OriginKind =
  "pause storm" | "slow receiver" | "incast" | "overloaded link" | "failed link" | "ignored PAUSE";

export interface LikelyOrigin {
  readonly kind: OriginKind;
  /** The place of the origin: the host of a NIC, or the name of a port or link. */
  readonly place: string;
  /** Index of the switch port at the origin, or next to it. */
  readonly port: number;
  /** PFC frames that the origin explains. The sum over all origins can exceed the frames of the incident. */
  readonly score: number;
  /** Sentences with the counters that speak for this origin. */
  readonly evidence: readonly string[];
}

export interface Incident {
  readonly origins: readonly LikelyOrigin[];
  /** PFC frames of the incident. */
  readonly frames: number;
  /** Share of the PFC frames that have no origin, because following them leads around a cycle of ports. */
  readonly cyclicShare: number;
  readonly pausedPorts: number;
  readonly pausedHosts: number;
}

/** Time of a PAUSE with the maximum of 65,535 quanta of 512 bits (802.1Qbb), s. */
const longestPause = (rate: number): number => (65535 * 512) / rate;

/** Share of the incident's frames that is attributed to a failed link, even if no congested port is next to it. */
const FAILED_PRIOR = 0.02;

const CLASSES = Array.from({ length: 8 }, (_, cls) => cls);

export function incidentOf(fabric: IncidentFabric, counters: readonly (PortCounters | undefined)[]): Incident {
  const { ports, isSwitch } = fabric;
  const { overloaded, nic, frames, cyclic } = blameOf(fabric, counters);
  const pausing = CLASSES.map((cls) => pausingFrames(fabric, counters, cls));
  const framesAt = (port: number): number => CLASSES.reduce((sum, cls) => sum + pausing[cls][port], 0);
  const origins = [
    ...ports.flatMap((_, port) => (nic[port] > 0 ? [nicAt(port)] : [])),
    ...ports.flatMap(({ node }, port) => (isSwitch[node] && overloaded[port] > 0 ? [overloadAt(port)] : [])),
    ...ports.flatMap((_, port) => (port % 2 === 0 ? failedLink(port) : [])),
    ...ports.flatMap((_, port) => ignoredPause(port)),
  ].sort((a, b) => b.score - a.score || a.port - b.port);
  const paused = ports.map((_, port) => framesAt(port) > 0);
  return {
    origins,
    frames,
    cyclicShare: frames === 0 ? 0 : cyclic / frames,
    pausedPorts: ports.filter(({ node }, port) => paused[port] && isSwitch[node]).length,
    pausedHosts: new Set(ports.filter(({ node }, port) => paused[port] && !isSwitch[node]).map(({ node }) => node))
      .size,
  };

  /** The possible origin "NIC that paused its switch". `port` is the port of the switch. */
  function nicAt(port: number): LikelyOrigin {
    const host = fabric.names[ports[ports[port].peer].node];
    const of = counters[port];
    const received = framesAt(port);
    const seconds = sumOf(of?.rxPauseSeconds);
    const transitions = sumOf(of?.rxPauseTransitions);
    const storms = sumOf(of?.storms) ?? 0;
    const isStorm = storms > 0 || stormed(received, seconds, transitions, of?.txPackets, ports[port].rate);
    return {
      kind: isStorm ? "pause storm" : "slow receiver",
      place: `${host}'s NIC`,
      port,
      score: nic[port],
      evidence: [
        `${host} sent ${count(received, "PFC frame")} to its switch${seconds === undefined ? "" : `, which paused ${ports[port].name} for ${formatTime(seconds * 1000 * PS_PER_MS)}`}.`,
        ...(transitions === undefined || transitions === 0
          ? []
          : [
              `The port was paused ${count(transitions, "time")}: ${Number((received / transitions).toPrecision(3))} frames for each pause.`,
            ]),
        ...(storms > 0 ? [`The PFC watchdog detected ${count(storms, "storm")} at ${ports[port].name}.`] : []),
        ...(of?.txPackets === undefined
          ? []
          : [`${ports[port].name} sent ${count(of.txPackets, "packet")} in this time.`]),
        ...backlog(port),
        ...upstream(nic[port] - received),
      ],
    };
  }

  function overloadAt(port: number): LikelyOrigin {
    const { name, node, peer } = ports[port];
    const toHost = !isSwitch[ports[peer].node];
    const own = framesAt(port);
    const senders = fabric.portsOf[node].filter((other) => other !== port && framesAt(ports[other].peer) > 0).length;
    return {
      kind: toHost ? "incast" : "overloaded link",
      place: name,
      port,
      score: overloaded[port],
      evidence: [
        ...backlog(port),
        own === 0
          ? `${name} was never paused, so its packets waited for its own link.`
          : `${name} was paused by ${count(own, "PFC frame")}, too few for the congestion of its switch.`,
        `${fabric.names[node]} paused ${count(senders, "neighbour")} in the same time.`,
        ...upstream(overloaded[port]),
      ],
    };
  }

  /** The possible origin "failed link". `port` is the first of the two ports of the link. */
  function failedLink(port: number): LikelyOrigin[] {
    const ends = [port, ports[port].peer];
    const most = (of: (one: PortCounters) => number | undefined): number =>
      Math.max(0, ...ends.map((end) => (counters[end] === undefined ? 0 : (of(counters[end]) ?? 0))));
    const [flaps, errors] = [most(({ flaps = 0 }) => flaps), most(({ rxErrors = 0 }) => rxErrors)];
    const isDown = ends.some((end) => counters[end]?.isDown === true);
    if (flaps === 0 && errors === 0 && !isDown) return [];
    const nodes = ends.map((end) => ports[end].node);
    // Packets that would take the failed link take other links of the switches at its ends. So congestion at these
    // switches counts for the failed link.
    const next = ports.reduce(
      (sum, { node, peer }, at) =>
        !ends.includes(at) && [node, ports[peer].node].some((end) => nodes.includes(end) && isSwitch[end])
          ? sum + overloaded[at]
          : sum,
      0,
    );
    const lost = most(({ txDrops = 0 }) => txDrops);
    const known = counters.some((one) => (one?.txDrops ?? 0) > 0);
    const all = counters.reduce((sum, one) => sum + (one?.txDrops ?? 0), 0);
    const basis = Math.max(frames, 1);
    const [shown] = ends.filter((end) => isSwitch[ports[end].node]);
    return [
      {
        kind: "failed link",
        place: ports[shown ?? port].name,
        port: shown ?? port,
        score: next + basis * (FAILED_PRIOR + (known ? lost / all : 0) / 2),
        evidence: [
          ...(flaps > 0 ? [`The link failed ${count(flaps, "time")}.`] : []),
          ...(isDown ? ["The link was down at the last sample."] : []),
          ...(errors > 0 ? [`${count(errors, "damaged frame")} arrived on it.`] : []),
          ...(lost > 0 ? [`${count(lost, "packet")} waited for it and were dropped.`] : []),
          ...(next > 0 ? [`Other links of its two ends explain ${count(Math.round(next), "PFC frame")}.`] : []),
        ],
      },
    ];
  }

  /** The possible origin "ignored PAUSE": a switch lost packets at `port` although it sent PAUSE frames there. */
  function ignoredPause(port: number): LikelyOrigin[] {
    const { node, peer, name } = ports[port];
    const of = counters[port];
    const drops = of?.rxDrops ?? 0;
    const sent = sumOf(of?.txPfc) ?? 0;
    if (!isSwitch[node] || drops === 0 || sent === 0) return [];
    const all = counters.reduce((sum, one) => sum + ((sumOf(one?.txPfc) ?? 0) > 0 ? (one?.rxDrops ?? 0) : 0), 0);
    const received = sumOf(counters[peer]?.rxPfc);
    const seconds = sumOf(counters[peer]?.rxPauseSeconds);
    const upstreamName = fabric.names[ports[peer].node];
    return [
      {
        kind: "ignored PAUSE",
        place: ports[peer].name,
        port,
        score: Math.max(frames, 1) * (drops / all),
        evidence: [
          `${fabric.names[node]} dropped ${count(drops, "packet")} at ${name} after it had sent ${count(sent, "PFC frame")} to ${upstreamName}.`,
          ...(received === 0 ? [`${upstreamName} counted none of these frames.`] : []),
          ...(seconds === 0 ? [`${upstreamName} was never paused.`] : []),
          `Compare pfc_enable, the maps to priorities and the headroom at both ends of this link.`,
        ],
      },
    ];
  }

  function backlog(port: number): string[] {
    const peak = Math.max(0, ...(counters[port]?.queuePeak ?? []));
    return peak > 0 ? [`The backlog of ${ports[port].name} reached ${formatBytes(Math.round(peak))}.`] : [];
  }
}

const upstream = (mass: number): string[] =>
  mass >= 1 ? [`${count(Math.round(mass), "PFC frame")} of switches upstream lead here.`] : [];

/**
 * True if the counters indicate a storm: PAUSE frames follow each other without a resume, so the port stays paused. A
 * slow receiver instead alternates PAUSE frames and resumes, and packets pass in between.
 */
function stormed(
  frames: number,
  seconds: number | undefined,
  transitions: number | undefined,
  packets: number | undefined,
  rate: number,
): boolean {
  if (transitions !== undefined && transitions > 0)
    return frames / transitions > 3 || (seconds !== undefined && seconds / transitions > 1.5 * longestPause(rate));
  if (seconds !== undefined) return seconds / frames > longestPause(rate) / 4;
  return packets !== undefined && packets < 16 * frames;
}

const sumOf = (values: readonly number[] | undefined): number | undefined =>
  values?.reduce((sum, value) => sum + value, 0);
