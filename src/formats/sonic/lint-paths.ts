/** Checks that a class is lossless on every hop from NIC to NIC. */
import { classesOf } from "./config-db.ts";
import { finding, grouped, type Finding } from "./finding.ts";
import { endName, type LinkEnd, type Links } from "./links.ts";
import { dscpMapOf, isToBeMade, profileOf, type SonicSwitch } from "./switch-of.ts";

/** A link in one direction: packets leave at `out` and arrive at `into`. */
interface Hop {
  readonly out: LinkEnd;
  readonly into: LinkEnd;
}

/** A reason why a class is not lossless at a hop, and its place. */
interface Break {
  readonly at: LinkEnd;
  readonly field: string;
  readonly found: string;
}

/**
 * Finds hops on shortest paths between two NICs at which a class is lossy, although the class is lossless at both NICs.
 */
export function pathMistakes(switches: readonly SonicSwitch[], { links, edges }: Links): Finding[] {
  const hops = links
    .filter(({ a, b }) => a.port.up && b.port.up)
    .flatMap(({ a, b }): Hop[] => [
      { out: a, into: b },
      { out: b, into: a },
    ]);
  const classes = new Map(switches.map(({ name }) => [name, new Set<number>()]));
  for (const { at, port } of edges) for (const cls of port.up ? port.lossless : []) classes.get(at.name)?.add(cls);
  const distances = new Map<string, ReadonlyMap<string, number>>();
  const distancesTo = (name: string): ReadonlyMap<string, number> => {
    const known = distances.get(name) ?? distancesFrom(name, hops);
    distances.set(name, known);
    return known;
  };
  const all = [...new Set([...classes.values()].flatMap((of) => [...of]))].sort((a, b) => a - b);
  return all.flatMap((cls) => {
    const ends = switches.filter(({ name }) => classes.get(name)?.has(cls)).map(({ name }) => name);
    const dscpsAt = new Map(ends.map((from) => [from, dscpsFrom(from, cls, edges, hops, distancesTo(from))]));
    const reported = new Set<string>();
    return hops.flatMap((hop) => {
      const known = new Map<string, Break | undefined>();
      const breaks = ends.flatMap((from) => {
        const dscps = [...(dscpsAt.get(from)?.get(hop.out.at.name) ?? [])];
        const key = dscps.join();
        if (!known.has(key)) known.set(key, breakOf(hop, cls, dscps));
        const broken = known.get(key);
        return broken === undefined ? [] : [{ from, broken }];
      });
      return grouped(breaks, ({ broken }) => broken.found).flatMap((group): Finding[] => {
        const [{ broken }] = group;
        const froms = group.map(({ from }) => from);
        const pairs = pairsOver(hop, froms, ends, distancesTo);
        const key = `${broken.at.at.name} ${broken.found}`;
        if (pairs.length === 0 || reported.has(key)) return [];
        reported.add(key);
        const { at, port } = broken.at;
        const more = pairs.length > 1 ? ` and ${pairs.length - 1} more pairs of switches` : "";
        return [
          finding(at.db, "path-not-lossless", {
            ...{ row: port.qos ?? port.row, field: broken.field, found: `${broken.found} at ${port.name}` },
            expected: `class ${cls} lossless on every hop from hosts of ${pairs[0][0]} to hosts of ${pairs[0][1]}${more}`,
            mend: `Its packets can be lost between ${endName(hop.out)} and ${endName(hop.into)}: protect the class there.`,
          }),
        ];
      });
    });
  });
}

/**
 * Returns the reason why packets of a class can be lost at a hop. No packet is lost if the sender obeys PAUSE frames
 * and the receiver sends them in time.
 */
