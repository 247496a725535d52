/** What a run came to, as rows: flows, ports, and the run as a whole. Times are ps, sizes bytes, rates bit/s. */
import type { Ending, Network } from "../model/network.ts";
import { QUEUE } from "../link/contract.ts";
import { DROP_CAUSES } from "../model/recorder.ts";
import { eta, exactHeadroom } from "../theory/headroom.ts";
import { idealFct } from "../theory/ideal-fct.ts";
import { psPerByte, type Bps, type Bytes, type Ps } from "../units.ts";
import { deadlockedQueues } from "./findings.ts";
import type { RunRecorder } from "./run-recorder.ts";

export interface FlowRow {
  readonly flow: number;
  readonly source: string;
  readonly destination: string;
  readonly cls: number;
  /** Infinity: it never ends. */
  readonly bytes: Bytes;
  readonly start: Ps;
  /** Until the receiver has the last byte, and until the sender has the last ACK; NaN: not within the run. */
  readonly fct: Ps;
  readonly fctAck: Ps;
  /** What it would take alone, and how many times as long it took. */
  readonly ideal: Ps;
  readonly slowdown: number;
  /** Payload bytes that the receiver has in order. */
  readonly received: Bytes;
}

export interface PortRow {
  readonly node: string;
  /** Counted from 1. */
  readonly port: number;
  readonly peer: string;
  /** Bytes on the wire, preamble and gap excluded, and the share of the link's time they took. */
  readonly sent: Bytes;
  readonly utilisation: number;
  /** PAUSEs that this port sent to its peer, and how long the peer had it stopped, all classes. */
  readonly pauses: number;
  readonly stopped: Ps;
  /** Most bytes that waited to leave. */
  readonly peak: Bytes;
}

export interface RunRow {
  readonly scenario: string;
  readonly seed: number;
  readonly ending: Ending | "interrupted";
  readonly simulated: Ps;
  readonly digest: string;
  readonly flows: number;
  readonly flowsDone: number;
  readonly packetHops: number;
  readonly events: number;
  readonly dataPackets: number;
  readonly marked: number;
  readonly nacks: number;
  readonly cnps: number;
  readonly outOfOrder: number;
  readonly pauses: number;
  readonly drops: Readonly<Record<string, number>>;
  /** Queues that wait for each other, each for the next and the last for the first, when the run ended; empty: no deadlock. */
  readonly deadlock: readonly string[];
}

/** What a switch's ports of one rate and delay need to lose nothing after a PAUSE, each lossless class. */
export interface HeadroomRow {
  readonly rate: Bps;
  readonly delay: Ps;
  readonly ports: number;
  /** Real frames' need h*, and what DSH's equation 1 asks (docs/errata.md). */
  readonly exact: Bytes;
  readonly equation1: Bytes;
}

/** A switch told the peer of one of its ports to stop, or to go. */
export interface PauseRow {
  readonly time: Ps;
  readonly node: string;
  readonly port: number;
  readonly peer: string;
  readonly cls: number;
  readonly scope: "queue" | "port";
  readonly stops: boolean;
  /** Shared bytes of the ingress queue then, and the threshold it was held against. */
  readonly backlog: Bytes;
  readonly threshold: Bytes;
}

export interface Results {
  readonly run: RunRow;
  readonly flows: readonly FlowRow[];
  readonly ports: readonly PortRow[];
  readonly headroom: readonly HeadroomRow[];
  /** Each PAUSE and RESUME, where the scenario measures them. */
  readonly pauses: readonly PauseRow[];
}

export function collect(
  network: Network,
  recorder: RunRecorder,
  about: { readonly scenario: string; readonly seed: number; readonly ending: Ending | "interrupted" },
): Results {
  return {
    run: runRow(network, recorder, about),
    flows: flowRows(network),
    ports: portRows(network, recorder),
    headroom: headroomRows(network),
    pauses: pauseRows(network, recorder),
  };
}

