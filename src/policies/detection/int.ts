/**
 * In-band telemetry: each switch writes time, bytes sent, bytes queued and line rate on every data packet that it
 * sends.
 *
 * The counters have the widths of HPCC's header and wrap in the same way:
 *
 *   time           24 bits, ns
 *   bytes sent     20 bits, in units of 128 B times the parameter `scale`
 *   bytes queued   17 bits, in units of 80 B times `scale`
 *
 * A congestion policy reads the stamps through `StampReader`.
 *
 * Paper    li19 (HPCC), figure 7.
 * Differs  The rate is in Mbit/s. The paper's header has a code for one of five rates. `fidelity` sets the size of the header.
 */
import { defineParams, type OnWire, type Signal, type Values } from "../../base/params.ts";
import { PS_PER_NS } from "../../base/units.ts";
import type { DetectionPolicy, DetectionView } from "../../contracts/detection.ts";

export const about = "each switch writes time, bytes sent, queue and rate on the packet (INT)";

// Fast-forward leaves out packets if a state repeats. The policy's state never repeats, because the byte counters of ports
// always grow. The state of a flow may repeat, because congestion control reads times and byte counters only as differences
// between the flow's stamps.
export const steady = "flows";

export const gives: readonly Signal[] = ["INT stamps"];

/** The number of hop records on a packet. A sixth hop overwrites the first record. */
export const HOPS = 5;
/** The number of words in a hop record. They are time, bytes sent and bytes queued, and the rate in Mbit/s. */
export const WORDS = 4;

export const params = defineParams({
  scale: {
    unit: "count",
    default: 4,
    min: 1,
    max: 1024,
    source: "HPCC simulator, run.py, 100G (INT_MULTI)",
    about: "Resolution of the byte counters: units of 128 and 80 bytes times this number.",
  },
});

export const onWire = (p: Values<typeof params>): OnWire => ({ stampScale: p.scale });

export function create(p: Values<typeof params>, view: DetectionView): DetectionPolicy {
  const { at: words } = view.words(HOPS * WORDS, false);
  const sentUnit = 128 * p.scale;
  const queueUnit = 80 * p.scale;
  const mbps = Int32Array.from({ length: view.ports }, (_, port) => Math.round(view.rate(port) / 1e6));
  return {
    stamp(port, packet, hop) {
      const at = (packet * HOPS + (hop % HOPS)) * WORDS;
      words[at] = Math.floor(view.now / PS_PER_NS) & 0xffffff;
      words[at + 1] = Math.floor(view.sent(port) / sentUnit) & 0xfffff;
      words[at + 2] = Math.floor(view.queued(port) / queueUnit) & 0x1ffff;
      words[at + 3] = mbps[port];
    },
  };
}
