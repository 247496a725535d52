/**
 * IRN works without PFC. A flow has at most one bandwidth-delay product in flight, and lost packets are retransmitted
 * selectively.
 *
 *   receiver  It stores out-of-order packets. It answers a packet in order, or a duplicate, with an ACK, and a packet beyond a gap with a
 *             NACK. Each ACK and NACK names the first missing byte, and the packet that it answers.
 *   sender    The first NACK makes the sender retransmit the first missing packet and begins recovery. Recovery lasts until all bytes sent
 *             so far are acknowledged. In recovery, the sender retransmits each missing packet once, if a later packet is known to have
 *             arrived. A partial ACK makes it retransmit the first missing packet.
 *   timeout   It restarts when a packet is sent, and when an ACK or NACK arrives. It is `rtoLow` while at most `few` packets are in
 *             flight, otherwise `rtoHigh`. The sender then retransmits the first missing packet. With `onTimeout: everything` it
 *             retransmits all packets that are not known to have arrived.
 *   cap       The sender sends no new packet that is `bitmap` packets or more beyond the first missing one (BDP-FC).
 *
 * Default values depend on the network, as the values in bifrost's table II depend on its two networks:
 *
 *   bitmap = ceil(C RTT / packet)    rtoLow = RTT    rtoHigh = RTT + buffer / C
 *
 * C and RTT are the rate and the base RTT of the longest path, or with `perFlow` those of the flow's own path.
 *
 * Paper    mittal18, by its authors' packet logic (irn-vivado-hls); section III-C of bifrost.
 * Needs    lossy classes only: `classes.lossless: []`.
 * Differs  The sender retransmits a newly detected hole at once. The authors' logic sends one other packet before it. A loss does not
 *          slow the sender.
 */
import { defineParams, type Signal, type Unread, type Values } from "../../base/params.ts";
import { MiB, ns, us, type Bytes } from "../../base/units.ts";
import { ACK, NACK, SILENT, type RecoveryPolicy, type RecoveryView } from "../../contracts/recovery.ts";
import { PacketSets } from "../../base/packet-sets.ts";

export const about = "no PFC needed: one bandwidth-delay product in flight, a NACK retransmits one packet";

export const steady = true;

export const gives: readonly Signal[] = [];

export const params = defineParams({
  bitmap: {
    unit: "count",
    derived: "C RTT / payload of the longest path, at the fastest host's rate",
    min: 1,
    max: 16_777_216,
    source: "bifrost, table II: 934 and 26800 packets of 1500 B",
    about: "Number of packets from the first missing one that a sender may send and a receiver stores (BDP-FC).",
  },
  rtoLow: {
    unit: "ps",
    derived: "the longest base round trip",
    min: ns(100),
    max: us(1e8),
    source: "bifrost, table II: 28 and 804 us; ConWeave's simulator: 100 us",
    about: "Retransmission timeout while few packets are in flight.",
  },
  rtoHigh: {
    unit: "ps",
    derived: "the longest base round trip + buffer / C",
    min: ns(100),
    max: us(1e8),
    source: "bifrost, table II: 175 and 1664 us; ConWeave's simulator: 320 us",
    about: "Retransmission timeout otherwise.",
  },
  buffer: {
    unit: "bytes",
    default: MiB(7),
    min: 0,
    max: 2 ** 40,
    source: "bifrost, table II: 7 MiB and 41 MiB give its numbers",
    about: "Maximum backlog in the queues of a path, from which the default of rtoHigh is computed.",
  },
  few: {
    unit: "count",
    default: 3,
    min: 0,
    max: 16_777_216,
    source: "mittal18: N",
    about: "Number of packets in flight up to which rtoLow applies.",
  },
  onTimeout: {
    unit: "choice",
    choices: ["hole", "everything"],
    default: "hole",
    source: "irn-vivado-hls: hole; ConWeave's simulator: everything",
    about: "Packets to retransmit: the first missing one, or all sent packets not known to have arrived.",
  },
  perFlow: {
    unit: "flag",
    default: false,
    source: "mittal18: one setting for the network",
    about: "Compute defaults from each flow's own path instead of the longest.",
  },
});

export const unread = ({ bitmap, rtoLow, rtoHigh }: Values<typeof params>): Unread => ({
  ...(rtoHigh !== undefined && { buffer: "rtoHigh overrides it" }),
  ...(rtoHigh !== undefined &&
    rtoLow !== undefined &&
    bitmap !== undefined && { perFlow: "bitmap, rtoLow and rtoHigh override it" }),
});

