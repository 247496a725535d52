/**
 * `flow.txt`: who sends how much to whom, and when.
 *
 *   509                             how many flows follow
 *   0 25 3 100 64000 2.000000000    src dst pg dport size_bytes start_seconds, one line a flow
 *
 * Starts are cut to whole nanoseconds as the simulator cuts them, so about half of those with nine decimals come out one early. The simulator
 * reads as many lines as the first one says. Where the file ends before, it starts the last flow again for each line that is missing. A
 * port beyond 16 bits is cut to them. A flow of size 0 takes its place in the NIC's list, sends nothing and never finishes.
 *
 * Defined in  docs/ns3-semantics.md (ns-3 semantics), sections 1, 2, 6 and 17
 */
import { secondsToNs } from "../../fidelity/ns3/time.ts";
import { formatCounted } from "../../base/format.ts";
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
const UINT32_MAX = 2 ** 32 - 1;
/** What a scenario takes. */
const MAX_WIDE_SIZE: Bytes = 1e15;
/** Flows that the simulator repeats where the file ends early. */
const MAX_REPEATED = 100_000;

/** What differs between HPCC's simulator and its kin. */
export interface FlowReading {
  /** Lines have a destination port; not those of ConWeave's simulator. */
  readonly ports?: boolean;
  /** Sizes are counted in 64 bits, rather than in 32. */
  readonly wide?: boolean;
  /** A flow that should have started before the one above starts with it, rather than crash the simulator. */
  readonly late?: boolean;
}

/**
 * The flows that `text` spells, in the order of their starts; `file` is its name in messages.
 *
 * Throws `InputError` at the first mistake. Whether a path leads from `src` to `dst` is not asked here. `warn` is called with a sentence for
 * what the simulator reads otherwise than it is written.
 */
export function parseFlows(
  text: string,
  file: string,
  topology: Pick<HpccTopology, "nodes" | "switches">,
  warn: (warning: string) => void = () => {},
  { ports = true, wide = false, late = false }: FlowReading = {},
): HpccFlow[] {
  const scanner = new Scanner(text, file);
  const switches = new Set(topology.switches);
  const count = scanner.whole(scanner.take(), 0, Number.MAX_SAFE_INTEGER, "the number of flows");
  const header = scanner.line;
  scanner.noteShared("a line with the number of flows alone");

  const host = (token: Token) => {
    const id = scanner.whole(token, 0, topology.nodes - 1, `a host from 0 to ${topology.nodes - 1}`);
    if (switches.has(id)) throw scanner.error(token, "a host", `Node ${id} is a switch.`);
    return id;
  };
  const size = (token: Token) => {
    const [max, bits] = wide
      ? [MAX_WIDE_SIZE, ""]
      : [UINT32_MAX, "The simulator stores sizes in 32 bits: split a larger flow."];
    const hint = /^\d{10,40}$/.test(token.text) && bits !== "" ? bits : undefined;
    return scanner.whole(token, 0, max, `a size from 0 to ${max}, in bytes without a unit`, hint);
  };
  const start = (token: Token, before: number) => {
    const seconds = scanner.decimal(token, 0, MAX_START_S, `a start from 0 to ${MAX_START_S} seconds`);
    const startNs = secondsToNs(seconds);
    if (startNs >= before) return startNs;
    if (!late) {
      const hint = "Sort the lines by their last column.";
      throw scanner.error(token, `a start not before ${before} ns, that of the flow above`, hint);
    }
    delayed.add(token.line);
    return before;
  };
  const delayed = new Lines();
  const cut = new Lines();
  const empty = new Lines();

  const flows: HpccFlow[] = [];
  while (flows.length < count) {
    const next = scanner.peek();
    if (next === undefined && flows.length > 0) break;
    const [srcToken, dstToken, pgToken, ...others] = scanner.words(ports ? FLOW : FLOW_WITHOUT_PORT);
    const [sizeToken, startToken] = ports ? others.slice(1) : others;
    const src = host(srcToken);
    const dst = host(dstToken);
    if (src === dst) throw scanner.error(dstToken, `a host other than ${src}`, "A flow goes from one host to another.");
    const pg = scanner.whole(pgToken, 0, 7, "a priority group from 0 to 7");
    const port = ports ? scanner.whole(others[0], 0, UINT32_MAX, `a port from 0 to ${UINT32_MAX}`) : 0;
    const { line } = srcToken;
    if (port > 65_535) cut.add(line);
    const bytes = size(sizeToken);
    if (bytes === 0) empty.add(line);
    const startNs = start(startToken, flows.at(-1)?.startNs ?? 0);
    flows.push({ src, dst, pg, dport: port % 65_536, size: bytes, startNs, line });
  }
  const read = flows.length;
  repeatLast(flows, count, scanner, header);
  const next = scanner.take();
  if (next !== undefined && /^\d+$/.test(next.text.slice(0, 20)))
    warn(`${file}:${next.line}: not read, as in the simulator: line ${header} counts ${formatCounted(count, "flow")}.`);
  if (scanner.oddRow !== undefined) warn(scanner.oddRow);
  if (read < count) {
    const more = count - read === 1 ? "once more" : `${count - read} more times`;
    warn(
      `${file}:${header}: ${formatCounted(count, "flow")} counted, ${read} listed: the last one starts ${more}, as in the simulator.`,
    );
  }
  cut.tell(warn, file, "destination port is above 65535 and loses its upper bits, as in the simulator");
  empty.tell(warn, file, "flow of size 0 sends nothing and never finishes");
  delayed.tell(warn, file, "flow is listed after a later one and starts with it, as in the simulator");
  return flows;
}

/** Reading past the end of the file leaves the simulator with the values of the last line. */
function repeatLast(flows: HpccFlow[], count: number, scanner: Scanner, header: number): void {
  const last = flows.at(-1);
  const missing = count - flows.length;
  if (last === undefined || missing === 0) return;
  if (missing > MAX_REPEATED) {
    const hint = `Line ${header} declares this number, and the simulator would start the last flow ${missing} more times.`;
    throw scanner.error(undefined, `flow ${flows.length + 1} of ${count}`, hint);
  }
  for (let k = 0; k < missing; k++) flows.push(last);
}

/** Lines of which one thing is to be said: the first, and how many. */
class Lines {
  private first = 0;
  private count = 0;

  add(line: number): void {
    if (this.count++ === 0) this.first = line;
  }

  tell(warn: (warning: string) => void, file: string, what: string): void {
    const more = this.count === 1 ? "" : ` ${formatCounted(this.count, "flow")} are like this one.`;
    if (this.count > 0) warn(`${file}:${this.first}: the ${what}.${more}`);
  }
}
