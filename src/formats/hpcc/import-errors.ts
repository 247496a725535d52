/** ERROR_RATE_PER_LINK as a fault of a scenario. The rates of a topology's own column come with its file. */
import { portName } from "../../base/port-names.ts";
import { nodeName } from "./import-memory.ts";
import type { HpccInput, Notes } from "./import-notes.ts";

/** The line of the scenario, if the config asks for it. */
export function linkErrors({ config, topology }: Pick<HpccInput, "config" | "topology">, notes: Notes): string[] {
  const rate = Math.min(config.errorRatePerLink, 1);
  const links = cleanLinks(topology);
  if (!(rate > 0) || links.length === 0) return [];
  notes.add(
    `ERROR_RATE_PER_LINK ${config.errorRatePerLink}: links whose own rate is 0 lose as many packets by a fault, bit-errors; which ones, other random numbers decide.`,
    "ERROR_RATE_PER_LINK",
  );
  const target = links.length === topology.links.length ? ["*"] : links;
  return [`faults: [{ kind: bit-errors, target: ${JSON.stringify(target)}, rate: 0, frames: ${rate} }]`];
}

/** Names of the links whose own rate is 0. */
function cleanLinks(topology: HpccInput["topology"]): string[] {
  const { links } = topology;
  const pairs = links.map(({ a, b }) => `${Math.min(a, b)} ${Math.max(a, b)}`);
  const counts = new Map<string, number>();
  for (const pair of pairs) counts.set(pair, (counts.get(pair) ?? 0) + 1);
  const seen = new Map<string, number>();
  return links.flatMap(({ a, b, errorRate }, link) => {
    const nth = (seen.get(pairs[link]) ?? 0) + 1;
    seen.set(pairs[link], nth);
    if (errorRate > 0) return [];
    const name = portName(nodeName(topology, a), nodeName(topology, b), 1);
    return [counts.get(pairs[link]) === 1 ? name : `${name}#${nth}`];
  });
}
