/** Links that differ from the rest, their names looked up: `dci0-dci1` is every link between the two, `dci*-dci*` every one so named. */
import { didYouMean, ParamError } from "../params.ts";
import type { Wiring } from "../topology/contract.ts";
import { linkNames } from "../topology/link-names.ts";
import type { ChosenPolicy, LinkRule } from "./scenario.ts";
import type { Spec } from "./schema.ts";

/** `choose` checks the policy of the k-th entry. Throws `ParamError`, its path within `links`. */
export function linkRules(
  entries: Spec["links"],
  wiring: Wiring,
  choose: (policy: NonNullable<Spec["links"][0]["policy"]>, k: number) => ChosenPolicy,
): LinkRule[] {
  const names = linkNames(wiring);
  const entryOf = new Map<number, number>();
  return entries.map(({ between, policy, memory }, k) => {
    const links = new Set<number>();
    between.forEach((name, n) => {
      for (const link of named(name, names, `[${k}].between[${n}]`)) links.add(link);
    });
    for (const link of links) {
      const before = entryOf.get(link);
      if (before !== undefined) {
        const hint = `links[${before}] names ${names[link][0]} too.`;
        throw new ParamError(`[${k}].between`, "links that no other entry names", between.join(", "), hint);
      }
      entryOf.set(link, k);
    }
    const ports = [...links]
      .sort((one, other) => one - other)
      .flatMap((link) => [
        { node: wiring.links[link].a, link },
        { node: wiring.links[link].b, link },
      ]);
    if (memory !== undefined && !ports.some(({ node }) => wiring.isSwitch[node])) {
      throw new ParamError(`[${k}].memory`, "a link with a switch at an end", between.join(", "));
    }
    return { ports, policy: policy === undefined ? undefined : choose(policy, k), memory };
  });
}

function named(name: string, names: readonly string[][], at: string): number[] {
  const pattern = new RegExp(`^${name.split("*").map(escaped).join(".*")}$`);
  const found = names.flatMap((own, link) => (own.some((one) => pattern.test(one)) ? [link] : []));
  if (found.length > 0) return found;
  const known = names.flat();
  const example = known[known.length - 2];
  throw new ParamError(at, `the name of a link such as ${example}, or a pattern`, name, didYouMean(name, known));
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
