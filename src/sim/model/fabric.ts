/**
 * The fabric: ports, links, and the packets on the links.
 *
 * Ports are numbered through the network, and the ports of a node are consecutive. Packets arrive in the order in which
 * the port sent them. A link's delay is constant or, with `jitter.ts`, such that this order is kept. A long link costs
 * only the memory of its packets (`wires.ts`). The end of a transmission becomes an event only if a packet waits for
 * it. Its order number is assigned in any case, so a missing event never changes the order of the others.
 */
import { CLASS_BITS } from "../../base/queue-number.ts";
import type { EventQueue } from "../engine/event-queue.ts";
import type { Handlers } from "../engine/run.ts";
import type { ErrorModel, Fidelity } from "../../contracts/fidelity.ts";
import { invariant } from "../../base/invariant.ts";
import { type LinkPolicy, PORT as SCOPE_PORT } from "../../contracts/link.ts";
import type { Wiring } from "../../contracts/topology.ts";
import type { Bytes, Ps } from "../../base/units.ts";
import type { PacketWords } from "../../base/view.ts";
import { accounts, type Accounts } from "./accounts.ts";
import type { HostStation, Station } from "./arrivals.ts";
import type { Border } from "./partition-border.ts";
import { busyTime } from "./busy-time.ts";
import type { ClassQueues } from "./class-queues.ts";
import { Digest } from "./digest.ts";
import type { Faulty } from "./faulty.ts";
import type { FlowPauses } from "./flow-pauses.ts";
import type { Held } from "./held.ts";
import { Ledger } from "./ledger.ts";
import { DATA, FLOW, KIND_MASK, META, PACKET_WORDS_LOG, REPLY, REQUEST, SIZE } from "./packet-record.ts";
import { jittered, type Jitter } from "./jitter.ts";
import { clearLink } from "./in-flight.ts";
import type { LastByteTrace } from "./last-byte-trace.ts";
import type { LinkRetry } from "./link-retry.ts";
import { LinkFrames } from "./link-frames.ts";
import { portNumbers } from "./numbering.ts";
import { Packets } from "./packets.ts";
import {
  ACROSS,
  AT_HOST,
  BUSY_UNTIL,
  DOWN,
  FLAGS,
  PACKETS,
  PAYLOAD_SENT,
  PEAK,
  PEER_SHIFT,
  PORT_DOUBLES_LOG,
  PORT_WORDS_LOG,
  QUEUED,
  SENT,
  STOPPED,
  STOPPED_PORT,
  STOPPED_QUEUE,
  TO_HOST,
  WIRE_BASE,
  Ports,
} from "./ports.ts";
import type { QueuePauses } from "./queue-pauses.ts";
import { Queues } from "./queues.ts";
import { LINK_DOWN, type Recorder, type Tracer } from "./recorder.ts";
import { PauseTimes } from "./pause-times.ts";
import { wireTimes } from "./wire-times.ts";
import { wires, type Wires } from "./wires.ts";

export interface FabricOptions {
  /**
   * If true, the end of a transmission is an event only if a packet waits for it. Tests set it to false, which is
   * slower and must have the same results.
   */
  readonly elide: boolean;
  readonly maxFrame: Bytes;
  /** The size of the frame of a full data packet. Most frames have this size or are ACKs. */
  readonly fullFrame: Bytes;
  /** Bytes of the private segment of each (port, class) of a switch. */
  readonly private: Bytes;
  /** By port: the jitter of links with a varying delay. */
  readonly jitter?: ReadonlyMap<number, Jitter>;
  /** By port: its own memory, outside the pool of its switch. */
  readonly ownMemory?: ReadonlyMap<number, Bytes>;
  /** The border of the partition that runs here. Absent: the network is not partitioned. */
  readonly border?: Border;
}

