/**
 * The wires: ports, links, and the packets on them, as columns indexed by port.
 *
 * Ports are numbered through the network, a node's ports side by side. A link's delay is constant and jitter never
 * reorders, so what is in flight on it is a list in order of arrival, and only its head is in the event queue: a long
 * link costs memory for its packets and nothing else. A port's end of transmission is an event only when something waits
 * for it; its sequence number is taken all the same, so leaving it out never changes the order of the rest.
 */
import type { EventQueue } from "../engine/event-queue.ts";
import type { Handlers } from "../engine/run.ts";
import type { ErrorModel, Fidelity } from "../fidelity/contract.ts";
import { invariant } from "../invariant.ts";
import type { LinkPolicy } from "../link/contract.ts";
import { PORT as SCOPE_PORT } from "../link/contract.ts";
import type { Wiring } from "../topology/contract.ts";
import type { Bytes, Ps } from "../units.ts";
import type { PacketWords } from "../view.ts";
import { Digest } from "./digest.ts";
import { Ledger } from "./ledger.ts";
import {
  ARRIVAL_SEQ,
  ARRIVES,
  BODY,
  HOPS,
  LINK_FRAME,
  META,
  NEXT,
  Packets,
  PAYLOAD,
  SIZE,
  FLOW,
  IN,
  TO,
} from "./packets.ts";
import { DAMAGED, LINK_DOWN, type Recorder, type Tracer } from "./recorder.ts";

/** A switch, or all hosts: what stands at the end of a link. */
export interface Station {
  receive(port: number, packet: number): void;
  /** The port is idle: send what comes next, if anything may go. */
  sendNext(port: number): void;
  /** Would `sendNext` do anything? */
  hasWork(port: number): boolean;
  /** Forget what waits to leave by a port that failed. */
  flush(port: number): void;
}

export interface FabricOptions {
  /** Create an event for every end of transmission, also where nothing waits: slower, same results. For tests. */
  readonly elide: boolean;
  readonly maxFrame: Bytes;
}

export class Fabric {
  readonly queue: EventQueue;
  readonly packets = new Packets();
  readonly fidelity: Fidelity;
  readonly wiring: Wiring;
  readonly recorder: Recorder;
  tracer: Tracer | null = null;
  errors: ErrorModel | null = null;
  stamps: PacketWords | null = null;
  readonly ledger: Ledger;
  readonly digest = new Digest();

  readonly nodes: number;
  readonly ports: number;
  /** First port of each node, and the end. */
  readonly portBase: Int32Array;
  readonly node: Int32Array;
  readonly peer: Int32Array;
  /** The link a port belongs to. */
  readonly linkOf: Int32Array;
  readonly rate: Float64Array;
  readonly delay: Float64Array;
  readonly down: Uint8Array;
  readonly stations: Station[] = [];
  readonly links: LinkPolicy[] = [];

  // The port as a sender.
  readonly busyUntil: Float64Array;
  readonly busySeq: Float64Array;
  /** Is the end of the present transmission in the event queue? */
  readonly doneQueued: Uint8Array;
  readonly sentBytes: Float64Array;
  /** Bytes that wait, frames of the link policy included. */
  readonly queuedBytes: Float64Array;
  readonly frameHead: Int32Array;
  readonly frameTail: Int32Array;
  /** Classes stopped by the peer: for a queue's sake, for the port's sake, and either. */
  readonly stoppedQueue: Uint8Array;
  readonly stoppedPort: Uint8Array;
  readonly stopped: Uint8Array;
  readonly stoppedSince: Float64Array;
  /** Time spent stopped, by port and class, up to the last start. */
  readonly stoppedTime: Float64Array;
  readonly framesSent: Float64Array;
  readonly framesReceived: Float64Array;
  /** Packets put on any wire, and how many of them were frames of the link policy. */
  hops = 0;
  frames = 0;

  // The link behind it.
  readonly flightHead: Int32Array;
  readonly flightTail: Int32Array;
  readonly lastArrival: Float64Array;

