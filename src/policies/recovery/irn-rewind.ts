/**
 * IRN as in ConWeave's simulator: a NACK makes the sender return to the first missing byte. From there it retransmits
 * nearly everything, even packets that arrived.
 *
 *   receiver  It stores an out-of-order packet, and answers with a NACK. A packet in order, or a duplicate, gets an ACK if no packet is
 *             stored, otherwise a NACK. Each ACK and NACK has the first missing byte, and the first byte of the packet that it
 *             answers. If a stored packet arrives again within `nackInterval`, there is no answer.
 *   sender    The first NACK begins recovery, and the sender restarts from the first missing byte. In recovery, a NACK only reports that a
 *             packet arrived. The first ACK ends recovery, and the next NACK begins another one. A NACK also ends recovery if it
 *             acknowledges all bytes that were sent before this recovery began. Such a NACK begins the next recovery at once.
 *   skips     Before the sender chooses a packet, it looks at the lowest reported packet. If this is the next one, the sender skips it and
 *             the reported packets directly after it, and forgets them. If it is below the next byte, the sender skips nothing until
 *             that packet is acknowledged.
 *   sample    The simulator counts active queue pairs every `sampleEvery`, and each count makes the sender skip in the same way. The time
 *             matters: between two choices, a NACK for a packet below the next byte may arrive and prevent a later skip.
 *   timeout   It restarts when a packet is sent, and when an ACK or NACK arrives. It is `rtoLow` while at most `few` packets are
 *             between the highest sent packet and the acknowledged byte, otherwise `rtoHigh`. The sender then restarts from the first
 *             missing byte.
 *   end       The receiver forgets the flow when the sender gets the last ACK. It answers later copies like packets of a new flow
 *             (`late-copies.ts`).
 *   cap       The next byte is less than `cap` beyond the first missing one. So a flow has at most `cap` and one packet in flight.
 *
 * Paper    mittal18, whose sender retransmits only the missing packets (`irn`); as in ConWeave's simulator
 *          (docs/conweave-semantics.md).
 * Needs    lossy classes only: `classes.lossless: []`.
 * Differs  no known difference: runs agree with the simulator to the nanosecond (test/parity/conweave.test.ts).
 */
import { defineParams, type Signal, type Unread, type Values } from "../../base/params.ts";
import { us, type Bytes } from "../../base/units.ts";
import {
  ACK,
  DISCARDED,
  MARKED_NACK,
  SILENT,
  NACK,
  type RecoveryPolicy,
  type RecoveryView,
} from "../../contracts/recovery.ts";
import { gapMarksParam, nackIntervalParam } from "./gaps.ts";
import { lateCopies } from "./late-copies.ts";
import { PacketSets } from "../../base/packet-sets.ts";

export const about = "no PFC needed: a NACK goes back to the gap, and some packets known to have arrived are skipped";

export const gives: readonly Signal[] = [];

export const params = defineParams({
  cap: {
    unit: "bytes",
    derived: "C RTT of the longest path, at the fastest host's rate",
    min: 1,
    max: 2 ** 32,
    source: "ConWeave's simulator: 104,000 B for its leaf-spine, 156,000 B for its fat-tree, by the topology's name",
    about: "Maximum distance of the next byte from the first missing one (BDP-FC).",
  },
  rtoLow: {
    unit: "ps",
    default: us(100),
    min: us(0.1),
    max: us(1e8),
    source: "ConWeave's simulator; mittal18",
    about: "Retransmission timeout while few packets are in flight.",
  },
  rtoHigh: {
    unit: "ps",
    default: us(320),
    min: us(0.1),
    max: us(1e8),
    source: "ConWeave's simulator; mittal18",
    about: "Retransmission timeout otherwise.",
  },
  few: {
    unit: "count",
    default: 3,
    min: 0,
    max: 16_777_216,
    source: "mittal18: N; ConWeave's simulator counts from the last packet's start, so up to four are in flight",
    about: "Number of packets between the highest sent and the ACK up to which rtoLow applies.",
  },
  sampleEvery: {
    unit: "ps",
    derived: "none: no samples",
    min: 1,
    max: us(1e8),
    source: "ConWeave's simulator: SW_MONITORING_INTERVAL, which its run.py sets to 10 us",
    about: "Interval at which all senders skip packets known to have arrived.",
  },
  sampleFrom: {
    unit: "ps",
    derived: "the start of the run",
    min: 0,
    max: us(1e9),
    source: "ConWeave's simulator: FLOWGEN_START_TIME",
    about: "Time of the first such sample.",
  },
  nackInterval: nackIntervalParam(us(4), "ConWeave's simulator"),
  gapMarks: gapMarksParam(true),
});

export const unread = ({ sampleEvery }: Values<typeof params>): Unread =>
  sampleEvery === undefined ? { sampleFrom: "without sampleEvery there are no samples" } : {};

