/**
 * Resolves the paths that a scenario sets for some flows. These paths override the routing policy. Names are looked up. The switches of a
 * row must be on shortest paths of at least one sender and receiver of the row.
 *
 *   paths: [{ from: h0, to: h8, via: spine1 }, "h1..h7, h8..h15, spine0"]
 *
 *          "h0, h8, spine0, 2ms", "h0, h8, spine1"      the flow changes its path at 2 ms
 *
 * `via` names one switch, or several separated by spaces. `spine1#2` is the switch spine1 reached over the second of several parallel
 * links. The first row that matches a flow applies, until the time in the row.
 */
import { didYouMean, ParamError } from "../base/params.ts";
import type { GivenPath } from "../contracts/routing.ts";
import type { Wiring } from "../contracts/topology.ts";
import type { Ps } from "../base/units.ts";
import { reach, whyUnreachable } from "../policies/topology/reach.ts";
import { HostNames } from "./hosts.ts";
import type { Row } from "./tables.ts";

export const pathRow = {
  about: "Paths of chosen flows, which override the routing policy. The first matching row applies.",
  params: {
    until: {
      unit: "ps",
      derived: "for good",
      min: 0,
      max: Number.MAX_SAFE_INTEGER,
      source: "lab",
      about: "End of this row: later packets use the next matching row.",
    },
  },
  texts: {
    from: { about: "Senders: a host, a range such as h0..h7, or all." },
    to: { about: "Receivers, likewise." },
    via: {
      about: "The switches on the path of their data, separated by spaces. spine1#2 means the second link to spine1.",
    },
  },
  required: ["from", "to", "via"],
} satisfies Row;

type GivenRow = Readonly<Record<keyof typeof pathRow.texts, string>> & { readonly until?: Ps };

/** Resolves each row. Throws `ParamError` at `paths[k]` for an unknown name, and for a switch on no shortest path of the row's flows. */
export function givenPaths(rows: readonly GivenRow[], wiring: Wiring): GivenPath[] {
  const hosts = new HostNames(wiring);
  const switches = new Map(
    wiring.names.flatMap((name, node) => (wiring.isSwitch[node] ? [[name, node] as const] : [])),
  );
  const away = distances(wiring);
  return rows.map((row, k) => {
    const at = `paths[${k}]`;
    const [from, to] = [hosts.many(row.from, `${at}.from`), hosts.many(row.to, `${at}.to`)];
    const via = row.via
      .trim()
      .split(/ +/)
      .map((text) => {
        const [, name, nth] = /^(.*?)(?:#(\d+))?$/s.exec(text) ?? [];
        const node = switches.get(name);
        const expected = `the name of a switch, such as ${[...switches.keys()].at(-1) ?? ""}`;
        if (node === undefined) throw new ParamError(`${at}.via`, expected, name, didYouMean(name, switches.keys()));
        const links = wiring.links.filter(({ a, b }) => a === node || b === node).length;
        const link = nth === undefined ? 1 : Number(nth);
        if (link < 1 || link > links) throw new ParamError(`${at}.via`, `${name}#1 to ${name}#${links}`, text);
        return { node, link };
      });
    const passes = from.some((a) => {
      const fromA = away(a);
      return to.some((b) => a !== b && via.every(({ node }) => fromA[node] + away(node)[b] === fromA[b]));
    });
    if (!passes) {
      const reaches = reach(wiring);
      const [a, b] = [from[0], to.find((host) => host !== from[0]) ?? to[0]];
      const hint = from.some((one) => to.some((other) => one !== other && reaches(one, other)))
        ? "Data takes only shortest paths, over links that work at the start."
        : whyUnreachable(wiring, a, b);
      throw new ParamError(`${at}.via`, `switches on a shortest path from ${row.from} to ${row.to}`, row.via, hint);
    }
    return { from, to, via, until: row.until ?? Infinity };
  });
}

/**
 * From a given node: the length of the shortest path to every node, by node number. A length is the number of links, or Infinity for an
 * unreachable node. Hosts do not forward, and links that are down from the start do not count.
 */
function distances({ isSwitch, links }: Wiring): (from: number) => readonly number[] {
  const neighbours = isSwitch.map((): number[] => []);
  for (const { a, b, failsAt } of links) {
    if (failsAt === 0) continue;
    neighbours[a].push(b);
    neighbours[b].push(a);
  }
  const known = new Map<number, number[]>();
  return (from) => {
    const found = known.get(from);
    if (found !== undefined) return found;
    const away = isSwitch.map(() => Infinity);
    away[from] = 0;
    const queue = [from];
    for (const node of queue) {
      if (node !== from && !isSwitch[node]) continue;
      for (const next of neighbours[node]) {
        if (away[next] < Infinity) continue;
        away[next] = away[node] + 1;
        queue.push(next);
      }
    }
    known.set(from, away);
    return away;
  };
}
