/**
 * Parses a topology of htsim, `.topo`: a fat tree of two or three tiers, listed from the hosts up.
 *
 *   Nodes 32                    hosts
 *   Tiers 2
 *   Podsize 32                  hosts of a pod
 *   Tier 0
 *   Downlink_speed_Gbps 100
 *   Radix_Down 8                links down from each switch of the tier, and up
 *   Radix_Up 2
 *   Downlink_Latency_ns 1000
 *   Switch_Latency_ns 0         (this line may be left out, as may Oversubscribed and Bundle, the number of parallel links)
 *   Tier 1 ...
 *
 * Hosts are named h0 and so on, switches tor0, agg0 and core0. A ToR has a bundle to each aggregation switch of its pod. The pod has n
 * aggregation switches, counted from 0. Aggregation switch p of a pod has a bundle to the cores p, p + n and so on.
 *
 * Each link of a switch has half of the switch's latency in its delay. So a path through the switch takes as long as in htsim. But PAUSE
 * frames are delayed, too.
 *
 * Source: Broadcom/csg-htsim, sim/datacenter: FatTreeTopology and its topologies/
 */
import type { Bps, Ps } from "../../base/units.ts";
import { InputError, quote } from "../hpcc/input-error.ts";
import { wholeNumber } from "../hpcc/scanner.ts";

export interface HtsimTopology {
  /** Hosts first. */
  readonly nodes: readonly { readonly name: string; readonly kind: "host" | "switch" }[];
  readonly links: readonly HtsimLink[];
}

interface HtsimLink {
  readonly a: string;
  readonly b: string;
  readonly rate: Bps;
  readonly delay: Ps;
  /** Number of parallel links. */
  readonly parallel: number;
}

const HEADER = ["nodes", "tiers", "podsize"];
const OF_TIER = [
  ...["downlink_speed_gbps", "radix_down", "radix_up", "downlink_latency_ns", "switch_latency_ns"],
  ...["oversubscribed", "bundle"],
];
/**
 * Maximum of each value in a topology file. `nodes` counts hosts only. The maximum rate is 10 Tbps, and the maximum
 * latency is one second.
 */
const MAX: Readonly<Record<string, number>> = {
  ...{
    nodes: 131_072,
    tiers: 3,
    podsize: 131_072,
    downlink_speed_gbps: 10_000,
    radix_down: 131_072,
    radix_up: 131_072,
  },
  ...{ downlink_latency_ns: 1e9, switch_latency_ns: 1e9, oversubscribed: 1000, bundle: 64 },
};
const LEAST: Readonly<Record<string, number>> = { tiers: 2, downlink_latency_ns: 0, switch_latency_ns: 0 };

/** Maximum numbers of nodes, switches included, and of links of a scenario. */
const [MAX_NODES, MAX_LINKS] = [131_072, 1_048_576];

interface Value {
  readonly value: number;
  readonly line: number;
}
type Values = ReadonlyMap<string, Value>;

/** Parses a topology. Throws `InputError` at the first mistake. */
export function parseTopo(text: string, file: string): HtsimTopology {
  const { header, tiers } = sections(text, file);
  const need = (values: Values, name: string, where: string): Value => {
    const found = values.get(name);
    if (found !== undefined) return found;
    throw new InputError({ file }, `${name} ${where}`, "none");
  };
  const [hosts, count, podsize] = HEADER.map((name) => need(header, name, "before the first tier"));
  const tier = (number: number): Tier => {
    const values = tiers.get(number);
    if (values === undefined) throw new InputError({ file }, `Tier ${number} of ${count.value}`, "none");
    const of = (name: string): number => need(values, name, `of Tier ${number}`).value;
    const or = (name: string, usual: number): number => values.get(name)?.value ?? usual;
    return {
      ...{ rate: of("downlink_speed_gbps") * 1e9, down: of("radix_down"), bundle: or("bundle", 1) },
      up: number < count.value - 1 ? of("radix_up") : 0,
      ...{ link: of("downlink_latency_ns") * 1000, switch: or("switch_latency_ns", 0) * 1000 },
      oversubscribed: values.get("oversubscribed"),
      line: (name) => ({ file, line: values.get(name)?.line ?? 1 }),
    };
  };
  const all = Array.from({ length: count.value }, (_, number) => tier(number));
  return wired(hosts.value, podsize, all, file);
}

interface Tier {
  /** Rate of the links towards the hosts. */
  readonly rate: Bps;
  readonly down: number;
  readonly up: number;
  readonly bundle: number;
  readonly link: Ps;
  readonly switch: Ps;
  readonly oversubscribed: Value | undefined;
  readonly line: (name: string) => { readonly file: string; readonly line: number };
}

