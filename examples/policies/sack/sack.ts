/**
 * SACK: ACKs name the blocks of packets that arrived, so the sender retransmits each lost packet once.
 *
 *   receiver  answers each packet with the first missing packet and up to four blocks, the one of this packet first
 *   sender    a packet is lost if one that was sent `reordering` transmissions later has arrived. This finds lost retransmissions too
 *   window    at most `window` packets are in flight: sent, not lost and not acknowledged
 *   tail      two round trips without an ACK: the sender repeats its last missing packet, which reveals the others
 *
 * Sources  RFC 2018 for blocks, RFC 6675 for packets in flight, and RFC 8985 for the order of transmissions and the probe
 */
import { defineParams, PacketSets, type TransportPolicy, type TransportView, type Values } from "xoff/policy";

export const role = "transport";
export const about = "ACKs name blocks of packets, and each lost packet is retransmitted once (SACK)";

const count = { unit: "count", min: 1, max: 1_000_000 } as const;

export const params = defineParams({
  window: { ...count, derived: "a bandwidth-delay product and two packets", source: "", about: "Packets in flight." },
  reordering: { ...count, default: 3, source: "RFC 6675: DupThresh", about: "Later transmissions that reveal a loss." },
  reach: { ...count, default: 1024, source: "lab: more than a window", about: "Packets beyond the first missing one." },
  probe: {
    ...{ unit: "ratio", min: 1, max: 1000, default: 2, source: "RFC 8985, section 7.2: two round trips" },
    about: "Base RTTs without an ACK before a probe.",
  },
});

const BLOCKS = 4;
/** The ring of a flow that is complete. */
const NONE = new Uint8Array(0);
// States of a packet at the sender, between the first unacknowledged and the next new one.
const [IN_FLIGHT, ARRIVED, LOST] = [0, 1, 2];

