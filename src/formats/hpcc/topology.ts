/**
 * Parses `topology.txt`: the nodes, which of them are switches, and the links between them.
 *
 *   18 1 17                         nodes switches links
 *   17                              ids of the switches; all other nodes are hosts
 *   0 17 100Gbps 1000ns 0.000000    src dst rate delay error_rate, one line a link
 *
 * Ports are numbered in the order of the links, so the order is kept. The simulator reads as many links as line 1 says and ignores the rest
 * of the file. It checks nothing: a link to an unknown node crashes it. Here every such mistake is an error with its line.
 *
 * Related simulators have other numbers in line 1 (`dialects`).
 *
 * Defined in docs/ns3-semantics.md, sections 1, 2 and 17
 */
import { delayToNs, rateToBps } from "../../fidelity/ns3/time.ts";
import { formatCounted } from "../../base/format.ts";
import type { Bps } from "../../base/units.ts";
import { MAX_NODES } from "./addresses.ts";
import { Scanner, type Token } from "./scanner.ts";

export interface HpccLink {
  /** The two nodes, as written. */
  readonly a: number;
  readonly b: number;
  readonly bps: Bps;
  /** One-way delay, whole nanoseconds. */
  readonly delayNs: number;
  /** Probability that a packet is lost on arrival. */
  readonly errorRate: number;
  readonly line: number;
}

export interface HpccTopology {
  /** Nodes are numbered from 0 to `nodes` - 1. */
  readonly nodes: number;
  /** Ids of the switches, as written. Every other node is a host. */
  readonly switches: readonly number[];
  /** The links, in the order of the file. This order determines the numbers of a node's ports. */
  readonly links: readonly HpccLink[];
  /** The dialect of the file. Absent for the format of HPCC's own simulator. */
  readonly dialect?: Dialect;
  /** GPUs of a server, in SimAI's dialect. */
  readonly gpusPerServer?: number;
}

/** The words of line 1 of a topology file in a dialect. `whose` names the simulator that has this dialect, for error messages. */
interface Header {
  readonly whose: string;
  readonly words: string;
}

/**
 * Line 1 of a topology file in the dialects of related simulators:
 *
 * - SimAI adds the GPUs per server and the GPU type. It lists NVSwitches before switches; both are switches here.
 * - ns3-datacenter counts ToRs, and may add the capacities of a leaf and of a spine.
 */
const dialects = {
  simai: { whose: "SimAI's", words: "nodes gpus_per_server nvswitches switches links gpu_type" },
  "ns3-datacenter": { whose: "ns3-datacenter's", words: "nodes switches tors links" },
} as const satisfies Readonly<Record<string, Header>>;

export type Dialect = keyof typeof dialects;

/** Options of the parser. */
export interface TopologyReading {
  /** True if the dialects of other simulators are accepted. */
  readonly dialects?: boolean;
  /** Called with a sentence for each part of the file that is ignored. */
  readonly warn?: (warning: string) => void;
}

const HEADER = "nodes switches links";
const LINK = "src dst rate delay error_rate";
/** A rate below this value causes a warning, because the file probably lacks its unit. */
const SLOW: Bps = 1e6;
/** Maximum delay, so that picoseconds are exact in a number. */
const MAX_DELAY_NS = 9e12;

/** Returns the dialect of a file that begins with `text`; undefined for HPCC's format and for unknown text. */
function dialectOf(text: string): Dialect | undefined {
  const line = /^\s*(\S.*)/.exec(text.slice(0, 400))?.[1].trim() ?? "";
  if (/^(\d{1,9}\s+){5}[A-Za-z]\S*(\s+\d{1,9})?$/.test(line)) return "simai";
  return /^(\d{1,12}\s+){3}\d{1,12}(\s+\d{1,15}\s+\d{1,15})?$/.test(line) ? "ns3-datacenter" : undefined;
}

