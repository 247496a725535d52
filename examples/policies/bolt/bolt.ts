/**
 * Bolt at the sender: a window that changes within less than a round trip. Switches send notices to the sender, and allow increases.
 *
 *   notice   every rtt / target the window shrinks by a packet; rtt: from the sender to the switch and back,
 *            target: the queue in packets, times the flow's share of the link
 *   ACK      plus a packet if each switch allowed it (INC), and plus a packet in each round trip
 *
 * Paper    Arslan et al., NSDI 2023: sections 3.1 to 3.3, algorithm 2.
 * Needs    detection bolt-switch.ts.
 */
import {
  defineParams,
  PS_PER_NS,
  type CongestionPolicy,
  type CongestionView,
  type Needs,
  type Signal,
  type Values,
} from "xoff/policy";
import { FIRST, FLAGS, INC, LAST, MBPS, QUEUED, SENT_NS, WORDS } from "./bolt-switch.ts";

export const role = "congestion";
export const about = "a window by notices of switches (Bolt)";
export const needs: Needs = { window: "always" };
export const reads = (): readonly Signal[] => [];

export const params = defineParams({
  step: {
    unit: "ratio",
    default: 1,
    min: 0,
    max: 100,
    source: "arslan23",
    about: "Increase in a round trip, packets.",
  },
});

export function create({ step }: Values<typeof params>, view: CongestionView): CongestionPolicy {
  const { baseRtt, flows, lineRate, packetOnWire, payload, size, sndNxt } = view;
  const packets = new Float64Array(flows);
  const first = new Float64Array(flows);
  const most = new Float64Array(flows);
  const lastRtt = new Float64Array(flows);
  const lastCut = new Float64Array(flows);
  const roundEnds = new Float64Array(flows);

  function apply(flow: number, wanted: number): void {
    packets[flow] = Math.min(most[flow], Math.max(1, wanted));
    view.setWindow(flow, packets[flow] * payload);
  }

  return {
    onStart(flow) {
      lastRtt[flow] = baseRtt[flow];
      most[flow] = Math.max(1, (2 * lineRate[flow] * baseRtt[flow]) / (packetOnWire * 8e12));
      apply(flow, most[flow] / 2);
      first[flow] = packets[flow] * payload;
    },
    /** The last window frees its share of the link one round trip later. The first window had no time to claim it. */
    onSend(flow, seq, packet) {
      if (view.words === null) return;
      const { at } = view.words;
      const isLast = seq + payload + packets[flow] * payload >= size[flow];
      at[packet * WORDS + FLAGS] = INC | (isLast ? LAST : 0) | (seq < first[flow] ? FIRST : 0);
      at[packet * WORDS + SENT_NS] = Math.floor(view.now / PS_PER_NS) | 0;
    },
    onAck(flow, ack, _mark, rtt, _acked, count) {
      lastRtt[flow] = rtt;
      let more = 0;
      if (view.words !== null && (view.words.at[view.packet * WORDS + FLAGS] & INC) !== 0) more += count;
      if (ack >= roundEnds[flow]) {
        more += step;
        roundEnds[flow] = sndNxt[flow];
      }
      if (more > 0) apply(flow, packets[flow] + more);
    },
    onSignal(flow) {
      if (view.words === null) return;
      const { at } = view.words;
      const header = view.packet * WORDS;
      const rtt = ((Math.floor(view.now / PS_PER_NS) - at[header + SENT_NS]) | 0) * PS_PER_NS;
      const rate = (packets[flow] * packetOnWire * 8e12) / lastRtt[flow];
      const share = Math.min(1, rate / (at[header + MBPS] * 1e6));
      const target = (at[header + QUEUED] / packetOnWire) * share;
      if (view.now - lastCut[flow] < rtt / target) return;
      lastCut[flow] = view.now;
      apply(flow, packets[flow] - 1);
    },
  };
}
