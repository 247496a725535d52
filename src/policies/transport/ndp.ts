/**
 * NDP: a sender sends its first window at line rate, then one packet for each pull message of the receiver.
 *
 *   sender    The sender begins with `initialWindow` packets at line rate. Each pull then permits one packet: a trimmed one if there is
 *             one, otherwise a new one.
 *   receiver  The receiver answers a packet with an ACK and a trimmed header with a NACK. Each answer entitles the sender to one pull.
 *   pulls     A host's port serves its flows in turn. The port sends one pull in the time of a full packet on its link,
 *             divided by `pullRate`. If the pull is due at once, the ACK or NACK carries it.
 *   paths     The packets use `paths` entropies in turn. The order is drawn anew for each cycle.
 *
 * If a sender has no packet for a pull, it keeps the pull for the next NACK. After `timeout` without an answer it
 * retransmits its first unacknowledged packet.
 *
 * Paper    NDP (SIGCOMM'17), section 3. The order of turns and the kept pulls follow htsim's ndp.cpp and
 *          priopullqueue.cpp.
 * Needs    A buffer policy that trims packets of lossy classes, such as `trim`. With routing `ecmp` the entropy of each packet selects
 *          its path.
 */
import { defineParams, type Signal, type Values } from "../../base/params.ts";
import { us } from "../../base/units.ts";
import { PacketSets } from "../../base/packet-sets.ts";
import { PathCycle } from "./path-cycle.ts";
import { SenderTurns } from "./sender-turns.ts";
import { headersParam, reachParam } from "./shared-params.ts";
import { Turns } from "./turns.ts";
import type { TransportPolicy, TransportView } from "../../contracts/transport.ts";

export const about = "trimmed packets are NACKed, and receivers pull packets at the rate of their links (NDP)";

export const params = defineParams({
  initialWindow: {
    unit: "count",
    derived: "the packets of a bandwidth-delay product, rounded up",
    min: 1,
    max: 1_000_000,
    source: "NDP, section 3.2: one bandwidth-delay product",
    about: "Packets that a sender sends before the first pull.",
  },
  timeout: {
    unit: "ps",
    default: us(1000),
    min: us(1),
    max: us(1e6),
    source: "NDP, section 3.2.3: 1 ms in htsim",
    about: "Time without an answer after which a sender repeats its first packet that is not acknowledged.",
  },
  reach: reachParam,
  paths: {
    unit: "count",
    default: 64,
    min: 1,
    max: 65_536,
    source: "lab: all paths of a fat-tree of 16 ports between two pods; htsim's option `-paths`",
    about: "Entropies of a flow. Its packets use them in random order, each once, then in another order.",
  },
  pullRate: {
    unit: "ratio",
    default: 1,
    min: 0.1,
    max: 1,
    source: "NDP, section 3.2: the rate of the receiver's link; htsim: 0.99",
    about: "Rate of the pulls, as a fraction of the rate at which full packets fill the receiver's link.",
  },
  headers: { ...headersParam, about: "Class of ACKs, NACKs and pulls. The scheduler must send it before data." },
});

export const reads = (): readonly Signal[] => ["trimmed headers"];
export const gives: readonly Signal[] = ["entropies"];
export const headerClass = "headers";

// Kinds of messages of the receiver. The `value` of ACK and NACK is the number of the answered packet.
const ACK = 0;
const NACK = 1;
const PULL = 2;

// Header words of all messages. PULLS: the number of pulls so far, or 0 if the message is no pull. A lost pull thus
// counts with the next one. FIRST: the first missing packet.
const PULLS = 0;
const FIRST = 1;
const WIDTH = 2;

