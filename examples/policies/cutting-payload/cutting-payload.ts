/**
 * Cutting payload: each lost packet is reported by its own header, so AIMD needs no retransmission timeout.
 *
 *   receiver  answers a packet with an ACK, and a header whose payload was cut with a NACK
 *   sender    a NACK removes the packet from the window; the packet is retransmitted before new ones
 *   window    starts with `initial` packets, doubles in a round trip up to the first NACK, then grows by one packet a round trip.
 *             A NACK halves it, once for all packets that were in flight
 *
 * Paper    Catch the Whole Lot in an Action (CP, NSDI'14), sections 3 and 4
 * Needs    a switch that cuts payloads: ./cut.ts
 */
import { defineParams, PacketSets, us, type TransportPolicy, type TransportView, type Values } from "xoff/policy";

export const role = "transport";
export const reads = () => ["trimmed headers"] as const;
export const about = "cut payloads are NACKed and halve the window (CP)";

const count = { unit: "count", min: 1, max: 65_536 } as const;

export const params = defineParams({
  initial: { ...count, default: 2, source: "TCP of the paper's time", about: "First window, in packets." },
  most: {
    ...count,
    default: 1024,
    source: "lab: above a bandwidth-delay product",
    about: "Largest window, in packets.",
  },
  timeout: {
    ...{ unit: "ps", min: us(1), max: us(1e6), default: us(10_000), source: "lab: no header should be lost" },
    about: "Time without an answer after which all packets in flight count as lost.",
  },
});

// Kinds of messages of the receiver. Their value is a packet.
const [ACK, NACK] = [0, 1];
// States of a packet at the sender.
const [IN_FLIGHT, ARRIVED, LOST] = [0, 1, 2];
/** The ring of a flow that is complete. */
const NONE = new Uint8Array(0);
/** Class of messages, before data. */
const MESSAGES = 0;

export function create(p: Values<typeof params>, view: TransportView): TransportPolicy {
  const { flows, payload, size, cls } = view;
  const packets = (flow: number): number => Math.ceil(size[flow] / payload);
  /** Packets from the first missing one on that may be under way, and the length of a flow's rings. */
  const reach = (flow: number): number => Math.min(2 * p.most, packets(flow));
  // Sender, by flow: the first unacknowledged and the next new packet, and the number of packets in flight and lost.
  const una = new Float64Array(flows);
  const next = new Float64Array(flows);
  const flying = new Int32Array(flows);
  const lost = new Int32Array(flows);
  // The window and its threshold, and the first packet whose NACK halves the window again.
  const window = new Float64Array(flows).fill(p.initial);
  const threshold = new Float64Array(flows).fill(p.most);
  const recover = new Float64Array(flows);
  const states: Uint8Array[] = [];
  // Receiver: the first missing packet, and those beyond it.
  const missing = new Float64Array(flows);
  const arrived = new PacketSets(flows, 2 * p.most);

  const timer = view.senderTimer((flow) => {
    for (let packet = una[flow]; packet < next[flow]; packet++) lose(flow, packet);
    threshold[flow] = Math.max(2, window[flow] / 2);
    window[flow] = 1;
    recover[flow] = next[flow];
    fill(flow);
    timer.arm(flow, view.now + p.timeout);
  });

  function lose(flow: number, packet: number): void {
    const state = states[flow];
    const i = packet % state.length;
    if (packet < una[flow] || state[i] !== IN_FLIGHT) return;
    state[i] = LOST;
    lost[flow]++;
    flying[flow]--;
  }

  function acknowledge(flow: number, packet: number): void {
    const state = states[flow];
    const i = packet % state.length;
    if (packet < una[flow] || state[i] === ARRIVED) return;
    if (state[i] === LOST) lost[flow]--;
    else flying[flow]--;
    state[i] = ARRIVED;
    while (una[flow] < next[flow] && state[una[flow] % state.length] === ARRIVED) una[flow]++;
    const step = window[flow] < threshold[flow] ? 1 : 1 / window[flow];
    window[flow] = Math.min(p.most, window[flow] + step);
  }

  /** Lost packets first, then new ones. */
  function fill(flow: number): void {
    const state = states[flow];
    const end = Math.min(packets(flow), una[flow] + state.length);
    let first = una[flow];
    while (flying[flow] < Math.floor(window[flow])) {
      if (lost[flow] > 0) while (state[first % state.length] !== LOST) first++;
      const packet = lost[flow] > 0 ? first : next[flow];
      if (packet >= end) return;
      if (lost[flow] > 0) lost[flow]--;
      else next[flow]++;
      state[packet % state.length] = IN_FLIGHT;
      flying[flow]++;
      const seq = packet * payload;
      view.send(flow, seq, Math.min(payload, size[flow] - seq), cls[flow], 0);
    }
  }

  return {
    onStart(flow) {
      states[flow] = new Uint8Array(reach(flow));
      fill(flow);
      timer.arm(flow, view.now + p.timeout);
    },
    onData(flow, _packet, seq, bytes) {
      const packet = seq / payload;
      view.reply(flow, ACK, packet, MESSAGES, 0);
      if (packet < missing[flow] || arrived.has(flow, packet)) return;
      arrived.add(flow, packet);
      missing[flow] = arrived.removeRun(flow, missing[flow]);
      view.deliver(flow, bytes);
    },
    onTrimmed(flow, _packet, seq) {
      view.reply(flow, NACK, seq / payload, MESSAGES, 0);
    },
    onReply(flow, _packet, kind, packet) {
      timer.arm(flow, view.now + p.timeout);
      if (kind === ACK) acknowledge(flow, packet);
      else {
        lose(flow, packet);
        if (packet >= recover[flow]) {
          window[flow] = threshold[flow] = Math.max(1, window[flow] / 2);
          recover[flow] = next[flow];
        }
      }
      if (una[flow] === packets(flow)) {
        timer.cancel(flow);
        states[flow] = NONE;
        view.finish(flow);
      } else fill(flow);
    },
  };
}