export function create(p: Values<typeof params>, view: RecoveryView): RecoveryPolicy {
  const { payload, received, size, sndNxt, baseRtt, lineRate } = view;
  const { few } = p;
  const longest = view.longest();
  const capOf = (rtt: number, rate: number): number =>
    p.bitmap ?? Math.max(1, Math.ceil((rtt * rate) / 8e12 / payload));
  const lowOf = (rtt: number): number => p.rtoLow ?? rtt;
  const highOf = (rtt: number, rate: number): number => p.rtoHigh ?? rtt + Math.round((p.buffer * 8e12) / rate);
  const rttOf = (flow: number): number => (p.perFlow ? baseRtt[flow] : longest.rtt);
  const rateOf = (flow: number): number => (p.perFlow ? lineRate[flow] : longest.rate);

  const cap = capOf(longest.rtt, longest.rate);
  /**
   * The maximum distance in bytes from the first missing packet to the packet that the sender sends. A receiver must be
   * able to store this many bytes. Sender and receiver both compute it.
   */
  const reachOf = (flow: number): Bytes =>
    (p.perFlow ? Math.min(cap, capOf(baseRtt[flow], lineRate[flow])) : cap) * payload;
  const { reach } = view.repeats();
  reach.fill(cap * payload);
  const kept = new PacketSets(view.flows, cap);
  const sacked = new PacketSets(view.flows, cap);
  /** By flow: the number of the first unacknowledged packet. */
  const una = new Float64Array(view.flows);
  /** By flow: the highest number of a packet that is known to have arrived. */
  const top = new Float64Array(view.flows).fill(-1);
  /** By flow: the number of the last retransmitted packet. */
  const latest = new Float64Array(view.flows).fill(-1);
  /** By flow: 1 while the packet `latest` has not left yet. */
  const waiting = new Uint8Array(view.flows);
  /** By flow: the number of the packet whose ACK ends the recovery. -1: no recovery. */
  const recover = new Float64Array(view.flows).fill(-1);
  /** Packets below this number count as lost after a timeout, unless they are known to have arrived. */
  const lostBelow = new Float64Array(view.flows);

  const timer = view.timer((flow) => {
    if (p.onTimeout === "everything") lostBelow[flow] = Math.ceil(sndNxt[flow] / payload);
    repeat(flow, una[flow]);
  });

  function restart(flow: number): void {
    const inFlight = Math.ceil(sndNxt[flow] / payload) - una[flow];
    if (inFlight === 0) timer.cancel(flow);
    else timer.arm(flow, view.now + (inFlight <= few ? lowOf(rttOf(flow)) : highOf(rttOf(flow), rateOf(flow))));
  }

  function repeat(flow: number, packet: number): void {
    latest[flow] = packet;
    waiting[flow] = 1;
    view.repeat(flow, packet * payload);
  }

  function callOff(flow: number): void {
    waiting[flow] = 0;
    view.repeat(flow, -1);
  }

  /**
   * Retransmits the next missing packet after the last retransmitted one. A packet counts as missing if a later one has
   * arrived, or if a timeout counts it as lost.
   */
  function repeatHole(flow: number): void {
    const hole = sacked.firstMissing(flow, Math.max(latest[flow] + 1, una[flow]));
    if (hole < top[flow] || hole < lostBelow[flow]) repeat(flow, hole);
  }

  function heard(flow: number, ack: Bytes, arrived: Bytes, nack: boolean): void {
    const expected = Math.ceil(ack / payload);
    const progress = expected > una[flow];
    if (progress) {
      sacked.removeRange(flow, una[flow], expected);
      una[flow] = expected;
    }
    const came = arrived / payload;
    if (nack && came > una[flow]) {
      sacked.add(flow, came);
      if (came > top[flow]) top[flow] = came;
      if (recover[flow] >= 0) {
        if (waiting[flow] === 1 && latest[flow] === came) {
          callOff(flow);
          repeatHole(flow);
        } else if (waiting[flow] === 0 && came === top[flow]) repeatHole(flow);
      }
    }
    if (una[flow] > recover[flow]) {
      if (recover[flow] >= 0 && waiting[flow] === 1) callOff(flow);
      recover[flow] = -1;
    }
    const inRecovery = recover[flow] >= 0;
    const open = una[flow] * payload < sndNxt[flow];
    if (progress && inRecovery) {
      if (latest[flow] < una[flow] || (latest[flow] === una[flow] && waiting[flow] === 1)) repeat(flow, una[flow]);
    } else if (!progress && !inRecovery && nack && open) repeat(flow, una[flow]);
    else if (waiting[flow] === 1 && latest[flow] < una[flow]) {
      callOff(flow);
      lostBelow[flow] = 0; // A packet that the timeout took for lost did arrive, so the others may still arrive too.
    }
    restart(flow);
  }

  return {
    onData(flow, seq, bytes) {
      const expected = received[flow];
      if (seq < expected) return ACK;
      if (seq > expected) {
        if (seq - expected < reachOf(flow)) kept.add(flow, seq / payload);
        return NACK;
      }
      const end = seq + bytes;
      received[flow] =
        kept.count(flow) === 0 ? end : Math.min(size[flow], kept.removeRun(flow, seq / payload + 1) * payload);
      return ACK;
    },
    onTrimmed: () => SILENT, // the sender detects a trimmed packet like any other loss
    onSend(flow, seq) {
      if (waiting[flow] === 1) {
        waiting[flow] = 0;
        if (seq / payload === una[flow]) recover[flow] = Math.ceil(sndNxt[flow] / payload) - 1;
        repeatHole(flow);
      } else if (seq === 0 && p.perFlow) reach[flow] = reachOf(flow);
      restart(flow);
    },
    onAck(flow, ack, arrived) {
      heard(flow, ack, arrived, false);
    },
    onNack(flow, ack, arrived) {
      heard(flow, ack, arrived, true);
    },
    onFinish(flow) {
      timer.cancel(flow);
      sacked.removeRange(flow, una[flow], Math.ceil(size[flow] / payload));
    },
  };
}
