/**
 * The per-packet work of hosts. `hosts.ts` has the rare operations.
 *
 * A data packet that arrives becomes its own ACK. The record is reused, so marks, stamps and the sending time travel back without a copy.
 *
 * These are functions over constant arrays (docs/decisions/0016-closures-over-constant-arrays.md), created once for each network.
 */
import { CLASS_BITS, CLASS_MASK } from "../../base/queue-number.ts";
import { CARGO, NOW } from "../engine/clock.ts";
import { checkFalse, wrongAnswer } from "../../contracts/answers.ts";
import { DISCARDED, MARKED_NACK, NACK, SILENT } from "../../contracts/recovery.ts";
import type { Bytes } from "../../base/units.ts";
import { CONGESTED, type PacketWords } from "../../base/view.ts";
import type { Fabric } from "./fabric.ts";
import { END, HOLD_DOUBLES_LOG, OPEN, ROOM } from "./holds.ts";
import type { Delivery, HostPolicies, Hosts } from "./hosts.ts";
import {
  ACK_PACKET,
  ANSWERED_SHIFT,
  CLASS_SHIFT,
  CNP,
  DATA,
  FLOW,
  HOPS,
  IN,
  JOURNEY,
  KIND_MASK,
  LINK_FRAME,
  MARK_MASK,
  MARK_SHIFT,
  META,
  NACK_PACKET,
  NEXT,
  NOTICE,
  PAYLOAD,
  PROBE,
  SEQ,
  SIZE,
  STAMP,
  TO,
} from "./packet-record.ts";
import { FRAME_HEAD, PAYLOAD_SENT, PORT_DOUBLES_LOG, PORT_WORDS_LOG, STOPPED } from "./ports.ts";
import { LINK_DOWN } from "./recorder.ts";

