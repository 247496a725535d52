/**
 * Ranks the likely origins of an incident from the counters of its switches. Each origin has the evidence for it.
 *
 * The score of an origin is the number of PFC frames for which `blame.ts` finds this origin. It cannot find two kinds of
 * origins: failed links, and links without working PFC. The score of a failed link comes from the congestion at the
 * switches of the link, and from packets that were lost at its ends. A link without working PFC is the origin "ignored PAUSE"
 * or "missing PAUSE". Its score comes from the packets that a switch lost at its port of this link.
 */
import { formatBytes, formatCounted as count, formatTime } from "../../base/format.ts";
import { PS_PER_MS } from "../../base/units.ts";
import { blameOf } from "./blame.ts";
import { longestPause, pausedSeconds, pausingFrames, type IncidentFabric, type PortCounters } from "./counters.ts";

export type OriginKind =
  "pause storm" | "slow receiver" | "incast" | "overloaded link" | "failed link" | "ignored PAUSE" | "missing PAUSE";

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

/**
 * SONiC's shortest interval between two polls, s. If the mean length of pauses is at least this interval, SONiC may
 * have estimated the lengths by polls. Then one pause in the history can be many short ones.
 */
const SHORTEST_POLL = 0.1;

/** Share of the incident's frames that is attributed to a failed link, even if no congested port is next to it. */
const FAILED_PRIOR = 0.02;

const CLASSES = Array.from({ length: 8 }, (_, cls) => cls);