  private readonly wireTimes: Float64Array;
  private readonly wireBase: Int32Array;
  private readonly elide: boolean;
  private readonly arriveKind: number;
  private readonly doneKind: number;
  private readonly body = new Int32Array(4);

  constructor(
    queue: EventQueue,
    handlers: Handlers,
    wiring: Wiring,
    fidelity: Fidelity,
    recorder: Recorder,
    options: FabricOptions,
  ) {
    this.queue = queue;
    this.wiring = wiring;
    this.fidelity = fidelity;
    this.recorder = recorder;
    this.elide = options.elide;
    this.ledger = new Ledger();

    this.nodes = wiring.names.length;
    this.ports = wiring.links.length * 2;
    const ports = this.ports;
    this.portBase = new Int32Array(this.nodes + 1);
    this.node = new Int32Array(ports);
    this.peer = new Int32Array(ports);
    this.linkOf = new Int32Array(ports);
    this.rate = new Float64Array(ports);
    this.delay = new Float64Array(ports);
    this.down = new Uint8Array(ports);
    this.wire();

    this.busyUntil = new Float64Array(ports);
    this.busySeq = new Float64Array(ports);
    this.doneQueued = new Uint8Array(ports);
    this.sentBytes = new Float64Array(ports);
    this.queuedBytes = new Float64Array(ports);
    this.frameHead = new Int32Array(ports);
    this.frameTail = new Int32Array(ports);
    this.stoppedQueue = new Uint8Array(ports);
    this.stoppedPort = new Uint8Array(ports);
    this.stopped = new Uint8Array(ports);
    this.stoppedSince = new Float64Array(ports * 8);
    this.stoppedTime = new Float64Array(ports * 8);
    this.framesSent = new Float64Array(ports);
    this.framesReceived = new Float64Array(ports);
    this.flightHead = new Int32Array(ports);
    this.flightTail = new Int32Array(ports);
    this.lastArrival = new Float64Array(ports);

    const rates = [...new Set(this.rate)];
    const stride = options.maxFrame + 1;
    this.wireTimes = new Float64Array(rates.length * stride);
    rates.forEach((rate, r) => {
      for (let size = 0; size < stride; size++) this.wireTimes[r * stride + size] = fidelity.wireTime(size, rate);
    });
    this.wireBase = Int32Array.from(this.rate, (rate) => rates.indexOf(rate) * stride);

    this.arriveKind = handlers.add((port) => {
      this.arrive(port);
    });
    this.doneKind = handlers.add((port) => {
      this.doneQueued[port] = 0;
      this.stations[port].sendNext(port);
    });
  }

  get now(): Ps {
    return this.queue.now;
  }

  /** The column in which switches stamp packets: one for all of them, made when the first asks. */
  stampColumn(width: number): PacketWords {
    this.stamps ??= this.packets.column(width);
    invariant(this.stamps.width === width, "switches agree on what they stamp", this.stamps.width, width);
    return this.stamps;
  }

  /** Time a frame of `size` occupies `port`. */
  wireTime(port: number, size: Bytes): Ps {
    return this.wireTimes[this.wireBase[port] + size];
  }

  /** Has the present transmission of `port` ended, in the order of events? */
  idle(port: number): boolean {
    const until = this.busyUntil[port];
    const queue = this.queue;
    return until < queue.now || (until === queue.now && this.busySeq[port] <= queue.seq);
  }

  /** Something may have become possible at `port`: send now if it is idle, else see to it that its end is noticed. */
  kick(port: number): void {
    if (this.idle(port)) {
      if (this.down[port] === 0) this.stations[port].sendNext(port);
    } else if (this.doneQueued[port] === 0 && this.stations[port].hasWork(port)) this.queueDone(port);
  }

