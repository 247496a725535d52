/**
 * The output files of HPCC's simulator (docs/ns3-semantics.md, section 17), in pieces. The files of a fabric with a
 * thousand hosts are too large for one string.
 */
import { PACKET, SEEN, type Ns3Run, type QueueDump, type TraceChunk } from "../run/lab/ns3.ts";
import { PS_PER_NS } from "../base/units.ts";
import { fctLine } from "../formats/hpcc/fct.ts";
import { NODE_TYPE, PFC_TYPE, pfcLine } from "../formats/hpcc/pfc.ts";
import { qlenDump } from "../formats/hpcc/qlen.ts";
import {
  encodeHeader,
  encodeRecord,
  RECORD_BYTES,
  TRACE_EVENT,
  type TraceCommon,
  type TraceRecord,
} from "../formats/hpcc/tr.ts";

type Recorded = Pick<Ns3Run, "build" | "recorder">;
type Built = Pick<Ns3Run, "build">;

/** Number of lines in one piece of an output file. */
const PIECE = 4096;

/** The lines of `fct.txt`: one for each completed flow, in order of completion. */
export function* fctPieces({ build, recorder }: Recorded): Generator<string> {
  const { flows } = build.network;
  const { completed } = recorder;
  let text = "";
  for (let k = 0; k < completed.length; k++) {
    const flow = completed[k];
    text += fctLine({
      sip: flows.sourceAddress(flow),
      dip: flows.destinationAddress(flow),
      sport: flows.sourcePort(flow),
      dport: flows.destinationPort(flow),
      size: flows.size[flow],
      startNs: flows.start[flow] / PS_PER_NS,
      fctNs: (flows.acked[flow] - flows.start[flow]) / PS_PER_NS,
      standaloneNs: build.standaloneNs(flow),
    });
    if (k % PIECE === PIECE - 1) {
      yield text;
      text = "";
    }
  }
  if (text !== "") yield text;
}

/** The lines of `pfc.txt`: one for each PFC frame received. */
export function* pfcPieces({ build, recorder }: Recorded): Generator<string> {
  const { fabric } = build.network;
  const { count, time, port, stops } = recorder.frames;
  let text = "";
  for (let k = 0; k < count; k++) {
    const node = fabric.node[port[k]];
    const nodeType = fabric.wiring.isSwitch[node] ? NODE_TYPE.switch : NODE_TYPE.host;
    const type = stops[k] !== 0 ? PFC_TYPE.pause : PFC_TYPE.resume;
    text += pfcLine(time[k] / PS_PER_NS, node, nodeType, fabric.localPort(port[k]) + 1, type);
    if (k % PIECE === PIECE - 1) {
      yield text;
      text = "";
    }
  }
  if (text !== "") yield text;
}

export const fctText = (run: Recorded): string => [...fctPieces(run)].join("");
export const pfcText = (run: Recorded): string => [...pfcPieces(run)].join("");

/** The dumps of the queue monitor as one text. */
export function qlenText(dumps: readonly QueueDump[]): string {
  return dumps.map(({ timeNs, ports }) => qlenDump(timeNs, ports)).join("");
}

/**
 * The header of a `.tr` file: every port with its rate, and HPCC's window. The window is the largest bandwidth-delay product
 * of all pairs of hosts, in bytes. A trace without packets also has this header.
 */
export function traceHeader({ build }: Built): Uint8Array {
  const { fabric } = build.network;
  const ports = Array.from(fabric.node, (node, port) => ({
    node,
    port: fabric.localPort(port) + 1,
    bps: fabric.rate[port],
  }));
  return encodeHeader(ports, build.window);
}

/**
 * Properties that all packets of a run share. A chunk of the packet trace has only properties in which packets differ.
 */
export interface TraceOptions {
  /** PAUSE_TIME of HPCC's configuration file. */
  readonly pauseTime: number;
  /** True if the packet header has the sender's time stamp, as with TIMELY (CC_MODE 7). */
  readonly stamped: boolean;
}