function flowRows({ flows, fabric, hosts, switches }: Network): FlowRow[] {
  const { names } = fabric.wiring;
  const overhead = fabric.fidelity.frames.dataHeader + fabric.fidelity.frames.wireOverhead;
  const paths = new Map<number, { psPerByte: number; delay: Ps; overhead: Bytes }[]>();
  const pathOf = (flow: number): { psPerByte: number; delay: Ps; overhead: Bytes }[] => {
    const key = flows.source[flow] * fabric.nodes + flows.destination[flow];
    let path = paths.get(key);
    if (path !== undefined) return path;
    path = [];
    for (let port = flows.port[flow]; ;) {
      path.push({ psPerByte: psPerByte(fabric.rate[port]), delay: fabric.delay[port], overhead });
      const at = switches[fabric.node[fabric.peer[port]]];
      const next = at?.firstPort(flows.destination[flow]) ?? -1;
      if (next < 0) break;
      port = next;
    }
    paths.set(key, path);
    return path;
  };
  return Array.from({ length: flows.count }, (_, flow) => {
    const bytes = flows.size[flow];
    const ideal = bytes === Infinity ? NaN : idealFct(bytes, hosts.payload, pathOf(flow));
    const fct = flows.received[flow] - flows.start[flow];
    return {
      flow,
      source: names[flows.source[flow]],
      destination: names[flows.destination[flow]],
      cls: flows.cls[flow],
      bytes,
      start: flows.start[flow],
      fct,
      fctAck: flows.acked[flow] - flows.start[flow],
      ideal,
      slowdown: fct / ideal,
      received: flows.rcvNxt[flow],
    };
  });
}

function headroomRows({ fabric, hosts, switches, reaction }: Network): HeadroomRow[] {
  const { dataHeader, wireOverhead, pause } = fabric.fidelity.frames;
  const frame = hosts.payload + dataHeader;
  const rows = new Map<string, HeadroomRow>();
  for (let port = 0; port < fabric.ports; port++) {
    if (switches[fabric.node[port]] === null) continue;
    const rate = fabric.rate[port];
    const delay = fabric.delay[port];
    const key = `${rate} ${delay}`;
    const ports = (rows.get(key)?.ports ?? 0) + 1;
    const exact = exactHeadroom({ frame, wireOverhead, pfcWire: pause + wireOverhead, rate, delay, reaction });
    rows.set(key, { rate, delay, ports, exact, equation1: eta(rate, delay, frame) });
  }
  return [...rows.values()];
}

function pauseRows({ fabric }: Network, { verdicts }: RunRecorder): PauseRow[] {
  const { names } = fabric.wiring;
  return verdicts.map(({ time, port, cls, scope, stops, backlog, threshold }) => ({
    time,
    node: names[fabric.node[port]],
    port: fabric.localPort(port) + 1,
    peer: names[fabric.node[fabric.peer[port]]],
    cls,
    scope: scope === QUEUE ? "queue" : "port",
    stops,
    backlog,
    threshold,
  }));
}

function portRows({ fabric, queue }: Network, recorder: RunRecorder): PortRow[] {
  const { names } = fabric.wiring;
  return Array.from({ length: fabric.ports }, (_, port) => {
    let stopped = 0;
    for (let cls = 0; cls < 8; cls++) {
      stopped += fabric.stoppedTime[port * 8 + cls];
      if ((fabric.stopped(port) & (1 << cls)) !== 0) stopped += queue.now - fabric.stoppedSince[port * 8 + cls];
    }
    return {
      node: names[fabric.node[port]],
      port: fabric.localPort(port) + 1,
      peer: names[fabric.node[fabric.peer[port]]],
      sent: fabric.sentBytes(port),
      utilisation: fabric.busyTime(port) / queue.now,
      pauses: recorder.pauses.get(port) ?? 0,
      stopped,
      peak: fabric.peakBytes(port),
    };
  });
}

function runRow(
  network: Network,
  recorder: RunRecorder,
  about: { readonly scenario: string; readonly seed: number; readonly ending: Ending | "interrupted" },
): RunRow {
  const { fabric, flows, hosts, queue, events, unfinished } = network;
  const endless = flows.size.subarray(0, flows.count).filter((bytes) => bytes === Infinity).length;
  return {
    ...about,
    simulated: queue.now,
    digest: fabric.digest.toString(),
    flows: flows.count,
    flowsDone: flows.count - endless - unfinished,
    packetHops: fabric.hops,
    events,
    dataPackets: hosts.dataPackets,
    marked: hosts.marked,
    nacks: hosts.nacks,
    cnps: hosts.cnps,
    outOfOrder: hosts.outOfOrder,
    pauses: [...recorder.pauses.values()].reduce((sum, n) => sum + n, 0),
    deadlock: deadlockedQueues(network).map(({ node, port, cls }) => `${node} port ${port} class ${cls}`),
    drops: Object.fromEntries(DROP_CAUSES.map((cause, k) => [cause, fabric.ledger.droppedPackets[k]])),
  };
}