  /** Puts `packet` on the wire of `port`, which must be idle. `more`: would the end of this transmission do anything? */
  transmit(port: number, packet: number): void {
    const queue = this.queue;
    const { words, doubles } = this.packets;
    const size = words[packet * 16 + SIZE];
    const end = queue.now + this.wireTimes[this.wireBase[port] + size];
    this.busyUntil[port] = end;
    this.busySeq[port] = queue.reserve();
    this.sentBytes[port] += size;
    this.hops++;

    const seq = queue.reserve();
    let arrives = end + this.delay[port];
    if (arrives < this.lastArrival[port]) arrives = this.lastArrival[port];
    this.lastArrival[port] = arrives;
    doubles[packet * 8 + ARRIVES] = arrives;
    doubles[packet * 8 + ARRIVAL_SEQ] = seq;
    words[packet * 16 + NEXT] = 0;
    if (this.flightHead[port] === 0) {
      this.flightHead[port] = packet;
      queue.insert(arrives, seq, this.arriveKind, port);
    } else words[this.flightTail[port] * 16 + NEXT] = packet;
    this.flightTail[port] = packet;

    if (!this.elide || this.stations[port].hasWork(port)) this.queueDone(port);
  }

  /** Frees `packet` where its journey ends, at `port`. */
  deliver(packet: number): void {
    this.ledger.delivered += this.packets.words[packet * 16 + SIZE];
    this.packets.give(packet);
  }

  drop(port: number, packet: number, cause: number): void {
    const words = this.packets.words;
    this.ledger.drop(cause, words[packet * 16 + SIZE]);
    this.digest.mix(port, cause, words[packet * 16 + FLOW]);
    this.recorder.onDrop(port, packet, cause);
    this.packets.give(packet);
  }

  /** Queues a frame of the link policy at `port`, before all packets and behind earlier frames, and sends it if it can. */
  emit(port: number, size: Bytes, scope: number, vector: number, body: Int32Array): void {
    if (this.down[port] !== 0) return;
    const packet = this.packets.take();
    const words = this.packets.words;
    const at = packet * 16;
    words[at + FLOW] = -1;
    words[at + SIZE] = size;
    words[at + META] = LINK_FRAME | (scope << 12);
    words[at + IN] = port;
    words[at + PAYLOAD] = vector;
    words[at + TO] = -1;
    words[at + HOPS] = 0;
    words.set(body, at + BODY);
    words[at + NEXT] = 0;
    this.ledger.created += size;
    this.framesSent[port]++;
    this.digest.mixTime(this.queue.now, (port << 12) ^ (scope << 8) ^ vector ^ body[0]);
    if (this.tracer !== null) this.tracer.onEnqueue(this.node[port], port, 0, packet, this.frameBytes(port));
    if (this.frameHead[port] === 0) this.frameHead[port] = packet;
    else words[this.frameTail[port] * 16 + NEXT] = packet;
    this.frameTail[port] = packet;
    this.queuedBytes[port] += size;
    this.kick(port);
  }

  /** Sends the first waiting frame of the link policy. Returns false when there is none. */
  sendFrame(port: number): boolean {
    const packet = this.frameHead[port];
    if (packet === 0) return false;
    const words = this.packets.words;
    const next = words[packet * 16 + NEXT];
    this.frameHead[port] = next;
    if (next === 0) this.frameTail[port] = 0;
    this.queuedBytes[port] -= words[packet * 16 + SIZE];
    if (this.tracer !== null) this.tracer.onDequeue(this.node[port], port, 0, packet, this.frameBytes(port));
    this.frames++;
    this.transmit(port, packet);
    return true;
  }

  /** A frame of the link policy has come in: its meaning is the policy's. */
  takeFrame(port: number, packet: number): void {
    const words = this.packets.words;
    const at = packet * 16;
    const { body } = this;
    for (let k = 0; k < 4; k++) body[k] = words[at + BODY + k];
    const scope = words[at + META] >> 12;
    const vector = words[at + PAYLOAD];
    this.framesReceived[port]++;
    this.deliver(packet);
    this.links[port].onFrame(port, scope, vector, body);
  }

