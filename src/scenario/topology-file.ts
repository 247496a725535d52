/**
 * Reads a topology file as the listing that `policies/topology/file.ts` takes. A `.topo` file has htsim's format. Every other file has the
 * format of HPCC's simulator or a variant of it; node 17 becomes h17 or s17.
 */
import { InputError } from "../formats/hpcc/input-error.ts";
import { parseTopo } from "../formats/htsim/topology.ts";
import { parseTopology } from "../formats/hpcc/topology.ts";
import type { Listing } from "../policies/topology/file.ts";
import { PS_PER_NS } from "../base/units.ts";
import type { ReferencedFile } from "./referenced-file.ts";
import { ScenarioError } from "./error.ts";

/** Fields of a link that never fails and has no bit errors. */
const CLEAN = { bitErrorRate: 0, frameErrorRate: 0, failsAt: undefined };

/** The listing of a topology file. Throws `ScenarioError` with a place in that file. `warn` receives a sentence for each ignored part. */
export function readTopologyFile({ text, file }: ReferencedFile, warn: (warning: string) => void): Listing {
  try {
    // Files of htsim have the ending .topo. Files of SimAI's generator have it, too, but they begin with a number.
    if (/\.topo$/i.test(file) && !/^\s*\d/.test(text)) {
      const { nodes, links } = parseTopo(text, file);
      return { nodes, links: links.map((link) => ({ ...CLEAN, ...link })) };
    }
    const { nodes, switches, links } = parseTopology(text, file, { dialects: true, warn });
    const isSwitch = new Set(switches);
    const names = Array.from({ length: nodes }, (_, id) => `${isSwitch.has(id) ? "s" : "h"}${id}`);
    return {
      nodes: names.map((name, id) => ({ name, kind: isSwitch.has(id) ? "switch" : "host" })),
      links: links.map(({ a, b, bps, delayNs, errorRate }) => ({
        a: names[a],
        b: names[b],
        rate: bps,
        delay: delayNs * PS_PER_NS,
        ...CLEAN,
        frameErrorRate: errorRate,
      })),
      sideBySide: true,
    };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new ScenarioError(error, "", error.expected, error.found, error.hint);
  }
}
