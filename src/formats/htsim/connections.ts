/**
 * Parses a connection matrix of htsim, `.cm`: the flows with their start times or triggers, and the failed links.
 *
 *   Nodes 16
 *   Connections 2
 *   Triggers 1
 *   Failures 1
 *   0->3 id 1 start 0 size 64000 send_done_trigger 1          start in ps, which may have decimals, size in bytes
 *   4->3 id 2 trigger 1 size 64000
 *   5->3 start 0.000000 size 0                                size 0: a flow that never ends
 *   trigger id 1 oneshot
 *   failure switch_type AGG switch_id 2 link_id 0
 *
 * Host n is h<n>. Lines that begin with # are ignored. `triggers.ts` describes the triggers. Starts are rounded down to whole picoseconds;
 * htsim stores a start with 24 significant bits.
 *
 * A warning reports two features that have no effect here. `prio` orders the pulls of htsim's receivers, which no policy here sends.
 * `addon` is a token without a value, which htsim reads but none of its programs uses.
 *
 * Source: Broadcom/csg-htsim, sim/datacenter/connection_matrix.cpp, as its files use it
 */
import { formatCounted } from "../../base/format.ts";
import type { WaitingFlow } from "../../contracts/traffic.ts";
import type { ListedFlow } from "../flow-csv.ts";
import { InputError, quote } from "../hpcc/input-error.ts";
import { Scanner, type Token } from "../hpcc/scanner.ts";
import { waitingFlows, type Trigger, type TriggeredFlow } from "./triggers.ts";

export interface Connections {
  /** Flows that start at a given time. A flow of size 0 never ends. */
  readonly flows: readonly ListedFlow[];
  /** Flows that begin when other flows are done. */
  readonly waiting: readonly WaitingFlow[];
  readonly failures: readonly FailedLink[];
}

/** A failed uplink of an aggregation switch. Both numbers count from 0. */
export interface FailedLink {
  readonly agg: number;
  readonly link: number;
  readonly line: number;
}

const MAX_VALUE = Number.MAX_SAFE_INTEGER;
const HEADER = ["Nodes", "Connections", "Triggers", "Failures"] as const;

/**
 * Parses a connection matrix. Throws `InputError` at the first mistake. `warn` is called with a sentence for each
 * feature that is not modelled.
 */
