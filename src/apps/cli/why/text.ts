/** Explains for a terminal why a port was paused. */
import { formatBytes, formatTime } from "../../../base/format.ts";
import type { Link, Root, Why } from "../../../run/lab/lab.ts";
import { table } from "../../../report/table.ts";
import { hang, wrap } from "../../../base/wrap.ts";
import { count, counted } from "../terminal/terminal.ts";

interface Ends {
  readonly source: string;
  readonly destination: string;
}

/** How `xoff why` selected the explained PAUSE: the number of candidates and the criterion. */
export interface Choice {
  readonly of: number;
  readonly by: "time lost" | "duration" | "only one";
}

/** The explanation of a PAUSE with the hosts of its flows. `--json` prints this object. */
export interface NamedWhy extends Pick<Why, "chain" | "lost_ns"> {
  readonly choice: Choice;
  readonly root: Omit<Root, "flows"> & { readonly flows: readonly (Root["flows"][number] & Ends)[] };
  readonly victims: readonly (Why["victims"][number] & Ends)[];
}

/** Maximum number of rows for the flows that caused the PAUSE, and for victims. */
const SHOWN = 32;

/** The explanation in lines of at most `width` characters. Long node names may exceed the width. */
export function whyText({ chain, root, victims, lost_ns, choice }: NamedWhy, width: number): string {
  const [{ node, port, start_ns, duration_ns, ...first }] = chain;
  const peer = pausedName(first);
  const until = Number.isNaN(duration_ns) ? "to the end of the run" : `for ${ns(duration_ns)}`;
  const parts = [
    wrap(`${peer} was paused by ${node} (port ${port}) at ${ns(start_ns)} ${until}, ${classes(chain[0])}.`, width),
    ...(choice.by === "only one" ? [] : [wrap(choiceText(choice, lost_ns), width)]),
    chain.map((link, k) => hang(`${String(k + 1).padStart(3)}. `, because(link, k), width)),
    wrap(rootText(root), width),
    ...(root.origin === undefined ? [] : [wrap(originText(root.origin), width)]),
    culpritLines(root),
    victimLines(victims, chain, width),
  ];
  return `${parts.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

/** The name of the paused node. If several links lead from the node to the same peer, the name of the paused port. */
const pausedName = ({ peer, paused_port }: Pick<Link, "peer" | "paused_port">): string =>
  paused_port.includes("#") ? paused_port : peer;

const choiceText = ({ of, by }: Choice, lost: number): string =>
  by === "time lost"
    ? `Chosen because it cost victims ${ns(lost)}, the most of ${count(of)} PAUSEs.`
    : `Chosen as the longest of ${count(of)} PAUSEs: none of them cost a victim any time.`;

const ns = (time: number): string => formatTime(Math.round(time * 1000));
function classes({ scope, class: cls, queue }: Link): string {
  if (scope === "port") return "all lossless classes";
  return queue < 0 ? `class ${cls}` : `${alone({ scope, queue })} of class ${cls} alone`;
}

const alone = ({ scope, queue }: Pick<Link, "scope" | "queue">): string =>
  `${scope === "one flow" ? "flow" : "queue"} ${queue}`;

/**
 * Explains a PAUSE of a single queue or flow. A scheduling policy requested this PAUSE, either because a queue of the
 * class was long or because a timer fired.
 */
function becauseOfQueue(link: Link, k: number): string {
  const { node, egress_peer, egress_port, occupancy_bytes, start_ns } = link;
  const paused = `${alone(link)} of ${pausedName(link)}`;
  const towards = egress_peer === "" ? "" : ` towards ${egress_port.includes("#") ? egress_port : egress_peer}`;
  const why = Number.isNaN(occupancy_bytes)
    ? `a timer of its scheduling policy fired${towards === "" ? "" : `; most bytes waited${towards}`}`
    : `a queue${towards} held ${formatBytes(occupancy_bytes)}`;
  return `${node} paused ${paused}: ${why}.${k === 0 ? "" : ` That was at ${ns(start_ns)}.`}`;
}

/**
 * States the occupancy and the threshold of a queue at its PAUSE. The text does not compare the two. A headroom policy may
 * pause at a margin of its own from the threshold, such as eta of DSH.
 */
function because(link: Link, k: number): string {
  if (link.queue >= 0) return becauseOfQueue(link, k);
  const { node, peer, class: cls, scope, start_ns, ...held } = link;
  if (held.occupancy_bytes === 0 && held.threshold_bytes === 0)
    return `${node} paused ${pausedName({ peer, paused_port: held.paused_port })} with nothing in its memory.`;
  const name = pausedName({ peer, paused_port: held.paused_port });
  const bytes = `${formatBytes(held.occupancy_bytes)} of packets from ${name}`;
  const threshold = formatBytes(Math.floor(held.threshold_bytes));
  const where =
    held.egress_peer === ""
      ? ""
      : `, mostly towards ${held.egress_port.includes("#") ? held.egress_port : held.egress_peer}`;
  const said =
    scope === "port"
      ? `${node} paused the whole port of ${name} on a packet of class ${cls}: it held ${bytes}${where}; the threshold of a class was ` +
        `${threshold}.`
      : `${node} held ${bytes}${where}; its threshold was ${threshold}.`;
  return k === 0 ? said : `${said} That paused ${name} at ${ns(start_ns)}.`;
}

function rootText({ node, port, peer, name, time_ns, bytes, stopped, origin }: NamedWhy["root"]): string {
  if (origin?.place === node)
    return `Root: ${node}, a host, which paused ${peer}. At ${ns(time_ns)} ${formatBytes(bytes)} were queued for it there.`;
  if (port < 0) return `Root: ${node}. None of its ports had bytes of that queue at ${ns(time_ns)}.`;
  const why = stopped
    ? `${peer} paused it, by a cause that is not among the run's PAUSEs`
    : "it was not paused: arrivals exceeded its link rate";
  return `Root: ${node}, port ${port}, to ${peer}${name.includes("#") ? ` (${name})` : ""}. At ${ns(time_ns)} ${formatBytes(bytes)} were queued there, and ${why}.`;
}