export class Fabric implements Omit<Wires, "begin"> {
  readonly queue: EventQueue;
  readonly packets = new Packets();
  readonly fidelity: Fidelity;
  readonly border: Border | null;
  readonly wiring: Wiring;
  readonly recorder: Recorder;
  tracer: Tracer | null = null;
  errors: ErrorModel | null = null;
  /** Null: no lossy link has link-level retry. */
  retry: LinkRetry | null = null;
  /** The faults of the scenario. Null: it has none, and the code skips all checks for them. */
  faults: Faulty | null = null;
  /** The queues of switches, if classes have several queues. Null: the scheduling policy has one queue for each class. */
  classQueues: ClassQueues | null = null;
  /**
   * Single flows that a switch has paused at their host. Only scheduling policies with several queues in a class pause
   * single flows. Null if `classQueues` is null.
   */
  flowPauses: FlowPauses | null = null;
  /** The PAUSEs that switches have requested for single queues and single flows. Null if `classQueues` is null. */
  queuePauses: QueuePauses | null = null;
  /** Packets that routing holds at switches; null: the routing policy holds none. */
  held: Held | null = null;
  /**
   * By queue: bytes of packets that a dead link dropped and that stay charged to memory, as in HPCC's simulator. `ingress` is by their
   * ingress queue, `egress` by the queue in which they waited. Null: a dropped packet releases its memory.
   */
  stillCharged: { readonly ingress: Float64Array; readonly egress: Float64Array } | null = null;
  stamps: PacketWords | null = null;
  /** Equal to `stamps` if hosts must set them to 0 in a new packet. Null: hosts need not, because switches overwrite old stamps. */
  freshStamps: PacketWords | null = null;
  /** The header fields of the transport policy, 0 when a packet is created. Null: there are none. */
  transport: PacketWords | null = null;
  /** The entropy of each packet. Null: the run has no transport policy. */
  entropy: PacketWords | null = null;
  /** Header fields of routing policies (32-bit words) on each packet, 0 in a new packet. Null: no policy has any. */
  routing: PacketWords | null = null;
  /** Header fields of the scheduling policy (32-bit words) on each packet, 0 in a new packet. Null: the policy has none. */
  scheduling: PacketWords | null = null;
  readonly ledger = new Ledger();
  readonly digest = new Digest();

  readonly nodes: number;
  readonly ports: number;
  /** By node: the number of its first port. One more element at the end has the number of all ports. */
  readonly portBase: Int32Array;
  readonly node: Int32Array;
  readonly peer: Int32Array;
  /** The number of each port's link. */
  readonly linkOf: Int32Array;
  readonly rate: Float64Array;
  /**
   * By port: the one-way delay of its link, in ps. For a varying delay, this is the maximum, because routes and base
   * round trips are computed from it.
   */
  readonly delay: Float64Array;
  /** By port, for links with jitter (`jitter.ts`): the delay without jitter, in ps. */
  readonly shortest: Float64Array;
  /** By port, for links with jitter: the arrival time of the latest packet, in ps. */
  readonly lastArrival: Float64Array;
  /** By port: the minimum delay during the whole run. */
  readonly least: Float64Array;
  /** The per-packet functions of switches and of hosts. `begin` sets the functions of switches. */
  switching!: Station;
  hosts!: HostStation;
  /** Creates the functions of switches. `begin` calls it once and then sets it to null. */
  makeSwitching: (() => Station) | null = null;
  /**
   * True after the run has begun. The per-packet functions of this class must then not be replaced, because functions of switches hold
   * references to them.
   */
  hasBegun = false;
  readonly links: LinkPolicy[] = [];
  /** The records of all ports, with the fields that each hop uses. */
  readonly portRecords: Ports;
  /** The records of all queues, with the fields that each hop uses. */
  readonly queueRecords: Queues;
  /** The memory accounts of all switches. */
  readonly accounts: Accounts;
  /** By port: its own memory, outside the pool of its switch. Null if no port has any. */
  readonly ownMemory: Float64Array | null;
  readonly linkFrames: LinkFrames;

  /** By queue (8 times port, plus class): the start of its current pause, ps. */
  readonly stoppedSince: Float64Array;
  /** By queue: the sum of its completed pauses, ps. */
  readonly stoppedTime: Float64Array;
  /**
   * Measures the pauses and the lack of credits of each port. `sender-stalls.ts` and the traces of last bytes use it.
   */
  readonly pauseTimes: PauseTimes;
  lastBytes!: LastByteTrace;
  /** By flow: the number that represents it in the digest (hash) of the run (`flows.ts`). */
  flowNames!: Int32Array;
  /** By flow: the host that sends it. */
  flowSources!: Int32Array;
  /**
   * The port at which a node has selected a packet but has not put it on the wire yet. `kick` has no effect at this port. -1:
   * none.
   */
  departing = -1;

  private readonly makeArrivals: () => void;
  readonly arriveKind: number;
  readonly wireTime: Wires["wireTime"];
  readonly idle: Wires["idle"];
  readonly kick: Wires["kick"];
  readonly kickSoon: Wires["kickSoon"];
  transmit: Wires["transmit"];
  readonly takeOver: Wires["takeOver"];
  readonly queueDone: Wires["queueDone"];
  readonly addQueued: Wires["addQueued"];
  readonly removeQueued: Wires["removeQueued"];
  readonly deliver: Wires["deliver"];

