/**
 * The view of a network for probes. It only passes values of the model on. If a probe needs another value, add a field
 * to its contract and to this file.
 */
import { CLASS_BITS, CLASS_MASK } from "../../base/queue-number.ts";
import type { ProbeFlows, ProbeView } from "../../contracts/probe.ts";
import type { Network } from "../../sim/model/network.ts";
import { FLOW, KIND_MASK, LINK_FRAME, META, SIZE } from "../../sim/model/packet-record.ts";
import type { Bps, Bytes, Ps } from "../../base/units.ts";

type Record = Pick<ProbeView, "record" | "recordAt">;

export class ProbeViewImpl implements ProbeView {
  readonly every: Ps;
  readonly nodes: number;
  readonly ports: number;
  readonly firstPort: Int32Array;
  readonly nodeOf: Int32Array;
  readonly peer: Int32Array;
  readonly names: readonly string[];
  readonly switches: readonly number[];
  readonly lossless: readonly number[];
  readonly flows: ProbeFlows;
  readonly capacity: Float64Array;
  readonly used: Float64Array;
  readonly headroom: (port: number) => Bytes;
  readonly record: ProbeView["record"];
  readonly recordAt: ProbeView["recordAt"];
  private readonly network: Network;

  constructor(network: Network, every: Ps, lossless: readonly number[], { record, recordAt }: Record) {
    const { fabric, switches, flows } = network;
    this.network = network;
    this.every = every;
    this.nodes = fabric.nodes;
    this.ports = fabric.ports;
    this.firstPort = fabric.portBase;
    this.nodeOf = fabric.node;
    this.peer = fabric.peer;
    this.names = fabric.wiring.names;
    this.switches = switches.flatMap((at) => (at === null ? [] : [at.node]));
    this.lossless = lossless;
    this.flows = flows;
    this.capacity = fabric.accounts.capacity;
    this.used = fabric.accounts.used;
    this.headroom = fabric.accounts.portHeadroom;
    this.record = record;
    this.recordAt = recordAt;
  }

  get now(): Ps {
    return this.network.queue.now;
  }
  rate(port: number): Bps {
    return this.network.fabric.rate[port];
  }
  delay(port: number): Ps {
    return this.network.fabric.delay[port];
  }
  sentBytes(port: number): Bytes {
    return this.network.fabric.sentBytes(port);
  }
  stopped(port: number): number {
    return this.network.fabric.stopped(port);
  }
  backlog(queue: number): Bytes {
    return this.switchOf(queue)?.backlog(queue) ?? 0;
  }
  held(queue: number): Bytes {
    return this.switchOf(queue)?.held(queue) ?? 0;
  }
  threshold(queue: number): Bytes {
    const at = this.switchOf(queue);
    const isLossless = at !== null && (at.lossless & (1 << (queue & CLASS_MASK))) !== 0;
    return isLossless ? at.threshold(queue >> CLASS_BITS, queue & CLASS_MASK) : NaN;
  }
  kindOf(packet: number): number {
    return this.network.fabric.packets.words[(packet << 4) | META] & KIND_MASK;
  }
  flowOf(packet: number): number {
    const { words } = this.network.fabric.packets;
    return this.kindOf(packet) === LINK_FRAME ? -1 : Math.max(-1, words[(packet << 4) | FLOW]);
  }
  bytesOf(packet: number): Bytes {
    return this.network.fabric.packets.words[(packet << 4) | SIZE];
  }

  private switchOf(queue: number) {
    const { fabric, switches } = this.network;
    return switches[fabric.node[queue >> CLASS_BITS]];
  }
}
