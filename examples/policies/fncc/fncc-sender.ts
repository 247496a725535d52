/**
 * FNCC at the hosts: HPCC's law on the telemetry of ACKs, and the fair share at once if the last hop is congested.
 *
 *   receiver  writes on each ACK the number of flows that it is receiving
 *   sender    the last hop has the highest load, above `above`: the rate becomes `keep` of the hop's rate, divided by that number
 *             otherwise HPCC: rate <- reference * target / U + increase. The reference becomes the rate once in a round trip
 *
 * U is the smoothed load of the hop with the highest load. A load is sent / (time * C) + min(q, q') R / (C W). R is the line rate of the sender,
 * and C the rate of the hop. With detection `int` ACKs have no place for the number, and the law is that of HPCC.
 *
 * Paper    Xu et al., "FNCC: Fast Notification Congestion Control in Data Center Networks", arXiv 2405.07608.
 * Needs    detection fncc.ts in the switches, and a window.
 */
import {
  defineParams,
  type CongestionPolicy,
  type CongestionView,
  type Needs,
  type Signal,
  type Values,
} from "xoff/policy";
import { COUNT, HOPS } from "./fncc.ts";

export const role = "congestion";
export const about = "HPCC's law, and a fair share for a congested last hop (FNCC)";
export const needs: Needs = { detection: "int", window: "always", scaleWindow: true };
export const reads = (): readonly Signal[] => ["INT stamps"];

export const params = defineParams({
  target: { unit: "ratio", default: 0.95, min: 0.01, max: 1, source: "li19", about: "Utilisation at rest." },
  increase: { unit: "bps", default: 40e6, min: 0, max: 1e12, source: "as hpcc", about: "Added at each update." },
  minRate: { unit: "bps", default: 100e6, min: 1, max: 1e12, source: "as hpcc", about: "The lowest rate." },
  above: {
    unit: "ratio",
    default: 1.05,
    min: 0,
    max: 1e6,
    source: "lab: ours",
    about: "Load of a congested last hop.",
  },
  keep: {
    unit: "ratio",
    default: 0.9,
    min: 0.01,
    max: 1,
    source: "lab: ours",
    about: "Part of the link that is shared out.",
  },
});

export function create(p: Values<typeof params>, view: CongestionView): CongestionPolicy {
  const { baseRtt, destination, flows, lineRate, size, sndNxt, stamps, window } = view;
  const roundEnds = new Float64Array(flows);
  const reference = new Float64Array(flows);
  const smoothed = new Float64Array(flows).fill(1);
  // By flow and hop: time, bytes sent and bytes queued, in the units of the stamps.
  const kept = new Int32Array(flows * HOPS * 3);
  // Receiver: 1 while a flow has begun and is not complete. By node: the number of such flows.
  const isOpen = new Uint8Array(flows);
  const open = new Map<number, number>();

  /** Stores the stamps of an ACK. Sets `most`, `mostHop` and `mostSpan` in ns for the hop with the highest load, if any. */
  let [most, mostHop, mostSpan] = [0, -1, 0];
  function read(flow: number, isFirst: boolean): void {
    [most, mostHop, mostSpan] = [0, -1, 0];
    for (let hop = 0; hop < stamps.hops; hop++) {
      const at = (flow * HOPS + hop) * 3;
      const span = (stamps.time(hop) - kept[at]) & 0xffffff;
      if (span === 0) continue;
      const rate = stamps.rate(hop);
      const sent = ((stamps.bytes(hop) - kept[at + 1]) & 0xfffff) * 128 * stamps.scale;
      const queued = Math.min(stamps.queue(hop), kept[at + 2]) * 80 * stamps.scale;
      const load = (sent * 8e9) / span / rate + (queued * lineRate[flow]) / rate / window[flow];
      kept[at] = stamps.time(hop);
      kept[at + 1] = stamps.bytes(hop);
      kept[at + 2] = stamps.queue(hop);
      if (isFirst || load <= most) continue;
      [most, mostHop, mostSpan] = [load, hop, span];
    }
  }

  const clamp = (flow: number, rate: number): number => Math.min(lineRate[flow], Math.max(p.minRate, rate));

  /** The number that the receiver wrote on the current ACK, or 0. */
  function receiving(): number {
    const { words, packet } = view;
    return words !== null && words.width > COUNT ? words.at[packet * words.width + COUNT] : 0;
  }

  return {
    onStart(flow) {
      reference[flow] = lineRate[flow];
      roundEnds[flow] = 0;
    },
    onAck(flow, ack) {
      if (stamps.hops > HOPS) return;
      const isRound = ack > roundEnds[flow];
      read(flow, roundEnds[flow] === 0);
      if (isRound && sndNxt[flow] > roundEnds[flow]) roundEnds[flow] = sndNxt[flow];
      if (mostHop < 0) return;
      const trip = baseRtt[flow] / 1000;
      const dt = Math.min(mostSpan, trip);
      smoothed[flow] = (smoothed[flow] * (trip - dt) + most * dt) / trip;
      const others = receiving();
      if (others > 0 && mostHop === stamps.hops - 1 && most > p.above) {
        reference[flow] = clamp(flow, (stamps.rate(mostHop) * p.keep) / others);
        view.changeRate(flow, reference[flow]);
        return;
      }
      const rate = clamp(flow, (reference[flow] * p.target) / smoothed[flow] + p.increase);
      view.changeRate(flow, rate);
      if (isRound) reference[flow] = rate;
    },
    onAnswer(flow, packet, ack) {
      const node = destination[flow];
      const isNow = ack < size[flow] ? 1 : 0;
      const count = (open.get(node) ?? 0) + isNow - isOpen[flow];
      if (isNow !== isOpen[flow]) open.set(node, count);
      isOpen[flow] = isNow;
      const { words } = view;
      if (words !== null && words.width > COUNT) words.at[packet * words.width + COUNT] = count;
    },
  };
}