/** Splits the text into its header and its tiers. `Tier` begins a tier. */
function sections(
  text: string,
  file: string,
): { readonly header: Values; readonly tiers: ReadonlyMap<number, Values> } {
  const header = new Map<string, Value>();
  const tiers = new Map<number, Map<string, Value>>();
  let [here, names] = [header, HEADER];
  text.split("\n").forEach((row, k) => {
    const at = { file, line: k + 1 };
    const words = row.trim().split(/\s+/, 3);
    if (words[0] === "" || words[0].startsWith("#")) return;
    const name = words[0].toLowerCase();
    if (name !== "tier" && !names.includes(name))
      throw new InputError(at, `${names.join(", ")} or tier`, quote(words[0]));
    const [least, most] = name === "tier" ? [0, 2] : [LEAST[name] ?? 1, MAX[name]];
    const value = wholeNumber(words[1] ?? "");
    if (value === undefined || value < least || value > most || words.length > 2)
      throw new InputError(at, `${words[0]} and a whole number from ${least} to ${most}`, quote(row.trim()));
    if (name !== "tier") {
      if (here.has(name)) throw new InputError(at, `${words[0]} once`, "it again");
      here.set(name, { value, line: k + 1 });
      return;
    }
    if (tiers.has(value)) throw new InputError(at, "each tier once", `Tier ${value} again`);
    [here, names] = [new Map<string, Value>(), OF_TIER];
    tiers.set(value, here);
  });
  return { header, tiers };
}

function wired(hosts: number, podsize: Value, tiers: readonly Tier[], file: string): HtsimTopology {
  const [tor, agg, core] = tiers as readonly [Tier, Tier, Tier | undefined];
  const whole = (value: number, by: number, at: { file: string; line: number }, expected: string): number => {
    if (value % by === 0) return value / by;
    throw new InputError(at, expected, `${value} over ${by}`);
  };
  const pods = whole(hosts, podsize.value, { file, line: podsize.line }, "a Podsize that divides Nodes");
  if (tor.bundle !== 1)
    throw new InputError(tor.line("bundle"), "Bundle 1 in Tier 0: a host has one link", String(tor.bundle));
  const tors = whole(podsize.value, tor.down, tor.line("radix_down"), "a Radix_Down of Tier 0 that divides Podsize");
  const aggs = whole(tor.up, agg.bundle, tor.line("radix_up"), "a Radix_Up of Tier 0 that Bundle of Tier 1 divides");
  // In a tree of two tiers, which has no cores, all ToRs are linked to the same switches.
  const below = core === undefined ? tors * pods : tors;
  same(agg, below * agg.bundle, "Tier 1", `${below} ToRs, a bundle of ${agg.bundle} to each`);
  const groups = core === undefined ? 1 : pods;
  const switches = tors * pods + aggs * groups + (core === undefined ? 0 : aggs * agg.up);
  const bundled = hosts + tors * pods * aggs + (core === undefined ? 0 : aggs * pods * agg.up);
  if (hosts + switches > MAX_NODES || bundled > MAX_LINKS)
    throw new InputError(
      { file, line: 1 },
      `at most ${MAX_NODES} nodes and ${MAX_LINKS} links`,
      `${hosts + switches} and ${bundled}`,
    );
  oversubscription(tor, tor.down * tor.rate, tor.up * agg.rate);
  const nodes: HtsimTopology["nodes"][number][] = [];
  const links: HtsimLink[] = [];
  const add = (name: string, count: number, kind: "host" | "switch"): void => {
    for (let k = 0; k < count; k++) nodes.push({ name: `${name}${k}`, kind });
  };
  const link = (a: string, b: string, { rate, link: delay, bundle, switch: own }: Tier, other = 0): void => {
    links.push({ a, b, rate, delay: delay + own / 2 + other / 2, parallel: bundle });
  };
  add("h", hosts, "host");
  add("tor", tors * pods, "switch");
  add("agg", aggs * groups, "switch");
  for (let host = 0; host < hosts; host++) link(`h${host}`, `tor${Math.floor(host / tor.down)}`, tor);
  for (let one = 0; one < tors * pods; one++) {
    const first = core === undefined ? 0 : Math.floor(one / tors) * aggs;
    for (let k = 0; k < aggs; k++) link(`tor${one}`, `agg${first + k}`, agg, tor.switch);
  }
  if (core === undefined) return { nodes, links };
  const bundles = whole(
    agg.up,
    core.bundle,
    agg.line("radix_up"),
    "a Radix_Up of Tier 1 that Bundle of Tier 2 divides",
  );
  same(core, pods * core.bundle, "Tier 2", `${pods} pods, a bundle of ${core.bundle} to each`);
  oversubscription(agg, agg.down * agg.rate, agg.up * core.rate);
  add("core", aggs * bundles, "switch");
  for (let one = 0; one < aggs * pods; one++)
    for (let k = 0; k < bundles; k++) link(`agg${one}`, `core${(one % aggs) + aggs * k}`, core, agg.switch);
  return { nodes, links };

  function same({ down, line }: Tier, links: number, name: string, why: string): void {
    if (down !== links)
      throw new InputError(line("radix_down"), `Radix_Down ${links} of ${name}: ${why}`, String(down));
  }
  function oversubscription({ oversubscribed }: Tier, down: Bps, up: Bps): void {
    if (oversubscribed === undefined || oversubscribed.value * up === down) return;
    const expected = `Oversubscribed ${down / up}, as its links are: ${down / 1e9} Gbps down, ${up / 1e9} up`;
    throw new InputError({ file, line: oversubscribed.line }, expected, String(oversubscribed.value));
  }
}
