/**
 * Homa: a sender sends the first RTTbytes of a message at once, and the receiver grants the rest to its shortest messages.
 *
 *   sender    when its NIC is idle, sends a packet of the message with the fewest bytes left, among those with a grant
 *   receiver  keeps RTTbytes of its `overcommitment` shortest messages granted, each in a scheduled class of its own
 *   classes   0 messages of the transport; 1 to `unscheduled` first bytes, short messages first; the others scheduled bytes
 *   losses    `timeout` without granted bytes: the receiver asks for the first missing packets
 *
 * Paper    Homa (SIGCOMM'18), section 3
 * Needs    scheduling `strict`, and lossy classes
 */
import { defineParams, PacketSets, us, type TransportPolicy, type TransportView, type Values } from "xoff/policy";

export const role = "transport";
export const about = "receivers grant their shortest messages, in classes by remaining size (Homa)";

const count = { unit: "count", min: 1 } as const;

export const params = defineParams({
  rttPackets: { ...count, max: 4096, derived: "a bandwidth-delay product", source: "section 3.1", about: "RTTbytes." },
  unscheduled: { ...count, max: 6, default: 3, source: "lab: of seven", about: "Classes of unscheduled bytes." },
  overcommitment: { ...count, max: 100, derived: "the scheduled classes", source: "3.5", about: "Messages granted." },
  cutoff: { ...count, max: 100, default: 4, source: "lab", about: "Ratio of sizes between unscheduled classes." },
  timeout: {
    unit: "ps",
    min: us(1),
    max: us(1e6),
    default: us(5000),
    source: "3.7: some ms",
    about: "Before a RESEND.",
  },
});

// Kinds of messages. GRANT + class: up to which packet. RESEND + number of packets: from which one.
const DONE = 0;
const GRANT = 8;
const RESEND = 128;
/** Packets beyond the first missing one that may be granted. */
const REACH = 4096;

