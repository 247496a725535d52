/**
 * The per-packet functions of hosts under a transport (`contracts/transport.ts`). Without a transport the hosts have those of `delivery.ts`.
 *
 * The transport creates packets, which wait in the queues of the port (`nic-queues.ts`). The host updates the columns of the flow for the
 * results. It also measures the time in which a flow sends nothing (`sender-stalls.ts`).
 *
 * This file has functions over constant arrays (docs/decisions/0016-closures-over-constant-arrays.md), created once for each network.
 */
import { CARGO, NOW } from "../engine/clock.ts";
import type { Bytes } from "../../base/units.ts";
import type { PacketWords } from "../../base/view.ts";
import { wrongCall } from "../../contracts/answers.ts";
import type { TransportPolicy } from "../../contracts/transport.ts";
import { ByteRanges } from "./byte-ranges.ts";
import type { Fabric } from "./fabric.ts";
import { END, STALL_DOUBLES_LOG, OPEN, ROOM } from "./sender-stalls.ts";
import type { HostStation } from "./arrivals.ts";
import type { Hosts } from "./hosts.ts";
import { nicQueues } from "./nic-queues.ts";
import {
  CLASS_SHIFT,
  DATA,
  FLOW,
  HOPS,
  IN,
  IS_TRIMMED,
  LAST_BYTE,
  KIND_MASK,
  LINK_FRAME,
  MARK_MASK,
  MARK_SHIFT,
  META,
  NEXT,
  PAYLOAD,
  REPEATED,
  REPLY,
  REQUEST,
  SEQ,
  SIGNAL,
  SIZE,
  STAMP,
  TO,
} from "./packet-record.ts";
import { clearWords } from "./packets.ts";
import { FRAME_HEAD, PAYLOAD_SENT, PORT_DOUBLES_LOG, PORT_WORDS_LOG } from "./ports.ts";

/** The operations of hosts under a transport, and the functions with which the transport's view creates packets. */
export interface Endpoints extends HostStation {
  /** The flow begins. */
  readonly begin: (flow: number) => void;
  /** Creates a data packet at the flow's sender and returns its number. */
  readonly data: (flow: number, seq: Bytes, bytes: Bytes, cls: number, entropy: number) => number;
  /** Creates a message. `kind` is REQUEST for a message to the receiver, and REPLY for one to the sender. */
  readonly message: (kind: number, flow: number, own: number, value: number, cls: number, entropy: number) => number;
  readonly deliverBytes: (flow: number, bytes: Bytes) => void;
  readonly finish: (flow: number) => void;
  readonly receiverPort: (flow: number) => number;
  /**
   * Starts the transmission at each port to which a hook has added packets. Called after each timer of the transport.
   */
  readonly kickAll: () => void;
}

