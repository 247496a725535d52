/**
 * A run's captured ports as a pcapng file for Wireshark: one interface for each port, with real frames.
 *
 * Telemetry bytes follow the headers, before the payload. A frame has the length that the run simulated, unless this
 * length is too short for real headers. Then the frame has real headers and the simulated payload, so it is longer than
 * simulated. Such short frames occur with the frame sizes of two other simulators, HPCC's and htsim (`packet.sizes`).
 *
 * The PSN is the packet's position in its flow, so a retransmitted packet keeps its PSN. An ACK has the PSN of the last
 * packet that it covers. A NACK has the PSN of the packet that the receiver expects.
 */
import { CONGESTED, UNDETERMINED } from "../base/view.ts";
import { formatRate } from "../base/format.ts";
import { VERSION } from "../base/version.ts";
import { PS_PER_NS, type Bytes } from "../base/units.ts";
import { BlockWriter } from "../formats/pcapng/blocks.ts";
import * as wire from "../formats/pcapng/frames.ts";
import type { Network } from "../run/lab/ns3.ts";
import { FRAME, type CaptureChunk } from "../run/measure/capture.ts";
import { portNames } from "../run/measure/port-tables.ts";

const FCS: Bytes = 4;
/**
 * The bytes of headers, trailers and frame check sequence in a real frame. They are the same for a data packet and an
 * ACK. The AETH of an ACK counts as its body.
 */
const DATA_OVERHEAD: Bytes = wire.ROCE_HEADERS + wire.ICRC + FCS;

export class CaptureFile {
  private readonly network: Network;
  private readonly names: ReturnType<typeof portNames>;
  private readonly blocks = new BlockWriter();
  private readonly interfaces: Int32Array;
  private readonly dscpOf: (entry: number, cls: number) => number;

  /**
   * `ports` lists the interfaces of the file in their order. `dscpOf` returns the DSCP for a traffic entry and a class
   * (`dscpsOf`).
   */
  constructor(network: Network, ports: readonly number[], dscpOf: (entry: number, cls: number) => number) {
    this.network = network;
    this.names = portNames(network.fabric);
    this.dscpOf = dscpOf;
    this.interfaces = new Int32Array(network.fabric.ports).fill(-1);
    this.blocks.section(`xoff ${VERSION}`);
    for (const [number, port] of ports.entries()) {
      this.interfaces[port] = number;
      this.blocks.port({ ...this.named(port), rate: network.fabric.rate[port] });
    }
  }

  /** Returns the bytes written since the last call. */
  take(): Uint8Array {
    return this.blocks.take();
  }

  add(chunk: CaptureChunk): void {
    for (let k = 0; k < chunk.count; k++) {
      this.blocks.frame({
        port: this.interfaces[chunk.port[k]],
        timeNs: Math.floor(chunk.time[k] / PS_PER_NS),
        leaves: chunk.leaves[k] === 1,
        bytes: this.framed(chunk, k),
        ...this.remark(chunk, k),
      });
    }
  }

  /** Describes a frame whose bytes do not show what it is. */
  private remark(chunk: CaptureChunk, k: number): { readonly remark?: string } {
    const { flows, fabric } = this.network;
    const [kind, flow] = [chunk.kind[k], chunk.flow[k]];
    if (kind === FRAME.data) {
      const found = [
        ...(chunk.repeats[k] === 1 ? ["retransmission"] : []),
        ...(chunk.trimmed[k] === 1 ? ["trimmed"] : []),
      ];
      return found.length === 0 ? {} : { remark: found.join(", ") };
    }
    const { names } = fabric.wiring;
    const content = `kind ${chunk.payload[k]}, value ${chunk.seq[k]}`;
    const ends = (from: Int32Array, to: Int32Array): string =>
      `of flow ${flow}, ${names[from[flow]]} to ${names[to[flow]]}: ${content}`;
    if (kind === FRAME.request) return { remark: `request ${ends(flows.source, flows.destination)}` };
    if (kind === FRAME.reply) return { remark: `reply ${ends(flows.destination, flows.source)}` };
    if (kind === FRAME.signal)
      return { remark: `notice of a switch to the sender of flow ${flow}, ${names[flows.source[flow]]}` };
    if (kind === FRAME.probe || kind === FRAME.notice)
      return { remark: `${kind === FRAME.probe ? "probe" : "notice"} of routing` };
    if (kind !== FRAME.link || chunk.oneQueue[k] === 0) return {};
    const isPause = (chunk.words[k * 4] & 1) !== 0;
    const cls = 31 - Math.clz32(chunk.payload[k]);
    return { remark: `${isPause ? "PAUSE" : "RESUME"} of queue ${chunk.words[k * 4 + 1]} of class ${cls}` };
  }

