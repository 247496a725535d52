/**
 * Selective acceptance: packets may arrive in any order, and only packets that are missing at a timeout are retransmitted.
 *
 *   receiver  It stores out-of-order packets up to `reach` ahead of the first missing one, and answers each packet with an ACK.
 *   sender    The ACKs show which packets arrived. The window counts only sent packets that are not known to have arrived. The next
 *             packet is always less than `reach` beyond the first unacknowledged byte, so the receiver stores every packet.
 *   timeout   If the first missing byte does not change for this time, the sender retransmits all packets that are not known to have
 *             arrived.
 *
 * The policy suits routing that moves packets of one flow between paths. Neither a late packet nor a PAUSE on one path
 * causes a retransmission.
 *
 * Role     Papers that simulate such routing name no recovery, but their results imply this one. `reach` limits its state, as a bitmap
 *          limits that of a NIC.
 * Differs  In contrast to recovery/irn, a gap alone does not indicate a loss.
 */
import { defineParams, type Signal, type Values } from "../../base/params.ts";
import type { Bytes } from "../../base/units.ts";
import { ACK, NACK, SILENT, type RecoveryPolicy, type RecoveryView } from "../../contracts/recovery.ts";
import { PacketSets } from "../../base/packet-sets.ts";
import { timeoutParam } from "./timeout.ts";

export const about = "packets in any order; only packets missing at a timeout are retransmitted";

export const gives: readonly Signal[] = [];

export const params = defineParams({
  reach: {
    unit: "count",
    derived: "four times the largest bandwidth-delay product of the network, at least 4096",
    min: 1,
    max: 16_777_216,
    source: "lab: more than the paths of a flow differ in packets",
    about:
      "Packets from the first missing one that a receiver stores and a sender may send. Also the size in bits of each end's set for a flow.",
  },
  timeout: timeoutParam("Time without progress after which missing packets are retransmitted"),
});

/** The bandwidth-delay product of the longest path, in packets. */
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
  /** By flow: packets that the receiver stores out of order. */
  const kept = new PacketSets(view.flows, reach);
  /** By flow: packets beyond `progress` that ACKs have reported as received. */
  const known = new PacketSets(view.flows, reach);
  /** By flow: `sndUna` when its last ACK was handled. */
  const progress = new Float64Array(view.flows);
  /** Bytes before this one count as lost after a timeout, unless they are known to have arrived. */
  const lostBefore = new Float64Array(view.flows);

  const timer = view.timer((flow) => {
    if (sndUna[flow] >= sndNxt[flow]) return;
    lostBefore[flow] = sndNxt[flow];
    repeatFrom(flow, sndUna[flow]);
    timer.arm(flow, view.now + timeout);
  });

  /** Retransmits the first packet from byte `from` on that counts as lost. Without such a packet it does nothing. */
  function repeatFrom(flow: number, from: Bytes): void {
    if (from >= lostBefore[flow]) return;
    const seq = known.firstMissing(flow, from / payload) * payload;
    if (seq < lostBefore[flow]) view.repeat(flow, seq);
  }

  /** Handles the answer to the packet that begins at byte `arrived`. The host has already updated `sndUna`. */
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
    // The packet that was next to be retransmitted may have arrived in the meantime.
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
    onTrimmed: () => SILENT, // the sender detects a trimmed packet like any other loss
    onSend(flow, seq) {
      if (timer.due(flow) === Infinity) timer.arm(flow, view.now + timeout);
      repeatFrom(flow, seq + payload);
    },
    onAck(flow, _ack, arrived) {
      heard(flow, arrived);
    },
    onNack(flow, ack) {
      heard(flow, ack); // The receiver refused the packet, so it counts as lost until the timeout.
    },
    onFinish(flow) {
      timer.cancel(flow);
      known.removeRange(flow, progress[flow] / payload, Math.ceil(size[flow] / payload));
    },
  };
}