  constructor(
    queue: EventQueue,
    handlers: Handlers,
    wiring: Wiring,
    fidelity: Fidelity,
    recorder: Recorder,
    options: FabricOptions,
  ) {
    this.queue = queue;
    queue.lanes.readAhead(this.packets.words, PACKET_WORDS_LOG);
    this.wiring = wiring;
    this.fidelity = fidelity;
    this.border = options.border ?? null;
    this.recorder = recorder;

    this.nodes = wiring.names.length;
    this.ports = wiring.links.length * 2;
    const ports = this.ports;
    const { portBase, node, peer, linkOf } = portNumbers(wiring);
    this.portBase = portBase;
    this.node = node;
    this.peer = peer;
    this.linkOf = linkOf;
    this.rate = Float64Array.from(linkOf, (link) => wiring.links[link].rate);
    const shortest = Float64Array.from(linkOf, (link) => wiring.links[link].delay);
    this.shortest = shortest;
    this.least = shortest.slice();
    this.lastArrival = new Float64Array(ports);
    this.delay = shortest.map((delay, port) => delay + (options.jitter?.get(port)?.most ?? 0));
    this.portRecords = new Ports(ports);
    this.queueRecords = new Queues(ports);
    this.accounts = accounts(this.queueRecords, this.nodes, options.private);
    this.ownMemory = null;
    if (options.ownMemory !== undefined) {
      this.ownMemory = new Float64Array(ports);
      for (const [port, bytes] of options.ownMemory) if (wiring.isSwitch[node[port]]) this.ownMemory[port] = bytes;
    }
    this.linkFrames = new LinkFrames(this);

    this.stoppedSince = new Float64Array(ports * 8);
    this.stoppedTime = new Float64Array(ports * 8);
    this.pauseTimes = new PauseTimes(ports, (port) => !wiring.isSwitch[node[port]]);

    const isJittery = (port: number): boolean => options.jitter?.has(port) === true;
    const { base, ...wire } = wireTimes(queue, fidelity, options, this, isJittery, this.border !== null);
    for (let port = 0; port < ports; port++) {
      const { words, beyond } = this.portRecords;
      words[(port << PORT_WORDS_LOG) | WIRE_BASE] = base[port];
      const isHost = (at: number): boolean => !wiring.isSwitch[this.node[at]];
      const isAcross = this.owns(node[port]) !== this.owns(node[this.peer[port]]);
      words[(port << PORT_WORDS_LOG) | FLAGS] = (isHost(port) ? AT_HOST : 0) | (isAcross ? ACROSS : 0);
      beyond[port] = (this.peer[port] << PEER_SHIFT) | (isHost(this.peer[port]) ? TO_HOST : 0);
    }

    const hot = wires(this, {
      queue,
      handlers,
      packets: this.packets,
      ports: this.portRecords,
      queues: this.queueRecords,
      ledger: this.ledger,
      ...wire,
      elide: options.elide,
      border: this.border,
    });
    this.makeArrivals = hot.begin;
    this.arriveKind = hot.arriveKind;
    this.wireTime = hot.wireTime;
    this.idle = hot.idle;
    this.kick = hot.kick;
    this.kickSoon = hot.kickSoon;
    this.transmit =
      options.jitter === undefined
        ? hot.transmit
        : jittered(
            hot.transmit,
            options.jitter,
            this,
            { queue, packets: this.packets, ports: this.portRecords },
            hot.wireTime,
          );
    this.takeOver = hot.takeOver;
    this.queueDone = hot.queueDone;
    this.addQueued = hot.addQueued;
    this.removeQueued = hot.removeQueued;
    this.deliver = hot.deliver;
  }

  /**
   * Called when the run begins: creates the per-packet functions. All observers are registered by then, so the functions omit hooks that
   * have none.
   */
  begin(): void {
    if (this.makeSwitching === null) return;
    this.hasBegun = true;
    this.switching = this.makeSwitching();
    this.makeSwitching = null;
    this.makeArrivals();
  }

  get now(): Ps {
    return this.queue.now;
  }

  /** The number of packets put on any wire since the start, including frames of link policies. */
  get hops(): number {
    return this.packetsOf(0, this.ports);
  }

