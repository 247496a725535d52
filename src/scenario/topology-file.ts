/**
 * A topology file as the listing that `policies/topology/file.ts` takes: one of htsim (`.topo`), or else of HPCC's simulator or its kin, whose node 17 is h17 or s17.
 */
import { InputError } from "../formats/hpcc/input-error.ts";
import { parseTopo } from "../formats/htsim/topology.ts";
import { parseTopology } from "../formats/hpcc/topology.ts";
import type { Listing } from "../policies/topology/file.ts";
import { PS_PER_NS } from "../base/units.ts";
import type { ReferencedFile } from "./referenced-file.ts";
import { ScenarioError } from "./error.ts";

/** Of a link that never fails or errs. */
const CLEAN = { bitErrorRate: 0, frameErrorRate: 0, failsAt: undefined };

/** Throws `ScenarioError` with the place in that file. `warn` is called with a sentence for what is not read. */
export function readTopologyFile({ text, file }: ReferencedFile, warn: (warning: string) => void): Listing {
  try {
    // SimAI's generator names files .topo, too; those begin with numbers.
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