/** Parses the topology in `text`; `file` is its name in messages. Throws `InputError` at the first mistake. */
export function parseTopology(text: string, file: string, reading: TopologyReading = {}): HpccTopology {
  const scanner = new Scanner(text, file);
  const dialect = dialectOf(text);
  if (dialect !== undefined && reading.dialects !== true) {
    const { whose, words } = dialects[dialect];
    const hint = "HPCC's simulator does not read this dialect: use xoff import, or topology kind file in a scenario.";
    throw scanner.errorAt(1, `"${HEADER}"`, `the header of ${whose} dialect, "${words}"`, hint);
  }
  const words = dialect === undefined ? scanner.words(HEADER) : scanner.restOfLine();
  const [nodesToken] = words;
  const [switchesToken, linksToken] =
    dialect === "simai" ? words.slice(3) : dialect === undefined ? words.slice(1) : [words[1], words[3]];
  const header = nodesToken.line;
  const nodes = scanner.whole(nodesToken, 1, MAX_NODES, `a number of nodes from 1 to ${MAX_NODES}`);
  const inServers =
    dialect === "simai" ? scanner.whole(words[2], 0, nodes - 1, `a number of NVSwitches from 0 to ${nodes - 1}`) : 0;
  const gpusPerServer =
    dialect === "simai"
      ? scanner.whole(words[1], 1, nodes, `a number of GPUs of a server from 1 to ${nodes}`)
      : undefined;
  const most = nodes - 1 - inServers;
  const switchCount = inServers + scanner.whole(switchesToken, 0, most, `a number of switches from 0 to ${most}`);
  const linkCount = scanner.whole(linksToken, 1, Number.MAX_SAFE_INTEGER, "a number of links of 1 or more");

  const switches = readSwitches(scanner, nodes, switchCount, header, (id, line) => {
    reading.warn?.(`${file}:${line}: switch ${id} is listed twice, which the simulator does not notice.`);
  });
  const links = readLinks(scanner, nodes, linkCount, header);
  const slow = links.find(({ bps }) => bps < SLOW);
  if (slow !== undefined)
    reading.warn?.(
      `${file}:${slow.line}: this link has ${slow.bps} bit/s: a rate without a unit is in bit/s, as in the simulator.`,
    );
  if (scanner.oddRow !== undefined) reading.warn?.(scanner.oddRow);
  const next = scanner.take();
  if (next !== undefined && /^\d/.test(next.text))
    reading.warn?.(
      `${file}:${next.line}: not read, as in the simulator: line ${header} counts ${formatCounted(linkCount, "link")}.`,
    );
  return {
    ...{ nodes, switches, links },
    ...(dialect !== undefined && { dialect }),
    ...(gpusPerServer !== undefined && { gpusPerServer }),
  };
}

/** Reads the list of switches, which may span several lines. */
function readSwitches(
  scanner: Scanner,
  nodes: number,
  count: number,
  header: number,
  repeated: (id: number, line: number) => void,
): number[] {
  const hint = `Line ${header} declares this number.`;
  const switches = new Set<number>();
  for (let k = 1; k <= count; k++) {
    const token = scanner.take();
    const expected = `switch ${k} of ${count}, an id from 0 to ${nodes - 1}`;
    const id = scanner.whole(token, 0, nodes - 1, expected, hint);
    if (switches.has(id)) repeated(id, scanner.line);
    switches.add(id);
  }
  if (count > 0) scanner.noteShared(`a new line after switch ${count} of ${count}`, hint);
  return [...switches];
}

function readLinks(scanner: Scanner, nodes: number, count: number, header: number): HpccLink[] {
  const links: HpccLink[] = [];
  while (links.length < count) {
    if (scanner.peek() === undefined) {
      const hint = `Line ${header} declares this number, and the simulator would read beyond its list.`;
      throw scanner.error(undefined, `link ${links.length + 1} of ${count}`, hint);
    }
    links.push(readLink(scanner, nodes));
  }
  return links;
}

function readLink(scanner: Scanner, nodes: number): HpccLink {
  const [aToken, bToken, rateToken, delayToken, errorToken] = scanner.words(LINK);
  const node = `a node from 0 to ${nodes - 1}`;
  const a = scanner.whole(aToken, 0, nodes - 1, node);
  const b = scanner.whole(bToken, 0, nodes - 1, node);
  if (a === b) throw scanner.error(bToken, `a node other than ${a}`, "A link joins two nodes.");
  return {
    a,
    b,
    bps: readRate(scanner, rateToken),
    delayNs: readDelay(scanner, delayToken),
    errorRate: scanner.decimal(errorToken, 0, 1, "an error rate from 0 to 1"),
    line: aToken.line,
  };
}

function readRate(scanner: Scanner, token: Token): Bps {
  const bps = rateToBps(token.text);
  if (bps === undefined) {
    const isNegative = token.text.startsWith("-");
    const hint = isNegative
      ? "A rate must be above zero."
      : "Units are Gbps, Mbps, Kbps and bps; without a unit it is in bit/s.";
    throw scanner.error(token, "a rate such as 100Gbps", hint);
  }
  if (bps < 1 || bps > Number.MAX_SAFE_INTEGER) throw scanner.error(token, "a rate from 1bps to 9000000Gbps");
  return bps;
}

function readDelay(scanner: Scanner, token: Token): number {
  const delayNs = delayToNs(token.text);
  if (delayNs === undefined) {
    const isNegative = token.text.startsWith("-");
    const hint = isNegative
      ? "A delay must be zero or more."
      : "Units are ns, us, ms and s; without a unit it is in seconds.";
    throw scanner.error(token, "a delay such as 1000ns", hint);
  }
  if (delayNs > MAX_DELAY_NS) throw scanner.error(token, "a delay up to 9000s");
  return delayNs;
}