export function create(p: Values<typeof params>, view: TransportView): TransportPolicy {
  const { flows, payload, size } = view;
  const granters = p.overcommitment ?? 7 - p.unscheduled;
  const packets = (flow: number): number => Math.ceil(size[flow] / payload);
  const bdp = (flow: number): number => (view.baseRtt[flow] * view.lineRate[flow]) / 8e12;
  const rtt = (flow: number): number =>
    Math.min(REACH, p.rttPackets ?? Math.ceil(bdp(flow) / (payload + view.dataHeader)));
  // Sender, by flow: the next packet, and the end of the grant with its class. Then packets to retransmit, and whether the receiver answered.
  const next = new Float64Array(flows);
  const end = new Float64Array(flows);
  const cls = new Uint8Array(flows);
  const again = new Float64Array(flows);
  const againEnd = new Float64Array(flows);
  const isAnswered = new Uint8Array(flows);
  // Receiver, by flow: the first missing packet, and the numbers of packets received and granted. Then the packets beyond it.
  const missing = new Float64Array(flows);
  const received = new Float64Array(flows);
  const granted = new Float64Array(flows);
  const arrived = new PacketSets(flows, REACH);
  // By port: messages to send, and messages to grant, the one with the fewest missing packets first.
  const outgoing = Array.from({ length: view.ports }, (): number[] => []);
  const incoming = Array.from({ length: view.ports }, (): number[] => []);

  const timer = view.senderTimer((flow) => {
    // The receiver may not know the message, or its last answer was lost. Any packet makes it answer.
    if (isAnswered[flow] === 0 || next[flow] === packets(flow)) sendAgain(flow, 0, 1);
    timer.arm(flow, view.now + p.timeout);
  });

  const watch = view.receiverTimer((flow) => {
    if (received[flow] < granted[flow]) {
      let to = missing[flow] + 1;
      while (to < granted[flow] && to < missing[flow] + 64 && !arrived.has(flow, to)) to++;
      view.reply(flow, RESEND + to - missing[flow], missing[flow], 0, 0);
    }
    watch.arm(flow, view.now + p.timeout);
  });

  /** The class of unscheduled bytes: class 1 for the shortest messages. */
  function firstClass(flow: number): number {
    let c = p.unscheduled;
    for (let most = rtt(flow) / p.cutoff; c > 1 && packets(flow) <= most; most /= p.cutoff) c--;
    return c;
  }

  const isReady = (flow: number): boolean => again[flow] < againEnd[flow] || next[flow] < end[flow];

  /** Sends a packet of the message with the fewest bytes left. */
  function sendBest(port: number): void {
    let best = -1;
    for (const flow of outgoing[port])
      if (isReady(flow) && (best < 0 || packets(flow) - next[flow] < packets(best) - next[best])) best = flow;
    if (best < 0) return;
    const isAgain = again[best] < againEnd[best];
    const packet = isAgain ? again[best]++ : next[best]++;
    const seq = packet * payload;
    const c = packet < rtt(best) ? firstClass(best) : cls[best];
    view.send(best, seq, Math.min(payload, size[best] - seq), c, 0);
  }

  function kick(flow: number): void {
    if (view.queued(view.port[flow]) === 0) sendBest(view.port[flow]);
  }

  function sendAgain(flow: number, from: number, to: number): void {
    again[flow] = from;
    againEnd[flow] = Math.min(to, next[flow]);
    end[flow] = Math.max(end[flow], to); // the grant may have been lost
    kick(flow);
  }

  /** Keeps a round trip of the shortest messages granted. With few messages the lowest classes are used. */
  function grant(port: number): void {
    const list = incoming[port];
    const most = Math.min(granters, list.length);
    for (let k = 0; k < most; k++) {
      const flow = list[k];
      const to = Math.min(packets(flow), received[flow] + rtt(flow), missing[flow] + REACH);
      if (to <= granted[flow]) continue;
      granted[flow] = to;
      view.reply(flow, GRANT + Math.max(p.unscheduled + 1, 8 - most + k), to, 0, 0);
    }
  }

  /** A packet of the message arrived: moves it to its place among those to grant, or removes it. */
  function sort(port: number, flow: number): void {
    const list = incoming[port];
    let k = list.indexOf(flow);
    const left = packets(flow) - received[flow];
    for (; k > 0 && packets(list[k - 1]) - received[list[k - 1]] > left; k--) {
      list[k] = list[k - 1];
      list[k - 1] = flow;
    }
    if (k >= 0 && granted[flow] >= packets(flow)) list.splice(k, 1);
  }

  return {
    onStart(flow) {
      end[flow] = Math.min(packets(flow), rtt(flow));
      outgoing[view.port[flow]].push(flow);
      timer.arm(flow, view.now + p.timeout);
      kick(flow);
    },
    onIdle: sendBest,
    onData(flow, _packet, seq, bytes) {
      const port = view.receiverPort(flow);
      const packet = seq / payload;
      if (granted[flow] === 0) {
        granted[flow] = Math.min(packets(flow), rtt(flow));
        if (granted[flow] < packets(flow)) incoming[port].push(flow);
      }
      if (packet >= missing[flow] && !arrived.has(flow, packet)) {
        arrived.add(flow, packet);
        missing[flow] = arrived.removeRun(flow, missing[flow]);
        received[flow]++;
        view.deliver(flow, bytes);
        sort(port, flow);
        grant(port);
        watch.arm(flow, view.now + p.timeout);
      }
      if (received[flow] < packets(flow)) return;
      watch.cancel(flow);
      view.reply(flow, DONE, 0, 0, 0);
    },
    onReply(flow, _packet, kind, value) {
      isAnswered[flow] = 1;
      timer.arm(flow, view.now + p.timeout);
      if (kind >= RESEND) sendAgain(flow, value, value + kind - RESEND);
      else if (kind >= GRANT) {
        end[flow] = Math.max(end[flow], value);
        cls[flow] = kind - GRANT;
        kick(flow);
      } else {
        timer.cancel(flow);
        const list = outgoing[view.port[flow]];
        list.splice(list.indexOf(flow), 1);
        view.finish(flow);
      }
    },
  };
}
