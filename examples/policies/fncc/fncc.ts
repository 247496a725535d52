/**
 * FNCC at the switch: an ACK takes the telemetry of the way to the receiver from each switch that it passes on its way back.
 *
 *   data packet    the switch counts the hop. It writes no telemetry
 *   ACK            came in by the port to which the data go. The switch writes that port's time, bytes sent, queue and rate
 *
 * So the record of a hop is as old as the way from its switch to the sender. HPCC's INT is older: data carry it to the receiver, and ACKs
 * carry it back. The records have the layout of detection `int`. Congestion control is `hpcc`, unchanged.
 *
 * Paper    Xu et al., "FNCC: Fast Notification Congestion Control in Data Center Networks", arXiv 2405.07608.
 * Needs    symmetric paths: data and ACKs of a flow pass the same switches.
 */
import {
  defineParams,
  type DetectionPolicy,
  type DetectionView,
  type OnWire,
  type Signal,
  type Values,
} from "xoff/policy";

export const role = "detection";
export const about = "telemetry of the way to the receiver on ACKs (FNCC)";
export const gives: readonly Signal[] = ["INT stamps"];

/** The layout of detection `int`: hop records on a packet, and words of a record. */
export const HOPS = 5;
const WORDS = 4;
/**
 * A packet has two more words. LEFT counts the hops to the receiver whose record its ACK does not have yet. COUNT has the number of flows that
 * the receiver is receiving. `fncc-sender.ts` writes and reads it.
 */
const LEFT = HOPS * WORDS;
export const COUNT = LEFT + 1;
const WIDTH = COUNT + 1;

export const params = defineParams({
  scale: {
    unit: "count",
    default: 4,
    min: 1,
    max: 1024,
    source: "detection int",
    about: "Resolution of the byte counters: units of 128 and 80 bytes times this number.",
  },
});

export const onWire = (p: Values<typeof params>): OnWire => ({ stampScale: p.scale });

export function create({ scale }: Values<typeof params>, view: DetectionView): DetectionPolicy {
  const { at: words } = view.words(WIDTH);
  return {
    stamp(_port, packet, hop) {
      words[packet * WIDTH + LEFT] = hop + 1;
    },
    stampAck(_port, packet, from) {
      const left = packet * WIDTH + LEFT;
      if (words[left] === 0) return;
      const hop = --words[left] % HOPS;
      const at = packet * WIDTH + hop * WORDS;
      words[at] = Math.floor(view.now / 1000) & 0xffffff;
      words[at + 1] = Math.floor(view.sent(from) / (128 * scale)) & 0xfffff;
      words[at + 2] = Math.floor(view.queued(from) / (80 * scale)) & 0x1ffff;
      words[at + 3] = Math.round(view.rate(from) / 1e6);
    },
  };
}