export function parseConnections(text: string, file: string, warn: (warning: string) => void = () => {}): Connections {
  const scanner = new Scanner(text.replace(/^[ \t]*#.*$/gm, ""), file);
  const header = readHeader(scanner);
  const flows: (ListedFlow & TriggeredFlow)[] = [];
  const triggers = new Map<number, Trigger>();
  const failures: FailedLink[] = [];
  const prios = new Set<number>();
  /** The first line whose `prio` differs from that of earlier lines, or 0. */
  let ordered = 0;
  /** The first line with an `addon`, or 0. */
  let addon = 0;
  for (let first = scanner.take(); first !== undefined; first = scanner.take()) {
    const { text: word, line } = first;
    if (word === "trigger") {
      const { id, ...trigger } = readTrigger(scanner, line);
      if (triggers.has(id)) throw scanner.errorAt(line, "each trigger once", `trigger ${id} again`);
      triggers.set(id, trigger);
    } else if (word === "failure") failures.push(readFailure(scanner, first));
    else {
      const { prio, hasAddon, ...flow } = readConnection(scanner, first, header.Nodes);
      if (hasAddon && addon === 0) addon = line;
      prios.add(prio);
      if (prios.size > 1 && ordered === 0) ordered = line;
      flows.push(flow);
    }
  }
  const counted = [
    ["Connections", flows.length],
    ["Triggers", triggers.size],
    ["Failures", failures.length],
  ] as const;
  for (const [name, found] of counted)
    if (found !== header[name])
      throw new InputError(
        { file },
        `${header[name]} ${name.toLowerCase()}, as declared in the first lines`,
        String(found),
      );
  if (prios.size > 1)
    warn(
      `${file}:${ordered}: prio is not modelled: htsim's receivers pull by it, and here the flows of a class share equally. Write ` +
        "separate lists for separate classes.",
    );
  if (addon > 0) warn(`${file}:${addon}: addon has no effect, as in htsim, whose programs do not use it.`);
  const { waiting, idle } = waitingFlows(flows, triggers, file);
  if (idle.length > 0)
    warn(
      neverStart(
        idle.map((flow) => flows[flow]),
        file,
      ),
    );
  if (idle.length === flows.length && idle.length > 0)
    throw new InputError(
      { file, line: flows[0].line },
      "a flow that starts",
      "only flows that wait for an endless one",
    );
  return { ...without(idle, flows, waiting), failures };
}

function neverStart([{ line, trigger }, ...others]: readonly (ListedFlow & TriggeredFlow)[], file: string): string {
  const more = others.length === 0 ? "" : `, and ${formatCounted(others.length, "more flow")} like it`;
  return `${file}:${line}: this flow never starts, as in htsim: no flow ends that activates trigger ${trigger}. It is left out${more}.`;
}

/** Removes the flows with the indices `idle` from `flows`. Renumbers the indices in `waiting`, so that they fit the shorter `flows`. */
function without(
  idle: readonly number[],
  flows: readonly ListedFlow[],
  waiting: readonly WaitingFlow[],
): Pick<Connections, "flows" | "waiting"> {
  if (idle.length === 0) return { flows, waiting };
  const left = new Set(idle);
  const places = new Map<number, number>();
  flows.forEach((_, k) => {
    if (!left.has(k)) places.set(k, places.size);
  });
  const placesOf = (ones: readonly number[]): number[] => ones.flatMap((one) => places.get(one) ?? []);
  return {
    flows: flows.filter((_, k) => !left.has(k)),
    waiting: waiting.flatMap(({ flow, others, enough }) =>
      placesOf([flow]).map((place) => ({ flow: place, others: placesOf(others), enough })),
    ),
  };
}

function readHeader(scanner: Scanner): Readonly<Record<(typeof HEADER)[number], number>> {
  const found = new Map<string, number>();
  for (let next = scanner.peek(); next !== undefined; next = scanner.peek()) {
    const { text } = next;
    if (!HEADER.some((name) => name === text)) break;
    scanner.take();
    if (found.has(text)) throw scanner.error(next, `${text} once`);
    found.set(
      text,
      scanner.whole(scanner.takeOnLine(), text === "Nodes" ? 1 : 0, MAX_VALUE, `a number of ${text.toLowerCase()}`),
    );
  }
  for (const name of ["Nodes", "Connections"])
    if (!found.has(name)) throw scanner.error(scanner.peek(), `${name} and their number`);
  const of = (name: string): number => found.get(name) ?? 0;
  return { Nodes: of("Nodes"), Connections: of("Connections"), Triggers: of("Triggers"), Failures: of("Failures") };
}

const NUMBERS: Readonly<Record<string, string>> = {
  ...{ id: "a number", prio: "a number", start: "a start in ps", size: "a size in bytes" },
  ...{
    trigger: "the id of a trigger",
    send_done_trigger: "the id of a trigger",
    recv_done_trigger: "the id of a trigger",
  },
};
const FORM = '"0->1 id 1 start 0 size 64000"';

function readConnection(
  scanner: Scanner,
  ends: Token,
  nodes: number,
): ListedFlow & TriggeredFlow & { readonly prio: number; readonly hasAddon: boolean } {
  const { line } = ends;
  const [, from = "", to = ""] = /^(\d{1,9})->(\d{1,9})$/.exec(ends.text) ?? [];
  if (from === "" || Number(from) >= nodes || Number(to) >= nodes || Number(from) === Number(to))
    throw scanner.error(ends, `two hosts of ${nodes}, such as 0->1, trigger or failure`);
  const values = new Map<string, number>();
  let hasAddon = false;
  for (let key = scanner.takeOnLine(); key !== undefined; key = scanner.takeOnLine()) {
    if (key.text === "addon") {
      hasAddon = true;
      continue;
    }
    const unit = NUMBERS[key.text];
    if (!Object.hasOwn(NUMBERS, key.text)) throw scanner.error(key, [...Object.keys(NUMBERS), "addon"].join(", "));
    if (values.has(key.text)) throw scanner.error(key, `one ${key.text} of a connection`);
    const least = /trigger$/.test(key.text) ? 1 : 0;
    const token = scanner.takeOnLine();
    const expected = `${unit}, without a unit`;
    values.set(
      key.text,
      key.text === "start"
        ? Math.floor(scanner.decimal(token, 0, MAX_VALUE, expected))
        : scanner.whole(withoutDecimals(token), least, MAX_VALUE, expected),
    );
  }
  const [size, start, trigger] = [values.get("size"), values.get("start"), values.get("trigger")];
  if (size === undefined || (start === undefined && trigger === undefined)) {
    const missing = size === undefined ? "size" : "start";
    throw scanner.errorAt(line, FORM, `no ${missing} in ${quote(ends.text)}`);
  }
  if (start !== undefined && trigger !== undefined)
    throw scanner.errorAt(line, "either start or trigger", `both in ${quote(ends.text)}`);
  const activates = ["send_done_trigger", "recv_done_trigger"].flatMap((name) => values.get(name) ?? []);
  const flow = { from: `h${Number(from)}`, to: `h${Number(to)}`, size, start: start ?? 0, line };
  return { ...flow, trigger, activates, endless: size === 0, prio: values.get("prio") ?? NaN, hasAddon };
}

/** Returns the token without its decimals, because htsim reads an integer only up to its decimal point. */
const withoutDecimals = (token: Token | undefined): Token | undefined =>
  token && { ...token, text: token.text.replace(/^(\d{1,20})\.\d*$/, "$1") };

function readTrigger(scanner: Scanner, line: number): Trigger & { readonly id: number } {
  const values = new Map<string, number>();
  let kind: Trigger["kind"] | undefined;
  for (let key = scanner.takeOnLine(); key !== undefined; key = scanner.takeOnLine()) {
    const { text } = key;
    if (text === "oneshot" || text === "multishot" || text === "barrier") {
      if (kind !== undefined) throw scanner.error(key, `one kind, ${kind}`);
      kind = text;
    } else if ((text === "id" || text === "count") && !values.has(text))
      values.set(text, scanner.whole(scanner.takeOnLine(), 1, MAX_VALUE, `a number of 1 or more for ${text}`));
    else throw scanner.error(key, "id, count or a kind of trigger, each once");
  }
  const [id, count] = [values.get("id"), values.get("count")];
  if (id === undefined || kind === undefined || (kind === "barrier" && count === undefined))
    throw scanner.errorAt(line, '"trigger id 1 oneshot", "multishot" or "barrier count 2"', "another trigger");
  return { id, kind, count: count ?? 0, line };
}

function readFailure(scanner: Scanner, { line }: Token): FailedLink {
  const values = new Map<string, number>();
  for (let key = scanner.takeOnLine(); key !== undefined; key = scanner.takeOnLine()) {
    const { text } = key;
    if (text === "switch_type") {
      const kind = scanner.takeOnLine();
      const hint =
        kind?.text === "TOR" || kind?.text === "CORE"
          ? `htsim aborts at ${kind.text}: it fails only links from an aggregation switch up to a core. Name such a link, or use \`faults\` ` +
            "of a scenario."
          : "htsim fails only links from an aggregation switch up to a core.";
      if (kind?.text !== "AGG") throw scanner.error(kind, "AGG", hint);
      values.set(text, 0);
    } else if (/^(id|switch_id|link_id)$/.test(text) && !values.has(text))
      values.set(text, scanner.whole(scanner.takeOnLine(), 0, MAX_VALUE, `a number for ${text}`));
    else throw scanner.error(key, "switch_type, switch_id or link_id, each once");
  }
  const [agg, link] = [values.get("switch_id"), values.get("link_id")];
  if (!values.has("switch_type") || agg === undefined || link === undefined)
    throw scanner.errorAt(line, '"failure switch_type AGG switch_id 0 link_id 1"', "another failure");
  return { agg, link, line };
}
