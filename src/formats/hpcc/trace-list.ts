/**
 * `trace.txt`: the nodes whose packets the binary trace records.
 *
 *   4            how many ids follow
 *   0 1 2 3
 *
 * The simulator passes over ids that the topology does not have, so that one list serves many
 * topologies; here too, with a warning. A node named twice would be recorded twice: an error.
 *
 * Defined in  docs/ns3-semantics.md (ns-3 semantics), section 17
 */
import { formatCounted } from "../../base/format.ts";
import { Scanner } from "./scanner.ts";

/**
 * The nodes to trace, of a topology with `nodes` nodes; `file` is a name for messages.
 *
 * Throws `InputError` for a list that is shorter than its count or no list of ids. Warnings begin with file and line.
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
