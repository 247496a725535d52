/**
 * NewReno: below a threshold (ssthresh) the window doubles in each round trip. Above the threshold the window grows by one packet
 * a round trip. A loss sets threshold and window to half of the bytes in flight. After a timeout the window is one packet.
 *
 *   ACK of new bytes   cwnd += MSS below ssthresh, otherwise cwnd += MSS^2 / cwnd
 *   loss               ssthresh = max(2 MSS, in flight / 2),  cwnd = ssthresh + MSS for each duplicate ACK
 *   in recovery        duplicate ACK: cwnd += MSS      partial ACK: cwnd += MSS - acknowledged bytes      last ACK: cwnd = ssthresh
 *   timeout            ssthresh as after a loss,  cwnd = MSS
 *
 * A duplicate ACK adds MSS because its packet has left the network. Only the window limits a sender: packets inside the
 * window leave at line rate.
 *
 * Paper    RFC 5681, 6582.
 * Needs    recovery/tcp, which reports losses.
 */
import { defineParams, type Needs, type Signal, type Values } from "../../base/params.ts";
import type { CongestionPolicy, CongestionView } from "../../contracts/congestion.ts";

export const about = "TCP's window: doubled, then grown by a packet each round trip, halved by a loss";

export const needs: Needs = { recovery: "tcp" };

export const params = defineParams({
  initialWindow: {
    unit: "count",
    default: 10,
    min: 1,
    max: 1_000_000,
    source: "RFC 6928; ns-3",
    about: "Packets that may be in flight at the start.",
  },
});

export const reads = (): readonly Signal[] => ["losses"];

export function create(p: Values<typeof params>, view: CongestionView): CongestionPolicy {
  const { flows, sndNxt, sndUna, payload } = view;
  const window = new Float64Array(flows);
  const threshold = new Float64Array(flows).fill(Infinity);
  const recover = new Float64Array(flows);
  const inRecovery = new Uint8Array(flows);
  /** By flow: the number of duplicate ACKs since the last ACK of new bytes. */
  const alike = new Int32Array(flows);

  /**
   * Sets the window, rounded down to whole packets. Without rounding, the NIC would also send a packet that is only
   * partly inside the window.
   */
  function apply(flow: number): void {
    window[flow] = Math.max(payload, window[flow]);
    view.setWindow(flow, Math.floor(window[flow] / payload) * payload);
  }

  return {
    onStart(flow) {
      window[flow] = p.initialWindow * payload;
      apply(flow);
    },
    onAck(flow, ack, _mark, _rtt, acked) {
      if (inRecovery[flow] === 1) {
        if (acked === 0) window[flow] += payload;
        else if (ack < recover[flow]) window[flow] += payload - acked;
        else {
          window[flow] = threshold[flow];
          inRecovery[flow] = 0;
          alike[flow] = 0;
        }
      } else if (acked > 0) {
        window[flow] +=
          window[flow] < threshold[flow] ? payload : Math.max(1, Math.floor((payload * payload) / window[flow]));
        alike[flow] = 0;
      } else if (sndNxt[flow] > sndUna[flow]) alike[flow]++; // The answer to a SYN has no data in flight and is no duplicate.
      apply(flow);
    },
    onLoss(flow, timedOut) {
      threshold[flow] = Math.max(2 * payload, (sndNxt[flow] - sndUna[flow]) / 2);
      recover[flow] = sndNxt[flow];
      inRecovery[flow] = timedOut ? 0 : 1;
      // `alike` is the number of duplicate ACKs before the ACK that revealed the loss. For that ACK the host calls `onAck` after
      // `onLoss`, and `onAck` adds a packet to the window.
      window[flow] = timedOut ? payload : threshold[flow] + alike[flow] * payload;
      if (timedOut) alike[flow] = 0;
      apply(flow);
    },
  };
}
