/**
 * Random fabrics: any kind of topology with a few nodes, or a random graph. A link may be slower, fail or lose frames. A link may also
 * have its own link policy, and memory for its packets that is separate from the switch's memory.
 */
import { spell } from "../../base/param-text.ts";
import { checkValues, ParamError, type Param, type ParamTable } from "../../base/params.ts";
import { policies, topologies } from "../../policies/policies.ts";
import type { TopologyKind } from "../../scenario/tables.ts";
import type { Wiring } from "../../contracts/topology.ts";
import { failLinks, type Failure } from "../../policies/topology/fail.ts";
import { reach, whyUnreachable } from "../../policies/topology/reach.ts";
import { linkNames } from "../../base/port-names.ts";
import { ns, us, type Ps } from "../../base/units.ts";
import type { Draws } from "./random-values.ts";
import { drawPolicy, namesOf } from "./policies.ts";
import { drawNumber, type Spans, type Written } from "./values.ts";

export interface Fabric {
  readonly topology: Written;
  readonly links: readonly Written[];
  /** The wiring of the topology, which gives the names of nodes and links. */
  readonly wiring: Wiring;
}

const kinds: Readonly<Record<string, TopologyKind>> = topologies;

const RATES = [10e9, 25e9, 40e9, 50e9, 100e9, 200e9, 400e9];
const DELAYS = [0, 1, ns(5), ns(100), ns(500), us(1), us(1), us(3), us(20)];
const LATEST_FAILURE: Ps = us(100);
const SPANS: Spans = {
  ps: [ns(1), us(20)],
  delay: [ns(1), us(20)],
  bytes: [20_000, 4e6],
  bps: [1e9, 400e9],
  ratio: [1e-4, 0.05],
  count: [1, 4],
  quanta: [1, 65_535],
};

/**
 * Values of parameters for which random values would rarely give a small valid fabric. The number of nodes grows with
 * the square of `k`, which must be even. The hosts of two-dc must be a multiple of its edge switches.
 */
const FEW: Readonly<Record<string, Readonly<Record<string, readonly number[]>>>> = {
  "fat-tree": { k: [2, 2, 4], hostsPerEdge: [1, 2] },
  "two-dc": { k: [0, 0, 0, 2], hosts: [2, 4], farHosts: [2, 4] },
};

export function drawFabric(draws: Draws): Fabric {
  for (;;) {
    const kind = draws.pick(Object.keys(kinds));
    const { params, lists } = kinds[kind];
    const values = lists === undefined ? drawKind(kind, params, draws) : listing(draws);
    try {
      return withOddLinks(kind, values, wire(kinds[kind], values), draws);
    } catch (error) {
      // The topology or `checkHosts` rejects this combination of values, so a new fabric is drawn.
      if (!(error instanceof ParamError)) throw error;
    }
  }
}

/** Returns parameter values of a topology, in base units. */
function drawKind(kind: string, params: ParamTable, draws: Draws): Written {
  const values: Written = {};
  for (const [name, param] of Object.entries(params)) {
    const few = FEW[kind]?.[name];
    if (few !== undefined) values[name] = draws.pick(few);
    else if (param.unit === "count") values[name] = Math.max(param.min, draws.whole(0, 4));
    else if (draws.chance(draws.isRound ? 0.15 : 0.5)) values[name] = like(param, draws);
  }
  return values;
}

function like(param: Param, draws: Draws): unknown {
  if (param.unit === "flag") return draws.chance(0.5);
  if (param.unit === "choice") return draws.pick(param.choices);
  if (param.unit === "bps" && draws.chance(0.8)) return draws.pick(RATES);
  if (param.unit === "delay" && draws.chance(0.8)) return draws.pick(DELAYS);
  return drawNumber(param, draws, SPANS);
}

function wire(kind: TopologyKind, values: Written): Wiring {
  const { params, lists } = kind;
  if (lists === undefined) return kind.create(checkValues(params, values, ""));
  const rows = Object.entries(lists).map(([name, row]) => {
    const filled = ((values[name] ?? []) as Written[]).map((given) => {
      const [texts, numbers] = [true, false].map((isText) =>
        Object.fromEntries(Object.entries(given).filter(([field]) => Object.hasOwn(row.texts ?? {}, field) === isText)),
      );
      return { ...texts, ...checkValues(row.params, numbers, "") };
    });
    return [name, filled];
  });
  return kind.create(Object.fromEntries(rows) as Written);
}

/**
 * Draws an explicit list of nodes and links. The switches form a tree with a few extra links. Each host attaches to one
 * switch.
 */
function listing(draws: Draws): Written {
  const switches = Array.from({ length: draws.whole(1, 5) }, (_, k) => `s${k}`);
  const hosts = Array.from({ length: draws.whole(2, 6) }, (_, k) => `h${k}`);
  const joined = new Set<string>();
  const links: Written[] = [];
  const lossy = draws.chance(0.3);
  const differs = draws.isRound ? 0.15 : 0.5;
  const join = (a: string, b: string): void => {
    if (a === b || joined.has(`${a} ${b}`) || joined.has(`${b} ${a}`)) return;
    joined.add(`${a} ${b}`);
    const link: Written = { a, b };
    if (draws.chance(differs)) link["rate"] = draws.pick(RATES);
    if (draws.chance(differs)) link["delay"] = draws.pick(DELAYS);
    if (lossy && draws.chance(0.3)) link["bitErrorRate"] = Number(draws.scaled(1e-9, 1e-5).toPrecision(3));
    if (lossy && draws.chance(0.3)) link["frameErrorRate"] = Number(draws.scaled(1e-4, 0.05).toPrecision(3));
    if (draws.chance(0.05)) link["failsAt"] = draws.chance(0.3) ? 0 : draws.whole(1, LATEST_FAILURE);
    links.push(link);
  };
  switches.forEach((name, k) => {
    if (k > 0) join(name, switches[draws.whole(0, k - 1)]);
  });
  for (let more = draws.whole(0, switches.length); more > 0; more--) join(draws.pick(switches), draws.pick(switches));
  for (const host of hosts) join(host, draws.pick(switches));
  return {
    nodes: [...hosts.map((name) => ({ name, kind: "host" })), ...switches.map((name) => ({ name, kind: "switch" }))],
    links,
  };
}

