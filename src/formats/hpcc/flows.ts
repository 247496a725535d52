/**
 * Parses `flow.txt`: source, destination, size and start time of each flow.
 *
 *   509                             how many flows follow
 *   0 25 3 100 64000 2.000000000    src dst pg dport size_bytes start_seconds, one line a flow
 *
 * - Starts are converted to whole nanoseconds as in the simulator, which rounds down. So about half of the starts with nine decimals are
 *   one nanosecond early.
 * - The simulator reads as many lines as the first line says. If the file is shorter, it starts the last flow again for each missing line.
 * - A port number is reduced to its low 16 bits.
 * - A flow of size 0 takes its place in the NIC's list, sends nothing and never finishes.
 *
 * Defined in docs/ns3-semantics.md: sections 1, 2, 6 and 17
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
  readonly line: number;
}

const FLOW = "src dst pg dport size start";
const FLOW_WITHOUT_PORT = "src dst pg size start";
/** Maximum start time, so that picoseconds are exact in a number. */
const MAX_START_S = 9000;
const UINT32_MAX = 2 ** 32 - 1;
/** Maximum flow size of a scenario. */
const MAX_WIDE_SIZE: Bytes = 1e15;
/** Maximum number of flows that a file may lack. For each flow that it declares but lacks, the simulator repeats the last flow. */
const MAX_REPEATED = 100_000;

/** Differences between the flow files of HPCC's simulator and those of related simulators. */
export interface FlowReading {
  /** True if lines have a destination port, as in all formats but that of ConWeave's simulator. */
  readonly ports?: boolean;
  /** True if sizes have 64 bits, false if they have 32. */
  readonly wide?: boolean;
  /**
   * True if a line may have an earlier start than the line above. The flow of such a line then starts together with the
   * flow above. False: a file with such a line is rejected, because it crashes HPCC's simulator.
   */
  readonly late?: boolean;
}

/**
 * Returns the flows in `text`, in the order of their starts; `file` is its name in messages.
 *
 * Throws `InputError` at the first mistake. The path from `src` to `dst` is not checked here. Some values have another effect in HPCC's
 * simulator than their text suggests: for example, a port number loses its upper bits. `warn` is called with a sentence about such values.
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

/** Repeats the last flow for each missing line. The simulator keeps the values of the last line when it reads past the end of the file. */
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

/** Collects lines with the same problem for one warning. The warning names the first line and the number of lines. */
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