  private named(port: number): { readonly name: string; readonly about: string } {
    const { node, peer, name } = this.names;
    const rate = formatRate(this.network.fabric.rate[port]);
    return {
      name: name(port),
      about: `${node(port)} port ${this.station(port).port}, to ${peer(port)}, ${rate}`,
    };
  }

  private station(port: number): wire.Station {
    const { node, portBase } = this.network.fabric;
    return { node: node[port], port: port - portBase[node[port]] + 1 };
  }

  private framed(chunk: CaptureChunk, k: number): Uint8Array {
    const { fabric } = this.network;
    const port = chunk.port[k];
    const [here, there] = [this.station(port), this.station(fabric.peer[port])];
    const [from, to] = chunk.leaves[k] === 1 ? [here, there] : [there, here];
    const emitter = chunk.leaves[k] === 1 ? port : fabric.peer[port];
    const kind = chunk.kind[k];
    if (kind === FRAME.data || kind === FRAME.ack || kind === FRAME.nack || kind === FRAME.cnp)
      return wire.roceFrame(this.packet(chunk, k, from, to));
    const length = chunk.size[k] - FCS;
    const words = [...chunk.words.subarray(k * 4, k * 4 + 4)];
    // A PAUSE frame covers whole classes. No standard has a frame for a single queue, so such frames get an
    // experimental type.
    const isPause = kind === FRAME.link && chunk.oneQueue[k] === 0 && fabric.links[emitter].frames === "pause";
    if (isPause) {
      const times = Array.from({ length: 8 }, (_, cls) => (words[cls >> 1] >>> ((cls & 1) * 16)) & 0xffff);
      return wire.pauseFrame(from, chunk.payload[k], times, length);
    }
    return wire.otherFrame(from, to, [kind, chunk.flow[k], chunk.payload[k], ...words], length);
  }

  private packet(chunk: CaptureChunk, k: number, from: wire.Station, to: wire.Station): wire.RocePacket {
    const { flows, hosts } = this.network;
    const [flow, kind, seq, size] = [chunk.flow[k], chunk.kind[k], chunk.seq[k], chunk.size[k]];
    const isData = kind === FRAME.data;
    const [source, destination] = isData
      ? [flows.source[flow], flows.destination[flow]]
      : [flows.destination[flow], flows.source[flow]];
    const dscp = this.dscpOf(flows.entry[flow], chunk.cls[k]);
    const sourcePort = chunk.entropy[k] < 0 ? {} : { sourcePort: chunk.entropy[k] };
    const ends = { from, to, source, destination, flow, dscp, ...sourcePort };
    if (isData) {
      const isLast = seq + chunk.payload[k] >= flows.size[flow];
      const [one, two] = isLast ? [wire.OPCODE.only, wire.OPCODE.last] : [wire.OPCODE.first, wire.OPCODE.middle];
      return {
        ...ends,
        ecn: ecnOf(chunk.mark[k]),
        opcode: seq === 0 ? one : two,
        becn: false,
        acknowledge: isLast,
        psn: Math.floor(seq / hosts.payload),
        body: Math.max(chunk.payload[k], size - DATA_OVERHEAD),
      };
    }
    if (kind === FRAME.cnp) {
      const cnp = { ecn: wire.ECN.none, opcode: wire.OPCODE.cnp, becn: true, acknowledge: false, psn: 0 };
      return { ...ends, ...cnp, body: wire.CNP_RESERVED };
    }
    const wanted = Math.ceil(seq / hosts.payload);
    const isNack = kind === FRAME.nack;
    return {
      ...ends,
      ecn: wire.ECN.none,
      opcode: wire.OPCODE.acknowledge,
      becn: chunk.mark[k] !== 0,
      acknowledge: false,
      psn: isNack ? wanted : (wanted + 2 ** 24 - 1) % 2 ** 24,
      aeth: {
        syndrome: isNack ? wire.SYNDROME.nack : wire.SYNDROME.ack,
        messages: seq >= flows.size[flow] ? 1 : 0,
      },
      body: Math.max(wire.AETH, size - DATA_OVERHEAD),
    };
  }
}

/** TCD's mark "undetermined" is written as ECT(1). This code point is free, because unmarked packets have ECT(0). */
function ecnOf(mark: number): number {
  if (mark === CONGESTED) return wire.ECN.ce;
  return mark === UNDETERMINED ? wire.ECN.ect1 : wire.ECN.ect0;
}
