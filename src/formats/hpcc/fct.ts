/**
 * `fct.txt`: one line a completed flow, in order of completion.
 *
 *   sip dip sport dport size start_ns fct_ns standalone_ns
 *   0b000001 0b000201 10000 100 10000000 0 2120716 842560
 *
 * Defined in  docs/ns3-semantics.md (ns-3 semantics), sections 5 and 17
 */
import { addressText } from "./addresses.ts";

/** A completed flow: addresses as unsigned 32-bit numbers, size in bytes, times in whole nanoseconds. */
export interface CompletedFlow {
  readonly sip: number;
  readonly dip: number;
  readonly sport: number;
  readonly dport: number;
  readonly size: number;
  readonly startNs: number;
  /** From the start to the sender's last ACK. */
  readonly fctNs: number;
  /** What it would take in an empty network, by the formula of section 5. */
  readonly standaloneNs: number;
}

/** The line of one flow, with its newline: the file is these, one after another. */
export function fctLine(flow: CompletedFlow): string {
  const { sip, dip, sport, dport, size, startNs, fctNs, standaloneNs } = flow;
  return `${addressText(sip)} ${addressText(dip)} ${sport} ${dport} ${size} ${startNs} ${fctNs} ${standaloneNs}\n`;
}
