/** Converts ERROR_RATE_PER_LINK to a fault of a scenario. Error rates in the topology file are part of the topology. */
import { linkNames } from "../../base/port-names.ts";
import { flowMap } from "../flow-map.ts";
import { nodeName } from "./import-memory.ts";
import type { HpccInput, Notes } from "./import-notes.ts";

/**
 * Returns the line `faults` of the scenario, if the config sets an error rate and a link has no error rate of its own.
 * Otherwise the scenario has no such line.
 */
export function linkErrors({ config, topology }: Pick<HpccInput, "config" | "topology">, notes: Notes): string[] {
  const rate = Math.min(config.errorRatePerLink, 1);
  const links = cleanLinks(topology);
  if (!(rate > 0) || links.length === 0) return [];
  notes.add(
    `ERROR_RATE_PER_LINK ${config.errorRatePerLink}: links whose own rate is 0 lose that share of packets by a bit-errors fault. Other random numbers select the packets.`,
    "ERROR_RATE_PER_LINK",
  );
  const target = links.length === topology.links.length ? ["*"] : links;
  return [`faults: [${flowMap({ kind: "bit-errors", target: JSON.stringify(target), rate: 0, frames: rate })}]`];
}

/** Returns the names of the links whose own error rate is 0. */
function cleanLinks(topology: HpccInput["topology"]): string[] {
  const { nodes, links } = topology;
  const names = linkNames({ names: Array.from({ length: nodes }, (_, id) => nodeName(topology, id)), links });
  return links.flatMap(({ errorRate }, link) => {
    const [shared, , own = shared] = names[link];
    return errorRate > 0 ? [] : [own];
  });
}
