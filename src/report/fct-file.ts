/**
 * The finished flows of a run as `fct.txt`, for the analysis scripts of HPCC's simulator and of those derived from it.
 * The file has a line for each flow, in order of completion:
 *
 *   hpcc        0b000001 0b000201 10000 100 10000000 0 2120716 842560      hosts as hexadecimal addresses, also in SimAI
 *   conweave    0 2 10000 100 10000000 0 2120716 842560                    hosts as node numbers
 *
 * Times are whole nanoseconds, from a flow's start to the sender's last ACK. Host h17 is node 17. Hosts with other
 * names get the numbers above the highest of these, first the sources of flows and then the destinations. Source ports
 * distinguish the flows of a pair of hosts: they are 10000, 10001 and so on.
 *
 * The format is defined in docs/ns3-semantics.md, section 17.
 */
import { addressOfHost } from "../formats/hpcc/addresses.ts";
import { fctLine } from "../formats/hpcc/fct.ts";
import type { Table } from "../run/measure/tables.ts";

export type Dialect = "hpcc" | "conweave";

const FIRST_PORT = 10_000;
/** Destination port. HPCC's analysis treats flows to port 100 as ordinary flows, and flows to port 200 as incast. */
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
