/**
 * UEC: a transport after Ultra Ethernet that sprays packets. Each packet takes its own path, and has its own ACK.
 *
 *   sender    It sends while its window (NSCC) and its credits (RCCC) permit. `control` may leave out one of the two. The
 *             flows of a port take turns.
 *   receiver  It answers each packet with an ACK that repeats the packet's ECN mark, entropy value and sending time. It
 *             answers a trimmed header with a NACK.
 *   credits   A receiver's port grants `GRANT` frames to one flow after another, at the rate of its link.
 *   losses    A packet counts as lost after a NACK, or after `timeout` without an answer. It also counts as lost if it has no
 *             answer and a much later packet is acknowledged: one that is more than `reorder` windows further in the flow.
 *
 * Paper    UE specification 1.0, sections 3.5.12, 3.6.12 to 3.6.17 and 4.1; public simulator `uet-htsim`. docs/policies/uec.md lists the
 *          sections.
 * Differs  Every packet has its own ACK. A flow is one message. The receiver's penalty for slow memory is left out.
 * Needs    Detection with ECN marks. Buffer `trim` for NACKs. Routing `ecmp`, which hashes the entropy value.
 */
import { defineParams, ParamError, type Signal, type Unread, type Values } from "../../base/params.ts";
import { PacketSets } from "../../base/packet-sets.ts";
import { us, type Bytes } from "../../base/units.ts";
import { UNMARKED } from "../../base/view.ts";
import type { TransportPolicy, TransportView } from "../../contracts/transport.ts";
import { Nscc } from "./nscc.ts";
import { SenderTurns } from "./sender-turns.ts";
import { headersParam, reachParam } from "./shared-params.ts";
import { SkippedPaths } from "./skipped-paths.ts";

export const about = "sprayed packets under a window by ECN and delay, or under credits (Ultra Ethernet)";

export const params = defineParams({
  control: {
    unit: "choice",
    choices: ["nscc", "rccc", "both"],
    default: "nscc",
    source: "UE specification 1.0, section 3.6: either or both",
    about: "nscc: a window at the sender. rccc: credits of the receiver.",
  },
  spray: {
    unit: "choice",
    choices: ["penalties", "oblivious"],
    default: "penalties",
    source: "UE specification 1.0, sections 3.6.16.3 and 3.6.16.4",
    about: "oblivious: all entropy values in turn. penalties: values with ECN marks or trimmed packets are skipped.",
  },
  paths: {
    unit: "count",
    default: 64,
    min: 1,
    max: 4096,
    source: "lab: as htsim's reference runs; UE specification 1.0, section 3.6.16.3: 256 are typical",
    about: "Entropy values of a flow, a power of two.",
  },
  targetDelay: {
    unit: "ps",
    derived: "three quarters of the base RTT",
    min: 1,
    max: us(1e6),
    source: "UE specification 1.0, section 3.6.13.3: with trimming; the base RTT without it",
    about: "Queuing delay above which windows shrink.",
  },
  reorder: {
    unit: "ratio",
    default: 1.5,
    min: 0.1,
    max: 1000,
    source: "uet-htsim, SLEEK: loss_retx_factor",
    about: "A packet counts as lost when a packet more than this number of windows later is acknowledged.",
  },
  timeout: {
    unit: "ps",
    default: us(100),
    min: us(1),
    max: us(1e6),
    source: "uet-htsim: minimum timeout",
    about: "Time without an answer after which all packets in flight count as lost.",
  },
  reach: reachParam,
  headers: { ...headersParam, about: "Class of ACKs, NACKs and credits. The scheduler must send it before data." },
});

export const needs = { detection: "red" } as const;
export const reads = ({ control, spray }: Values<typeof params>): readonly Signal[] =>
  control === "rccc" && spray === "oblivious" ? [] : ["ECN marks"];

export const uses: readonly Signal[] = ["trimmed headers"];
export const gives: readonly Signal[] = ["entropies"];
export const headerClass = "headers";

export const unread = ({ control }: Values<typeof params>): Unread =>
  control === "rccc" ? { targetDelay: "control rccc uses no window" } : {};

export function check({ paths }: Values<typeof params>): void {
  if ((paths & (paths - 1)) === 0) return;
  throw new ParamError("paths", "a power of two", String(paths), "The order of a round is an exclusive-or.");
}

