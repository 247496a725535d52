/**
 * `topology.txt`: nodes, which of them are switches, and the links between them.
 *
 *   18 1 17                         nodes switches links
 *   17                              ids of the switches; all other nodes are hosts
 *   0 17 100Gbps 1000ns 0.000000    src dst rate delay error_rate, one line a link
 *
 * Ports are numbered by the order of the links, so the order is kept. The simulator checks nothing: a link to
 * a node that is not there crashes it, a second link between two nodes quietly replaces the first. Here
 * every such mistake is an error on its line. Prose after the last link is passed over, as it is there.
 *
 * Differs     a link stands on one line
 * Defined in  docs/ns3-semantics.md (ns-3 semantics), sections 1, 2 and 17
 */
import { delayToNs, rateToBps } from "../../fidelity/ns3/time.ts";
import type { Bps } from "../../base/units.ts";
import { MAX_NODES } from "./addresses.ts";
import { Scanner, type Token } from "./scanner.ts";

export interface HpccLink {
  /** The two nodes, as written. */
  readonly a: number;
  readonly b: number;
  readonly bps: Bps;
  /** One way, whole nanoseconds. */
  readonly delayNs: number;
  /** Chance that a packet is lost on arrival. */
  readonly errorRate: number;
  /** Where it stands in the file. */
  readonly line: number;
}

export interface HpccTopology {
  /** Nodes are 0 to `nodes` - 1. */
  readonly nodes: number;
  /** Ids of the switches, as written; every other node is a host. */
  readonly switches: readonly number[];
  /** As written: a node's ports are numbered in this order. */
  readonly links: readonly HpccLink[];
}

const HEADER = "nodes switches links";
/** SimAI's: NVSwitches are switches, named first; how many GPUs a server has, and of which type, is said by the links as well. */
const HEADER_OF_SIMAI = "nodes gpus_per_server nvswitches switches links gpu_type";
const IS_SIMAI = /^\s*(?:\d{1,9}[ \t]+){5}[A-Za-z]/;
const LINK = "src dst rate delay error_rate";
/** Beyond this, a run's picoseconds would not fit a number. */
const MAX_DELAY_NS = 9e12;

/** The topology that `text` spells; `file` is its name in messages; with `simai` in that simulator's dialect, too. Throws `InputError` at the first mistake. */
export function parseTopology(text: string, file: string, { simai = false } = {}): HpccTopology {
  const scanner = new Scanner(text, file);
  const isSimai = IS_SIMAI.test(text.slice(0, 200));
  if (isSimai && !simai) {
    const hint = "A scenario reads it, topology: { kind: file, path: ... }; HPCC's simulator does not.";
    throw scanner.errorAt(1, `"${HEADER}"`, `the header of SimAI's dialect, "${HEADER_OF_SIMAI}"`, hint);
  }
  const words = scanner.row(isSimai ? HEADER_OF_SIMAI : HEADER);
  const [nodesToken] = words;
  const [switchesToken, linksToken] = isSimai ? words.slice(3) : words.slice(1);
  const header = nodesToken.line;
  const nodes = scanner.whole(nodesToken, 1, MAX_NODES, `a number of nodes from 1 to ${MAX_NODES}`);
  const inServers = isSimai
    ? scanner.whole(words[2], 0, nodes - 1, `a number of NVSwitches from 0 to ${nodes - 1}`)
    : 0;
  const most = nodes - 1 - inServers;
  const switchCount = inServers + scanner.whole(switchesToken, 0, most, `a number of switches from 0 to ${most}`);
  const linkCount = scanner.whole(linksToken, 1, Number.MAX_SAFE_INTEGER, "a number of links of 1 or more");

  const switches = readSwitches(scanner, nodes, switchCount, header);
  const links = readLinks(scanner, nodes, linkCount, header);
  const linked = new Set(links.flatMap((link) => [link.a, link.b]));
  const isSwitch = new Set(switches);
  for (let id = 0; id < nodes; id++) {
    if (linked.has(id) || isSwitch.has(id)) continue;
    const hint = `Give node ${id} a link, or name it among the switches.`;
    throw scanner.errorAt(header, `a link for each of ${nodes - switchCount} hosts`, `none for host ${id}`, hint);
  }
  return { nodes, switches, links };
}

/** The list of switches, which may take several lines but not share its last one with what follows. */
function readSwitches(scanner: Scanner, nodes: number, count: number, header: number): number[] {
  const hint = `Line ${header} says how many there are.`;
  const switches = new Set<number>();
  while (switches.size < count) {
    const token = scanner.take();
    const expected = `switch ${switches.size + 1} of ${count}, an id from 0 to ${nodes - 1}`;
    const id = scanner.whole(token, 0, nodes - 1, expected, hint);
    if (switches.has(id)) throw scanner.error(token, `switch ${switches.size + 1} of ${count}`, "It is named twice.");
    switches.add(id);
  }
  const next = count === 0 ? undefined : scanner.takeOnLine();
  if (next !== undefined) throw scanner.error(next, `a new line after switch ${count} of ${count}`, hint);
  return [...switches];
}

function readLinks(scanner: Scanner, nodes: number, count: number, header: number): HpccLink[] {
  const hint = `Line ${header} says how many there are.`;
  const links: HpccLink[] = [];
  const lineOf = new Map<number, number>();
  while (links.length < count) {
    if (scanner.peek() === undefined) throw scanner.error(undefined, `link ${links.length + 1} of ${count}`, hint);
    const link = readLink(scanner, nodes);
    const pair = Math.min(link.a, link.b) * nodes + Math.max(link.a, link.b);
    const before = lineOf.get(pair);
    if (before !== undefined) {
      const why = `Line ${before} links them already; the simulator would forget one of the two.`;
      throw scanner.errorAt(link.line, "one link between two nodes", `a second of ${link.a} and ${link.b}`, why);
    }
    lineOf.set(pair, link.line);
    links.push(link);
  }
  const next = scanner.take();
  if (next !== undefined && /^\d/.test(next.text)) {
    throw scanner.error(next, `nothing but prose after link ${count} of ${count}`, hint);
  }
  return links;
}

function readLink(scanner: Scanner, nodes: number): HpccLink {
  const [aToken, bToken, rateToken, delayToken, errorToken] = scanner.row(LINK);
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
    const hint = isNegative ? "A rate is above zero." : "Write the unit as Gbps, Mbps, Kbps or bps.";
    throw scanner.error(token, "a rate such as 100Gbps", hint);
  }
  if (bps < 1 || bps > Number.MAX_SAFE_INTEGER) throw scanner.error(token, "a rate from 1bps to 9000000Gbps");
  return bps;
}

function readDelay(scanner: Scanner, token: Token): number {
  const delayNs = delayToNs(token.text);
  if (delayNs === undefined) {
    const isNegative = token.text.startsWith("-");
    const hint = isNegative ? "A delay is zero or more." : "Write the unit as ns, us, ms or s.";
    throw scanner.error(token, "a delay such as 1000ns", hint);
  }
  if (delayNs > MAX_DELAY_NS) throw scanner.error(token, "a delay up to 9000s");
  return delayNs;
}
