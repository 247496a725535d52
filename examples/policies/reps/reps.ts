/**
 * REPS: each packet has an entropy, and the entropies of packets that met no congestion are used again.
 *
 *   receiver  answers each packet with an ACK that has its entropy and its ECN mark
 *   sender    caches the entropies of unmarked ACKs, and sends with the oldest one. Without one it draws an entropy
 *   failure   after a timeout it freezes for a while: it draws no entropy, and repeats the cached ones instead
 *   window    at most `window` packets are unacknowledged. Those without an ACK for `timeout` are retransmitted
 *
 * Paper    REPS (arXiv 2407.21625)
 * Needs    detection `red`. Routing `ecmp` hashes the entropies
 */
import { defineParams, UNMARKED, us, type TransportPolicy, type TransportView, type Values } from "xoff/policy";

export const role = "transport";
export const about = "entropies of unmarked ACKs are used again (REPS)";
export const needs = { detection: "red" } as const;
export const reads = () => ["ECN marks"] as const;

const count = { unit: "count", max: 65_536 } as const;
const time = { unit: "ps", min: us(1), max: us(1e6) } as const;

export const params = defineParams({
  cached: { ...count, min: 0, default: 8, source: "section 3.1", about: "Entropies cached. 0: each packet draws one." },
  entropies: { ...count, min: 1, default: 65_536, source: "section 3.1", about: "Entropies drawn from. 1: one path." },
  window: { ...count, min: 1, derived: "1.25 bandwidth-delay products", source: "lab", about: "Packets in flight." },
  timeout: {
    ...time,
    default: us(100),
    source: "lab: three times a full queue of each hop",
    about: "Before a repeat.",
  },
  freeze: {
    ...time,
    default: us(1000),
    source: "lab: ten timeouts",
    about: "For how long a timeout freezes the cache.",
  },
});

/** Class of ACKs, before data. */
const ACKS = 0;
/** Packets from the first one without an ACK on that may be under way. */
const REACH = 4096;
const NONE = new Float64Array(0);

export function create(p: Values<typeof params>, view: TransportView): TransportPolicy {
  const { flows, payload, size, port, cls } = view;
  const packets = (flow: number): number => Math.ceil(size[flow] / payload);
  const bdp = (flow: number): number =>
    Math.ceil((view.baseRtt[flow] * view.lineRate[flow]) / 8e12 / (payload + view.dataHeader));
  // Sender, by flow: the first packet without an ACK and the next new one.
  const una = new Float64Array(flows);
  const next = new Float64Array(flows);
  // The cache of a flow is a ring: the next place to write, the entropies not used yet, and all entropies.
  const cache = new Int32Array(flows * p.cached);
  const head = new Int32Array(flows);
  const fresh = new Int32Array(flows);
  const known = new Int32Array(flows);
  // Packets that still draw an entropy, and the end of the freeze.
  const explore = new Int32Array(flows);
  const frozenUntil = new Float64Array(flows);
  // By flow, the packets from `una` on: when each was sent, -1 once acknowledged. At the receiver: which have arrived, from `missing` on.
  const sentAt: Float64Array[] = [];
  const unacked = new Int32Array(flows);
  const missing = new Float64Array(flows);
  const arrived: (Uint8Array | undefined)[] = [];

  const timer = view.senderTimer((flow) => {
    const sent = sentAt[flow];
    let first = Infinity;
    for (let packet = una[flow]; packet < next[flow]; packet++) {
      const at = sent[packet % sent.length];
      if (at < 0) continue;
      if (at + p.timeout <= view.now) {
        if (frozenUntil[flow] <= view.now && explore[flow] === 0) frozenUntil[flow] = view.now + p.freeze;
        transmit(flow, packet);
      }
      first = Math.min(first, sent[packet % sent.length]);
    }
    timer.arm(flow, first + p.timeout);
  });

  /** Algorithm 2: a cached entropy, the oldest first. */
  function entropy(flow: number): number {
    const at = flow * p.cached;
    const isFrozen = frozenUntil[flow] > view.now;
    if (explore[flow] > 0) explore[flow]--;
    else if (fresh[flow] > 0) return cache[at + ((head[flow] + p.cached - fresh[flow]--) % p.cached)];
    else if (isFrozen && known[flow] > 0) {
      head[flow] = (head[flow] + 1) % known[flow];
      return cache[at + head[flow]];
    }
    return Math.floor(view.random(port[flow]) * p.entropies);
  }

  /** Algorithm 1: the entropy of an unmarked ACK enters the cache. */
  function recycle(flow: number, value: number): void {
    cache[flow * p.cached + head[flow]] = value;
    head[flow] = (head[flow] + 1) % p.cached;
    fresh[flow] = Math.min(fresh[flow] + 1, p.cached);
    known[flow] = Math.min(known[flow] + 1, p.cached);
    if (frozenUntil[flow] === 0 || frozenUntil[flow] > view.now) return;
    frozenUntil[flow] = 0;
    explore[flow] = bdp(flow);
  }

  function transmit(flow: number, packet: number): void {
    const seq = packet * payload;
    sentAt[flow][packet % sentAt[flow].length] = view.now;
    view.send(flow, seq, Math.min(payload, size[flow] - seq), cls[flow], entropy(flow));
  }

  function fill(flow: number): void {
    const window = p.window ?? Math.ceil(1.25 * bdp(flow));
    for (; unacked[flow] < window && next[flow] < Math.min(packets(flow), una[flow] + REACH); next[flow]++) {
      unacked[flow]++;
      transmit(flow, next[flow]);
    }
  }

  return {
    onStart(flow) {
      sentAt[flow] = new Float64Array(Math.min(REACH, packets(flow)));
      explore[flow] = bdp(flow);
      fill(flow);
      timer.arm(flow, view.now + p.timeout);
    },
    onData(flow, packet, seq, bytes, mark) {
      const number = seq / payload;
      view.reply(flow, mark, number, ACKS, view.entropy(packet));
      if (missing[flow] === packets(flow)) return;
      const here = (arrived[flow] ??= new Uint8Array(Math.min(REACH, packets(flow))));
      if (number < missing[flow] || here[number % here.length] === 1) return;
      here[number % here.length] = 1;
      while (here[missing[flow] % here.length] === 1) here[missing[flow]++ % here.length] = 0;
      view.deliver(flow, bytes);
      if (missing[flow] === packets(flow)) arrived[flow] = undefined;
    },
    onReply(flow, ack, mark, packet) {
      if (mark === UNMARKED && p.cached > 0) recycle(flow, view.entropy(ack));
      const sent = sentAt[flow];
      if (packet < una[flow] || sent[packet % sent.length] < 0) return;
      sent[packet % sent.length] = -1;
      unacked[flow]--;
      while (una[flow] < next[flow] && sent[una[flow] % sent.length] < 0) una[flow]++;
      if (una[flow] === packets(flow)) {
        timer.cancel(flow);
        sentAt[flow] = NONE;
        view.finish(flow);
      } else fill(flow);
    },
  };
}
