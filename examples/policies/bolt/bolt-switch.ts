/**
 * Bolt at the switch: a notice to the sender of a packet that leaves a queue behind it, and tokens for increases.
 *
 *   queue >= threshold      notice with queue and rate, once for a packet; no increase
 *   packet of a last window       pru <- pru + 1, unless it is of the first window too
 *   packet that asks to increase  takes a token of pru, or a packet of sm; else it loses the request
 *   each packet                   sm <- min(packet, sm + supply of the link - bytes sent)
 *
 * Paper    Arslan et al., NSDI 2023: algorithm 1. Section 3.1 has the notices, 3.2 pru and 3.3 sm.
 * Differs  the notice leaves when the packet leaves its queue. The paper's leaves when the packet arrives.
 */
import {
  defineParams,
  UNMARKED,
  type DetectionPolicy,
  type DetectionView,
  type Signal,
  type Values,
} from "xoff/policy";

/** Words of a packet: flags, bytes queued at the congested port, and its rate in Mbit/s. The last word is the time of sending in ns. */
export const [FLAGS, QUEUED, MBPS, SENT_NS, WORDS] = [0, 1, 2, 3, 4];
/** Flags: a request to increase, last window, first window; a notice was sent. */
export const [INC, LAST, FIRST, DEC] = [1, 2, 4, 8];

export const role = "detection";
export const about = "notices to senders, and tokens (Bolt)";
export const gives: readonly Signal[] = [];

export const params = defineParams({
  threshold: { unit: "bytes", default: 2124, min: 1, max: 2 ** 40, source: "own", about: "Queue of a notice." },
  packet: { unit: "bytes", default: 1082, min: 64, max: 10_000, source: "own", about: "A full packet on the wire." },
});

export function create(p: Values<typeof params>, view: DetectionView): DetectionPolicy {
  const { at } = view.words(WORDS);
  const pru = new Float64Array(view.ports);
  const sm = new Float64Array(view.ports);
  const lastAt = new Float64Array(view.ports);
  const lastSent = new Float64Array(view.ports);

  function supply(port: number): void {
    const sent = view.sent(port);
    const bytes = (view.rate(port) * (view.now - lastAt[port])) / 8e12 - (sent - lastSent[port]) - view.wireOverhead;
    sm[port] = Math.min(p.packet, sm[port] + bytes);
    lastAt[port] = view.now;
    lastSent[port] = sent;
  }

  return {
    stamp(port, packet) {
      const header = packet * WORDS;
      const flags = at[header + FLAGS];
      supply(port);
      const queued = view.queued(port);
      if (queued >= p.threshold) {
        if ((flags & DEC) === 0) {
          at[header + QUEUED] = queued;
          at[header + MBPS] = Math.round(view.rate(port) / 1e6);
          view.signal(port, packet, UNMARKED);
        }
        at[header + FLAGS] = (flags | DEC) & ~INC;
      } else if ((flags & LAST) !== 0) {
        if ((flags & FIRST) === 0) pru[port]++;
      } else if ((flags & INC) !== 0) {
        if (pru[port] > 0) pru[port]--;
        else if (sm[port] >= p.packet) sm[port] -= p.packet;
        else at[header + FLAGS] = flags & ~INC;
      }
    },
  };
}
