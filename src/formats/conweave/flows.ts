/**
 * Parses `flow.txt` of ConWeave's simulator: source, destination, size and start time of each flow.
 *
 *   937                               how many flows follow
 *   79 20 3 5704080 2.000001866       src dst pg size_bytes start_seconds, one line a flow
 *
 * The file has no port numbers. The simulator numbers the flows of each host instead (`host.ports` of a scenario). Otherwise the format is
 * that of HPCC's simulator (`hpcc/flows.ts`), whose lines also have a destination port.
 */
import { parseFlows as parseHpccFlows, type HpccFlow } from "../hpcc/flows.ts";
import type { HpccTopology } from "../hpcc/topology.ts";

/** Parses the flow file. Throws `InputError` at the first mistake. */
export function parseFlows(
  text: string,
  file: string,
  topology: HpccTopology,
  warn: (warning: string) => void,
): HpccFlow[] {
  return parseHpccFlows(text, file, topology, warn, { ports: false });
}
