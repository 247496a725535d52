/**
 * Offered load: the bytes that planned traffic sends over each link, divided by the bytes that the link can carry.
 *
 *   load    = bytes on the wire of the flows that pass the link / bytes that the link can carry while these flows arrive
 *   overRun = the same bytes / bytes that the link can carry from the start of the first flow to the end of the run
 *
 * A load above 1 makes queues grow while traffic arrives. With an `overRun` above 1 some flows cannot finish under any
 * policy.
 *
 * The time in which the traffic of a scenario's entry arrives:
 *
 * - with `load` or `stop`: from its start to its stop
 * - with `every` and `count`: its repetitions
 * - any other entry, such as a list of flows: the whole run
 *
 * Each node divides a flow evenly among its ports on shortest paths, because no routing policy does better. For some
 * entries, bytes are also divided evenly among all pairs of senders and receivers. These are entries with a `load`, and
 * incasts that repeat with random receivers, because random draws favour no host on average. Long-lived flows take the
 * remaining capacity, so they are left out.
 */
import { demands, spread, type Demand } from "../network/demand.ts";
import type { Network } from "../../sim/model/network.ts";
import type { Plan } from "../../contracts/traffic.ts";
import type { TrafficEntry } from "../../policies/traffic/plan.ts";
import type { Bytes, Ps } from "../../base/units.ts";

interface Load {
  /** The network-wide number of the port that sends on this link. */
  readonly port: number;
  readonly load: number;
  readonly overRun: number;
}

/**
 * The links with their offered load, the highest load first. The load of a link is the maximum over the time in which
 * traffic arrives. `entries`: the scenario's traffic, from which `plan` was made. `until`: the end of the run.
 */
export function offeredLoads(network: Network, plan: Plan, entries: readonly TrafficEntry[], until: Ps): Load[] {
  const { rate, ports } = network.fabric;
  const asked = demands(network, plan, until).filter(({ bytes }) => bytes !== Infinity);
  const begins = asked.reduce((least, { start }) => Math.min(least, start), until);
  const byEntry = entries.map((): Demand[] => []);
  for (const one of asked) byEntry[one.entry ?? 0].push(one);
  /** Groups the traffic entries whose flows arrive in the same span of time. */
  const spells = new Map<string, { readonly spell: Spell; readonly pairs: Pair[] }>();
  entries.forEach((entry, k) => {
    const spell = spellOf(entry, { from: begins, to: until });
    const key = `${spell.from} ${spell.to}`;
    const known = spells.get(key) ?? { spell, pairs: [] };
    spells.set(key, known);
    for (const pair of isDrawn(entry) ? shared(byEntry[k]) : pairs(byEntry[k])) known.pairs.push(pair);
  });
  const found = [...spells.values()].map(({ spell, pairs }) => ({ ...spell, bytes: spread(network, pairs) }));
  const carries = (port: number, from: Ps, to: Ps): Bytes => (rate[port] * (to - from)) / 8e12;
  /**
   * The maximum load of a port over time. The load rises only when some traffic begins, that is, at the start of a span
   * in `found`. So only these times are checked.
   */
  const whileArriving = (port: number): number =>
    found.reduce((most, { from: now }) => {
      const arriving = found.filter(({ from, to }) => from <= now && now < to);
      const load = arriving.reduce((sum, { from, to, bytes }) => sum + bytes[port] / carries(port, from, to), 0);
      return Math.max(most, load);
    }, 0);
  return Array.from({ length: ports }, (_, port) => {
    const bytes = found.reduce((sum, one) => sum + one.bytes[port], 0);
    return { port, load: whileArriving(port), overRun: bytes / carries(port, begins, until) };
  })
    .filter(({ load }) => load > 0)
    .sort((a, b) => b.load - a.load);
}

/** True if the entry draws many random pairs of hosts. */
const isDrawn = ({ values }: TrafficEntry): boolean =>
  values["load"] !== undefined ||
  (values["every"] !== undefined && Array.isArray(values["to"]) && values["to"].length > 1);

/** A span of time, from `from` (included) to `to` (excluded). */
interface Spell {
  readonly from: Ps;
  readonly to: Ps;
}

function spellOf({ values }: TrafficEntry, run: Spell): Spell {
  const number = (name: string): number | undefined => (typeof values[name] === "number" ? values[name] : undefined);
  const [start = run.from, stop, every, count] = ["start", "stop", "every", "count"].map(number);
  if (every !== undefined && count !== undefined) return { from: start, to: Math.min(start + every * count, run.to) };
  if (values["load"] === undefined && stop === undefined) return run;
  return { from: start, to: Math.min(stop ?? run.to, run.to) };
}

interface Pair {
  readonly source: number;
  readonly destination: number;
  /** Bytes on the wire. */
  readonly amount: Bytes;
}

/** Adds up the bytes of all flows between each pair of hosts. */
function pairs(asked: readonly Demand[]): readonly Pair[] {
  const amounts = new Map<number, Map<number, Bytes>>();
  for (const { source, destination, wire } of asked) {
    let of = amounts.get(source);
    if (of === undefined) amounts.set(source, (of = new Map<number, Bytes>()));
    of.set(destination, (of.get(destination) ?? 0) + wire);
  }
  return [...amounts].flatMap(([source, of]) =>
    Array.from(of, ([destination, amount]) => ({ source, destination, amount })),
  );
}

/**
 * The maximum number of host pairs for `shared`, which gives each pair an equal part of the bytes of all flows. More
 * pairs would need too much memory. Above this maximum, `shared` returns only the pairs that have a flow, each with the
 * bytes of its own flows.
 */
const MAX_PAIRS = 2_000_000;

/** Divides all bytes evenly among all pairs of a sender and a receiver. */
function shared(asked: readonly Demand[]): readonly Pair[] {
  const sources = [...new Set(asked.map(({ source }) => source))];
  const destinations = [...new Set(asked.map(({ destination }) => destination))];
  if (sources.length * destinations.length > MAX_PAIRS) return pairs(asked);
  const bytes = asked.reduce((sum, { wire }) => sum + wire, 0);
  const to = (source: number): number[] => destinations.filter((destination) => destination !== source);
  return sources.flatMap((source) => {
    const receivers = to(source);
    const amount = bytes / sources.length / receivers.length;
    return receivers.map((destination) => ({ source, destination, amount }));
  });
}