function originText({ what, fault, kind, at_ns, until_ns, share }: NonNullable<Root["origin"]>): string {
  const time = until_ns === null ? `since ${ns(at_ns)}` : `from ${ns(at_ns)} to ${ns(until_ns)}`;
  const said = `Origin: ${what} (${fault === undefined ? "" : `faults[${fault}], `}${kind}, ${time}).`;
  if (share === undefined) return said;
  return `${said} ${(share * 100).toFixed(0)}% of these bytes would take that link on a shortest path.`;
}

function culpritLines({ flows, bytes: all }: NamedWhy["root"]): string[] {
  const groups = byHosts(flows).map(([pair, of]) => ({
    pair,
    flows: counted(of.length, "flow"),
    bytes: of.reduce((sum, { bytes }) => sum + bytes, 0),
  }));
  const shown = groups
    .sort((a, b) => b.bytes - a.bytes)
    .slice(0, SHOWN)
    .map((of) => [of.pair, formatBytes(of.bytes), `${((of.bytes * 100) / all).toFixed(1)}%`, of.flows]);
  return [
    `Culprits: ${counted(flows.length, "flow")} with bytes at the root`,
    ...(shown.length === 0 ? [] : indented(table(shown[0], shown.slice(1)))),
    ...more(groups.length),
  ];
}

function victimLines(victims: NamedWhy["victims"], chain: readonly Link[], width: number): string[] {
  if (victims.length === 0) {
    return wrap(
      "Victims: none. Every flow that waited behind these PAUSEs sent packets through the root, or has no path around it.",
      width,
    );
  }
  const groups = byHosts(victims).sort(([, a], [, b]) => lostBy(b) - lostBy(a));
  const shown = groups.slice(0, SHOWN).map(([pair, of]) => {
    const { node, ...link } = chain[of[0].behind];
    const lost = lostBy(of);
    return [pair, counted(of.length, "flow"), `lost ${ns(lost)}`, `paused at ${pausedName(link)} by ${node}`];
  });
  return [
    ...wrap(
      `Victims: ${counted(victims.length, "flow")} that lost time behind these PAUSEs, sent nothing through the root and need not pass there`,
      width,
    ),
    ...indented(table(shown[0], shown.slice(1), 4)),
    ...more(groups.length),
  ];
}

const lostBy = (flows: NamedWhy["victims"]): number => flows.reduce((sum, { lost_ns }) => sum + lost_ns, 0);

/** Flows grouped by their pair of hosts. */
function byHosts<Flow extends Ends>(flows: readonly Flow[]): [string, Flow[]][] {
  const groups = new Map<string, Flow[]>();
  for (const flow of flows) {
    const pair = `${flow.source} -> ${flow.destination}`;
    const group = groups.get(pair);
    if (group === undefined) groups.set(pair, [flow]);
    else group.push(flow);
  }
  return [...groups];
}

const indented = (text: string): string[] => text.split("\n").map((line) => `  ${line}`);
const more = (groups: number): string[] => (groups > SHOWN ? [`  and ${groups - SHOWN} more pairs of hosts`] : []);
