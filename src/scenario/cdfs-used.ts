/**
 * The distributions of flow sizes that a scenario draws from, for its results to name: those of one name differ from paper to
 * paper, so a result without its variant and source says little.
 */
import type { CdfTable } from "../policies/traffic/cdf.ts";
import { cdfs } from "../policies/traffic/cdfs/index.ts";
import type { TrafficEntry } from "../policies/traffic/plan.ts";

/** Each once, in the order in which entries of traffic name them: an entry does so by its field `cdf`, which may say none. */
export function cdfsUsed(traffic: readonly TrafficEntry[]): readonly CdfTable[] {
  const known: Readonly<Record<string, CdfTable>> = cdfs;
  const names = new Set(traffic.flatMap(({ values: { cdf } }) => (typeof cdf === "string" ? [cdf] : [])));
  return [...names].flatMap((name) => (name in known ? [known[name]] : []));
}
