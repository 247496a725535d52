/**
 * The hosts of pFabric: each packet carries the number of packets that its flow still has to send.
 *
 * Rule
 *   - Rate       line rate, with a window of one bandwidth-delay product.
 *   - Loss       after `rtts` base round trips without an answer the sender sends a probe behind its data. When the answer comes, all
 *                earlier packets arrived or were lost. So it retransmits those without an ACK.
 *
 * Paper    pFabric (SIGCOMM 2013), section 4.2
 * Needs    switches that read the header field: ./srpt.ts
 */
import { defineParams, PacketSets, type TransportPolicy, type TransportView, type Values } from "xoff/policy";

export const role = "transport";
export const about = "writes the remaining packets of its flow on each packet (pFabric)";

export const params = defineParams({
  rtts: {
    unit: "ratio",
    default: 3,
    min: 1,
    max: 1000,
    source: "pFabric, section 4.2: about 3 round trips",
    about: "Timeout, in base round trips of the flow.",
  },
});

/** Packets between the first one without an ACK and the newest one, at most. */
const REACH = 1024;
/** The class of ACKs, before that of data. */
const CONTROL = 0;
// Kinds of the receiver's messages.
const ACK = 0;
const PROBED = 1;

export function create({ rtts }: Values<typeof params>, view: TransportView): TransportPolicy {
  const { payload, size } = view;
  const words = view.words(1);
  const packets = (flow: number): number => Math.ceil(size[flow] / payload);
  const remaining = (flow: number): number => packets(flow) - ackCount[flow];

  // By flow, at the sender. Numbers of packets begin at 0.
  const window = new Int32Array(view.flows);
  const inFlight = new Int32Array(view.flows);
  /** Data packets sent, retransmissions included. */
  const sent = new Int32Array(view.flows);
  const firstUnacked = new Int32Array(view.flows);
  const next = new Int32Array(view.flows);
  /** The next packet to retransmit if it has no ACK. Equal to `next`: there is none. */
  const again = new Int32Array(view.flows);
  const ackCount = new Int32Array(view.flows);
  const acked = new PacketSets(view.flows, REACH);
  // By flow, at the receiver.
  const firstMissing = new Int32Array(view.flows);
  const arrived = new PacketSets(view.flows, REACH);

  const timer = view.senderTimer((flow) => {
    words.at[view.request(flow, 0, sent[flow], view.cls[flow], 0)] = remaining(flow);
    arm(flow);
  });

  function arm(flow: number): void {
    timer.arm(flow, view.now + Math.round(rtts * view.baseRtt[flow]));
  }

  function send(flow: number, number: number): void {
    const seq = number * payload;
    const bytes = Math.min(payload, size[flow] - seq);
    words.at[view.send(flow, seq, bytes, view.cls[flow], 0)] = remaining(flow);
    inFlight[flow]++;
    sent[flow]++;
  }

  /** Retransmits lost packets, then sends new ones, as far as the window permits. */
  function fill(flow: number): void {
    while (inFlight[flow] < window[flow] && again[flow] < next[flow]) {
      const number = acked.firstMissing(flow, Math.max(again[flow], firstUnacked[flow]));
      again[flow] = Math.min(number + 1, next[flow]);
      if (number < next[flow]) send(flow, number);
    }
    const end = Math.min(packets(flow), firstUnacked[flow] + REACH);
    while (inFlight[flow] < window[flow] && next[flow] < end) {
      again[flow] = next[flow] + 1;
      send(flow, next[flow]++);
    }
  }

  return {
    onStart(flow) {
      const time = view.wireTime(view.port[flow], payload + view.dataHeader);
      window[flow] = Math.ceil(view.baseRtt[flow] / time) + 1;
      arm(flow);
      fill(flow);
    },
    onData(flow, _packet, seq, bytes) {
      const number = Math.round(seq / payload);
      if (number >= firstMissing[flow] && !arrived.has(flow, number)) {
        arrived.add(flow, number);
        if (number === firstMissing[flow]) firstMissing[flow] = arrived.removeRun(flow, number);
        view.deliver(flow, bytes);
      }
      view.reply(flow, ACK, number, CONTROL, 0);
    },
    onRequest(flow, _packet, _kind, count) {
      view.reply(flow, PROBED, count, CONTROL, 0);
    },
    onReply(flow, _packet, kind, number) {
      arm(flow);
      if (kind === PROBED) {
        if (number !== sent[flow]) return; // data left after this probe
        inFlight[flow] = 0;
        again[flow] = firstUnacked[flow];
      } else if (number >= firstUnacked[flow] && !acked.has(flow, number)) {
        if (inFlight[flow] > 0) inFlight[flow]--;
        ackCount[flow]++;
        acked.add(flow, number);
        if (number === firstUnacked[flow]) firstUnacked[flow] = acked.removeRun(flow, number);
        if (firstUnacked[flow] === packets(flow)) {
          timer.cancel(flow);
          view.finish(flow);
          return;
        }
      }
      fill(flow);
    },
  };
}
