/**
 * Parses `trace.txt`: the nodes whose packets the binary trace records. An example of the file:
 *
 *   4            how many ids follow
 *   0 1 2 3
 *
 * HPCC's simulator ignores ids that the topology lacks, so that one list serves many topologies. xoff also ignores them, with a warning. A
 * node that is listed twice would be recorded twice, so it is an error.
 *
 * Defined in docs/ns3-semantics.md, section 17
 */
import { formatCounted } from "../../base/format.ts";
import { Scanner } from "./scanner.ts";

/**
 * Returns the listed nodes, without ids that the topology lacks. `nodes` is the number of nodes in the topology. `file` is
 * the name of the list in messages.
 *
 * The file begins with the number of its ids. Throws `InputError` if it has fewer ids than this number, or a node of the
 * topology twice, or text that is no id. Warnings begin with file and line.
 */
export function parseTraceList(text: string, file: string, nodes: number): { traced: number[]; warnings: string[] } {
  const scanner = new Scanner(text, file);
  const count = scanner.whole(scanner.take(), 0, Number.MAX_SAFE_INTEGER, "the number of traced nodes");
  const header = scanner.line;

  const traced = new Set<number>();
  let absent = 0;
  for (let read = 0; read < count; read++) {
    const token = scanner.take();
    const expected = `node ${read + 1} of ${count}`;
    const id = scanner.whole(token, 0, Number.MAX_SAFE_INTEGER, expected, `Line ${header} declares this number.`);
    if (traced.has(id)) throw scanner.error(token, expected, "It is listed twice.");
    if (id < nodes) traced.add(id);
    else absent++;
  }
  const warning = `${file}:${header}: not traced, since the topology lacks them: ${absent} of ${formatCounted(count, "node")}.`;
  return { traced: [...traced], warnings: absent === 0 ? [] : [warning] };
}