function breakOf({ out, into }: Hop, cls: number, dscps: readonly number[]): Break | undefined {
  const field = "pfc_enable";
  const without = [into, out].find(({ port }) => !port.lossless.includes(cls));
  if (without !== undefined) return { at: without, field, found: `pfc_enable without class ${cls}` };
  const { at, port } = into;
  const row = at.groups.get(`${port.name}|${cls}`);
  const isLossy = /lossy/.test(at.db.field(profileOf(at, port.name, cls), "pool") ?? "");
  if (isLossy || (row === undefined && !at.dynamic && at.lookup === undefined && !isToBeMade(at)))
    return { at: into, field, found: isLossy ? "a lossy BUFFER_PG" : `no BUFFER_PG for class ${cls}` };
  const map = dscpMapOf(at.db, port.qos);
  if (map === undefined) return undefined;
  const lost = rewritten(out, cls, dscps).find((dscp) => classesOf(at.db.field(map, String(dscp)) ?? "")?.[0] !== cls);
  if (lost === undefined) return undefined;
  return { at: into, field: "dscp_to_tc_map", found: `DSCP ${lost} in class ${at.db.field(map, String(lost)) ?? "0"}` };
}

/** The DSCPs of the packets of a class after a port has sent them. A tc_to_dscp_map gives all packets of the class one DSCP. */
function rewritten({ at, port }: LinkEnd, cls: number, dscps: readonly number[]): readonly number[] {
  const map = at.db.find("TC_TO_DSCP_MAP", at.db.field(port.qos, "tc_to_dscp_map") ?? "");
  const to = at.db.field(map, String(cls));
  return to === undefined || dscps.length === 0 ? dscps : [Number(to)];
}

/**
 * By switch: the DSCPs that packets of the class `cls` have when they arrive there. The packets come from the NICs that are linked to
 * the switch `from`. For `from` itself: the DSCPs that its ports to NICs map to the class.
 */
function dscpsFrom(
  from: string,
  cls: number,
  edges: readonly LinkEnd[],
  hops: readonly Hop[],
  distances: ReadonlyMap<string, number>,
): ReadonlyMap<string, ReadonlySet<number>> {
  const maps = edges.flatMap(({ at, port }) =>
    at.name === from && port.up && port.lossless.includes(cls) ? (dscpMapOf(at.db, port.qos) ?? []) : [],
  );
  const own = Array.from({ length: 64 }, (_, dscp) => dscp).filter((dscp) =>
    maps.some((map) => classesOf(map.fields.get(String(dscp))?.text ?? "")?.[0] === cls),
  );
  const found = new Map<string, Set<number>>([[from, new Set(own)]]);
  // `distances` has the nearest switches first, and a hop counts only if it leads to a switch that is one hop farther. So the loop knows
  // all DSCPs that arrive at a switch before it follows the hops that leave this switch.
  const leaving = new Map(grouped(hops, ({ out }) => out.at.name).map((group) => [group[0].out.at.name, group]));
  for (const [name, distance] of distances)
    for (const { out, into } of leaving.get(name) ?? []) {
      if (distances.get(into.at.name) !== distance + 1) continue;
      const next = found.get(into.at.name) ?? new Set<number>();
      for (const dscp of rewritten(out, cls, [...(found.get(name) ?? [])])) next.add(dscp);
      found.set(into.at.name, next);
    }
  return found;
}

/** Returns all pairs of one of `froms` and one of `ends` that have a shortest path over the link `out` - `into`. */
function pairsOver(
  { out, into }: Hop,
  froms: readonly string[],
  ends: readonly string[],
  distancesTo: (name: string) => ReadonlyMap<string, number>,
): (readonly [from: string, to: string])[] {
  return froms.flatMap((from) => {
    const before = distancesTo(from).get(out.at.name);
    if (before === undefined) return [];
    return ends.flatMap((to) => {
      const [after, total] = [into.at.name, from].map((name) => distancesTo(to).get(name));
      return from !== to && after !== undefined && before + 1 + after === total ? [[from, to] as const] : [];
    });
  });
}

/** Returns the number of hops from the switch `name` to every switch that it reaches, by the name of that switch. */
function distancesFrom(name: string, hops: readonly Hop[]): Map<string, number> {
  const next = new Map<string, Set<string>>();
  for (const { out, into } of hops) {
    const to = next.get(out.at.name) ?? new Set();
    next.set(out.at.name, to.add(into.at.name));
  }
  const found = new Map([[name, 0]]);
  // A Map iterates also over entries that are added meanwhile, so this is a breadth-first search.
  for (const [at, distance] of found)
    for (const to of next.get(at) ?? []) if (!found.has(to)) found.set(to, distance + 1);
  return found;
}
