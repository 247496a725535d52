/**
 * Selective acceptance: packets may come in any order, and only what a timeout finds missing is sent again.
 *
 *   receiver  keeps packets out of order, up to `reach` ahead of the first missing one; answers each with an ACK
 *   sender    knows from the ACKs which packets have landed; a window counts the others; it never goes `reach` or more beyond the
 *             first byte not acknowledged, so nothing it sends is refused
 *   timeout   when the first missing byte stays the same for so long, all that has not landed goes again, packet by packet
 *
 * For routing that moves the packets of a flow: neither a late packet nor a PAUSE on one of its paths makes anything be sent twice.
 *
 * Role     what the papers' simulations of such routing imply and do not say; bounded as a NIC's bitmap is
 * Differs  from recovery/irn: a gap alone is no sign of a loss
 */
import { defineParams, type Signal, type Values } from "../../base/params.ts";
import type { Bytes } from "../../base/units.ts";
import { ACK, NACK, SILENT, type RecoveryPolicy, type RecoveryView } from "../../contracts/recovery.ts";
import { PacketSets } from "./packet-sets.ts";
import { timeoutParam } from "./timeout.ts";

export const about = "packets in any order; only what a timeout finds missing is sent again";

export const gives: readonly Signal[] = [];

export const params = defineParams({
  reach: {
    unit: "count",
    derived: "four times the largest bandwidth-delay product of the network, at least 4096",
    min: 1,
    max: 16_777_216,
    source: "lab: more than the paths of a flow differ by",
    about:
      "Packets from the first missing one on that a receiver keeps and a sender goes; also the bits that each end keeps of a flow out of order.",
  },
  timeout: timeoutParam("Time without progress after which what is missing is sent again"),
});

/** Packets that the longest round trip takes in at the fastest rate. */
function bandwidthDelay(view: RecoveryView): number {
  const { rtt, rate } = view.longest();
  return Math.ceil((rtt * rate) / 8e12 / view.payload);
}

export function create(p: Values<typeof params>, view: RecoveryView): RecoveryPolicy {
  const { payload, received, size, sndNxt, sndUna } = view;
  const { timeout } = p;
  const reach = p.reach ?? Math.max(4096, 4 * bandwidthDelay(view));
  const { next, landed, reach: farthest } = view.repeats();
  farthest.fill(reach * payload);
  /** Of a receiver: what came out of order. Of a sender: what it knows to have landed, beyond `progress`, its `sndUna` when last told. */
  const kept = new PacketSets(view.flows, reach);
  const known = new PacketSets(view.flows, reach);
  const progress = new Float64Array(view.flows);
  /** Bytes before this one go again after a timeout, as far as they have not landed. */
  const lostBefore = new Float64Array(view.flows);

  const timer = view.timer((flow) => {
    if (sndUna[flow] >= sndNxt[flow]) return;
    lostBefore[flow] = sndNxt[flow];
    repeatFrom(flow, sndUna[flow]);
    timer.arm(flow, view.now + timeout);
  });

  /** Asks for the first packet from byte `from` on that has not landed, if it counts as lost. */
  function repeatFrom(flow: number, from: Bytes): void {
    if (from >= lostBefore[flow]) return;
    const seq = known.firstMissing(flow, from / payload) * payload;
    if (seq < lostBefore[flow]) view.repeat(flow, seq);
  }

  /** The packet at `arrived` was answered; the host has noted up to where all is acknowledged. */
  function heard(flow: number, arrived: Bytes): void {
    const una = sndUna[flow];
    if (una > progress[flow]) {
      known.removeRange(flow, progress[flow] / payload, Math.ceil(una / payload));
      progress[flow] = una;
      if (una >= sndNxt[flow]) timer.cancel(flow);
      else timer.arm(flow, view.now + timeout);
    }
    if (arrived > una && arrived < sndNxt[flow]) known.add(flow, arrived / payload);
    landed[flow] = known.count(flow) * payload;
    // What was to go next may have landed meanwhile.
    const seq = next[flow];
    if (seq >= 0 && (seq < una || known.has(flow, seq / payload))) {
      view.repeat(flow, -1);
      repeatFrom(flow, seq < una ? una : seq);
    }
  }

  return {
    onData(flow, seq, bytes) {
      const expected = received[flow];
      if (seq < expected) return ACK;
      if (seq > expected) {
        if (seq - expected >= reach * payload) return NACK;
        kept.add(flow, seq / payload);
        return ACK;
      }
      const end = seq + bytes;
      received[flow] =
        kept.count(flow) === 0 ? end : Math.min(size[flow], kept.removeRun(flow, seq / payload + 1) * payload);
      return ACK;
    },
    onTrimmed: () => SILENT, // the sender learns of the loss as of any other
    onSend(flow, seq) {
      if (timer.due(flow) === Infinity) timer.arm(flow, view.now + timeout);
      repeatFrom(flow, seq + payload);
    },
    onAck(flow, _ack, arrived) {
      heard(flow, arrived);
    },
    onNack(flow, ack) {
      heard(flow, ack); // refused: as lost as a packet that never came, and the timeout's affair
    },
    onFinish(flow) {
      timer.cancel(flow);
      known.removeRange(flow, progress[flow] / payload, Math.ceil(size[flow] / payload));
    },
  };
}