/** `paced`: the flow's rate spaces its packets. If false, the line rate does (RATE_BOUND 0 of HPCC's simulator). */
export function delivery(fabric: Fabric, hosts: Hosts, policies: HostPolicies, paced: boolean): Delivery {
  const { clock, state } = fabric.queue;
  const { words, doubles, take } = fabric.packets;
  const { words: portWords, doubles: portDoubles } = fabric.portRecords;
  const { kick, deliver, addQueued, removeQueued, wireTime, transmit: putOnWire, ledger } = fabric;
  const { fidelity, routing } = fabric;
  const { frames } = fidelity;
  const { nic, congestion, recovery } = policies;
  const { flows, payload: full, controlHead } = hosts;
  const { journeys } = fabric;
  const { at: held, sends, able, look } = hosts.makeHolds();
  /** By flow: the first byte of the packet to retransmit next, or -1. Null if the recovery policy never retransmits single packets. */
  const again = hosts.repeats?.next ?? null;
  /** Link policies are not notified of packets of the control class. */
  const { ackClass, controlClass } = frames;
  const controlTail = new Int32Array(fabric.ports * 8);
  /** By port: the queues of control packets that are not empty, a bit mask. */
  const controlWaits = new Uint8Array(fabric.ports);
  /** True if ACKs wait in the queue of their class. */
  const byClass = frames.ackQueues === 8;
  const lastByteSent = new Uint8Array(flows.capacity);
  const finished = new Uint8Array(flows.capacity);
  /** By flow: the number of packets that no ACK has answered yet, and the highest mark among them. */
  const pendingPackets = new Int32Array(flows.capacity);
  const pendingMark = new Uint8Array(flows.capacity);
  const notifies = congestion.notifies !== undefined;
  /** True if the link policy of any host's port has hooks for single packets. */
  const linkHooks = fabric.links.some(
    (link, port) =>
      !fabric.wiring.isSwitch[fabric.node[port]] &&
      ("onArrive" in link || "onDepart" in link || "maySend" in link || "onSend" in link),
  );

  function readyControl(port: number): number {
    const waits = controlWaits[port];
    return byClass && waits !== 0 ? waits & ~stopped(port) : waits;
  }

  function sendControl(port: number, ready: number): void {
    const queue = (port << CLASS_BITS) | (31 - Math.clz32(ready & -ready));
    const packet = controlHead[queue];
    const next = words[(packet << 4) | NEXT];
    controlHead[queue] = next;
    if (next === 0) {
      controlTail[queue] = 0;
      controlWaits[port] &= ~(1 << (queue & CLASS_MASK));
    }
    removeQueued(port, words[(packet << 4) | SIZE]);
    if (fabric.tracer !== null) fabric.tracer.onDequeue(fabric.node[port], port, 0, packet, 0, 0);
    transmit(port, packet, (words[(packet << 4) | META] >> CLASS_SHIFT) & CLASS_MASK, words[(packet << 4) | SIZE]);
  }

  function sendData(port: number, flow: number): void {
    const repeats = again !== null && again[flow] >= 0;
    const seq = repeats ? again[flow] : flows.sndNxt[flow];
    const left = flows.size[flow] - seq;
    const payload = left < full ? left : full;
    const size = payload + frames.dataHeader;
    const isRepeat = repeats || (hosts.sentBefore !== null && seq < hosts.sentBefore[flow]);
    const hold = flow << HOLD_DOUBLES_LOG;
    if (held[hold | END] !== clock[NOW]) sends(flow);
    const packet = take();
    state[CARGO] = packet;
    const at = packet << 4;
    words[at | FLOW] = flow;
    words[at | SIZE] = size;
    words[at | META] =
      DATA |
      (flows.cls[flow] << CLASS_SHIFT) |
      (isRepeat ? journeys.repeated(flow) : 0) |
      (payload === left ? journeys.begin(flow, held) : 0);
    words[at | IN] = port;
    words[at | PAYLOAD] = payload;
    words[at | TO] = flows.destination[flow];
    words[at | HOPS] = 0;
    doubles[(packet << 3) | SEQ] = seq;
    doubles[(packet << 3) | STAMP] = clock[NOW];
    if (routing !== null) clearWords(routing, packet);
    ledger.create(size);
    if (repeats) again[flow] = -1;
    else flows.sndNxt[flow] = seq + payload;
    if (isRepeat) flows.repeated[flow]++;
    hosts.dataPackets++;
    portDoubles[(port << PORT_DOUBLES_LOG) | PAYLOAD_SENT] += payload;
    if (recovery.onSend) recovery.onSend(flow, seq);
    if (fabric.tracer !== null) fabric.tracer.onDequeue(fabric.node[port], port, flows.cls[flow], packet, 0, 0);
    transmit(port, packet, flows.cls[flow], size);
    flows.lastSize[flow] = size;
    const rate = paced ? flows.rate[flow] : flows.lineRate[flow];
    const now = clock[NOW];
    const end = now + wireTime(port, size);
    const due = rate === flows.lineRate[flow] ? end : now + fidelity.paceTime(size, rate);
    flows.nextSend[flow] = due > flows.heldUntil[flow] ? due : flows.heldUntil[flow];
    held[hold | END] = end;
    if (!able(flow)) held[hold | OPEN] = Infinity;
    if (payload === left && lastByteSent[flow] === 0) {
      lastByteSent[flow] = 1;
      if (hosts.onLastByte !== null) hosts.onLastByte(flow);
    }
  }

  function transmit(port: number, packet: number, cls: number, size: Bytes): void {
    if (linkHooks && cls !== controlClass) {
      // A frame that the hook emits for this port waits behind the packet.
      fabric.departing = port;
      fabric.links[port].onSend?.(port, cls, size);
      fabric.departing = -1;
    }
    putOnWire(port, packet, hasWork(port));
  }

  function stopped(port: number): number {
    const byPeer = portWords[(port << PORT_WORDS_LOG) | STOPPED];
    const link = fabric.links[port];
    if (!linkHooks || !link.maySend) return byPeer;
    const size = full + frames.dataHeader;
    let mask = byPeer;
    for (let cls = 0; cls < 8; cls++) {
      if ((mask & (1 << cls)) !== 0) continue;
      const isFree = link.maySend(port, cls, size);
      if (isFree) continue;
      checkFalse("link", "maySend", { port }, isFree);
      mask |= 1 << cls;
    }
    fabric.stops.setShort(port, mask & ~byPeer, clock[NOW]);
    return mask;
  }

  function sendNext(port: number): void {
    if (portWords[(port << PORT_WORDS_LOG) | FRAME_HEAD] !== 0) fabric.linkFrames.send(port);
    else nic.kick(port);
  }

  function hasWork(port: number): boolean {
    return portWords[(port << PORT_WORDS_LOG) | FRAME_HEAD] !== 0 || controlWaits[port] !== 0 || nic.hasWork(port);
  }

  function receive(port: number, packet: number): void {
    const meta = words[(packet << 4) | META];
    if (linkHooks && (meta & KIND_MASK) !== LINK_FRAME && ((meta >> CLASS_SHIFT) & CLASS_MASK) !== controlClass) {
      // A host consumes a packet as soon as it arrives.
      const size = words[(packet << 4) | SIZE];
      fabric.links[port].onArrive?.(port, (meta >> CLASS_SHIFT) & CLASS_MASK, size);
      fabric.links[port].onDepart?.(port, (meta >> CLASS_SHIFT) & CLASS_MASK, size);
    }
    takeIn(port, packet, meta);
  }

  function takeIn(port: number, packet: number, meta: number): void {
    if (fabric.tracer !== null) fabric.tracer.onReceive(fabric.node[port], port, packet);
    switch (meta & KIND_MASK) {
      case DATA:
        receiveData(port, packet, (meta >> MARK_SHIFT) & MARK_MASK);
        break;
      case LINK_FRAME:
        fabric.linkFrames.receive(port, packet);
        break;
      case CNP: {
        const flow = words[(packet << 4) | FLOW];
        deliver(packet);
        if (finished[flow] === 0) congestion.onCnp?.(flow, (meta >> MARK_SHIFT) & MARK_MASK);
        kick(port);
        break;
      }
      case PROBE:
      case NOTICE:
        // The leaf at which the notice ends lost its route to the host meanwhile.
        deliver(packet);
        break;
      default:
        receiveAck(
          port,
          packet,
          (meta & KIND_MASK) === NACK_PACKET,
          (meta >> MARK_SHIFT) & MARK_MASK,
          meta >>> ANSWERED_SHIFT,
        );
    }
  }

  function receiveData(port: number, packet: number, mark: number): void {
    const at = packet << 4;
    const flow = words[at | FLOW];
    const seq = doubles[(packet << 3) | SEQ];
    const now = clock[NOW];
    fabric.digest.mixTime(now, Math.imul(flows.name[flow], 0x9e3779b1) ^ seq);
    if (mark !== 0) hosts.marked++;
    const ahead = seq - flows.rcvNxt[flow];
    if (ahead > 0) {
      flows.outOfOrder[flow]++;
      if (ahead > flows.farthestAhead[flow]) flows.farthestAhead[flow] = ahead;
    }
    const reply = recovery.onData(flow, seq, words[at | PAYLOAD]);
    if ((reply | 0) !== reply || reply < DISCARDED || reply > MARKED_NACK)
      wrongAnswer("recovery", "onData", { flow }, "SILENT, DISCARDED, ACK, NACK or MARKED_NACK", reply);
    if (flows.rcvNxt[flow] >= flows.size[flow] && Number.isNaN(flows.received[flow])) {
      flows.received[flow] = now;
      journeys.complete(flow, words[at | META], doubles[(packet << 3) | STAMP]);
      fabric.recorder.onReceived(flow);
      if (hosts.onReceived !== null) hosts.onReceived(flow);
    } else if (words[at | META] >= JOURNEY) journeys.came(flow, words[at | META]);
    if (mark !== 0 && congestion.notifies) {
      const isTold = congestion.notifies(flow, mark);
      if (isTold) sendCnp(port, flow, mark);
      else checkFalse("congestion", "notifies", { flow }, isTold);
    }
    const packets = ++pendingPackets[flow];
    let echo = notifies ? 0 : mark;
    if (pendingMark[flow] > echo) echo = pendingMark[flow];
    if (reply <= SILENT) {
      if (reply !== DISCARDED) pendingMark[flow] = echo;
      deliver(packet);
      return;
    }
    pendingMark[flow] = 0;
    pendingPackets[flow] = 0;
    const nack = reply >= NACK;
    if (nack) {
      flows.nacks[flow]++;
      if (reply === MARKED_NACK) echo = CONGESTED;
    }

    // The data packet becomes its answer, so marks and stamps of switches travel back with it.
    ledger.deliver(words[at | SIZE]);
    ledger.create(frames.ack);
    const kind = nack ? NACK_PACKET : ACK_PACKET;
    const cls = ackClass ?? flows.cls[flow];
    words[at | SIZE] = frames.ack;
    words[at | META] = kind | (cls << CLASS_SHIFT) | (echo << MARK_SHIFT) | (packets << ANSWERED_SHIFT);
    words[at | IN] = port;
    words[at | PAYLOAD] = seq - flows.rcvNxt[flow];
    words[at | TO] = flows.source[flow];
    doubles[(packet << 3) | SEQ] = flows.rcvNxt[flow];
    queueControl(port, packet);
  }

  function receiveAck(port: number, packet: number, nack: boolean, mark: number, packets: number): void {
    const flow = words[(packet << 4) | FLOW];
    if (finished[flow] !== 0) {
      // The flow has ended: its last retransmission overtook this NACK.
      deliver(packet);
      return;
    }
    const ack = doubles[(packet << 3) | SEQ];
    const before = flows.sndUna[flow];
    const acked = ack > before ? ack - before : 0;
    if (acked > 0) flows.sndUna[flow] = ack;
    // The bytes were to be retransmitted although they had arrived.
    if (flows.sndNxt[flow] < ack) flows.sndNxt[flow] = ack;
    const done = flows.sndUna[flow] >= flows.size[flow];
    if (done) {
      finished[flow] = 1;
      flows.acked[flow] = clock[NOW];
      recovery.onFinish?.(flow);
      recovery.onForget?.(flow);
      if (hosts.onFinish !== null) hosts.onFinish(flow);
      nic.onFinish(flow);
      fabric.recorder.onAcked(flow);
    }
    const arrived = ack + words[(packet << 4) | PAYLOAD];
    const rtt = clock[NOW] - doubles[(packet << 3) | STAMP];
    if (nack) recovery.onNack(flow, ack, arrived);
    else if (recovery.onAck) recovery.onAck(flow, ack, arrived, rtt);
    // Congestion control handles the last ACK, too, because its reaction may change the timing of the port.
    hosts.current = packet;
    congestion.onAck(flow, ack, mark, rtt, acked, nack ? 1 : packets);
    if (done) congestion.onFinish?.(flow);
    deliver(packet);
    if (held[(flow << HOLD_DOUBLES_LOG) | OPEN] === Infinity) look(flow, ROOM);
    kick(port);
  }

  function sendCnp(port: number, flow: number, mark: number): void {
    hosts.cnps++;
    sendBare(port, flow, CNP | (mark << MARK_SHIFT), frames.cnp, flows.source[flow]);
  }

  function sendEmpty(flow: number): void {
    sendBare(flows.port[flow], flow, DATA, frames.ack, flows.destination[flow]);
  }

  /** Sends a packet of headers alone, which does not reuse the record of a data packet. */
  function sendBare(port: number, flow: number, meta: number, size: Bytes, to: number): void {
    const packet = take();
    const at = packet << 4;
    words[at | FLOW] = flow;
    words[at | SIZE] = size;
    words[at | META] = meta | ((ackClass ?? flows.cls[flow]) << CLASS_SHIFT);
    words[at | IN] = port;
    words[at | PAYLOAD] = 0;
    words[at | TO] = to;
    words[at | HOPS] = 0;
    doubles[(packet << 3) | SEQ] = 0;
    doubles[(packet << 3) | STAMP] = clock[NOW];
    if (routing !== null) clearWords(routing, packet);
    ledger.create(size);
    queueControl(port, packet);
  }

  function queueControl(port: number, packet: number): void {
    words[(packet << 4) | NEXT] = 0;
    if (fabric.tracer !== null) fabric.tracer.onEnqueue(fabric.node[port], port, 0, packet, 0);
    const cls = byClass ? (words[(packet << 4) | META] >> CLASS_SHIFT) & CLASS_MASK : 0;
    const queue = (port << CLASS_BITS) | cls;
    if (controlHead[queue] === 0) {
      controlHead[queue] = packet;
      controlWaits[port] |= 1 << cls;
    } else words[(controlTail[queue] << 4) | NEXT] = packet;
    controlTail[queue] = packet;
    addQueued(port, words[(packet << 4) | SIZE]);
    kick(port);
  }

  function flush(port: number): void {
    for (let queue = port << CLASS_BITS; queue < (port + 1) << CLASS_BITS; queue++) {
      for (let packet = controlHead[queue]; packet !== 0;) {
        const next = words[(packet << 4) | NEXT];
        removeQueued(port, words[(packet << 4) | SIZE]);
        fabric.tracer?.onDead?.(fabric.node[port], port, 0, packet, 0, false);
        fabric.drop(port, packet, LINK_DOWN);
        packet = next;
      }
      controlHead[queue] = controlTail[queue] = 0;
    }
    controlWaits[port] = 0;
  }

  return {
    receive,
    takeIn,
    sendNext,
    hasWork,
    flush,
    onEgress: () => {
      // The kick at the end of a pause notifies a host's policies.
    },
    readyControl,
    sendControl,
    sendData,
    sendEmpty,
    stopped,
  };
}

/** Clears the words of a routing policy on a new packet. */
function clearWords({ at, width }: PacketWords, packet: number): void {
  for (let k = packet * width, end = k + width; k < end; k++) at[k] = 0;
}
