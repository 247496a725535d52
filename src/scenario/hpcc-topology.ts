/** A topology file of HPCC's simulator, as the listing that `topology/file.ts` takes: its node 17 is h17 or s17. */
import { InputError } from "../formats/hpcc/input-error.ts";
import { parseTopology } from "../formats/hpcc/topology.ts";
import type { Listing } from "../topology/file.ts";
import { PS_PER_NS } from "../base/units.ts";
import type { Beside } from "./beside.ts";
import { ScenarioError } from "./error.ts";

/** Throws `ScenarioError` with the place in that file. */
export function readHpccTopology({ text, file }: Beside): Listing {
  try {
    const { nodes, switches, links } = parseTopology(text, file, { simai: true });
    const isSwitch = new Set(switches);
    const names = Array.from({ length: nodes }, (_, id) => `${isSwitch.has(id) ? "s" : "h"}${id}`);
    return {
      nodes: names.map((name, id) => ({ name, kind: isSwitch.has(id) ? "switch" : "host" })),
      links: links.map(({ a, b, bps, delayNs, errorRate }) => ({
        a: names[a],
        b: names[b],
        rate: bps,
        delay: delayNs * PS_PER_NS,
        bitErrorRate: 0,
        frameErrorRate: errorRate,
        failsAt: undefined,
      })),
    };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new ScenarioError(error, "", error.expected, error.found, error.hint);
  }
}