export function create(p: Values<typeof params>, view: TransportView): TransportPolicy {
  const { flows, payload, size } = view;
  const { at: words } = view.words(WIDTH);
  // State of the sender, by flow. Packets have numbers from 0.
  // - una, next: the first unacknowledged packet, and the next new packet
  // - acked: the packets beyond una that are acknowledged
  // - lost: the packets to retransmit
  // - asked: the number of pulls received
  // - pulled: the number of these pulls for which the sender has already chosen a packet
  // - chosen: the packets that the flow sends at its next turns at the port
  //
  // State of the receiver, by flow, declared after that of the sender.
  // - missing: the first missing packet
  // - arrived: the packets beyond `missing` that have arrived
  // - owed: the number of pulls that the receiver must still send
  // - pulls: the number of pulls that it has sent
  const una = new Int32Array(flows);
  const next = new Int32Array(flows);
  const acked = new PacketSets(flows, p.reach);
  const lost = new PacketSets(flows, p.reach);
  const chosen = Array.from({ length: flows }, (): number[] => []);
  const asked = new Int32Array(flows);
  const pulled = new Int32Array(flows);
  const missing = new Int32Array(flows);
  const arrived = new PacketSets(flows, p.reach);
  const owed = new Int32Array(flows);
  const pulls = new Int32Array(flows);
  /** By port of a receiver: the flows that still get a pull, in the order of their turns. */
  const turns = Array.from({ length: view.ports }, () => new Turns(view.order));
  /** By port of a receiver: the earliest time of its next pull. */
  const free = new Float64Array(view.ports);
  const paths = new PathCycle(flows, p.paths);
  const pathsBack = new PathCycle(flows, p.paths);

  const timer = view.senderTimer((flow) => {
    if (una[flow] < next[flow] && chosen[flow].length === 0) chosen[flow].push(una[flow]);
    sender.ready(flow);
    timer.arm(flow, view.now + p.timeout);
  });

  const pacer = view.portTimer((port) => {
    const flow = turns[port].next();
    if (flow < 0) return;
    if (--owed[flow] === 0) turns[port].remove(flow);
    answer(flow, PULL, 0, pull(port, flow));
    if (turns[port].size > 0) pacer.arm(port, free[port]);
  });

  /** Reserves the port's next time for a pull. Returns the number of pulls of the flow so far. */
  function pull(port: number, flow: number): number {
    free[port] = view.now + Math.round(view.wireTime(port, payload + view.dataHeader) / p.pullRate);
    return ++pulls[flow];
  }

  const packets = (flow: number): number => Math.ceil(size[flow] / payload);

  const sender = new SenderTurns(view, (flow) => chosen[flow].length > 0, send);

  function send(flow: number): void {
    const seq = (chosen[flow].shift() ?? 0) * payload;
    const entropy = paths.next(flow, () => view.random(view.port[flow]));
    view.send(flow, seq, Math.min(payload, size[flow] - seq), view.cls[flow], entropy);
  }

  function answer(flow: number, kind: number, packet: number, pullsSoFar: number): void {
    const entropy = pathsBack.next(flow, () => view.random(view.receiverPort(flow)));
    const at = view.reply(flow, kind, packet, p.headers, entropy) * WIDTH;
    words[at + PULLS] = pullsSoFar;
    words[at + FIRST] = missing[flow];
  }

  /**
   * Sends an ACK or NACK. With each of them, the receiver owes the sender one pull. If no other pull is due earlier,
   * the ACK or NACK carries the pull. Otherwise the flow waits for its turn.
   */
  function answerAndPull(flow: number, kind: number, packet: number): void {
    const port = view.receiverPort(flow);
    const isDue = turns[port].size === 0 && free[port] <= view.now;
    answer(flow, kind, packet, isDue ? pull(port, flow) : 0);
    if (isDue) return;
    if (owed[flow]++ === 0) turns[port].add(flow);
    if (pacer.due(port) === Infinity) pacer.arm(port, free[port]);
  }

  /**
   * Chooses the next packet to send: a packet to retransmit if there is one, otherwise a new one. Returns false if
   * there is none.
   */
  function chooseOne(flow: number): boolean {
    if (lost.count(flow) > 0) {
      const packet = lost.firstPresent(flow, una[flow]);
      lost.remove(flow, packet);
      chosen[flow].push(packet);
      return true;
    }
    if (next[flow] >= packets(flow) || next[flow] >= una[flow] + p.reach) return false;
    chosen[flow].push(next[flow]++);
    return true;
  }

  /** Chooses a packet for each unused pull. Pulls without a packet are kept for packets that are trimmed later. */
  function usePulls(flow: number): void {
    while (pulled[flow] < asked[flow] && chooseOne(flow)) pulled[flow]++;
    sender.ready(flow);
  }

  /** Cancels the pulls that the flow has not received yet, because the receiver has everything. Sends the last ACK. */
  function complete(flow: number): void {
    owed[flow] = 0;
    turns[view.receiverPort(flow)].remove(flow);
    answer(flow, ACK, packets(flow) - 1, 0);
    pathsBack.forget(flow);
  }

  function firstWindow(flow: number): number {
    const bdp = (view.baseRtt[flow] * view.lineRate[flow]) / 8e12;
    return p.initialWindow ?? Math.ceil(bdp / payload);
  }

  /** Handles an acknowledged packet. The receiver has all packets before `first`. */
  function acknowledge(flow: number, packet: number, first: number): void {
    if (first > una[flow]) {
      lost.removeRange(flow, una[flow], first);
      acked.removeRange(flow, una[flow], first);
      una[flow] = acked.removeRun(flow, first);
    }
    if (packet > una[flow]) {
      lost.remove(flow, packet);
      acked.add(flow, packet);
    }
    if (una[flow] < packets(flow)) return;
    timer.cancel(flow);
    chosen[flow].length = 0;
    paths.forget(flow);
    view.finish(flow);
  }

  return {
    onStart(flow) {
      timer.arm(flow, view.now + p.timeout);
      for (let k = Math.min(firstWindow(flow), packets(flow)); k > 0; k--) chooseOne(flow);
      sender.ready(flow);
    },
    onData(flow, _packet, seq, bytes) {
      const packet = seq / payload;
      if (packet < missing[flow] || arrived.has(flow, packet)) {
        answer(flow, ACK, packet, 0);
        return;
      }
      if (packet > missing[flow]) arrived.add(flow, packet);
      else missing[flow] = arrived.removeRun(flow, packet + 1);
      view.deliver(flow, bytes);
      if (missing[flow] === packets(flow)) complete(flow);
      else answerAndPull(flow, ACK, packet);
    },
    onTrimmed(flow, _packet, seq) {
      if (missing[flow] === packets(flow)) answer(flow, ACK, seq / payload, 0);
      else answerAndPull(flow, NACK, seq / payload);
    },
    onReply(flow, at, kind, value) {
      timer.arm(flow, view.now + p.timeout);
      asked[flow] = Math.max(asked[flow], words[at * WIDTH + PULLS]);
      if (kind === ACK) acknowledge(flow, value, words[at * WIDTH + FIRST]);
      else if (kind === NACK && value >= una[flow] && !acked.has(flow, value)) lost.add(flow, value);
      if (una[flow] < packets(flow)) usePulls(flow);
    },
    onIdle: (port) => {
      sender.onIdle(port);
    },
    onSent: (port) => {
      sender.onSent(port);
    },
  };
}