/**
 * An ECN-marked packet makes the sender skip the packet's entropy value in MARKED cycles, that is, rounds through all
 * entropy values. For a trimmed packet the number of cycles is TRIMMED. The numbers for several packets add up, to at
 * most MAX_POINTS.
 */
const MARKED = 1;
const TRIMMED = 4;
const MAX_POINTS = 15;
/** The number of frames that one credit message grants. `uet-htsim` names it the default of the specification. */
const GRANT = 4;
/** The minimum number of packets that must overtake a packet before it counts as lost. */
const MIN_OVERTAKEN = 5;

// Kinds of messages. ACK, NACK and CREDIT go to the sender. REQUEST goes to the receiver; its value is the sum of all
// credits that the flow needs.
const ACK = 0;
const NACK = 1;
const CREDIT = 2;
const REQUEST = 0;

// The number of header words of each packet.
const WIDTH = 5;
/**
 * Header word of a data packet and its ACK: the upper word of the time in ps at which the data packet left its host.
 */
const SENT_HIGH = 0;
/**
 * Header word of a data packet and its ACK: the lower word of the time in ps at which the data packet left its host.
 */
const SENT_LOW = 1;
/** Header word of an ACK: the first missing packet. */
const MISSING = 2;
/**
 * Header word of an ACK or NACK: the entropy value of the data packet, and from bit 16 on, 1 if the packet was marked.
 */
const PATH = 3;
/** Header word of a data packet: the sum of all credits that the flow needs, in frames. */
const NEEDED = 4;
const MARK_SHIFT = 16;
const VALUE_MASK = 0xffff;
const HIGH = 2 ** 32;
/** The maximum sum of credits that a flow requests, in frames. A flow without an end requests this sum. */
const MAX_DEMAND = 2 ** 31 - 1;

