/**
 * EQDS: receivers grant credit by pull messages. For the first round trip, senders have speculative credit.
 *
 *   start     A sender has `window` bytes of speculative credit, which it uses at line rate. The first answer ends this credit.
 *   sender    It subtracts the bytes of each packet from its credit. It sends trimmed packets first, then new ones.
 *   data      Each data packet carries the pull target: the total credit that the sender requests.
 *   receiver  It answers a trimmed header with a NACK, and data with cumulative ACKs that have a bitmap of 64 packets.
 *   pulls     A host's port grants `credit` bytes per pull. Flows with trimmed packets come first, then flows that
 *             request credit, then idle flows.
 *   paths     The packets use `paths` entropies in turn. An entropy whose packet was trimmed or marked is skipped once.
 *
 * After `timeout` without an answer, a sender assumes that its outstanding packets are lost. It sends a request to send
 * (RTS), and the receiver grants it credit for these packets.
 *
 * Paper    EQDS (NSDI'22), sections 3 and 4. Details and constants follow htsim's eqds.cpp.
 * Needs    A buffer policy that trims packets of lossy classes, such as `trim`. With routing `ecmp` the entropy of each packet selects
 *          its path.
 * Differs  EQDS serves tunnels between hypervisors. Here each flow is a tunnel. An RTS has no packet number.
 */
import { defineParams, ParamError, type Signal, type Values } from "../../base/params.ts";
import { us, type Bytes } from "../../base/units.ts";
import { PacketSets } from "../../base/packet-sets.ts";
import { CreditPacer } from "./credit-pacer.ts";
import { SenderTurns } from "./sender-turns.ts";
import { headersParam, reachParam } from "./shared-params.ts";
import { SkippedPaths } from "./skipped-paths.ts";
import type { TransportPolicy, TransportView } from "../../contracts/transport.ts";

export const about = "receivers grant credit by pulls, after a window of speculative packets (EQDS)";

export const reads = (): readonly Signal[] => ["trimmed headers"];
export const uses: readonly Signal[] = ["ECN marks"];
export const gives: readonly Signal[] = ["entropies"];

export const params = defineParams({
  window: {
    unit: "bytes",
    derived: "the bandwidth-delay product",
    min: 1500,
    max: 2 ** 40,
    source: "EQDS, section 3: one bandwidth-delay product of speculative credit",
    about: "Bytes of speculative credit, and the maximum credit that a sender asks for at a time.",
  },
  credit: {
    unit: "bytes",
    default: 4096,
    min: 512,
    max: 1_048_576,
    source: "htsim: 8 quanta of 512 B",
    about: "Bytes of credit in a pull, a multiple of 512 B.",
  },
  pullRate: {
    unit: "ratio",
    default: 0.99,
    min: 0.1,
    max: 1,
    source: "htsim: just less than the rate of the link",
    about: "Rate of the credit, as a fraction of the receiver's link.",
  },
  ackEvery: {
    unit: "bytes",
    default: 16_384,
    min: 0,
    max: 1_048_576,
    source: "htsim: 16 KB",
    about: "Bytes beyond which a receiver sends an ACK without a request.",
  },
  timeout: {
    unit: "ps",
    default: us(250),
    min: us(1),
    max: us(1e6),
    source: "htsim: 150 us, and the time in which six queues drain",
    about: "Time without an answer after which a sender takes its outstanding packets as lost.",
  },
  reach: reachParam,
  paths: {
    unit: "count",
    default: 64,
    min: 1,
    max: 4096,
    source: "htsim: 64",
    about: "Entropies of a flow, a power of two.",
  },
  headers: { ...headersParam, about: "Class of ACKs, NACKs, pulls and RTS. The scheduler must send it before data." },
});

export const headerClass = "headers";

export function check({ paths, credit }: Values<typeof params>): void {
  if ((paths & (paths - 1)) !== 0) throw new ParamError("paths", "a power of two", paths);
  if (credit % QUANTUM !== 0) throw new ParamError("credit", `a multiple of ${QUANTUM} B`, credit);
}

/** Bytes of a quantum, the unit of credit. */
const QUANTUM = 512;