  /** The number of packets that `node` has put on its wires since the start. */
  packetsSentBy(node: number): number {
    return this.packetsOf(this.portBase[node], this.portBase[node + 1]);
  }

  /** True if this partition runs `node`. */
  owns(node: number): boolean {
    return this.border === null || this.border.owns[node] !== 0;
  }

  /** The functions for the node of `port`. All switches share one object of functions, and all hosts share another. */
  stationAt(port: number): Station {
    this.begin();
    return (this.portRecords.words[(port << PORT_WORDS_LOG) | FLAGS] & AT_HOST) === 0 ? this.switching : this.hosts;
  }

  /** Creates the column in which switches stamp packets. A network has one at most. `clears`: hosts set the stamps of a new packet to 0. */
  stampColumn(width: number, clears: boolean): PacketWords {
    invariant(this.stamps === null, "one detection policy has words on packets", width);
    this.stamps = this.packets.column(width);
    if (clears) this.freshStamps = this.stamps;
    return this.stamps;
  }

  busyUntil(port: number): Ps {
    return this.portRecords.doubles[(port << PORT_DOUBLES_LOG) | BUSY_UNTIL];
  }

  /** Raises the recorded maximum backlog of `port` to `bytes`, unless it is higher already. */
  raisePeak(port: number, bytes: Bytes): void {
    const at = (port << PORT_DOUBLES_LOG) | PEAK;
    const { doubles } = this.portRecords;
    doubles[at] = Math.max(doubles[at], bytes);
  }

  /** Records that `port` transmitted until `time`, for packets that were not simulated (fast-forward). */
  noteSent(port: number, time: Ps): void {
    const at = (port << PORT_DOUBLES_LOG) | BUSY_UNTIL;
    const { doubles } = this.portRecords;
    doubles[at] = Math.max(doubles[at], time);
  }

  /** The bytes that a port has sent since the start, in frames of every kind. */
  sentBytes(port: number): Bytes {
    return this.portRecords.doubles[(port << PORT_DOUBLES_LOG) | SENT];
  }

  /** Payload of data packets sent since the start, including retransmissions. */
  sentPayload(port: number): Bytes {
    return this.portRecords.doubles[(port << PORT_DOUBLES_LOG) | PAYLOAD_SENT];
  }

  /** The time up to now during which the wire at `port` was busy, including preambles and gaps. */
  busyTime(port: number): Ps {
    const { wireOverhead } = this.fidelity.frames;
    const doubles = this.portRecords.doubles;
    const packets = this.portRecords.words[(port << PORT_WORDS_LOG) | PACKETS];
    const bytes = doubles[(port << PORT_DOUBLES_LOG) | SENT] + wireOverhead * packets;
    return (bytes * 8e12) / this.rate[port];
  }

  /**
   * Returns a function that gives the busy time of a switch port's wire within the `window` that ends now. Call
   * `measureBusyTime` before the run begins, because it replaces `transmit`. The functions of switches are created when the
   * run begins, and use the `transmit` of that time.
   */
  measureBusyTime(window: Ps): (port: number) => Ps {
    const { starts, within } = busyTime(this.ports, window);
    const { queue, transmit } = this;
    this.transmit = (port, packet, more) => {
      starts(port, this.busyUntil(port), queue.now);
      transmit(port, packet, more);
    };
    return (port) => within(port, this.busyUntil(port), queue.now);
  }

  /** Bytes that wait at a port, including frames of the link policy. */
  queuedBytes(port: number): Bytes {
    return this.portRecords.doubles[(port << PORT_DOUBLES_LOG) | QUEUED];
  }

  /** The maximum of `queuedBytes` so far. */
  peakBytes(port: number): Bytes {
    return this.portRecords.doubles[(port << PORT_DOUBLES_LOG) | PEAK];
  }

  /** The classes of a port that its peer has paused, as a bit mask. */
  stopped(port: number): number {
    return this.portRecords.words[(port << PORT_WORDS_LOG) | STOPPED];
  }

  isDown(port: number): boolean {
    return (this.portRecords.words[(port << PORT_WORDS_LOG) | FLAGS] & DOWN) !== 0;
  }

  drop(port: number, packet: number, cause: number): void {
    const words = this.packets.words;
    this.ledger.drop(cause, words[(packet << 4) | SIZE]);
    this.digest.mix(port, cause, this.nameOf(words[(packet << 4) | FLOW]));
    const meta = words[(packet << 4) | META];
    const kind = meta & KIND_MASK;
    if (kind === DATA) this.lastBytes.drop(words[(packet << 4) | FLOW], meta);
    else if (kind === REQUEST || kind === REPLY) this.ledger.dropMessage();
    else this.linkFrames.countLost(meta);
    this.recorder.onDrop(port, packet, cause);
    this.packets.give(packet);
  }

