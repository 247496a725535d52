/** Makes random entries of a scenario's traffic list. The kinds of traffic and their parameters are from the table `trafficKinds`. */
import { spell } from "../../base/param-text.ts";
import { trafficKinds } from "../../policies/policies.ts";
import type { Row, TrafficKind } from "../../scenario/tables.ts";
import { ns, type Ps } from "../../base/units.ts";
import type { Draws } from "./random-values.ts";
import { drawRow } from "./policies.ts";
import { drawValues, type Spans, type Written } from "./values.ts";

const kinds: Readonly<Record<string, TrafficKind>> = trafficKinds;

/**
 * Ranges of values for short flows: a flow has a few packets, and begins early enough to make progress before `until`.
 */
const spansOf = (until: Ps): Spans => ({
  ps: [ns(10), until / 2],
  delay: [ns(10), until / 2],
  bytes: [1, 200_000],
  bps: [1e9, 400e9],
  ratio: [0.05, 1.5],
  count: [1, 6],
  quanta: [1, 65_535],
});

export interface Sending {
  readonly hosts: readonly string[];
  /** Traffic classes that flows may use. */
  readonly classes: readonly number[];
  readonly until: Ps;
}

export function drawTraffic(draws: Draws, among: Sending): Written {
  const kind = draws.pick(Object.keys(kinds));
  const { params, lists = {}, hosts } = kinds[kind];
  const spans = spansOf(among.until);
  const entry: Written = { kind, ...drawHosts(hosts, draws, among.hosts), ...drawValues(params, draws, spans, 0.35) };
  // A flow of the default size would not end within such a short run. The minimum size would give hundreds of thousands
  // of flows.
  if (Object.hasOwn(params, "size")) entry["size"] = spell(Math.round(draws.scaled(1500, spans.bytes[1])), "bytes");
  for (const [list, row] of Object.entries(lists)) {
    const must = Object.keys(params).length === 0;
    if (must || draws.chance(0.2)) entry[list] = rows(row, draws, among, spans, must ? 8 : 2);
  }
  if (draws.chance(0.4)) entry["class"] = draws.pick(among.classes);
  return entry;
}

function rows(row: Row, draws: Draws, among: Sending, spans: Spans, most: number): Written[] {
  return Array.from({ length: draws.whole(1, most) }, () => {
    const written = { ...drawHosts(row.hosts, draws, among.hosts), ...drawRow(row, draws, spans) };
    if ("class" in written) written["class"] = draws.pick(among.classes);
    return written;
  });
}

/** Draws values for the fields that name hosts. If two fields each name one host, the hosts differ. */
function drawHosts(fields: Row["hosts"] = {}, draws: Draws, hosts: readonly string[]): Written {
  const written: Written = {};
  const left = [...hosts];
  for (const [name, { many, default: fallback }] of Object.entries(fields)) {
    if (fallback !== undefined && draws.chance(0.5)) continue;
    if (!many) written[name] = left.splice(draws.whole(0, left.length - 1), 1)[0] ?? hosts[0];
    else written[name] = draws.chance(0.4) ? "all" : draws.some(hosts, draws.whole(2, hosts.length));
  }
  return written;
}
