/**
 * NDP: a sender blasts its first window, and then sends a packet for each pull of the receiver.
 *
 *   sender    `initialWindow` packets at line rate; then, for each pull: a packet that was trimmed, else a new one
 *   receiver  answers each packet with an ACK, each trimmed header with a NACK, and owes the sender a pull for either
 *   pulls     one queue for each port of a host, fair among its flows; a pull leaves per time of a full packet on the port's link
 *
 * A sender without an answer for `timeout` sends the first packet that is not acknowledged again.
 *
 * Paper    Handley et al., SIGCOMM'17, section 3
 * Needs    a buffer policy that trims, such as `trim`, and a routing policy that spreads packets, such as `spray`
 */
import { defineParams, type Values } from "../../base/params.ts";
import { us, type Bytes } from "../../base/units.ts";
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
  headers: {
    unit: "count",
    default: 1,
    min: 0,
    max: 7,
    source: "lab: as `headers` of buffer `trim`",
    about: "Class of ACKs, NACKs and pulls. The scheduler must send it before data.",
  },
});

// Kinds of messages of the receiver.
const ACK = 0;
const NACK = 1;
/** `value`: pulls so far, so that a lost pull is made good by the next one. */
const PULL = 2;

export function create(p: Values<typeof params>, view: TransportView): TransportPolicy {
  const { flows, payload, size } = view;
  const column = (): Float64Array => new Float64Array(flows);
  const ends = Array.from({ length: flows }, (): Flow | undefined => undefined);
  const flowOf = (flow: number): Flow => (ends[flow] ??= newFlow());
  /** Sender: the next new byte, payload bytes acknowledged, and the highest pull. */
  const next = column();
  const acknowledged = column();
  const pulled = column();
  /** Receiver: pulls that it owes and has sent. */
  const owed = new Int32Array(flows);
  const pulls = column();
  /** By port of a receiver, the flows that are owed a pull, in turn, and the time of the next pull. */
  const turns = Array.from({ length: view.ports }, (): number[] => []);
  const due = new Float64Array(view.ports);

  const timer = view.senderTimer((flow) => {
    const { acked } = flowOf(flow);
    let seq = 0;
    while (acked.has(seq)) seq += payload;
    if (seq < next[flow]) sendAt(flow, seq);
    timer.arm(flow, view.now + p.timeout);
  });

  const pacer = view.portTimer((port) => {
    const flow = turns[port].shift();
    if (flow === undefined) return;
    if (--owed[flow] > 0) turns[port].push(flow);
    view.reply(flow, PULL, ++pulls[flow], p.headers, entropy(port));
    due[port] = view.now + view.wireTime(port, payload + view.dataHeader);
    if (turns[port].length > 0) pacer.arm(port, due[port]);
  });

  /** Each packet takes a path of its own. */
  const entropy = (port: number): number => Math.floor(view.random(port) * 65_536);

  function sendAt(flow: number, seq: Bytes): void {
    view.send(flow, seq, Math.min(payload, size[flow] - seq), view.cls[flow], entropy(view.port[flow]));
  }

  /** A packet for a pull: a trimmed one, else a new one. Returns false if there is none. */
  function sendOne(flow: number): boolean {
    const { lost } = flowOf(flow);
    const seq = lost.shift() ?? next[flow];
    if (seq >= size[flow]) return false;
    if (seq === next[flow]) next[flow] = Math.min(size[flow], seq + payload);
    sendAt(flow, seq);
    return true;
  }

  /** The receiver owes the sender a pull. */
  function owe(flow: number): void {
    const port = view.receiverPort(flow);
    if (owed[flow]++ === 0) turns[port].push(flow);
    if (pacer.due(port) === Infinity) pacer.arm(port, Math.max(view.now, due[port]));
  }

  function window(flow: number): number {
    const bdp = (view.baseRtt[flow] * view.lineRate[flow]) / 8e12;
    return p.initialWindow ?? Math.ceil(bdp / payload);
  }

  return {
    onStart(flow) {
      for (let k = window(flow); k > 0 && sendOne(flow); k--);
      timer.arm(flow, view.now + p.timeout);
    },
    onData(flow, _packet, seq, bytes) {
      const { arrived } = flowOf(flow);
      view.reply(flow, ACK, seq, p.headers, entropy(view.receiverPort(flow)));
      if (arrived.has(seq)) return;
      arrived.add(seq);
      view.deliver(flow, bytes);
      owe(flow);
    },
    onTrimmed(flow, _packet, seq) {
      view.reply(flow, NACK, seq, p.headers, entropy(view.receiverPort(flow)));
      owe(flow);
    },
    onReply(flow, _packet, kind, value) {
      const { acked, lost } = flowOf(flow);
      timer.arm(flow, view.now + p.timeout);
      if (kind === PULL) {
        for (; pulled[flow] < value; pulled[flow]++) sendOne(flow);
      } else if (kind === NACK) {
        if (!acked.has(value)) lost.push(value);
      } else if (!acked.has(value)) {
        acked.add(value);
        acknowledged[flow] += Math.min(payload, size[flow] - value);
        if (acknowledged[flow] < size[flow]) return;
        timer.cancel(flow);
        view.finish(flow);
      }
    },
  };
}

/** Packets by their first byte: acknowledged and lost ones at the sender, arrived ones at the receiver. */
interface Flow {
  readonly acked: Set<Bytes>;
  readonly lost: Bytes[];
  readonly arrived: Set<Bytes>;
}

const newFlow = (): Flow => ({ acked: new Set(), lost: [], arrived: new Set() });
