/**
 * Lists the flow-size distributions that a scenario uses, so that its results can name them. Distributions of one name differ from paper to
 * paper. A result therefore states the variant and its source.
 */
import type { CdfTable } from "../policies/traffic/cdf.ts";
import { cdfs } from "../policies/traffic/cdfs/index.ts";
import type { TrafficEntry } from "../policies/traffic/plan.ts";

/**
 * Each distribution once, in the order in which traffic entries name it. A traffic entry names a distribution in its optional field `cdf`.
 */
export function cdfsUsed(traffic: readonly TrafficEntry[]): readonly CdfTable[] {
  const known: Readonly<Record<string, CdfTable>> = cdfs;
  const names = new Set(traffic.flatMap(({ values: { cdf } }) => (typeof cdf === "string" ? [cdf] : [])));
  return [...names].flatMap((name) => (name in known ? [known[name]] : []));
}