export function create(p: Values<typeof params>, view: TransportView): TransportPolicy {
  const { flows, payload, size, cls } = view;
  /** On ACKs: blocks [from, to), each in two words. An empty block ends the list. */
  const blocks = view.words(2 * BLOCKS);
  // Sender, by flow: the first unacknowledged and the next new packet, and the number of packets in flight and lost. Then the number of
  // transmissions, and the latest one that arrived.
  const una = new Int32Array(flows);
  const next = new Int32Array(flows);
  const flying = new Int32Array(flows);
  const lost = new Int32Array(flows);
  const sent = new Int32Array(flows);
  const latest = new Int32Array(flows);
  // Sender, by flow: rings with the state of each packet and the number of its last transmission.
  const states: Uint8Array[] = [];
  const sentAs: Int32Array[] = [];
  // Receiver, by flow: the packets that arrived beyond the first missing one, and packets of the blocks that were reported last.
  const arrived = new PacketSets(flows, p.reach);
  const missing = new Int32Array(flows);
  const recent = new Int32Array(flows * BLOCKS).fill(-1);

  const packets = (flow: number): number => Math.ceil(size[flow] / payload);
  const ring = (flow: number): number => Math.min(p.reach, packets(flow));
  const windowOf = (flow: number): number =>
    p.window ?? 2 + Math.ceil((view.baseRtt[flow] * view.lineRate[flow]) / 8e12 / (payload + view.dataHeader));

  const timer = view.senderTimer((flow) => {
    const state = states[flow];
    let last = next[flow] - 1;
    while (last > una[flow] && state[last % state.length] === ARRIVED) last--;
    transmit(flow, last);
    arm(flow);
  });

  function arm(flow: number): void {
    timer.arm(flow, view.now + Math.ceil(p.probe * view.baseRtt[flow]));
  }

  function transmit(flow: number, packet: number): void {
    const state = states[flow];
    const i = packet % state.length;
    sentAs[flow][i] = ++sent[flow];
    if (state[i] === LOST) lost[flow]--;
    if (state[i] === LOST || packet === next[flow]) flying[flow]++;
    if (packet === next[flow]) next[flow]++;
    state[i] = IN_FLIGHT;
    const seq = packet * payload;
    view.send(flow, seq, Math.min(payload, size[flow] - seq), cls[flow], 0);
  }

  /** Lost packets first, then new ones, as long as the window has room. */
  function fill(flow: number): void {
    const window = windowOf(flow);
    const state = states[flow];
    let packet = una[flow];
    while (flying[flow] < window) {
      if (lost[flow] > 0) while (state[packet % state.length] !== LOST) packet++;
      else packet = next[flow];
      if (packet >= Math.min(packets(flow), una[flow] + p.reach)) return;
      transmit(flow, packet);
    }
  }

  function acknowledge(flow: number, from: number, to: number): void {
    const state = states[flow];
    for (let packet = Math.max(from, una[flow]); packet < to; packet++) {
      const i = packet % state.length;
      if (state[i] === ARRIVED) continue;
      if (state[i] === LOST) lost[flow]--;
      else flying[flow]--;
      state[i] = ARRIVED;
      latest[flow] = Math.max(latest[flow], sentAs[flow][i]);
    }
  }

  function findLosses(flow: number): void {
    const state = states[flow];
    for (let packet = una[flow]; packet < next[flow]; packet++) {
      const i = packet % state.length;
      if (state[i] !== IN_FLIGHT || sentAs[flow][i] + p.reordering > latest[flow]) continue;
      state[i] = LOST;
      lost[flow]++;
      flying[flow]--;
    }
  }

  /** Receiver: writes the block around `packet` as the `k`th one. Returns the number of blocks. */
  function report(flow: number, packet: number, ack: number, k: number): number {
    if (packet < missing[flow]) return k;
    const word = ack * blocks.width;
    for (let j = 0; j < k; j++) if (packet >= blocks.at[word + 2 * j] && packet < blocks.at[word + 2 * j + 1]) return k;
    let from = packet;
    while (from > missing[flow] && arrived.has(flow, from - 1)) from--;
    blocks.at[word + 2 * k] = from;
    blocks.at[word + 2 * k + 1] = arrived.firstMissing(flow, packet);
    return k + 1;
  }

  function answer(flow: number, packet: number): void {
    const ack = view.reply(flow, 0, missing[flow], cls[flow], 0);
    let k = report(flow, packet, ack, 0);
    for (let j = 0; j < BLOCKS && k < BLOCKS; j++) {
      const other = recent[flow * BLOCKS + j];
      if (other >= 0) k = report(flow, other, ack, k);
    }
    for (let j = 0; j < BLOCKS; j++) recent[flow * BLOCKS + j] = j < k ? blocks.at[ack * blocks.width + 2 * j] : -1;
  }

  return {
    onStart(flow) {
      states[flow] = new Uint8Array(ring(flow));
      sentAs[flow] = new Int32Array(ring(flow));
      fill(flow);
      arm(flow);
    },
    onData(flow, _packet, seq, bytes) {
      const packet = seq / payload;
      if (packet >= missing[flow] && !arrived.has(flow, packet)) {
        arrived.add(flow, packet);
        missing[flow] = arrived.removeRun(flow, missing[flow]);
        view.deliver(flow, bytes);
      }
      answer(flow, packet);
    },
    onReply(flow, ack, _kind, value) {
      acknowledge(flow, 0, value);
      for (let word = ack * blocks.width, k = 0; k < BLOCKS; k++, word += 2)
        acknowledge(flow, blocks.at[word], blocks.at[word + 1]);
      una[flow] = Math.max(una[flow], value);
      if (una[flow] === packets(flow)) {
        timer.cancel(flow);
        states[flow] = NONE;
        sentAs[flow] = new Int32Array(0);
        view.finish(flow);
        return;
      }
      findLosses(flow);
      fill(flow);
      arm(flow);
    },
  };
}
