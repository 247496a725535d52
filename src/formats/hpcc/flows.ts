/**
 * `flow.txt`: who sends how much to whom, and when.
 *
 *   509                             how many flows follow
 *   0 25 3 100 64000 2.000000000    src dst pg dport size_bytes start_seconds, one line a flow
 *
 * Starts are cut to whole nanoseconds as the simulator cuts them, so about half of those with nine decimals
 * come out one early. Only as many lines as the first one says are read: a file that comes with the
 * simulator counts 2, lists 256 and ends in prose.
 *
 * Differs     a flow stands on one line
 * Defined in  docs/ns3-semantics.md (ns-3 semantics), sections 1, 2, 6 and 17
 */
import { secondsToNs } from "../../fidelity/ns3/time.ts";
import type { Bytes } from "../../base/units.ts";
import { Scanner, type Token } from "./scanner.ts";
import type { HpccTopology } from "./topology.ts";

export interface HpccFlow {
  readonly src: number;
  readonly dst: number;
  /** Priority group, which is the traffic class: 0 to 7. */
  readonly pg: number;
  readonly dport: number;
  readonly size: Bytes;
  /** Whole nanoseconds. */
  readonly startNs: number;
  /** Where it stands in the file. */
  readonly line: number;
}

const FLOW = "src dst pg dport size start";
const FLOW_WITHOUT_PORT = "src dst pg size start";
/** Beyond this, a run's picoseconds would not fit a number. */
const MAX_START_S = 9000;
const MAX_SIZE = 2 ** 32 - 1;

/**
 * The flows that `text` spells, in the order of their starts; `file` is its name in messages.
 *
 * Throws `InputError` at the first mistake. Whether a path leads from `src` to `dst` is not asked here. `warn` is told of lines that
 * look like flows and are not read. Without `ports` no line has one: ConWeave's simulator.
 */
export function parseFlows(
  text: string,
  file: string,
  topology: HpccTopology,
  warn?: (warning: string) => void,
  { ports = true }: { readonly ports?: boolean } = {},
): HpccFlow[] {
  const scanner = new Scanner(text, file);
  const switches = new Set(topology.switches);
  const count = scanner.whole(scanner.take(), 0, Number.MAX_SAFE_INTEGER, "the number of flows");
  const header = scanner.line;
  const rest = scanner.takeOnLine();
  if (rest !== undefined) throw scanner.error(rest, "a line with the number of flows alone");

  const host = (token: Token) => {
    const id = scanner.whole(token, 0, topology.nodes - 1, `a host from 0 to ${topology.nodes - 1}`);
    if (switches.has(id)) throw scanner.error(token, "a host", `Node ${id} is a switch.`);
    return id;
  };

  const flows: HpccFlow[] = [];
  let lastStartNs = 0;
  while (flows.length < count) {
    if (scanner.peek() === undefined) {
      const hint = `Line ${header} says how many there are.`;
      throw scanner.error(undefined, `flow ${flows.length + 1} of ${count}`, hint);
    }
    const [srcToken, dstToken, pgToken, ...others] = scanner.row(ports ? FLOW : FLOW_WITHOUT_PORT);
    const [sizeToken, startToken] = ports ? others.slice(1) : others;
    const src = host(srcToken);
    const dst = host(dstToken);
    if (src === dst) throw scanner.error(dstToken, `a host other than ${src}`, "A flow goes from one host to another.");
    const pg = scanner.whole(pgToken, 0, 7, "a priority group from 0 to 7");
    const dport = ports ? scanner.whole(others[0], 0, 65_535, "a port from 0 to 65535") : 0;
    const isLarge = /^\d{10,40}$/.test(sizeToken.text);
    const sizeHint = isLarge ? "The simulator counts bytes in 32 bits; split a larger flow." : undefined;
    const size = scanner.whole(
      sizeToken,
      1,
      MAX_SIZE,
      `a size from 1 to ${MAX_SIZE}, in bytes without a unit`,
      sizeHint,
    );
    const seconds = scanner.decimal(startToken, 0, MAX_START_S, `a start from 0 to ${MAX_START_S} seconds`);
    const startNs = secondsToNs(seconds);
    if (startNs < lastStartNs) {
      throw scanner.error(
        startToken,
        `a start not before ${lastStartNs} ns, that of the flow above`,
        "Sort the lines by their last column.",
      );
    }
    lastStartNs = startNs;
    flows.push({ src, dst, pg, dport, size, startNs, line: srcToken.line });
  }
  const next = scanner.take();
  if (next !== undefined && /^\d+$/.test(next.text.slice(0, 20))) {
    warn?.(`${file}:${next.line}: not read, as in the simulator: line ${header} says that there are ${count} flows.`);
  }
  return flows;
}
