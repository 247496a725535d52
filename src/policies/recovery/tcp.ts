/**
 * TCP's recovery: ACKs are cumulative, several duplicate ACKs indicate a loss, and the timeout follows the round-trip
 * time.
 *
 *   start     With `handshake` the sender sends a SYN, a packet with headers only. Data leave when the SYN is answered, one round trip
 *             later.
 *   receiver  It stores out-of-order packets, and answers each packet with an ACK of the in-order bytes.
 *   sender    After `duplicates` duplicate ACKs it retransmits the packet at the acknowledged byte (fast retransmit), and recovery
 *             begins. Recovery lasts until all bytes sent before the loss was detected are acknowledged. In recovery, each partial ACK
 *             makes the sender retransmit the packet at the acknowledged byte.
 *   timeout   rto = srtt + 4 rttvar, but at least `minRto` and at most `maxRto`. srtt and rttvar are the smoothed round-trip time and its
 *             variation. After rto without progress the sender restarts from the first unacknowledged byte. Each timeout doubles rto up
 *             to `maxRto`, until the next sample of the round-trip time.
 *
 * Congestion control limits the bytes in flight. This policy reports each loss to it.
 *
 * Paper    RFC 5681, 6298 and 6582; ns-3's defaults.
 * Needs    congestion/newreno, and a class that is not lossless.
 * Differs  There are no delayed ACKs and no SACK. The SYN and its answer use the class of ACKs. By default this is the class of the
 *          data, so they queue with data and can be dropped. With `classes.acks: control` no queue delays or drops them. Each ACK gives
 *          a sample of the round-trip time, as with time stamps.
 */
import { defineParams, type Values } from "../../base/params.ts";
import { ms, us, type Bytes, type Ps } from "../../base/units.ts";
import * as contract from "../../contracts/recovery.ts";
import type { RecoveryPolicy, RecoveryView } from "../../contracts/recovery.ts";
import { PacketSets } from "../../base/packet-sets.ts";

// A local copy is faster: a JavaScript engine inlines constants of the same module, but reads imported ones from memory
// each time.
const { ACK } = contract;

export const about = "three duplicate ACKs retransmit one packet, a timeout all that follow";

const rto = { unit: "ps", min: us(1), max: us(1e8) } as const;

export const params = defineParams({
  handshake: {
    unit: "flag",
    default: true,
    source: "RFC 9293; ns-3",
    about:
      "Each flow opens a connection: its data wait for the answer to a SYN. If false, the connection exists when the flow begins.",
  },
  duplicates: {
    unit: "count",
    default: 3,
    min: 1,
    max: 1_000_000,
    source: "RFC 5681",
    about: "Number of duplicate ACKs that indicate the loss of the packet at that byte.",
  },
  minRto: { ...rto, default: ms(1000), source: "RFC 6298; Linux: 200 ms", about: "Minimum of the timeout." },
  initialRto: {
    ...rto,
    default: ms(1000),
    source: "RFC 6298",
    about: "Timeout before the first sample of the round trip.",
  },
  maxRto: { ...rto, default: ms(60_000), source: "RFC 6298", about: "Maximum of the timeout after doublings." },
  buffer: {
    unit: "count",
    default: 1 << 20,
    min: 1,
    max: 16_777_216,
    source: "lab: practically unlimited; ns-3 has 131,072 B, 175 Mb/s at a round trip of 6 ms",
    about: "Packets from the first missing one that a sender may send and a receiver stores.",
  },
});