  /** The peer pauses `classes` of `port` for `cause` (`contracts/link.ts`). A packet on the wire is not interrupted. */
  stop(port: number, cause: number, classes: number): void {
    const heeded = this.faults === null ? classes : this.faults.heeded(port, classes);
    if (heeded === 0) return;
    this.portRecords.rareWords[(port << PORT_WORDS_LOG) | (cause === SCOPE_PORT ? STOPPED_PORT : STOPPED_QUEUE)] |=
      heeded;
    this.noteStopped(port);
    this.recorder.onStopped(port, cause, heeded);
  }

  start(port: number, cause: number, classes: number): void {
    this.portRecords.rareWords[(port << PORT_WORDS_LOG) | (cause === SCOPE_PORT ? STOPPED_PORT : STOPPED_QUEUE)] &=
      ~classes;
    this.noteStopped(port);
    this.recorder.onStarted(port, cause, classes);
    this.begin();
    this.kick(port);
  }

  /** The peer of `port` pauses or resumes one queue of a class; at a host, one flow. A packet on the wire is not interrupted. */
  setQueuePaused(port: number, cls: number, queue: number, isPaused: boolean): void {
    const isAtHost = (this.portRecords.words[(port << PORT_WORDS_LOG) | FLAGS] & AT_HOST) !== 0;
    const mayGo = isAtHost
      ? this.flowPauses?.set(queue, isPaused, this.queue.now)
      : this.classQueues?.setPaused(port, cls, queue, isPaused);
    this.recorder.onQueueStopped?.(port, cls, queue, isPaused);
    if (mayGo === true) this.kick(port);
  }

  /** Ends all pauses of single queues and flows at `port`. Its link failed, so no RESUME frame can arrive. */
  resumeQueues(port: number): void {
    const resumed = (cls: number, queue: number): void => this.recorder.onQueueStopped?.(port, cls, queue, false);
    if (this.wiring.isSwitch[this.node[port]]) this.classQueues?.resumeAll(port, resumed);
    // A flow has one class, so the class does not matter here.
    else this.flowPauses?.resumeAll(port, this.queue.now, (flow) => resumed(0, flow));
    this.queuePauses?.endAll(port);
  }

  /** The link of `port` fails in both directions: packets on it and packets that wait for it are lost. */
  fail(port: number): void {
    for (const end of [port, this.peer[port]]) {
      this.portRecords.setDown(end, true);
      this.linkFrames.flush(end);
      clearLink(this, end, (packet) => {
        this.drop(this.peer[end], packet, LINK_DOWN);
      });
      // Before the run begins (`makeSwitching` is not null), no packet waits.
      if (this.makeSwitching === null) this.stationAt(end).flush(end);
    }
  }

  /**
   * The number by which the digest identifies a packet's flow. `flow` is negative for a packet without a flow, and is
   * then returned unchanged.
   */
  nameOf(flow: number): number {
    return flow < 0 ? flow : this.flowNames[flow];
  }

  /** The port's number within its node, from 0, as in topology files. */
  localPort(port: number): number {
    return port - this.portBase[this.node[port]];
  }

  private packetsOf(from: number, to: number): number {
    const { words } = this.portRecords;
    let packets = 0;
    for (let port = from; port < to; port++) packets += words[(port << PORT_WORDS_LOG) | PACKETS];
    return packets;
  }

  private noteStopped(port: number): void {
    const { words, rareWords } = this.portRecords;
    const w = port << PORT_WORDS_LOG;
    const before = words[w | STOPPED];
    const after = rareWords[w | STOPPED_QUEUE] | rareWords[w | STOPPED_PORT];
    words[w | STOPPED] = after;
    const now = this.queue.now;
    this.pauseTimes.setStopped(port, after, now);
    for (let cls = 0; cls < 8; cls++) {
      const bit = 1 << cls;
      if ((before & bit) === (after & bit)) continue;
      if ((after & bit) !== 0) this.stoppedSince[(port << CLASS_BITS) | cls] = now;
      else this.stoppedTime[(port << CLASS_BITS) | cls] += now - this.stoppedSince[(port << CLASS_BITS) | cls];
      this.stationAt(port).onEgress(port, cls, (after & bit) !== 0);
    }
  }
}
