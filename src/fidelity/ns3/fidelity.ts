/**
 * Frame sizes and wire times of HPCC's ns-3 simulator (docs/ns3-semantics.md, sections 1 and 3). Frames have no
 * preamble, gap or FCS. Times are whole nanoseconds, truncated from a binary double.
 */
import { PS_PER_NS, type Bytes } from "../../base/units.ts";
import type { Fidelity } from "../../contracts/fidelity.ts";
import { mulDivFloor, txTimeNs } from "./time.ts";

/**
 * Bytes of all headers. Ethernet, IPv4 and UDP have 42. The simulator's own header, with sequence number and priority
 * group, has 6.
 */
export const HEADER: Bytes = 48;
/** Telemetry bytes by CC_MODE: five hops and a count (HPCC), a time stamp (TIMELY), the exponent of the encoded utilisation (HPCC-PINT). */
const TELEMETRY: Readonly<Record<number, Bytes>> = { 3: 42, 7: 8, 10: 2 };
const PFC_FRAME: Bytes = 43;

export function ns3Fidelity(ccMode: number): Fidelity {
  const telemetry = TELEMETRY[ccMode] ?? 0;
  return {
    frames: {
      dataHeader: HEADER + telemetry,
      ack: Math.max(14 + 20 + 12 + telemetry, 60),
      // HPCC's simulator has no CNP packets: a bit of the ACK carries the congestion feedback. `Frames` requires a size, so this is the
      // size of a minimum frame without FCS.
      cnp: 60,
      pause: PFC_FRAME,
      wireOverhead: 0,
      controlClass: undefined,
      ackClass: undefined,
      ackQueues: 1,
    },
    wireTime: (size, rate) => txTimeNs(size, rate) * PS_PER_NS,
    paceTime: (size, rate) => txTimeNs(size, rate) * PS_PER_NS,
    scaleWindow: (window, rate, lineRate) => Math.max(1, mulDivFloor(window, rate, lineRate)),
  };
}