/**
 * Returns the topology as a scenario writes it, sometimes with failed or slower links. Also returns entries for the
 * section `links` of the scenario.
 */
function withOddLinks(kind: string, values: Written, wiring: Wiring, draws: Draws): Fabric {
  const names = linkNames(wiring).map((own) => own[own.length > 2 ? 2 : 0]);
  const topology: Written = { kind, ...written(kinds[kind], values) };
  const failing = draws.chance(0.15) ? draws.some(names, draws.whole(1, 2)) : [];
  const failures = failing.map((name): Failure => {
    return { link: name, at: draws.chance(0.4) ? 0 : draws.whole(1, LATEST_FAILURE) };
  });
  checkHosts(wiring, failures);
  if (failures.length > 0)
    topology["fail"] = failures.map((one) => (one.at === 0 ? one.link : { ...one, at: spell(one.at, "ps") }));
  if (draws.chance(0.15)) {
    const slow = draws.some([...wiring.links.keys()], draws.whole(1, 2));
    topology["slow"] = slow.map((link) => {
      const rate = Math.round(wiring.links[link].rate * draws.pick([0.1, 0.25, 0.4, 0.5, 0.99]));
      return { link: names[link], rate: spell(rate, "bps") };
    });
  }
  const links = draws.chance(0.3) ? draws.some(names, draws.whole(1, 2)).map((name) => oddLink(name, draws)) : [];
  return { topology, links, wiring };
}

/**
 * Applies the check of the scenario reader to a drawn topology. Throws `ParamError` if there are fewer than two hosts, or if a host
 * cannot reach another one.
 */
function checkHosts(wiring: Wiring, failures: readonly Failure[]): void {
  const hosts = hostsOf(wiring).length;
  if (hosts < 2) throw new ParamError("hosts", "two hosts or more", hosts);
  const whole = failLinks(wiring, failures);
  const reaches = reach(whole);
  const [first, ...others] = wiring.isSwitch.flatMap((isSwitch, node) => (isSwitch ? [] : [node]));
  const cut = others.find((host) => !reaches(first, host));
  if (cut !== undefined)
    throw new ParamError("links", "hosts that reach each other", whyUnreachable(whole, first, cut));
}

/** Spells the parameters of a topology as a scenario does. */
function written({ params, lists = {} }: TopologyKind, values: Written): Written {
  const spelled = (table: ParamTable, row: Written): Written =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => {
        const param = Object.hasOwn(table, name) ? table[name] : undefined;
        return [
          name,
          typeof value === "number" && param !== undefined && "min" in param ? spell(value, param.unit) : value,
        ];
      }),
    );
  const ofLists = Object.entries(lists).map(([name, row]) => [
    name,
    ((values[name] ?? []) as Written[]).map((one) => spelled(row.params, one)),
  ]);
  return { ...spelled(params, values), ...(Object.fromEntries(ofLists) as Written) };
}

function oddLink(between: string, draws: Draws): Written {
  const link: Written = { between };
  const name = draws.pick(Object.keys(policies.link));
  if (draws.chance(0.6)) link["policy"] = drawPolicy("link", name, draws);
  if (draws.chance("policy" in link && !namesOf("link").includes(name) ? 1 : 0.3))
    link["memory"] = spell(Math.round(draws.scaled(20_000, 4e6)), "bytes");
  if (draws.chance(0.4)) link["jitter"] = spell(Math.round(draws.scaled(1, us(3))), "ps");
  if (draws.chance(0.3)) link["frameErrorRate"] = Number(draws.scaled(1e-3, 0.2).toPrecision(3));
  if (draws.chance(0.3)) link["retry"] = spell(Math.round(draws.scaled(1, us(3))), "ps");
  return link;
}

/**
 * Returns the headroom that the switch with the largest need requires, in bytes. The rule of thumb is one round trip of data and a few
 * frames for each port.
 */
export function headroomOf({ isSwitch, links }: Wiring, frame: number): number {
  const need = isSwitch.map(() => 0);
  for (const { a, b, rate, delay } of links)
    for (const end of [a, b]) need[end] += (2 * rate * delay) / 8e12 + 5 * (frame + 100) + 3840;
  return need.reduce((most, bytes, node) => (isSwitch[node] ? Math.max(most, bytes) : most), 0);
}

export const hostsOf = ({ names, isSwitch }: Wiring): string[] => names.filter((_, node) => !isSwitch[node]);

/** Returns the sum of the hosts' link rates, bit/s. */
export const offeredBy = ({ isSwitch, links }: Wiring): number =>
  links.reduce((sum, { a, b, rate }) => sum + (isSwitch[a] && isSwitch[b] ? 0 : rate), 0);
