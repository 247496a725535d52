/**
 * The wires: ports, links, and the packets on them.
 *
 * Ports are numbered through the network, a node's ports side by side. A link's delay is constant,
 * so packets arrive in the order sent, and a long link costs memory for them and nothing else (`wires.ts`). A port's end of transmission is an event only when something waits
 * for it; it has its number all the same, so leaving it out never changes the order of the rest.
 */
import type { EventQueue } from "../engine/event-queue.ts";
import type { Handlers } from "../engine/run.ts";
import type { ErrorModel, Fidelity } from "../../contracts/fidelity.ts";
import { invariant } from "../../base/invariant.ts";
import type { LinkPolicy } from "../../contracts/link.ts";
import { PORT as SCOPE_PORT } from "../../contracts/link.ts";
import type { Wiring } from "../../contracts/topology.ts";
import type { Bytes, Ps } from "../../base/units.ts";
import type { PacketWords } from "../../base/view.ts";
import { accounts, type Accounts } from "./accounts.ts";
import type { Station } from "./arrivals.ts";
import type { Border } from "./border.ts";
import { busyTime } from "./busy-time.ts";
import { Digest } from "./digest.ts";
import type { Faulty } from "./faulty.ts";
import type { Held } from "./held.ts";
import { Ledger } from "./ledger.ts";
import * as packet from "./packet-record.ts";
import { jittered, type Jitter } from "./jitter.ts";
import { clearLink } from "./in-flight.ts";
import type { Journeys } from "./journeys.ts";
import { LinkFrames } from "./link-frames.ts";
import { portNumbers } from "./numbering.ts";
import { Packets } from "./packets.ts";
import * as portRecord from "./ports.ts";
import { Ports } from "./ports.ts";
import { Queues } from "./queues.ts";
import { LINK_DOWN, type Recorder, type Tracer } from "./recorder.ts";
import { Stops } from "./stops.ts";
import { wireTimes } from "./wire-times.ts";
import { wires, type Wires } from "./wires.ts";

// Local names: an engine folds a module's own constants into its code, and reads imported ones from memory each time.
const { DATA, FLOW, META, PACKET_WORDS_LOG, SIZE } = packet;
const {
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
} = portRecord;

export interface FabricOptions {
  /** Create an event for every end of transmission, also where nothing waits: slower, same results. For tests. */
  readonly elide: boolean;
  readonly maxFrame: Bytes;
  /** A full data packet's frame: most are of this size, or ACKs. */
  readonly fullFrame: Bytes;
  /** Bytes of the private segment of each (port, class) of a switch. */
  readonly private: Bytes;
  /** By port, where light is not always equally fast. */
  readonly jitter?: ReadonlyMap<number, Jitter>;
  /** Memory of a port's own, outside its switch's pool, by port. */
  readonly ownMemory?: ReadonlyMap<number, Bytes>;
  /** Of the part of the network that runs here; absent: all of it does. */
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
  /** null: there are none, and then they are not asked. */
  faults: Faulty | null = null;
  /** Packets that routing holds at switches; null: the routing policy holds none. */
  held: Held | null = null;
  /**
   * By queue, bytes of packets that a dead link dropped and that stay charged to memory, as in HPCC's simulator: to the queue by which they
   * came in, and to the one in which they waited. Null: a dropped packet frees its memory.
   */
  stillCharged: { readonly ingress: Float64Array; readonly egress: Float64Array } | null = null;
  stamps: PacketWords | null = null;
  /** What routing policies keep on a packet, 0 when it is born; null: nothing. */
  routing: PacketWords | null = null;
  readonly ledger = new Ledger();
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
  /** One way, the longest where it varies: what others must reckon with. */
  readonly delay: Float64Array;
  /** What light really takes at least, by port, and when the last packet arrives or has: kept of links where it varies (`jitter.ts`). */
  readonly shortest: Float64Array;
  readonly lastArrival: Float64Array;
  /** The least that it ever takes in the run. */
  readonly least: Float64Array;
  /** What stands at the ends of links; switches from `begin` on. */
  switching!: Station;
  hosts!: Station & { readonly takeIn: (port: number, packet: number, meta: number) => void };
  /** Makes the switches; null: it has. */
  makeSwitching: (() => Station) | null = null;
  /** The run has begun: switches hold the functions of this class that they call for each packet. */
  hasBegun = false;
  readonly links: LinkPolicy[] = [];
  /** What a hop touches of a port and of a queue. */
  readonly portRecords: Ports;
  readonly queueRecords: Queues;
  /** The memory of all switches. */
  readonly accounts: Accounts;
  /** Memory of a port's own, outside its switch's pool, by port; null where no port has any. */
  readonly ownMemory: Float64Array | null;
  readonly linkFrames: LinkFrames;

