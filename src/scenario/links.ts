/**
 * Finds the links that an entry of `links` in the scenario selects by name, to give them special settings. `dci0-dci1`
 * names every link between these two switches. `dci*-dci*` names every link whose name matches the pattern.
 */
import { didYouMean, ParamError } from "../base/params.ts";
import type { WiredLink, Wiring } from "../contracts/topology.ts";
import { linkNames } from "../base/port-names.ts";
import { withRelays } from "../policies/topology/relays.ts";
import type { Bytes } from "../base/units.ts";
import type { ChosenPolicy, LinkEnd, LinkRule } from "./scenario.ts";
import type { Spec } from "./schema.ts";
import type { Tables } from "./tables.ts";

/**
 * The link rules, and the wiring with relays. A relay is a node that is inserted into a link, because the link's policy
 * requires it. The rule of a link with relays applies to all ports of its relays, but not
 * to the ports of the link's switches.
 *
 * `choose` checks the link policy that an entry of `links` names, and returns it with its values. Its argument `k` is the
 * index of the entry. `linkRules` throws `ParamError` if an entry is wrong. The path in the error is relative to `links`.
 */
export function linkRules(
  entries: Spec["links"],
  wiring: Wiring,
  tables: Tables,
  choose: (policy: NonNullable<Spec["links"][0]["policy"]>, k: number) => ChosenPolicy,
): { readonly links: LinkRule[]; readonly wiring: Wiring } {
  const chosen = choices(entries, wiring, choose);
  const cables = new Map(
    chosen.flatMap(({ links, policy }) => {
      const delay = policy && tables.policies.link[policy.name].relays?.(policy.values);
      return delay === undefined ? [] : links.map((link) => [link, delay] as const);
    }),
  );
  const drifting = withProperties(wiring, chosen);
  const relayed =
    cables.size === 0 ? { wiring: drifting, relays: new Map<number, never>() } : withRelays(drifting, cables);
  const { links: wired } = relayed.wiring;
  const endsOf = (link: number): LinkEnd[] => [
    { node: wired[link].a, link },
    { node: wired[link].b, link },
    ...(relayed.relays.get(link) ?? []).map(({ node, cable }) => ({ node, link: cable })),
  ];
  return {
    wiring: relayed.wiring,
    links: chosen.map(({ links, policy, memory }) => ({ ports: links.flatMap(endsOf), policy, memory })),
  };
}

/** Returns the wiring after the entries have set the jitter, the bit and frame error rates, and the link-level retry of their links. */
function withProperties(wiring: Wiring, chosen: readonly Entry[]): Wiring {
  const links = [...wiring.links];
  chosen.forEach(({ links: numbers, properties }, k) => {
    for (const link of numbers) {
      links[link] = { ...links[link], ...properties };
      if (properties.retry !== undefined && links[link].failsAt !== undefined)
        throw new ParamError(`[${k}].retry`, "links that do not fail", "a link of topology.fail");
    }
  });
  return { ...wiring, links };
}

interface Entry {
  readonly links: readonly number[];
  readonly policy: ChosenPolicy | undefined;
  readonly memory: Bytes | undefined;
  /** The properties that the entry sets for its links. They override the properties from the topology. */
  readonly properties: Pick<WiredLink, "jitter" | "bitErrorRate" | "frameErrorRate" | "retry">;
}

/** Returns the settings of each entry of `links`, and the numbers of the links that the entry names. */
function choices(
  entries: Spec["links"],
  wiring: Wiring,
  choose: (policy: NonNullable<Spec["links"][0]["policy"]>, k: number) => ChosenPolicy,
): Entry[] {
  const names = linkNames(wiring);
  const entryOf = new Map<number, number>();
  return entries.map(({ between, policy, memory, ...properties }, k) => {
    const links = new Set<number>();
    between.forEach((name, n) => {
      for (const link of named(name, names, `[${k}].between[${n}]`)) links.add(link);
    });
    for (const link of links) {
      const before = entryOf.get(link);
      if (before !== undefined) {
        const hint = `links[${before}] also names ${names[link][0]}: remove one.`;
        throw new ParamError(`[${k}].between`, "links that are in no other entry", between.join(", "), hint);
      }
      entryOf.set(link, k);
    }
    const isSwitchAt = (link: number): boolean =>
      wiring.isSwitch[wiring.links[link].a] || wiring.isSwitch[wiring.links[link].b];
    if (memory !== undefined && ![...links].some(isSwitchAt)) {
      throw new ParamError(`[${k}].memory`, "a link with at least one switch", between.join(", "));
    }
    return {
      links: [...links].sort((one, other) => one - other),
      policy: policy === undefined ? undefined : choose(policy, k),
      memory,
      properties: Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== undefined)),
    };
  });
}

/** The links that match a name or a pattern; `names` lists the names of each link. Throws `ParamError` at `at` if no link matches. */
export function named(name: string, names: readonly string[][], at: string): number[] {
  const pattern = patternOf(name);
  const found = names.flatMap((own, link) => (own.some((one) => pattern.test(one)) ? [link] : []));
  if (found.length > 0) return found;
  const known = names.flat();
  const example = known[known.length - 2];
  throw new ParamError(at, `the name of a link such as ${example}, or a pattern`, name, didYouMean(name, known));
}

/** A regular expression for a name in which each `*` matches any text. */
export const patternOf = (name: string): RegExp => new RegExp(`^${name.split("*").map(escaped).join(".*")}$`);

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