export function create(p: Values<typeof params>, view: RecoveryView): RecoveryPolicy {
  const { payload, received, size, sndNxt } = view;
  const { duplicates, minRto, maxRto } = p;
  const { reach } = view.repeats();
  reach.fill(p.buffer * payload);
  const kept = new PacketSets(view.flows, p.buffer);
  const una = new Float64Array(view.flows);
  const alike = new Int32Array(view.flows);
  /**
   * By flow: the next byte to send when the last loss was detected. Recovery lasts until all bytes before it are
   * acknowledged.
   */
  const recover = new Float64Array(view.flows).fill(-1);
  const inRecovery = new Uint8Array(view.flows);
  const smoothed = new Float64Array(view.flows);
  const variation = new Float64Array(view.flows);
  const timeout = new Float64Array(view.flows).fill(p.initialRto);

  /** By flow: 1 until its SYN is answered. */
  const opening = new Uint8Array(view.flows);

  const timer = view.timer((flow) => {
    if (opening[flow] === 1) {
      timeout[flow] = Math.min(2 * timeout[flow], maxRto);
      open(flow);
      return;
    }
    view.repeat(flow, -1);
    view.lost(flow, true);
    recover[flow] = sndNxt[flow];
    inRecovery[flow] = 0;
    alike[flow] = 0;
    timeout[flow] = Math.min(2 * timeout[flow], maxRto);
    view.rewind(flow, una[flow]);
  });

  function open(flow: number): void {
    opening[flow] = 1;
    reach[flow] = 0;
    view.sendEmpty(flow);
    timer.arm(flow, view.now + timeout[flow]);
  }

  /** Updates the timeout from a sample of the round-trip time, by RFC 6298, section 2. */
  function sample(flow: number, rtt: Ps): void {
    if (smoothed[flow] === 0) {
      smoothed[flow] = rtt;
      variation[flow] = rtt / 2;
    } else {
      variation[flow] += (Math.abs(smoothed[flow] - rtt) - variation[flow]) / 4;
      smoothed[flow] += (rtt - smoothed[flow]) / 8;
    }
    timeout[flow] = Math.min(maxRto, Math.max(minRto, Math.round(smoothed[flow] + 4 * variation[flow])));
  }

  function progress(flow: number, ack: Bytes): void {
    una[flow] = ack;
    alike[flow] = 0;
    if (inRecovery[flow] === 1) {
      if (ack < recover[flow]) view.repeat(flow, ack);
      else {
        inRecovery[flow] = 0;
        view.repeat(flow, -1);
      }
    }
    if (ack < sndNxt[flow]) timer.arm(flow, view.now + timeout[flow]);
    else timer.cancel(flow);
  }

  return {
    ...(p.handshake && { onStart: open }),
    onData(flow, seq, bytes) {
      if (bytes === 0) return ACK;
      const expected = received[flow];
      if (seq === expected) {
        const end = seq + bytes;
        received[flow] =
          kept.count(flow) === 0 ? end : Math.min(size[flow], kept.removeRun(flow, seq / payload + 1) * payload);
      } else if (seq > expected && seq - expected < p.buffer * payload) kept.add(flow, seq / payload);
      return ACK;
    },
    onTrimmed: () => ACK, // the ACK is a duplicate, as for any packet behind a gap
    onSend(flow) {
      if (timer.due(flow) === Infinity) timer.arm(flow, view.now + timeout[flow]);
    },
    onAck(flow, ack, _arrived, rtt) {
      sample(flow, rtt);
      if (opening[flow] === 1) {
        opening[flow] = 0;
        reach[flow] = p.buffer * payload;
        timer.cancel(flow);
        return;
      }
      if (ack > una[flow]) {
        progress(flow, ack);
        return;
      }
      if (ack < una[flow] || ack >= sndNxt[flow] || ++alike[flow] !== duplicates) return;
      if (inRecovery[flow] === 1 || ack <= recover[flow]) return;
      recover[flow] = sndNxt[flow];
      inRecovery[flow] = 1;
      view.repeat(flow, ack);
      view.lost(flow, false); // called last: it may let the port send at once, and the retransmission must be the next packet
    },
    onNack(flow, ack) {
      if (ack > una[flow]) progress(flow, ack); // only other policies' receivers send NACKs
    },
    onFinish(flow) {
      timer.cancel(flow);
    },
  };
}