/** Encodes chunks of a trace as the bytes of a `.tr` file. It reuses one record object for each kind of packet. */
export class TraceEncoder {
  readonly #build: Ns3Run["build"];
  readonly #options: TraceOptions;
  readonly #data: TraceRecord & { kind: "data" };
  readonly #ack: TraceRecord & { kind: "ack" | "nack" };
  readonly #frame: TraceRecord & { kind: "pfc" };

  constructor({ build }: Built, options: TraceOptions) {
    this.#build = build;
    this.#options = options;
    const transport = { ...common(), sport: 0, dport: 0, pg: 0, seq: 0, ts: 0 };
    this.#data = { ...transport, kind: "data", payload: 0 };
    this.#ack = { ...transport, kind: "ack", flags: 0 };
    this.#frame = { ...common(), kind: "pfc", pauseTime: 0, queueLength: 0, class: 0 };
  }

  encode(chunk: TraceChunk): Uint8Array {
    const bytes = new Uint8Array(chunk.count * RECORD_BYTES);
    const view = new DataView(bytes.buffer);
    for (let k = 0; k < chunk.count; k++) encodeRecord(view, k * RECORD_BYTES, this.#record(chunk, k));
    return bytes;
  }

  #record(chunk: TraceChunk, k: number): TraceRecord {
    const { fabric, flows } = this.#build.network;
    const kind = chunk.packet[k];
    const record = kind === PACKET.data ? this.#data : kind === PACKET.frame ? this.#frame : this.#ack;
    const port = chunk.port[k];
    const node = fabric.node[port];
    record.timeNs = chunk.timeNs[k];
    record.node = node;
    record.port = fabric.localPort(port) + 1;
    record.queue = chunk.queue[k];
    record.queueBytes = chunk.queueBytes[k];
    record.size = chunk.size[k];
    record.event = Math.min(chunk.seen[k], TRACE_EVENT.drop);
    record.ecn = chunk.ecn[k];
    record.nodeType = fabric.wiring.isSwitch[node] ? NODE_TYPE.switch : NODE_TYPE.host;
    if (record.kind === "pfc") {
      record.sip = this.#frameSource(chunk, k);
      record.dip = BROADCAST;
      record.pauseTime = chunk.stops[k] !== 0 ? Math.floor(this.#options.pauseTime) : 0;
      record.queueLength = chunk.seq[k];
      record.class = chunk.extra[k];
      return record;
    }

    const flow = chunk.flow[k];
    const back = record.kind !== "data";
    const [from, to] = [flows.sourceAddress(flow), flows.destinationAddress(flow)];
    const [sport, dport] = [flows.sourcePort(flow), flows.destinationPort(flow)];
    record.sip = back ? to : from;
    record.dip = back ? from : to;
    record.sport = back ? dport : sport;
    record.dport = back ? sport : dport;
    record.pg = flows.cls[flow];
    record.seq = chunk.seq[k];
    record.ts = this.#options.stamped ? chunk.sentNs[k] : 0;
    if (record.kind === "data") record.payload = chunk.extra[k];
    else {
      record.kind = kind === PACKET.nack ? "nack" : "ack";
      record.flags = chunk.extra[k];
    }
    return record;
  }

  /**
   * IP address of the port that sent a PFC frame. The simulator gives the ends of link i the addresses 10.(i / 254 +
   * 1).(i % 254 + 1).1 and .2, in the order of the topology file. A frame comes from the other end of the receiver's
   * link.
   */
  #frameSource(chunk: TraceChunk, k: number): number {
    const { fabric } = this.#build.network;
    const isFromPeer = chunk.seen[k] === SEEN.received || chunk.seen[k] === SEEN.droppedOnArrival;
    const port = isFromPeer ? fabric.peer[chunk.port[k]] : chunk.port[k];
    const link = fabric.linkOf[port];
    const end = fabric.wiring.links[link].a === fabric.node[port] ? 1 : 2;
    return 0x0a000000 + (Math.floor(link / 254) + 1) * 65_536 + ((link % 254) + 1) * 256 + end;
  }
}

const BROADCAST = 0xffffffff;

const common = (): TraceCommon => ({
  timeNs: 0,
  node: 0,
  port: 0,
  queue: 0,
  queueBytes: 0,
  sip: 0,
  dip: 0,
  size: 0,
  event: 0,
  ecn: 0,
  nodeType: 0,
});