// Kinds of messages, and the meaning of their `value`:
// - ACK: the first missing packet
// - NACK: the number of the trimmed packet
// - PULL: the quanta granted to the flow so far
// - RTS (sender to receiver): the quanta that the sender needs since the start of the flow
const ACK = 0;
const NACK = 1;
const PULL = 2;
const RTS = 0;

// Header word of data packets and RTS messages: the pull target in quanta.
const TARGET = 0;
// Header word of data packets and RTS messages: 1 if the sender requests an immediate ACK.
const ASKS = 1;
// Header words of ACKs. BASE: the first packet of the bitmap. LOW and HIGH: the two halves of the bitmap. ACKs and
// NACKs also have PATH: the entropy of the answered packet. In ACKs, MARKED is added to it if the packet was marked.
const BASE = 0;
const LOW = 1;
const HIGH = 2;
const PATH = 3;
const WIDTH = 4;
/** The sender of an ACK adds this to the entropy in the header word PATH, if the data packet was ECN-marked. */
const MARKED = 65_536;

/** The entropy of ACKs, NACKs, pulls and RTS. It is constant, so all these messages of a flow take one path. */
const MESSAGES = 65_535;

export function create(p: Values<typeof params>, view: TransportView): TransportPolicy {
  const { flows, payload, size, dataHeader } = view;
  const full = payload + dataHeader;
  const { at: words } = view.words(WIDTH);
  // State of the sender, by flow. Packets have numbers from 0.
  // - una, next: the first unacknowledged packet, and the next new packet
  // - acked: the packets beyond una that are acknowledged
  // - lost: the packets to retransmit
  // - granted, speculative: unused bytes of credit, granted by pulls and speculative (`window` when the flow starts)
  // - pulled: the quanta in the latest pull
  // - target: the pull target on the latest new packet
  const una = new Int32Array(flows);
  const next = new Int32Array(flows);
  const acked = new PacketSets(flows, p.reach);
  const lost = new PacketSets(flows, p.reach);
  const granted = new Float64Array(flows);
  const speculative = new Float64Array(flows);
  const pulled = new Float64Array(flows);
  const target = new Float64Array(flows);
  const paths = new SkippedPaths(flows, p.paths, 1);
  // State of the receiver, by flow.
  // - missing: the first missing packet
  // - arrived: the packets beyond it that have arrived
  // - unacked: the bytes that arrived since the last ACK
  // - owesAck: 1 if the sender requested an ACK while packets were missing. The receiver answers the request at once, and
  //   sends another ACK when `arrived` becomes empty
  const missing = new Int32Array(flows);
  const arrived = new PacketSets(flows, p.reach);
  const unacked = new Float64Array(flows);
  const owesAck = new Uint8Array(flows);

  const packets = (flow: number): number => Math.ceil(size[flow] / payload);
  const window = (flow: number): Bytes =>
    p.window ?? Math.ceil((view.baseRtt[flow] * view.lineRate[flow]) / 8e12 / full) * full;
  const bytesOf = (flow: number, packet: number): Bytes => Math.min(payload, size[flow] - packet * payload);
  const isComplete = (flow: number): boolean => missing[flow] === packets(flow);

  const pacer = new CreditPacer({
    flows,
    ports: view.ports,
    quanta: p.credit / QUANTUM,
    idleQuanta: (flow) => Math.floor(window(flow) / QUANTUM),
    isComplete,
    pull: (flow, quanta) => void view.reply(flow, PULL, quanta, p.headers, MESSAGES),
    interval: (port) => Math.round(view.wireTime(port, p.credit) / p.pullRate),
    now: () => view.now,
    timer: (action) => view.portTimer(action),
  });

  const timer = view.senderTimer((flow) => {
    takeAsLost(flow);
    timer.arm(flow, view.now + p.timeout);
  });

  const hasPackets = (flow: number): boolean =>
    lost.count(flow) > 0 || (next[flow] < packets(flow) && next[flow] < una[flow] + p.reach);
  const hasCredit = (flow: number): boolean => granted[flow] + speculative[flow] > 0;

  /** Subtracts the bytes of a packet from the flow's credit. The last packet may make the credit negative. */
  function spend(flow: number, bytes: Bytes): void {
    if (granted[flow] > 0) granted[flow] -= bytes;
    else speculative[flow] -= bytes;
  }

  /**
   * Drops the remaining speculative credit when the first answer arrives. The pull target did not include the packets
   * that this credit would have paid for. These packets now need pulls, so the next new packet has a higher target.
   * If pulls have already covered the old target, the receiver considers the flow idle. The sender then sends the
   * higher target immediately, in an RTS.
   */
  function stopSpeculating(flow: number): void {
    if (speculative[flow] <= 0) return;
    speculative[flow] = 0;
    if (next[flow] < packets(flow) && target[flow] <= pulled[flow]) sendRts(flow);
  }

  /**
   * The total credit that the sender requests, in quanta since the start of the flow. It is the credit of all pulls
   * so far, plus the bytes that the sender still has to send, less its unused credit. The bytes to send count up to
   * one window.
   */
  function pullTarget(flow: number): number {
    const backlog =
      next[flow] === packets(flow) ? 0 : size[flow] - next[flow] * payload + (packets(flow) - next[flow]) * dataHeader;
    const wanted = Math.min(backlog, window(flow)) - granted[flow] - speculative[flow];
    return pulled[flow] + Math.ceil(wanted / QUANTUM);
  }

  function sendOne(flow: number): void {
    const isNew = lost.count(flow) === 0;
    const packet = isNew ? next[flow] : lost.firstPresent(flow, una[flow]);
    const bytes = bytesOf(flow, packet);
    spend(flow, bytes + dataHeader);
    if (isNew) {
      next[flow]++;
      target[flow] = pullTarget(flow);
    } else lost.remove(flow, packet);
    const entropy = paths.next(flow, () => view.random(view.port[flow]));
    const at = view.send(flow, packet * payload, bytes, view.cls[flow], entropy) * WIDTH;
    words[at + TARGET] = target[flow];
    words[at + ASKS] = !isNew || next[flow] === packets(flow) || granted[flow] < 0 ? 1 : 0;
  }

  const sender = new SenderTurns(view, (flow) => hasCredit(flow) && hasPackets(flow), sendOne);

  function takeAsLost(flow: number): void {
    for (let packet = una[flow]; packet < next[flow]; packet++) if (!acked.has(flow, packet)) lost.add(flow, packet);
    speculative[flow] = Math.min(speculative[flow], 0);
    sendRts(flow);
    sender.ready(flow);
  }

  function sendRts(flow: number): void {
    const missed = lost.count(flow) * full - granted[flow] - speculative[flow];
    const total = pulled[flow] + Math.ceil(missed / QUANTUM);
    const at = view.request(flow, RTS, total, p.headers, MESSAGES) * WIDTH;
    words[at + TARGET] = pullTarget(flow);
  }

  function takeAck(flow: number, packet: number, first: number): void {
    if (first > una[flow]) {
      lost.removeRange(flow, una[flow], first);
      acked.removeRange(flow, una[flow], first);
      una[flow] = acked.removeRun(flow, first);
    }
    const at = packet * WIDTH;
    for (let bit = 0; bit < 64; bit++) {
      if ((words[at + (bit < 32 ? LOW : HIGH)] & (1 << (bit & 31))) === 0) continue;
      const other = words[at + BASE] + bit;
      if (other <= una[flow]) continue;
      lost.remove(flow, other);
      acked.add(flow, other);
    }
    if (words[at + PATH] >= MARKED) paths.skip(flow, words[at + PATH] - MARKED, 1);
  }

  function takeNack(flow: number, packet: number, which: number): void {
    if (which >= una[flow] && !acked.has(flow, which)) lost.add(flow, which);
    paths.skip(flow, words[packet * WIDTH + PATH], 1);
  }

  function takePull(flow: number, quanta: number): void {
    if (quanta <= pulled[flow]) return;
    granted[flow] += (quanta - pulled[flow]) * QUANTUM;
    pulled[flow] = quanta;
  }

  function sendAck(flow: number, base: number, path: number): void {
    const at = view.reply(flow, ACK, missing[flow], p.headers, MESSAGES) * WIDTH;
    let low = 0;
    let high = 0;
    for (let bit = 0; bit < 64 && arrived.count(flow) > 0; bit++) {
      if (!arrived.has(flow, base + bit)) continue;
      if (bit < 32) low |= 1 << bit;
      else high |= 1 << (bit - 32);
    }
    words[at + BASE] = base;
    words[at + LOW] = low;
    words[at + HIGH] = high;
    words[at + PATH] = path;
    unacked[flow] = 0;
  }

  /**
   * The first packet of an ACK's bitmap, which has 64 bits. The bitmap of an urgent ACK begins at the answered
   * packet. The ACK of a duplicate is urgent if the duplicate was marked or trimmed. Any other ACK is urgent if the
   * answered packet was marked or the sender requested the ACK. If an ACK is not urgent, its bitmap ends at the
   * answered packet, so it begins 63 packets earlier. No bitmap begins before the packet that follows the first
   * missing one.
   */
  const baseOf = (flow: number, packet: number, isUrgent: boolean): number =>
    isUrgent ? Math.max(packet, missing[flow] + 1) : Math.max(packet - 63, missing[flow] + 1);

  const isDuplicate = (flow: number, packet: number): boolean => packet < missing[flow] || arrived.has(flow, packet);

  function take(flow: number, packet: number): void {
    if (packet > missing[flow]) arrived.add(flow, packet);
    else missing[flow] = arrived.removeRun(flow, packet + 1);
  }

  return {
    onStart(flow) {
      speculative[flow] = window(flow);
      timer.arm(flow, view.now + p.timeout);
      sender.ready(flow);
    },
    onData(flow, at, seq, bytes, mark) {
      const packet = seq / payload;
      const path = view.entropy(at) + (mark !== 0 ? MARKED : 0);
      const asks = words[at * WIDTH + ASKS] !== 0;
      unacked[flow] += bytes + dataHeader;
      pacer.want(view.receiverPort(flow), flow, words[at * WIDTH + TARGET]);
      if (isDuplicate(flow, packet)) {
        sendAck(flow, baseOf(flow, packet, mark !== 0), path);
        return;
      }
      const isFirst = missing[flow] === 0 && arrived.count(flow) === 0;
      if (asks) owesAck[flow] = 1;
      take(flow, packet);
      view.deliver(flow, bytes);
      const isDue = owesAck[flow] !== 0 && arrived.count(flow) === 0;
      if (isDue) owesAck[flow] = 0;
      if (isFirst || asks || isDue || mark !== 0 || unacked[flow] > p.ackEvery)
        sendAck(flow, baseOf(flow, packet, asks || mark !== 0), path);
    },
    onTrimmed(flow, at, seq) {
      const packet = seq / payload;
      const port = view.receiverPort(flow);
      if (isDuplicate(flow, packet)) {
        sendAck(flow, baseOf(flow, packet, true), view.entropy(at));
        return;
      }
      pacer.want(port, flow, words[at * WIDTH + TARGET]);
      const path = view.entropy(at);
      words[view.reply(flow, NACK, packet, p.headers, MESSAGES) * WIDTH + PATH] = path;
      pacer.owe(port, flow, Math.ceil(full / QUANTUM));
    },
    onRequest(flow, at, _kind, value) {
      const port = view.receiverPort(flow);
      if (isComplete(flow)) {
        sendAck(flow, missing[flow] + 1, view.entropy(at));
        return;
      }
      pacer.want(port, flow, words[at * WIDTH + TARGET]);
      pacer.restore(port, flow, value);
      sendAck(flow, missing[flow] + 1, view.entropy(at));
    },
    onReply(flow, at, kind, value) {
      timer.arm(flow, view.now + p.timeout);
      if (kind === ACK) takeAck(flow, at, value);
      else if (kind === NACK) takeNack(flow, at, value);
      else takePull(flow, value);
      stopSpeculating(flow);
      if (una[flow] === packets(flow)) {
        timer.cancel(flow);
        view.finish(flow);
      } else sender.ready(flow);
    },
    onIdle: (port) => {
      sender.onIdle(port);
    },
    onSent: (port) => {
      sender.onSent(port);
    },
  };
}