  /** Since when each (port, class) is stopped, ps, and how long it was in all, up to the last start. */
  readonly stoppedSince: Float64Array;
  readonly stoppedTime: Float64Array;
  /** The same and want of credits, for `holds.ts`, and the ways of last bytes. */
  readonly stops: Stops;
  journeys!: Journeys;
  /** By flow, what the digest knows it by (`flows.ts`). */
  flowNames!: Int32Array;
  /** The port that a switch has taken a packet from and not yet put it on the wire of; -1: none. */
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
    this.stops = new Stops(ports, (port) => !wiring.isSwitch[node[port]]);

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
   * Called when the run begins: makes what runs for each packet. Whoever wants to hear of packets is there by then, so that what nobody asks for
   * is left out.
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

  /** Packets put on any wire since the start, frames of the link policy included. */
  get hops(): number {
    return this.packetsOf(0, this.ports);
  }

  /** The same of one node. */
  packetsSentBy(node: number): number {
    return this.packetsOf(this.portBase[node], this.portBase[node + 1]);
  }

  /** Does what happens at `node` happen here? */
  owns(node: number): boolean {
    return this.border === null || this.border.owns[node] !== 0;
  }

  /** What `port` belongs to. */
  stationAt(port: number): Station {
    this.begin();
    return (this.portRecords.words[(port << PORT_WORDS_LOG) | FLAGS] & AT_HOST) === 0 ? this.switching : this.hosts;
  }

  /** The column in which switches stamp packets: one for all of them, made when the first asks. */
  stampColumn(width: number): PacketWords {
    this.stamps ??= this.packets.column(width);
    invariant(this.stamps.width === width, "switches agree on what they stamp", this.stamps.width, width);
    return this.stamps;
  }

  busyUntil(port: number): Ps {
    return this.portRecords.doubles[(port << PORT_DOUBLES_LOG) | BUSY_UNTIL];
  }

  /** Bytes sent since the start, every kind of frame. */
  sentBytes(port: number): Bytes {
    return this.portRecords.doubles[(port << PORT_DOUBLES_LOG) | SENT];
  }

  /** Payload of data packets sent since the start, repeats included. */
  sentPayload(port: number): Bytes {
    return this.portRecords.doubles[(port << PORT_DOUBLES_LOG) | PAYLOAD_SENT];
  }

  /** Time the wire behind `port` was taken, preambles and gaps included, up to now. */
  busyTime(port: number): Ps {
    const { wireOverhead } = this.fidelity.frames;
    const doubles = this.portRecords.doubles;
    const packets = this.portRecords.words[(port << PORT_WORDS_LOG) | PACKETS];
    const bytes = doubles[(port << PORT_DOUBLES_LOG) | SENT] + wireOverhead * packets;
    return (bytes * 8e12) / this.rate[port];
  }

  /**
   * Busy time of the wire behind a switch's port within the `window` that ends now. To be asked before the run begins, since switches then
   * take `transmit` as it is.
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

  /** Bytes that wait, frames of the link policy included. */
  queuedBytes(port: number): Bytes {
    return this.portRecords.doubles[(port << PORT_DOUBLES_LOG) | QUEUED];
  }

  /** Most bytes that ever waited. */
  peakBytes(port: number): Bytes {
    return this.portRecords.doubles[(port << PORT_DOUBLES_LOG) | PEAK];
  }

  /** Classes stopped by the peer, a bit mask. */
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
    if ((meta & 15) === DATA) this.journeys.drop(words[(packet << 4) | FLOW], meta);
    this.recorder.onDrop(port, packet, cause);
    this.packets.give(packet);
  }

  /** The peer stops `classes` of `port` for `cause` (`contracts/link.ts`). What is on the wire stays there. */
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

  /** The link that `port` belongs to is dead, both ways: what is on it and what waits for it is lost. */
  fail(port: number): void {
    for (const end of [port, this.peer[port]]) {
      this.portRecords.setDown(end, true);
      this.linkFrames.flush(end);
      clearLink(this, end, (packet) => {
        this.drop(this.peer[end], packet, LINK_DOWN);
      });
      if (this.makeSwitching === null) this.stationAt(end).flush(end); // before the run nothing waits
    }
  }

  /** What the digest knows a packet's flow by; of packets of no flow, below 0, that number. */
  nameOf(flow: number): number {
    return flow < 0 ? flow : this.flowNames[flow];
  }

  /** Port number within its node, as topology files count them: from 0. */
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
    this.stops.setStopped(port, after, now);
    for (let cls = 0; cls < 8; cls++) {
      const bit = 1 << cls;
      if ((before & bit) === (after & bit)) continue;
      if ((after & bit) !== 0) this.stoppedSince[(port << 3) | cls] = now;
      else this.stoppedTime[(port << 3) | cls] += now - this.stoppedSince[(port << 3) | cls];
      this.stationAt(port).onEgress(port, cls, (after & bit) !== 0);
    }
  }
}
