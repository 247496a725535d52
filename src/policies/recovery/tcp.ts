/**
 * TCP's recovery: cumulative ACKs, of which three alike mean a loss; a timeout that follows the round trip.
 *
 *   start     a SYN, a packet of headers; data go when it is answered, a round trip later
 *   receiver  keeps what comes out of order; each packet is answered by an ACK of what is in order
 *   sender    after `duplicates` ACKs of the same byte the packet there goes again at once (fast retransmit); until everything sent by then
 *             is acknowledged, each ACK that ends short of it repeats the packet where it ends
 *   timeout   rto = max(minRto, srtt + 4 rttvar): back to the first byte not acknowledged, and rto doubles until there is a sample
 *
 * How much may be in flight is congestion control's: it hears of each loss.
 *
 * Paper    RFC 5681, 6298, 6582; ns-3's defaults
 * Needs    congestion/newreno, and a class that is not lossless
 * Differs  SYN and answer are in the class of ACKs, so that no queue holds or drops them; no delayed ACKs; each ACK gives a sample of the
 *          round trip, as with time stamps; no SACK
 */
import { defineParams, type Values } from "../../base/params.ts";
import { ms, us, type Bytes, type Ps } from "../../base/units.ts";
import * as contract from "../../contracts/recovery.ts";
import type { RecoveryPolicy, RecoveryView } from "../../contracts/recovery.ts";
import { PacketSets } from "./packet-sets.ts";

// A local name: an engine folds a module's own constants into its code, and reads imported ones from memory each time.
const { ACK } = contract;

export const about = "three ACKs alike repeat a packet, a timeout all that follows";

const rto = { unit: "ps", min: us(1), max: us(1e8) } as const;

export const params = defineParams({
  handshake: {
    unit: "flag",
    default: true,
    source: "RFC 9293; ns-3",
    about:
      "Each flow is a connection of its own, whose data wait for the answer to a SYN. false: it is there when the flow begins.",
  },
  duplicates: {
    unit: "count",
    default: 3,
    min: 1,
    max: 1_000_000,
    source: "RFC 5681",
    about: "ACKs of a byte, after the first, that mean that the packet there is lost.",
  },
  minRto: { ...rto, default: ms(1000), source: "RFC 6298; Linux: 200 ms", about: "The timeout is no shorter." },
  initialRto: { ...rto, default: ms(1000), source: "RFC 6298", about: "Timeout before the first sample." },
  maxRto: { ...rto, default: ms(60_000), source: "RFC 6298", about: "Doubling ends there." },
  buffer: {
    unit: "count",
    default: 1 << 20,
    min: 1,
    max: 16_777_216,
    source: "lab: as good as unlimited; ns-3 has 131,072 B, 175 Mb/s at a round trip of 6 ms",
    about: "Packets from the first missing one on that a sender goes and a receiver keeps.",
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
  /** What had been sent when the last loss was seen; in recovery until that is acknowledged. */
  const recover = new Float64Array(view.flows).fill(-1);
  const inRecovery = new Uint8Array(view.flows);
  const smoothed = new Float64Array(view.flows);
  const variation = new Float64Array(view.flows);
  const timeout = new Float64Array(view.flows).fill(p.initialRto);

  /** Is the SYN not answered yet? */
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

  /** RFC 6298, section 2. */
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
    onTrimmed: () => ACK, // a duplicate, as for any packet behind a gap
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
      view.lost(flow, false); // the window may let the port go: what it sends is the repeat
    },
    onNack(flow, ack) {
      if (ack > una[flow]) progress(flow, ack); // receivers of TCP send none
    },
    onFinish(flow) {
      timer.cancel(flow);
    },
  };
}