  /** The peer stops `classes` of `port` for `cause` (`link/contract.ts`). What is on the wire stays there. */
  stop(port: number, cause: number, classes: number): void {
    if (cause === SCOPE_PORT) this.stoppedPort[port] |= classes;
    else this.stoppedQueue[port] |= classes;
    this.noteStopped(port);
    this.recorder.onStopped(port, cause, classes);
  }

  start(port: number, cause: number, classes: number): void {
    if (cause === SCOPE_PORT) this.stoppedPort[port] &= ~classes;
    else this.stoppedQueue[port] &= ~classes;
    this.noteStopped(port);
    this.recorder.onStarted(port, cause, classes);
    this.kick(port);
  }

  /** The link that `port` belongs to is dead, both ways: what is on it and what waits for it is lost. */
  fail(port: number): void {
    for (const end of [port, this.peer[port]]) {
      this.down[end] = 1;
      const words = this.packets.words;
      for (let packet = this.frameHead[end]; packet !== 0;) {
        const next = words[packet * 16 + NEXT];
        this.queuedBytes[end] -= words[packet * 16 + SIZE];
        this.drop(end, packet, LINK_DOWN);
        packet = next;
      }
      this.frameHead[end] = this.frameTail[end] = 0;
      this.stations[end].flush(end);
    }
  }

  /** Port number within its node, as topology files count them: from 0. */
  localPort(port: number): number {
    return port - this.portBase[this.node[port]];
  }

  private arrive(port: number): void {
    const { words, doubles } = this.packets;
    const packet = this.flightHead[port];
    const next = words[packet * 16 + NEXT];
    this.flightHead[port] = next;
    if (next === 0) this.flightTail[port] = 0;
    else this.queue.insert(doubles[next * 8 + ARRIVES], doubles[next * 8 + ARRIVAL_SEQ], this.arriveKind, port);

    const to = this.peer[port];
    if (this.down[to] !== 0) this.drop(to, packet, LINK_DOWN);
    else if (this.errors !== null && this.errors.damaged(this.linkOf[port], words[packet * 16 + SIZE]))
      this.drop(to, packet, DAMAGED);
    else this.stations[to].receive(to, packet);
  }

  private queueDone(port: number): void {
    this.doneQueued[port] = 1;
    this.queue.insert(this.busyUntil[port], this.busySeq[port], this.doneKind, port);
  }

  private noteStopped(port: number): void {
    const before = this.stopped[port];
    const after = this.stoppedQueue[port] | this.stoppedPort[port];
    this.stopped[port] = after;
    const now = this.queue.now;
    for (let cls = 0; cls < 8; cls++) {
      const bit = 1 << cls;
      if ((before & bit) === (after & bit)) continue;
      if ((after & bit) !== 0) this.stoppedSince[port * 8 + cls] = now;
      else this.stoppedTime[port * 8 + cls] += now - this.stoppedSince[port * 8 + cls];
    }
  }

  private frameBytes(port: number): Bytes {
    let bytes = 0;
    const words = this.packets.words;
    for (let packet = this.frameHead[port]; packet !== 0; packet = words[packet * 16 + NEXT])
      bytes += words[packet * 16 + SIZE];
    return bytes;
  }

  private wire(): void {
    const { wiring, nodes } = this;
    const degree = new Int32Array(nodes);
    for (const { a, b } of wiring.links) {
      invariant(a !== b, "a link joins two nodes", a, b);
      degree[a]++;
      degree[b]++;
    }
    for (let n = 0; n < nodes; n++) this.portBase[n + 1] = this.portBase[n] + degree[n];
    const next = this.portBase.slice(0, nodes);
    wiring.links.forEach((link, l) => {
      const a = next[link.a]++;
      const b = next[link.b]++;
      this.node[a] = link.a;
      this.node[b] = link.b;
      this.peer[a] = b;
      this.peer[b] = a;
      for (const port of [a, b]) {
        this.linkOf[port] = l;
        this.rate[port] = link.rate;
        this.delay[port] = link.delay;
      }
    });
  }
}
