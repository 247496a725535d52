/**
 * What a byte costs in the reference simulator (ns-3 semantics, sections 1 and 3): no preamble, no gap, no FCS, and times that are
 * whole nanoseconds cut from a binary double.
 */
import { PS_PER_NS, type Bytes } from "../../base/units.ts";
import type { Fidelity } from "../../contracts/fidelity.ts";
import { mulDivFloor, txTimeNs } from "./time.ts";

/** Ethernet 14, IPv4 20, UDP 8, sequence 4, priority group 2. */
export const HEADER: Bytes = 48;
/** INT bytes by congestion control: five hops and a count (HPCC), a time stamp (TIMELY), a power (HPCC-PINT). */
const TELEMETRY: Readonly<Record<number, Bytes>> = { 3: 42, 7: 8, 10: 2 };
const PFC_FRAME: Bytes = 43;

export function ns3Fidelity(ccMode: number): Fidelity {
  const telemetry = TELEMETRY[ccMode] ?? 0;
  return {
    frames: {
      dataHeader: HEADER + telemetry,
      ack: Math.max(14 + 20 + 12 + telemetry, 60),
      cnp: 60, // no separate CNP: congestion feedback is a bit of the ACK
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
