/**
 * `flow.txt` of ConWeave's simulator: who sends how much to whom, and when.
 *
 *   937                               how many flows follow
 *   79 20 3 5704080 2.000001866       src dst pg size_bytes start_seconds, one line a flow
 *
 * Ports stand nowhere: they count the flows of each host (`host.ports` of a scenario). The rest is as in HPCC's (`hpcc/flows.ts`), whose lines
 * have a destination port besides.
 */
import { parseFlows as parseHpccFlows, type HpccFlow } from "../hpcc/flows.ts";
import type { HpccTopology } from "../hpcc/topology.ts";

/** Throws `InputError` at the first mistake. */
export function parseFlows(
  text: string,
  file: string,
  topology: HpccTopology,
  warn: (warning: string) => void,
): HpccFlow[] {
  return parseHpccFlows(text, file, topology, warn, { ports: false });
}
