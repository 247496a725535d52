/**
 * The per-packet work of hosts. `hosts.ts` has the rare operations.
 *
 * If the receiver answers a data packet, the packet's record becomes the ACK or NACK. So marks, stamps and the sending time travel back
 * without a copy.
 *
 * This file has functions over constant arrays (docs/decisions/0016-closures-over-constant-arrays.md), created once for each network.
 */
import { CLASS_MASK } from "../../base/queue-number.ts";
import { CARGO, NOW } from "../engine/clock.ts";
import { checkFalse, wrongAnswer } from "../../contracts/answers.ts";
import { DISCARDED, MARKED_NACK, NACK, SILENT } from "../../contracts/recovery.ts";
import type { Bytes } from "../../base/units.ts";
import { CONGESTED } from "../../base/view.ts";
import type { Fabric } from "./fabric.ts";
import { END, STALL_DOUBLES_LOG, OPEN, ROOM } from "./sender-stalls.ts";
import type { Delivery, HostPolicies, Hosts } from "./hosts.ts";
import { nicQueues } from "./nic-queues.ts";
import {
  ACK_PACKET,
  ANSWERED_SHIFT,
  CLASS_SHIFT,
  CNP,
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
  NACK_PACKET,
  NOTICE,
  PAYLOAD,
  PROBE,
  SEQ,
  SIGNAL,
  SIZE,
  STAMP,
  TO,
} from "./packet-record.ts";
import { clearWords } from "./packets.ts";
import { FRAME_HEAD, PAYLOAD_SENT, PORT_DOUBLES_LOG, PORT_WORDS_LOG } from "./ports.ts";

/**
 * Creates the functions by which all hosts send and receive the packets of queue pairs. If `paced` is true, the rate of
 * a flow determines the time between its packets. If it is false, the line rate does (RATE_BOUND 0 of HPCC's simulator).
 */
