/**
 * Flows of a run as `fct.txt`, for the analysis scripts of HPCC's simulator and its kin: a line each that is done, in the order of completion.
 *
 *   hpcc        0b000001 0b000201 10000 100 10000000 0 2120716 842560      addresses in hexadecimal; SimAI has the same
 *   conweave    0 2 10000 100 10000000 0 2120716 842560                    node numbers
 *
 * Times are whole nanoseconds, from a flow's start to the sender's last ACK. Host h17 is node 17; hosts with other names follow, in the order
 * in which flows name them. The ports are what tells flows of a pair of hosts apart: the n-th has 10000 + n.
 *
 * Defined in  docs/ns3-semantics.md (ns-3 semantics), section 17
 */
import { addressOfHost } from "../formats/hpcc/addresses.ts";
import { fctLine } from "../formats/hpcc/fct.ts";
import type { Table } from "../run/measure/tables.ts";

export type Dialect = "hpcc" | "conweave";

const FIRST_PORT = 10_000;
/** Destination port of flows that HPCC's analysis takes for ordinary ones; 200 are those of an incast. */
const PORT = 100;

export function* fctFile({ columns: c, rows }: Table<"flows">, dialect: Dialect): Generator<string> {
  const numbers = nodeNumbers([...c.source, ...c.destination]);
  const number = (name: string): number => numbers.get(name) ?? 0;
  const seen = new Map<string, number>();
  const port = Array.from({ length: rows }, (_, row) => {
    const pair = `${c.source[row]} ${c.destination[row]}`;
    const nth = seen.get(pair) ?? 0;
    seen.set(pair, nth + 1);
    return FIRST_PORT + nth;
  });
  const end = (row: number): number => c.start_ns[row] + c.fct_ack_ns[row];
  const done = Array.from({ length: rows }, (_, row) => row)
    .filter((row) => !Number.isNaN(c.fct_ack_ns[row]))
    .sort((a, b) => end(a) - end(b) || a - b);
  for (const row of done) {
    const [source, destination] = [number(c.source[row]), number(c.destination[row])];
    const [size, startNs] = [c.size_bytes[row], Math.floor(c.start_ns[row])];
    const [fctNs, standaloneNs] = [Math.floor(c.fct_ack_ns[row]), Math.floor(c.standalone_fct_ns[row])];
    const ports = { sport: port[row], dport: PORT };
    yield dialect === "hpcc"
      ? fctLine({
          ...{ sip: addressOfHost(source), dip: addressOfHost(destination), ...ports },
          ...{ size, startNs, fctNs, standaloneNs },
        })
      : `${[source, destination, ports.sport, PORT, size, startNs, fctNs, standaloneNs].join(" ")}\n`;
  }
}

function nodeNumbers(names: readonly string[]): Map<string, number> {
  const own = (name: string): number | undefined => (/^h\d{1,5}$/.test(name) ? Number(name.slice(1)) : undefined);
  let next = names.reduce((most, name) => Math.max(most, (own(name) ?? -1) + 1), 0);
  const numbers = new Map<string, number>();
  for (const name of names) if (!numbers.has(name)) numbers.set(name, own(name) ?? next++);
  return numbers;
}