export function incidentOf(fabric: IncidentFabric, counters: readonly (PortCounters | undefined)[]): Incident {
  const { ports, isSwitch } = fabric;
  const { overloaded, nic, frames, cyclic } = blameOf(fabric, counters);
  const pausing = CLASSES.map((cls) => pausingFrames(fabric, counters, cls));
  const framesAt = (port: number): number => CLASSES.reduce((sum, cls) => sum + pausing[cls][port], 0);
  const sentBy = ports.map((_, port) => sumOf(counters[port]?.txPfc) ?? 0);
  const sending = ports.flatMap((_, port) => (sentBy[port] > 0 ? [port] : []));
  const lossless = CLASSES.filter((cls) => pausing[cls].some((count) => count > 0));
  // By port of a switch: the packets of lossless classes that were dropped on arrival. If the port has no drop counts by
  // class, the drops of all classes count, but only at switches that send PAUSE frames.
  const lost = ports.map(({ node }, port) => {
    const { rxClassDrops: of, rxDrops = 0 } = counters[port] ?? {};
    if (!isSwitch[node]) return 0;
    if (of !== undefined) return lossless.reduce((sum, cls) => sum + of[cls], 0);
    return fabric.portsOf[node].some((one) => sentBy[one] > 0) ? rxDrops : 0;
  });
  const origins = [
    ...ports.flatMap((_, port) => (nic[port] > 0 ? [nicAt(port)] : [])),
    ...ports.flatMap(({ node }, port) => (isSwitch[node] && overloaded[port] > 0 ? [overloadAt(port)] : [])),
    ...ports.flatMap((_, port) => (port % 2 === 0 ? failedLink(port) : [])),
    ...ports.flatMap((_, port) => withoutPfc(port)),
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
    const { rate } = ports[port];
    const seconds = sumOf(
      of?.rxPauseSeconds && CLASSES.map((cls) => pausedSeconds(of, cls, pausing[cls][port], rate) ?? 0),
    );
    const transitions = sumOf(of?.rxPauseTransitions);
    const isPolled = (sumOf(of?.rxPauseSeconds) ?? 0) >= SHORTEST_POLL * Math.max(1, transitions ?? 0);
    const storms = sumOf(of?.storms) ?? 0;
    const isStorm = storms > 0 || stormed(of, received, seconds, isPolled ? undefined : transitions, rate);
    return {
      kind: isStorm ? "pause storm" : "slow receiver",
      place: `${host}'s NIC`,
      port,
      score: nic[port],
      evidence: [
        `${host} sent ${count(received, "PFC frame")} to its switch${seconds === undefined ? "" : `, which paused ${ports[port].name} for ${isPolled ? "up to " : ""}${formatTime(seconds * 1000 * PS_PER_MS)}`}.`,
        ...(transitions === undefined || transitions === 0 || isPolled
          ? []
          : [
              `The port was paused ${count(transitions, "time")}: ${Number((received / transitions).toPrecision(3))} frames for each pause.`,
            ]),
        ...(!isStorm && received > 0 && (transitions === undefined || isPolled)
          ? ["These counters cannot tell a slow receiver from a pause storm: read show pfcwd stats."]
          : []),
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
    const earlier = most(({ earlierFlaps = 0 }) => earlierFlaps);
    const isDown = ends.some((end) => counters[end]?.isDown === true);
    if (flaps === 0 && earlier === 0 && errors === 0 && !isDown) return [];
    const nodes = ends.map((end) => ports[end].node);
    // Packets that would take the failed link take other links of the switches at its ends instead. So congestion of these
    // other links is evidence that the failed link is the origin. An exception is the only link of a host: its packets have
    // no other way, so they cause no such congestion.
    const failed = flaps > 0 || isDown;
    const diverts = failed && nodes.every((node) => isSwitch[node] || fabric.portsOf[node].length > 1);
    const next = !diverts
      ? 0
      : ports.reduce(
          (sum, { node, peer }, at) =>
            !ends.includes(at) && [node, ports[peer].node].some((end) => nodes.includes(end) && isSwitch[end])
              ? sum + overloaded[at]
              : sum,
          0,
        );
    const unsent = most(({ txDrops = 0 }) => txDrops);
    const all = counters.reduce((sum, one) => sum + (one?.txDrops ?? 0), 0);
    // The weight of this origin. If the link failed, the weight is 1, even if the failure may have preceded the incident.
    // Otherwise the link only damaged frames and diverted no traffic, so its weight is its share of all damaged frames.
    const prior = failed || earlier > 0 ? 1 : errors / counters.reduce((sum, one) => sum + (one?.rxErrors ?? 0), 0);
    const basis = Math.max(frames, 1);
    const [shown] = ends.filter((end) => isSwitch[ports[end].node]);
    return [
      {
        kind: "failed link",
        place: ports[shown ?? port].name,
        port: shown ?? port,
        score: next + basis * (FAILED_PRIOR * prior + (failed && all > 0 ? unsent / all : 0) / 2),
        evidence: [
          ...(flaps > 0 ? [`The link failed ${count(flaps, "time")}.`] : []),
          ...(earlier > 0
            ? [`The link failed ${count(earlier, "time")} since the switch started, perhaps before the incident.`]
            : []),
          ...(isDown ? ["The link was down at the last sample."] : []),
          ...(errors > 0 ? [`${count(errors, "damaged frame")} arrived on it.`] : []),
          ...(unsent > 0 ? [`${count(unsent, "packet")} waited for it and were dropped.`] : []),
          ...(next > 0 ? [`Other links of its two ends explain ${count(Math.round(next), "PFC frame")}.`] : []),
        ],
      },
    ];
  }

  /**
   * The possible origins "ignored PAUSE" and "missing PAUSE". A switch lost packets at `port` although it sent PAUSE frames
   * there, or while it paused other neighbours only.
   *
   * If a neighbour does not stop, the switch usually drops at least one packet for each PAUSE frame. If fewer packets were
   * dropped, the score is lower: the drops may have other reasons, such as an unknown VLAN. The score is not lowered if the counters
   * prove that the neighbour ignored or never received the PAUSE frames.
   */
  function withoutPfc(port: number): LikelyOrigin[] {
    const { node, peer, name } = ports[port];
    const drops = lost[port];
    const sent = sentBy[port];
    if (drops === 0 || (sent === 0 && counters[port]?.txPfc === undefined)) return [];
    const others = fabric.portsOf[node].filter((one) => sentBy[one] > 0);
    const usual = sent > 0 ? sent : meanSent(others.length > 0 ? others : sending);
    const received = sumOf(counters[peer]?.rxPfc);
    const isNeverPaused = sumOf(counters[peer]?.rxPauseTransitions ?? counters[peer]?.rxPauseSeconds) === 0;
    const isProven = sent > 0 && (received === 0 || isNeverPaused);
    const neighbour = fabric.names[ports[peer].node];
    const dropped = `${fabric.names[node]} dropped ${count(drops, "packet")} at ${name}`;
    const paused = count(others.length, "other neighbour");
    return [
      {
        kind: sent > 0 ? "ignored PAUSE" : "missing PAUSE",
        place: sent > 0 ? ports[peer].name : name,
        port,
        score: Math.max(frames, 1) * (drops / (sumOf(lost) ?? 1)) * (isProven ? 1 : Math.min(1, drops / usual)),
        evidence: [
          sent > 0
            ? `${dropped} after it had sent ${count(sent, "PFC frame")} to ${neighbour}.`
            : `${dropped}. It sent no PFC frame to ${neighbour}, and paused ${paused}.`,
          ...(sent > 0 && received === 0 ? [`${neighbour} counted none of these frames.`] : []),
          ...(sent > 0 && isNeverPaused ? [`${neighbour} was never paused.`] : []),
          `Compare pfc_enable, the maps to priorities and the headroom at both ends of this link.`,
        ],
      },
    ];
  }

  function meanSent(of: readonly number[]): number {
    return of.reduce((sum, port) => sum + sentBy[port], 0) / of.length;
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
  of: PortCounters | undefined,
  frames: number,
  seconds: number | undefined,
  transitions: number | undefined,
  rate: number,
): boolean {
  if (transitions !== undefined && transitions > 0)
    return frames / transitions > 3 || (seconds !== undefined && seconds / transitions > 1.5 * longestPause(rate));
  if (of?.countsOnce === true) return seconds !== undefined && seconds / frames > 1.5 * longestPause(rate);
  return of?.txPackets !== undefined && of.txPackets < 16 * frames;
}

const sumOf = (values: readonly number[] | undefined): number | undefined =>
  values?.reduce((sum, value) => sum + value, 0);