export function delivery(fabric: Fabric, hosts: Hosts, policies: HostPolicies, paced: boolean): Delivery {
  const { clock, state } = fabric.queue;
  const { words, doubles, take } = fabric.packets;
  const { words: portWords, doubles: portDoubles } = fabric.portRecords;
  const { kick, deliver, wireTime, ledger } = fabric;
  const { fidelity, routing, scheduling, freshStamps } = fabric;
  const { frames } = fidelity;
  const { nic, congestion, recovery } = policies;
  const { flows, payload: full } = hosts;
  const { lastBytes } = fabric;
  const { at: held, sends, able, look } = hosts.makeStalls();
  /** By flow: the first byte of the packet to retransmit next, or -1. Null if the recovery policy never retransmits single packets. */
  const again = hosts.repeats?.next ?? null;
  /** The class of ACKs, NACKs and CNPs. Undefined: each has the class of its flow's data. */
  const { ackClass } = frames;
  const lastByteSent = new Uint8Array(flows.capacity);
  const finished = new Uint8Array(flows.capacity);
  /** By flow: the number of arrived packets that no ACK has answered yet. */
  const pendingPackets = new Int32Array(flows.capacity);
  /** By flow: the highest ECN mark of its arrived packets that no ACK has answered yet. */
  const pendingMark = new Uint8Array(flows.capacity);
  const notifies = congestion.notifies !== undefined;
  const hooksOfSending = recovery.onSend !== undefined || congestion.onSend !== undefined;
  const { waiting, linkHooks, arrived, ready, sendFirst, append, flush, transmit, stopped } = nicQueues(
    fabric,
    hosts.controlHead,
    full + frames.dataHeader,
    hasWork,
  );

  function sendData(port: number, flow: number): void {
    const repeats = again !== null && again[flow] >= 0;
    const seq = repeats ? again[flow] : flows.sndNxt[flow];
    const left = flows.size[flow] - seq;
    const payload = left < full ? left : full;
    const size = payload + frames.dataHeader;
    const isRepeat = repeats || (hosts.sentBefore !== null && seq < hosts.sentBefore[flow]);
    const cls = flows.sendCls[flow];
    const hold = flow << STALL_DOUBLES_LOG;
    if (held[hold | END] !== clock[NOW]) sends(flow);
    const packet = take();
    state[CARGO] = packet;
    const at = packet << 4;
    words[at | FLOW] = flow;
    words[at | SIZE] = size;
    words[at | META] =
      DATA |
      (cls << CLASS_SHIFT) |
      (isRepeat ? lastBytes.repeated(flow) : 0) |
      (payload === left ? lastBytes.begin(flow, held) : 0);
    words[at | IN] = port;
    words[at | PAYLOAD] = payload;
    words[at | TO] = flows.destination[flow];
    words[at | HOPS] = 0;
    doubles[(packet << 3) | SEQ] = seq;
    doubles[(packet << 3) | STAMP] = clock[NOW];
    if (routing !== null) clearWords(routing, packet);
    if (scheduling !== null) clearWords(scheduling, packet);
    if (freshStamps !== null) clearWords(freshStamps, packet);
    ledger.create(size);
    if (repeats) again[flow] = -1;
    else flows.sndNxt[flow] = seq + payload;
    if (isRepeat) flows.repeated[flow]++;
    hosts.dataPackets++;
    portDoubles[(port << PORT_DOUBLES_LOG) | PAYLOAD_SENT] += payload;
    if (hooksOfSending) {
      // The packet has not left the port yet. While `departing` names the port, the port ignores requests of policies
      // to send. It selects the next packet after this one has left.
      fabric.departing = port;
      if (recovery.onSend) recovery.onSend(flow, seq);
      if (congestion.onSend) congestion.onSend(flow, seq, packet);
      fabric.departing = -1;
    }
    if (fabric.tracer !== null) fabric.tracer.onDequeue(fabric.node[port], port, cls, packet, 0, 0);
    transmit(port, packet, cls, size);
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

  function sendNext(port: number): void {
    if (portWords[(port << PORT_WORDS_LOG) | FRAME_HEAD] !== 0) fabric.linkFrames.send(port);
    else nic.kick(port);
  }

  function hasWork(port: number): boolean {
    return portWords[(port << PORT_WORDS_LOG) | FRAME_HEAD] !== 0 || waiting[port] !== 0 || nic.hasWork(port);
  }

  function receive(port: number, packet: number): void {
    const meta = words[(packet << 4) | META];
    if (linkHooks) arrived(port, packet, meta);
    takeIn(port, packet, meta);
  }

  function takeIn(port: number, packet: number, meta: number): void {
    if (fabric.tracer !== null) fabric.tracer.onReceive(fabric.node[port], port, packet);
    switch (meta & KIND_MASK) {
      case DATA:
        if (recovery.onTrimmed !== undefined && (meta & IS_TRIMMED) !== 0)
          receiveTrimmed(port, packet, (meta >> MARK_SHIFT) & MARK_MASK);
        else receiveData(port, packet, (meta >> MARK_SHIFT) & MARK_MASK);
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
      case SIGNAL: {
        const flow = words[(packet << 4) | FLOW];
        fabric.digest.mixTime(clock[NOW], Math.imul(flows.name[flow], 0x9e3779b1) ^ SIGNAL);
        hosts.current = packet;
        if (finished[flow] === 0) congestion.onSignal?.(flow, (meta >> MARK_SHIFT) & MARK_MASK);
        deliver(packet);
        kick(port);
        break;
      }
      case PROBE:
      case NOTICE:
        // A probe or notice of the routing policy normally ends at the last switch before the host. If one reaches the
        // host, the host frees the packet.
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
    hosts.current = packet;
    const reply = recovery.onData(flow, seq, words[at | PAYLOAD]);
    if ((reply | 0) !== reply || reply < DISCARDED || reply > MARKED_NACK) wrongReply("onData", flow, reply);
    if (flows.rcvNxt[flow] >= flows.size[flow] && Number.isNaN(flows.received[flow])) {
      flows.received[flow] = now;
      lastBytes.complete(flow, words[at | META], doubles[(packet << 3) | STAMP]);
      fabric.recorder.onReceived(flow);
      if (hosts.onReceived !== null) hosts.onReceived(flow);
    } else if (words[at | META] >= LAST_BYTE) lastBytes.came(flow, words[at | META]);
    if (mark !== 0 && congestion.notifies) {
      const isTold: unknown = congestion.notifies(flow, mark);
      if (isTold === true) sendCnp(port, flow, mark, (words[at | META] >> CLASS_SHIFT) & CLASS_MASK);
      else checkFalse("congestion", "notifies", { flow }, isTold);
    }
    answer(port, packet, mark, reply);
  }

  function receiveTrimmed(port: number, packet: number, mark: number): void {
    const flow = words[(packet << 4) | FLOW];
    const seq = doubles[(packet << 3) | SEQ];
    fabric.digest.mixTime(clock[NOW], Math.imul(flows.name[flow], 0x9e3779b1) ^ seq ^ IS_TRIMMED);
    hosts.current = packet;
    const reply = recovery.onTrimmed?.(flow, seq) ?? DISCARDED;
    if ((reply | 0) !== reply || reply < DISCARDED || reply > MARKED_NACK) wrongReply("onTrimmed", flow, reply);
    answer(port, packet, mark, reply);
  }

  function wrongReply(hook: string, flow: number, reply: number): never {
    wrongAnswer("recovery", hook, { flow }, "SILENT, DISCARDED, ACK, NACK or MARKED_NACK", reply);
  }

  /** Answers a data packet as the recovery policy decided. `mark` is the ECN mark of the data packet. */
  function answer(port: number, packet: number, mark: number, reply: number): void {
    const at = packet << 4;
    const flow = words[at | FLOW];
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

    // The ACK or NACK takes over the record of the data packet, so the marks and stamps of switches travel back in it.
    ledger.deliver(words[at | SIZE]);
    ledger.create(frames.ack);
    const kind = nack ? NACK_PACKET : ACK_PACKET;
    const cls = ackClass ?? (words[at | META] >> CLASS_SHIFT) & CLASS_MASK;
    words[at | SIZE] = frames.ack;
    words[at | META] = kind | (cls << CLASS_SHIFT) | (echo << MARK_SHIFT) | (packets << ANSWERED_SHIFT);
    words[at | IN] = port;
    words[at | PAYLOAD] = doubles[(packet << 3) | SEQ] - flows.rcvNxt[flow];
    words[at | TO] = flows.source[flow];
    doubles[(packet << 3) | SEQ] = flows.rcvNxt[flow];
    if (congestion.onAnswer) congestion.onAnswer(flow, packet, flows.rcvNxt[flow]);
    append(port, packet);
    kick(port);
  }

  function receiveAck(port: number, packet: number, nack: boolean, mark: number, packets: number): void {
    const flow = words[(packet << 4) | FLOW];
    if (finished[flow] !== 0) {
      // The flow has already ended at its sender. So this ACK or NACK, such as one for a duplicate packet, is delivered without an effect.
      deliver(packet);
      return;
    }
    const ack = doubles[(packet << 3) | SEQ];
    const before = flows.sndUna[flow];
    const acked = ack > before ? ack - before : 0;
    if (acked > 0) flows.sndUna[flow] = ack;
    // The ACK covers bytes that the sender was about to retransmit. The receiver has them, so the sender skips them.
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
    hosts.current = packet;
    if (nack) recovery.onNack(flow, ack, arrived);
    else if (recovery.onAck) recovery.onAck(flow, ack, arrived, rtt);
    // Congestion control handles the last ACK, too, because its reaction may change the timing of the port.
    congestion.onAck(flow, ack, mark, rtt, acked, nack ? 1 : packets);
    if (done) congestion.onFinish?.(flow);
    deliver(packet);
    if (held[(flow << STALL_DOUBLES_LOG) | OPEN] === Infinity) look(flow, ROOM);
    kick(port);
  }

  /** Sends a CNP for a marked data packet. `cls` is the class of that packet. */
  function sendCnp(port: number, flow: number, mark: number, cls: number): void {
    hosts.cnps++;
    sendBare(port, flow, CNP | (mark << MARK_SHIFT), frames.cnp, flows.source[flow], cls);
  }

  function sendEmpty(flow: number): void {
    sendBare(flows.port[flow], flow, DATA, frames.ack, flows.destination[flow], flows.sendCls[flow]);
  }

  /** Sends a packet that has only headers. It gets a new record, whereas an ACK reuses the record of its data packet. */
  function sendBare(port: number, flow: number, meta: number, size: Bytes, to: number, cls: number): void {
    const packet = take();
    const at = packet << 4;
    words[at | FLOW] = flow;
    words[at | SIZE] = size;
    words[at | META] = meta | ((ackClass ?? cls) << CLASS_SHIFT);
    words[at | IN] = port;
    words[at | PAYLOAD] = 0;
    words[at | TO] = to;
    words[at | HOPS] = 0;
    doubles[(packet << 3) | SEQ] = 0;
    doubles[(packet << 3) | STAMP] = clock[NOW];
    if (routing !== null) clearWords(routing, packet);
    if (scheduling !== null) clearWords(scheduling, packet);
    if (freshStamps !== null) clearWords(freshStamps, packet);
    ledger.create(size);
    append(port, packet);
    kick(port);
  }

  return {
    receive,
    takeIn,
    sendNext,
    hasWork,
    flush,
    onEgress: () => {
      // Nothing to do: when the pause ends, the fabric kicks the port, and the NIC selects the next flow.
    },
    readyControl: ready,
    sendControl: sendFirst,
    sendData,
    sendEmpty,
    ignoreAcks: (flow) => {
      finished[flow] = 1;
    },
    stopped,
  };
}