export function create(p: Values<typeof params>, view: TransportView): TransportPolicy {
  const { flows, payload, size } = view;
  const frame = payload + view.dataHeader;
  const hasWindow = p.control !== "rccc";
  const hasCredits = p.control !== "nscc";
  const { at: words } = view.words(WIDTH);
  const nscc = new Nscc(view, frame, p.targetDelay);
  const paths = new SkippedPaths(flows, p.paths, p.spray === "penalties" ? MAX_POINTS : 0);
  const sender = new SenderTurns(view, maySend, send);

  // State of the sender, by flow. Packets have numbers from 0. Each packet from `una` up to `next` is acknowledged,
  // lost or in flight.
  const una = new Int32Array(flows);
  const next = new Int32Array(flows);
  const acked = new PacketSets(flows, p.reach);
  const lost = new PacketSets(flows, p.reach);
  const inFlight = new Float64Array(flows);
  /**
   * By flow: each packet below this number was acknowledged or declared lost. Packets that were still in flight were
   * declared lost when a much later packet was acknowledged. If such a packet is then retransmitted and lost again, only a
   * NACK or the timeout reveals it.
   */
  const overtaken = new Int32Array(flows);
  /** By flow: the bytes sent. Each packet counts as a full frame. */
  const used = new Float64Array(flows);
  /** By flow: the bytes that the flow may send by all credits so far, including the first window. */
  const credit = new Float64Array(flows);
  // The receiver.
  const missing = new Int32Array(flows);
  const arrived = new PacketSets(flows, p.reach);
  /** By flow: the credit that the flow needs in total, in bytes of full frames. */
  const needed = new Float64Array(flows);
  /** By flow: the credit granted so far, bytes. It includes the first window. */
  const granted = new Float64Array(flows);
  const isOwed = new Uint8Array(flows);
  const turns = Array.from({ length: view.ports }, (): number[] => []);
  const free = new Float64Array(view.ports);

  const packets = (flow: number): number => Math.ceil(size[flow] / payload);
  const bytesOf = (flow: number, packet: number): Bytes =>
    Math.min(payload, size[flow] - packet * payload) + view.dataHeader;
  const isInFlight = (flow: number, packet: number): boolean =>
    packet >= una[flow] && packet < next[flow] && !acked.has(flow, packet) && !lost.has(flow, packet);

  const timer = view.senderTimer((flow) => {
    loseRange(flow, una[flow], next[flow]);
    timer.arm(flow, view.now + p.timeout);
    sender.ready(flow);
  });

  const pacer = view.portTimer((port) => {
    const turn = turns[port];
    const flow = turn.shift();
    if (flow === undefined) return;
    const bytes = Math.min(GRANT * frame, needed[flow] - granted[flow]);
    if (bytes > 0) {
      granted[flow] += bytes;
      free[port] = view.now + view.wireTime(port, frame) * (bytes / frame);
      view.reply(flow, CREDIT, granted[flow], p.headers, valueAt(port));
    }
    if (needed[flow] > granted[flow]) turn.push(flow);
    else isOwed[flow] = 0;
    if (turn.length > 0) pacer.arm(port, Math.max(view.now, free[port]));
  });

  /** The sending port whose random stream `draw` uses. */
  let drawing = 0;
  const draw = (): number => view.random(drawing);
  const valueAt = (port: number): number => Math.floor(view.random(port) * p.paths);

  /**
   * The sum of all credits that the flow needs, in frames. It covers the packets sent and the packets still to send.
   */
  function demand(flow: number): number {
    return Math.min(used[flow] / frame + packets(flow) - next[flow] + lost.count(flow), MAX_DEMAND);
  }

  function maySend(flow: number): boolean {
    const packet = lost.count(flow) > 0 ? una[flow] : next[flow];
    if (packet >= packets(flow) || packet >= una[flow] + p.reach) return false;
    if (hasCredits && used[flow] >= credit[flow]) return false;
    return !hasWindow || inFlight[flow] === 0 || inFlight[flow] + frame <= nscc.window[flow];
  }

  /** Returns the entropy value for the next packet from the flow's sender. */
  function nextPath(flow: number): number {
    drawing = view.port[flow];
    return paths.next(flow, draw);
  }

  function send(flow: number): void {
    let packet = next[flow];
    if (lost.count(flow) > 0) {
      packet = lost.firstPresent(flow, una[flow]);
      lost.remove(flow, packet);
    } else next[flow]++;
    const bytes = bytesOf(flow, packet);
    inFlight[flow] += bytes;
    used[flow] += frame;
    const sent = view.send(flow, packet * payload, bytes - view.dataHeader, view.cls[flow], nextPath(flow));
    words[sent * WIDTH + NEEDED] = demand(flow);
  }

  function lose(flow: number, packet: number): Bytes {
    if (!isInFlight(flow, packet)) return 0;
    const bytes = bytesOf(flow, packet);
    inFlight[flow] -= bytes;
    lost.add(flow, packet);
    return bytes;
  }

  /**
   * Declares the packets in flight from `from` up to `to` lost. The receiver cannot detect this loss, so the flow
   * requests credits for these packets.
   */
  function loseRange(flow: number, from: number, to: number): void {
    let bytes = 0;
    for (let packet = from; packet < to; packet++) bytes += lose(flow, packet);
    if (hasWindow && bytes > 0) nscc.onLost(flow, bytes);
    if (hasCredits) view.request(flow, REQUEST, demand(flow), p.headers, nextPath(flow));
  }

  /** Marks a packet as acknowledged. Returns its bytes if it was in flight, and 0 if it was not. */
  function acknowledge(flow: number, packet: number): Bytes {
    if (packet < una[flow] || acked.has(flow, packet)) return 0;
    const bytes = isInFlight(flow, packet) ? bytesOf(flow, packet) : 0;
    inFlight[flow] -= bytes;
    lost.remove(flow, packet);
    acked.add(flow, packet);
    una[flow] = acked.removeRun(flow, una[flow]);
    return bytes;
  }

  function onAck(flow: number, at: number, packet: number): void {
    let bytes = acknowledge(flow, packet);
    while (una[flow] < words[at + MISSING]) bytes += acknowledge(flow, una[flow]);
    const isMarked = words[at + PATH] >>> MARK_SHIFT !== 0;
    if (isMarked) paths.skip(flow, words[at + PATH] & VALUE_MASK, MARKED);
    if (hasWindow) {
      const rtt = view.now - ((words[at + SENT_HIGH] >>> 0) * HIGH + (words[at + SENT_LOW] >>> 0));
      nscc.onAck(flow, isMarked, Math.max(0, rtt - view.baseRtt[flow]), bytes, inFlight[flow]);
    }
    if (una[flow] === packets(flow)) {
      timer.cancel(flow);
      view.finish(flow);
      return;
    }
    const reordered = Math.max(MIN_OVERTAKEN, Math.ceil((p.reorder * windowOf(flow)) / frame));
    const to = packet - reordered;
    if (to <= overtaken[flow]) return;
    loseRange(flow, Math.max(una[flow], overtaken[flow]), to);
    overtaken[flow] = to;
  }

  const windowOf = (flow: number): Bytes => (hasWindow ? nscc.window[flow] : nscc.maxWindow(flow));

  function onNack(flow: number, at: number, packet: number): void {
    paths.skip(flow, words[at + PATH] & VALUE_MASK, TRIMMED);
    const bytes = lose(flow, packet);
    if (hasWindow && bytes > 0) nscc.onTrimmed(flow, bytes, inFlight[flow]);
  }

  /** Receiver: handles a packet or request which says that the flow needs credits for `bytes` in total. */
  function need(flow: number, bytes: Bytes): void {
    needed[flow] = Math.max(needed[flow], bytes);
    if (!hasCredits || isOwed[flow] !== 0 || needed[flow] <= granted[flow] || missing[flow] === packets(flow)) return;
    isOwed[flow] = 1;
    const port = view.receiverPort(flow);
    turns[port].push(flow);
    if (pacer.due(port) === Infinity) pacer.arm(port, Math.max(view.now, free[port]));
  }

  function answer(flow: number, kind: number, packet: number, number: number, mark: number): void {
    const port = view.receiverPort(flow);
    const from = packet * WIDTH;
    const to = view.reply(flow, kind, number, p.headers, valueAt(port)) * WIDTH;
    words[to + SENT_HIGH] = words[from + SENT_HIGH];
    words[to + SENT_LOW] = words[from + SENT_LOW];
    words[to + MISSING] = missing[flow];
    words[to + PATH] = view.entropy(packet) | (mark === UNMARKED ? 0 : 1 << MARK_SHIFT);
  }

  /** Receiver: prepares the credits of a flow when its first packet arrives. The first window counts as granted. */
  function open(flow: number): void {
    if (granted[flow] > 0) return;
    granted[flow] = nscc.maxWindow(flow);
    needed[flow] = Math.min(packets(flow), MAX_DEMAND) * frame;
  }

  return {
    onStart(flow) {
      nscc.start(flow);
      credit[flow] = nscc.maxWindow(flow);
      timer.arm(flow, view.now + p.timeout);
      sender.ready(flow);
    },
    onData(flow, packet, seq, bytes, mark) {
      open(flow);
      const number = seq / payload;
      const isNew = number >= missing[flow] && !arrived.has(flow, number);
      if (isNew) {
        arrived.add(flow, number);
        missing[flow] = arrived.removeRun(flow, missing[flow]);
      }
      answer(flow, ACK, packet, number, mark);
      if (isNew) view.deliver(flow, bytes);
      if (missing[flow] === packets(flow)) needed[flow] = 0;
      else need(flow, words[packet * WIDTH + NEEDED] * frame);
    },
    onTrimmed(flow, packet, seq, mark) {
      open(flow);
      answer(flow, NACK, packet, seq / payload, mark);
      need(flow, needed[flow] + frame);
    },
    onRequest(flow, _packet, _kind, value) {
      open(flow);
      need(flow, value * frame);
    },
    onReply(flow, packet, kind, value) {
      timer.arm(flow, view.now + p.timeout);
      if (kind === ACK) onAck(flow, packet * WIDTH, value);
      else if (kind === NACK) onNack(flow, packet * WIDTH, value);
      else credit[flow] = Math.max(credit[flow], value);
      sender.ready(flow);
    },
    onIdle(port) {
      sender.onIdle(port);
    },
    onSent(port, flow, packet) {
      sender.onSent(port);
      if (port !== view.port[flow]) return; // an answer keeps the sending time of its data packet
      words[packet * WIDTH + SENT_HIGH] = Math.floor(view.now / HIGH);
      words[packet * WIDTH + SENT_LOW] = view.now % HIGH;
    },
  };
}
