/**
 * NewReno: a window that doubles each round trip until the first loss, then grows by a packet each, and is halved by each loss.
 *
 *   ACK of new bytes   cwnd += MSS below ssthresh, else MSS * MSS / cwnd
 *   loss               ssthresh = max(2 MSS, in flight / 2), cwnd = ssthresh + MSS for each ACK alike, which has left the network
 *   in recovery        an ACK alike: cwnd += MSS; one that ends short: cwnd -= what it acknowledges, += MSS; the last: cwnd = ssthresh
 *   timeout            ssthresh as above, cwnd = MSS
 *
 * The window is all that holds a sender: what it lets go goes at line rate.
 *
 * Paper    RFC 5681, 6582
 * Needs    recovery/tcp, which tells of losses
 */
import { defineParams, type Needs, type Signal, type Values } from "../../base/params.ts";
import type { CongestionPolicy, CongestionView } from "../../contracts/congestion.ts";

export const about = "TCP's window: doubled, then grown by a packet a round trip, halved by a loss";

export const needs: Needs = { recovery: "tcp" };

export const params = defineParams({
  initialWindow: {
    unit: "count",
    default: 10,
    min: 1,
    max: 1_000_000,
    source: "RFC 6928; ns-3",
    about: "Packets that may be in flight at first.",
  },
});

export const reads = (): readonly Signal[] => ["losses"];

export function create(p: Values<typeof params>, view: CongestionView): CongestionPolicy {
  const { flows, sndNxt, sndUna, payload } = view;
  const window = new Float64Array(flows);
  const threshold = new Float64Array(flows).fill(Infinity);
  const recover = new Float64Array(flows);
  const inRecovery = new Uint8Array(flows);
  /** ACKs of the same byte since the last progress. */
  const alike = new Int32Array(flows);

  /** Whole packets: the NIC lets the last one begin inside the window. */
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
      } else if (sndNxt[flow] > sndUna[flow]) alike[flow]++; // the answer to a SYN is none
      apply(flow);
    },
    onLoss(flow, timedOut) {
      threshold[flow] = Math.max(2 * payload, (sndNxt[flow] - sndUna[flow]) / 2);
      recover[flow] = sndNxt[flow];
      inRecovery[flow] = timedOut ? 0 : 1;
      // The ACK that showed the loss comes next, and counts for itself.
      window[flow] = timedOut ? payload : threshold[flow] + alike[flow] * payload;
      if (timedOut) alike[flow] = 0;
      apply(flow);
    },
  };
}
