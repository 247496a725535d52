/**
 * A connection matrix of htsim, `.cm`: who sends how much to whom, and when.
 *
 *   Nodes 16
 *   Connections 2
 *   0->3 id 1 start 0 size 64000          start in ps, size in bytes
 *   4->3 id 2 start 1000000 size 64000
 *
 * Host n is h<n>; a line that begins with # is passed over. A flow that waits for another one (triggers), links that fail in the matrix, and flows
 * that go before others (`prio`) no list of flows can say: such a file is refused. A `prio` that all flows have says nothing.
 *
 * Source  Broadcom/csg-htsim, sim/datacenter/connection_matrix.cpp, as its files use it
 */
import { InputError, quote } from "../hpcc/input-error.ts";
import { Scanner, type Token } from "../hpcc/scanner.ts";
import type { ListedFlow } from "../flow-csv.ts";

const MOST = Number.MAX_SAFE_INTEGER;
const UNSAYABLE = "Flows that wait for others, priorities and failures are none of a list of flows: take them out.";

/** Throws `InputError` at the first mistake. */
export function parseConnections(text: string, file: string): ListedFlow[] {
  const scanner = new Scanner(text.replace(/^[ \t]*#.*$/gm, ""), file);
  const priorities: Priorities = { first: undefined };
  const nodes = header(scanner, "Nodes", 1);
  const count = header(scanner, "Connections", 0);
  for (
    let next = scanner.peek();
    next !== undefined && /^(Triggers|Failures)$/i.test(next.text);
    next = scanner.peek()
  ) {
    const word = scanner.take();
    scanner.whole(scanner.takeOnLine(), 0, 0, `${word?.text ?? ""} 0`, UNSAYABLE);
  }
  const flows: ListedFlow[] = [];
  while (flows.length < count) {
    if (scanner.peek() === undefined) throw scanner.error(undefined, `connection ${flows.length + 1} of ${count}`);
    flows.push(readConnection(scanner, nodes, file, priorities));
  }
  const rest = scanner.take();
  if (rest !== undefined) throw scanner.error(rest, `nothing after connection ${count} of ${count}`, UNSAYABLE);
  return flows;
}

function header(scanner: Scanner, word: string, least: number): number {
  const token = scanner.take();
  if (token?.text !== word) throw scanner.error(token, `${word} and how many there are`);
  return scanner.whole(scanner.takeOnLine(), least, MOST, `a number of ${word.toLowerCase()}`);
}

/** Of the first connection: its prio, NaN where it has none. */
interface Priorities {
  first: number | undefined;
}

function readConnection(scanner: Scanner, nodes: number, file: string, priorities: Priorities): ListedFlow {
  const ends = scanner.take() as Token;
  const [, from = "", to = ""] = /^(\d{1,9})->(\d{1,9})$/.exec(ends.text) ?? [];
  if (from === "" || Number(from) >= nodes || Number(to) >= nodes || Number(from) === Number(to))
    throw scanner.error(ends, `two hosts of ${nodes}, such as 0->1`);
  const values = new Map<string, number>();
  for (let key = scanner.takeOnLine(); key !== undefined; key = scanner.takeOnLine()) {
    if (!/^(id|start|size|prio)$/.test(key.text)) throw scanner.error(key, "id, start, size or prio", UNSAYABLE);
    if (values.has(key.text)) throw scanner.error(key, `one ${key.text} of a connection`);
    const least = key.text === "size" ? 1 : 0;
    const unit =
      { id: "a number", prio: "a number", start: "a start in ps", size: "a size in bytes, from 1 on" }[key.text] ?? "";
    values.set(key.text, scanner.whole(scanner.takeOnLine(), least, MOST, `${unit}, without a unit`));
  }
  const prio = values.get("prio") ?? NaN;
  priorities.first ??= prio;
  if (!Object.is(prio, priorities.first))
    throw new InputError(
      { file, line: ends.line },
      "one prio of all connections",
      `another in ${quote(ends.text)}`,
      UNSAYABLE,
    );
  const [size, start] = [values.get("size"), values.get("start")];
  if (size === undefined || start === undefined) {
    const missing = size === undefined ? "size" : "start";
    throw new InputError(
      { file, line: ends.line },
      `"0->1 id 1 start 0 size 64000"`,
      `no ${missing} in ${quote(ends.text)}`,
    );
  }
  return { from: `h${Number(from)}`, to: `h${Number(to)}`, size, start, line: ends.line };
}
