/**
 * Reads and writes `fct.txt`: one line for each completed flow, in order of completion.
 *
 *   sip dip sport dport size start_ns fct_ns standalone_ns
 *   0b000001 0b000201 10000 100 10000000 0 2120716 842560
 *
 * Defined in docs/ns3-semantics.md, sections 5 and 17
 */
import { addressText, hostOfAddress, MAX_NODES } from "./addresses.ts";
import { Scanner, type Token } from "./scanner.ts";

/** A completed flow. Addresses are unsigned 32-bit numbers, sizes are in bytes, times in whole nanoseconds. */
export interface CompletedFlow {
  readonly sip: number;
  readonly dip: number;
  readonly sport: number;
  readonly dport: number;
  readonly size: number;
  readonly startNs: number;
  /** Time from the start of the flow to the last ACK at its sender, ns. */
  readonly fctNs: number;
  /** Completion time in an empty network, by the formula in section 5 of docs/ns3-semantics.md. */
  readonly standaloneNs: number;
}

/** Returns the line of one flow with its newline. The file is a sequence of such lines. */
export function fctLine(flow: CompletedFlow): string {
  const { sip, dip, sport, dport, size, startNs, fctNs, standaloneNs } = flow;
  return `${addressText(sip)} ${addressText(dip)} ${sport} ${dport} ${size} ${startNs} ${fctNs} ${standaloneNs}\n`;
}

/** A line of the file. ConWeave's simulator writes host numbers, and HPCC's and SimAI's write addresses; both are returned as numbers. */
export interface FctRow {
  readonly source: number;
  readonly destination: number;
  readonly size: number;
  readonly startNs: number;
  readonly fctNs: number;
  readonly standaloneNs: number;
}

/** Parses the file, which may be empty if no flow was completed. Throws `InputError` at the first mistake. */
export function parseFct(text: string, file: string): FctRow[] {
  const scanner = new Scanner(text, file);
  const rows: FctRow[] = [];
  const most = Number.MAX_SAFE_INTEGER;
  while (scanner.peek() !== undefined) {
    const [source, destination, , , size, start, fct, alone] = scanner.row(
      "sip dip sport dport bytes start fct standalone_fct",
    );
    rows.push({
      source: hostOf(scanner, source),
      destination: hostOf(scanner, destination),
      size: scanner.whole(size, 0, most, "a number of bytes"),
      startNs: scanner.whole(start, 0, most, "a start in ns"),
      fctNs: scanner.whole(fct, 0, most, "a completion time in ns"),
      standaloneNs: scanner.whole(alone, 1, most, "the completion time alone, in ns, from 1 on"),
    });
  }
  return rows;
}

/** An address has eight hexadecimal digits, the first two of which are 0b. */
function hostOf(scanner: Scanner, token: Token): number {
  if (/^0b[0-9a-f]{6}$/.test(token.text)) return hostOfAddress(parseInt(token.text, 16));
  return scanner.whole(token, 0, MAX_NODES - 1, "a host: an address such as 0b000201, or a number such as 2");
}