export function endpoints(fabric: Fabric, hosts: Hosts, policy: TransportPolicy): Endpoints {
  const { clock, state } = fabric.queue;
  const { words, doubles, take } = fabric.packets;
  const { words: portWords, doubles: portDoubles } = fabric.portRecords;
  const { deliver: endPacket, kick, wireTime, ledger, lastBytes, routing, scheduling, freshStamps, portBase } = fabric;
  const { frames } = fabric.fidelity;
  const { flows, payload: full } = hosts;
  /** By flow: the number of its data packets in the queues of its port. */
  const queued = new Int32Array(flows.capacity);
  const finished = new Uint8Array(flows.capacity);
  const { at: held, sends, look } = hosts.makeStalls((flow) => queued[flow] > 0);
  const fullFrame = full + frames.dataHeader;
  const nic = nicQueues(fabric, hosts.controlHead, fullFrame, hasWork);
  const entropies = fabric.entropy as PacketWords;
  /**
   * Ports at which the current hook of the transport has appended packets. They begin to send after the hook returns, so that the
   * transport can still write words of these packets.
   */
  const toKick = new Int32Array(fabric.ports);
  const isToKick = new Uint8Array(fabric.ports);
  let kicks = 0;
  /** The flow whose data packet is being received. -1: none. */
  let arriving = -1;
  /**
   * The port for which the transport's `onIdle` is running. -1: none. If this hook creates a packet in a paused class, the
   * port stays idle. The hook would then be called again without end, so it is not called for a port while it runs there.
   */
  let asked = -1;
  /** The flow whose last byte the NIC is starting to send. -1: none. */
  let endsWith = -1;
  const lastByteSent = new Uint8Array(flows.capacity);
  /** The bytes that each flow has sent. A transport may send them in any order. */
  const sent = new ByteRanges(flows.capacity);
  /**
   * The bytes of each flow that have arrived at its receiver. The flow's field `rcvNxt` is the number of bytes that the
   * transport has passed on to the application. A transport may pass them on in any order. In a run with queue pairs
   * instead of a transport, `rcvNxt` is the first missing byte.
   */
  const arrived = new ByteRanges(flows.capacity);

  const receiverPort = (flow: number): number => portBase[flows.destination[flow]];

  function append(port: number, packet: number): void {
    nic.append(port, packet);
    if (isToKick[port] !== 0) return;
    isToKick[port] = 1;
    toKick[kicks++] = port;
  }

  /** Lets the ports in `toKick` send. Called after each hook. Sending may call further hooks, which add ports. */
  function kickAll(): void {
    while (kicks > 0) {
      const port = toKick[--kicks];
      isToKick[port] = 0;
      kick(port);
    }
  }

  function create(port: number, flow: number, meta: number, size: Bytes, to: number, entropy: number): number {
    const packet = take();
    const at = packet << 4;
    words[at | FLOW] = flow;
    words[at | SIZE] = size;
    words[at | META] = meta;
    words[at | IN] = port;
    words[at | TO] = to;
    words[at | HOPS] = 0;
    doubles[(packet << 3) | STAMP] = clock[NOW];
    if (routing !== null) clearWords(routing, packet);
    if (scheduling !== null) clearWords(scheduling, packet);
    if (freshStamps !== null) clearWords(freshStamps, packet);
    if (fabric.transport !== null) clearWords(fabric.transport, packet);
    entropies.at[packet] = entropy;
    ledger.create(size);
    return packet;
  }

  function data(flow: number, seq: Bytes, bytes: Bytes, cls: number, entropy: number): number {
    const port = flows.port[flow];
    const packet = create(
      port,
      flow,
      DATA | (cls << CLASS_SHIFT),
      bytes + frames.dataHeader,
      flows.destination[flow],
      entropy,
    );
    words[(packet << 4) | PAYLOAD] = bytes;
    doubles[(packet << 3) | SEQ] = seq;
    if (queued[flow]++ === 0) look(flow, ROOM);
    append(port, packet);
    return packet;
  }

  function message(kind: number, flow: number, own: number, value: number, cls: number, entropy: number): number {
    const isReply = kind === REPLY;
    const port = isReply ? receiverPort(flow) : flows.port[flow];
    const to = isReply ? flows.source[flow] : flows.destination[flow];
    const packet = create(port, flow, kind | (cls << CLASS_SHIFT), frames.ack, to, entropy);
    words[(packet << 4) | PAYLOAD] = own;
    doubles[(packet << 3) | SEQ] = value;
    append(port, packet);
    return packet;
  }

  /** Sends the first packet of the lowest-numbered queue in the bit mask `open`. */
  function sendFirst(port: number, open: number): void {
    const packet = hosts.firstControl(port, 31 - Math.clz32(open & -open));
    const at = packet << 4;
    const flow = words[at | FLOW];
    state[CARGO] = packet;
    doubles[(packet << 3) | STAMP] = clock[NOW];
    const isData = (words[at | META] & KIND_MASK) === DATA;
    const end = clock[NOW] + wireTime(port, words[at | SIZE]);
    if (isData) leave(port, flow, packet);
    policy.onSent?.(port, flow, packet);
    nic.sendFirst(port, open);
    if (isData) {
      held[(flow << STALL_DOUBLES_LOG) | END] = end;
      if (queued[flow] === 0) held[(flow << STALL_DOUBLES_LOG) | OPEN] = Infinity;
      noteLastByte();
    }
    kickAll();
  }

  /**
   * Reports, once per flow, that the NIC has started to send the flow's last byte. Call this function after the packet is
   * put on the wire, because `onLastByte` reads the end of that transmission.
   */
  function noteLastByte(): void {
    const flow = endsWith;
    endsWith = -1;
    if (flow < 0 || lastByteSent[flow] !== 0) return;
    lastByteSent[flow] = 1;
    if (hosts.onLastByte !== null) hosts.onLastByte(flow);
  }

  /** Updates the columns of a flow when one of its data packets is put on the wire. */
  function leave(port: number, flow: number, packet: number): void {
    const at = packet << 4;
    const seq = doubles[(packet << 3) | SEQ];
    const end = seq + words[at | PAYLOAD];
    if (held[(flow << STALL_DOUBLES_LOG) | END] !== clock[NOW]) sends(flow);
    queued[flow]--;
    if (sent.has(flow, seq)) {
      flows.repeated[flow]++;
      words[at | META] |= lastBytes.repeated(flow) & REPEATED;
    }
    sent.add(flow, seq, end);
    if (end > flows.sndNxt[flow]) flows.sndNxt[flow] = end;
    if (end >= flows.size[flow]) {
      words[at | META] |= lastBytes.begin(flow, held);
      endsWith = flow;
    }
    hosts.dataPackets++;
    portDoubles[(port << PORT_DOUBLES_LOG) | PAYLOAD_SENT] += words[at | PAYLOAD];
    flows.lastSize[flow] = words[at | SIZE];
  }

  function sendNext(port: number): void {
    if (portWords[(port << PORT_WORDS_LOG) | FRAME_HEAD] !== 0) {
      fabric.linkFrames.send(port);
      return;
    }
    if (!fabric.idle(port) || fabric.isDown(port)) return;
    const open = nic.ready(port);
    if (open !== 0) sendFirst(port, open);
    else if (port !== asked) {
      const before = asked;
      asked = port;
      policy.onIdle?.(port);
      kickAll();
      asked = before;
    }
  }

  function hasWork(port: number): boolean {
    return (
      portWords[(port << PORT_WORDS_LOG) | FRAME_HEAD] !== 0 || nic.waiting[port] !== 0 || policy.onIdle !== undefined
    );
  }

  function receive(port: number, packet: number): void {
    const meta = words[(packet << 4) | META];
    if (nic.linkHooks) nic.arrived(port, packet, meta);
    takeIn(port, packet, meta);
  }

  function takeIn(port: number, packet: number, meta: number): void {
    if (fabric.tracer !== null) fabric.tracer.onReceive(fabric.node[port], port, packet);
    const kind = meta & KIND_MASK;
    if (kind === LINK_FRAME) {
      fabric.linkFrames.receive(port, packet);
      return;
    }
    const at = packet << 4;
    const flow = words[at | FLOW];
    const mark = (meta >> MARK_SHIFT) & MARK_MASK;
    const value = doubles[(packet << 3) | SEQ];
    fabric.digest.mixTime(
      clock[NOW],
      Math.imul(flows.name[flow], 0x9e3779b1) ^ value ^ (meta & (KIND_MASK | IS_TRIMMED)),
    );
    hosts.current = packet;
    if (kind === DATA) receiveData(flow, packet, value, mark, meta);
    else if (kind === REQUEST) policy.onRequest?.(flow, packet, words[at | PAYLOAD], value);
    else if (finished[flow] === 0) {
      if (kind === REPLY) policy.onReply?.(flow, packet, words[at | PAYLOAD], value);
      else if (kind === SIGNAL) policy.onSignal?.(flow, packet, mark);
    }
    endPacket(packet);
    kickAll();
  }

  function receiveData(flow: number, packet: number, seq: Bytes, mark: number, meta: number): void {
    const at = packet << 4;
    if ((meta & IS_TRIMMED) !== 0) {
      policy.onTrimmed?.(flow, packet, seq, mark);
      return;
    }
    if (mark !== 0) hosts.marked++;
    const ahead = seq - arrived.missing[flow];
    if (ahead > 0) {
      flows.outOfOrder[flow]++;
      if (ahead > flows.farthestAhead[flow]) flows.farthestAhead[flow] = ahead;
    }
    arrived.add(flow, seq, seq + words[at | PAYLOAD]);
    const isOpen = Number.isNaN(flows.received[flow]);
    arriving = flow;
    policy.onData(flow, packet, seq, words[at | PAYLOAD], mark);
    arriving = -1;
    if (meta >= LAST_BYTE && (!isOpen || Number.isNaN(flows.received[flow]))) lastBytes.came(flow, meta);
  }

  function deliverBytes(flow: number, bytes: Bytes): void {
    if (flow !== arriving) wrongCall("deliver", "the flow of the data packet that onData received", flow);
    if (!(Number.isInteger(bytes) && bytes >= 0)) wrongCall("deliver", "whole bytes, 0 or more", bytes);
    flows.rcvNxt[flow] += bytes;
    if (flows.rcvNxt[flow] > flows.size[flow])
      wrongCall("deliver", `${flows.size[flow]} bytes of the flow at most`, flows.rcvNxt[flow]);
    if (flows.rcvNxt[flow] < flows.size[flow] || !Number.isNaN(flows.received[flow])) return;
    const { current } = hosts;
    flows.received[flow] = clock[NOW];
    lastBytes.complete(flow, words[(current << 4) | META], doubles[(current << 3) | STAMP]);
    fabric.recorder.onReceived(flow);
    if (hosts.onReceived !== null) hosts.onReceived(flow);
  }

  function finish(flow: number): void {
    if (finished[flow] !== 0) return;
    finished[flow] = 1;
    flows.acked[flow] = clock[NOW];
    flows.sndUna[flow] = flows.size[flow];
    if (hosts.onFinish !== null) hosts.onFinish(flow);
    fabric.recorder.onAcked(flow);
  }

  return {
    receive,
    takeIn,
    sendNext,
    hasWork,
    flush: (port) => {
      for (let queue = 0; queue < 8; queue++) forgetData(hosts.firstControl(port, queue));
      nic.flush(port);
    },
    onEgress: () => {
      // A transport gets no notice of a PAUSE. It only observes that its own packets wait.
    },
    begin: (flow) => {
      policy.onStart(flow);
      kickAll();
    },
    kickAll,
    data,
    message,
    deliverBytes,
    finish,
    receiverPort,
  };

  /** The packets from `first` on are lost with their link, so they no longer count as queued packets of their flows. */
  function forgetData(first: number): void {
    for (let packet = first; packet !== 0; packet = words[(packet << 4) | NEXT])
      if ((words[(packet << 4) | META] & KIND_MASK) === DATA) queued[words[(packet << 4) | FLOW]]--;
  }
}