export function create(p: Values<typeof params>, view: RecoveryView): RecoveryPolicy {
  const { payload, received, size, sndNxt, sndUna } = view;
  const { few, gapMarks, sampleEvery = 0, sampleFrom = 0 } = p;
  const cap = p.cap ?? capOf(view);
  const repeats = view.repeats();
  const { reach } = repeats;
  repeats.look = skip;
  reach.fill(cap);

  // Receiver, by flow: packets stored out of order.
  const kept = new PacketSets(view.flows, Math.ceil(cap / payload) + 2);
  // Receiver, by flow: the earliest time at which another copy of a stored packet causes a NACK.
  const nackFrom = new Float64Array(view.flows);
  /** 1 for a flow that is over. When the sender receives the last ACK, the receiver deletes its state of the flow at the same moment. */
  const forgotten = new Uint8Array(view.flows);
  const answerLate = lateCopies(p, view);

  // Sender, by flow: the numbers of packets that NACKs reported as received.
  const come = new PacketSets(view.flows, Math.ceil(cap / payload) + 2);
  // Sender, by flow: the lowest packet number in `come`, the packets that NACKs reported as received. Infinity: `come` is
  // empty for the flow.
  const lowest = new Float64Array(view.flows).fill(Infinity);
  const highest = new Float64Array(view.flows);
  /** By flow: 1 during recovery. */
  const recovering = new Uint8Array(view.flows);
  /** By flow: the byte whose ACK ends the recovery. */
  const recoverTo = new Float64Array(view.flows);
  /** By flow: the number of samples (see `sample` at the top) up to the time at which its latest packet was sent. */
  const sampled = new Float64Array(sampleEvery > 0 ? view.flows : 0);

  const timer = view.timer((flow) => {
    skip(flow);
    recovering[flow] = 1;
    view.rewind(flow, sndUna[flow]);
  });

  function restart(flow: number): void {
    timer.arm(flow, view.now + (highest[flow] - sndUna[flow] > few * payload ? p.rtoHigh : p.rtoLow));
  }

  /** Removes the packets below packet number `to` from `come`, the packets that NACKs reported as received. */
  function forget(flow: number, to: number): void {
    if (lowest[flow] >= to) return;
    come.removeRange(flow, lowest[flow], to);
    lowest[flow] = come.count(flow) === 0 ? Infinity : come.firstPresent(flow, to);
  }

  function skip(flow: number): void {
    const next = lowest[flow];
    if (next * payload !== sndNxt[flow]) return;
    const end = come.firstMissing(flow, next);
    view.skip(flow, Math.min(size[flow], end * payload));
    setReach(flow);
    forget(flow, end);
  }

  /**
   * Sets `reach`: a packet may leave if it begins less than `reach` bytes beyond the first missing byte. `reach` is
   * usually the parameter `cap`. If the rest of the flow is less than a full packet, `reach` is larger. This short
   * packet may begin farther ahead, but it ends no farther ahead than a full packet could.
   */
  function setReach(flow: number): void {
    const left = size[flow] - sndNxt[flow];
    reach[flow] = left > 0 && left < payload ? cap + payload - left : cap;
  }

  /** The number of samples (see `sample` at the top) so far. If a sample is due at the current time, it counts. */
  function samples(): number {
    return Math.max(0, Math.floor((view.now - sampleFrom) / sampleEvery) + 1);
  }

  function heard(flow: number, arrived: Bytes, nack: boolean): void {
    const una = Math.ceil(sndUna[flow] / payload);
    const packet = arrived / payload;
    if (sampleEvery > 0 && samples() > sampled[flow]) skip(flow);
    if (nack && packet >= una) {
      come.add(flow, packet);
      if (packet < lowest[flow]) lowest[flow] = packet;
    }
    forget(flow, una);
    if (sndUna[flow] >= recoverTo[flow]) recovering[flow] = 0;
    skip(flow);
    if (sndUna[flow] >= size[flow]) return;
    if (sndNxt[flow] > sndUna[flow]) restart(flow);
    if (!nack) recovering[flow] = 0;
    else if (recovering[flow] === 0) {
      recovering[flow] = 1;
      recoverTo[flow] = sndNxt[flow];
      view.rewind(flow, sndUna[flow]);
    }
  }

  return {
    onData(flow, seq, bytes) {
      if (forgotten[flow] === 1) return answerLate(flow, seq, bytes);
      const expected = received[flow];
      if (seq > expected) {
        const packet = seq / payload;
        if (seq - expected >= cap + payload) return DISCARDED; // No sender of this policy sends so far ahead.
        if (kept.has(flow, packet) && view.now < nackFrom[flow]) return DISCARDED;
        nackFrom[flow] = view.now + p.nackInterval;
        kept.add(flow, packet);
        return gapMarks ? MARKED_NACK : NACK;
      }
      if (seq === expected) {
        const end = seq + bytes;
        received[flow] =
          kept.count(flow) === 0 ? end : Math.min(size[flow], kept.removeRun(flow, seq / payload + 1) * payload);
      }
      return kept.count(flow) === 0 ? ACK : NACK;
    },
    onTrimmed: () => SILENT, // the sender detects a trimmed packet like any other loss
    onSend(flow, seq) {
      if (seq > highest[flow]) highest[flow] = seq;
      if (sampleEvery > 0) sampled[flow] = samples();
      setReach(flow);
      restart(flow);
    },
    onAck(flow, _ack, arrived) {
      heard(flow, arrived, false);
    },
    onNack(flow, _ack, arrived) {
      heard(flow, arrived, true);
    },
    onFinish(flow) {
      timer.cancel(flow);
      forget(flow, Math.ceil(size[flow] / payload));
    },
    onForget(flow) {
      forgotten[flow] = 1;
    },
  };
}

function capOf(view: RecoveryView): Bytes {
  const { rtt, rate } = view.longest();
  return Math.max(view.payload, Math.ceil((rtt * rate) / 8e12));
}
