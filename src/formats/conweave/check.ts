/**
 * Checks the config, topology and flows of ConWeave's simulator, in addition to the checks for HPCC's (`hpcc/check.ts`).
 *
 * Input on which the simulator would abort throws `InputError`. For all other input the simulator's behaviour is well defined.
 */
import { checkFiles as checkHpccFiles, checkThresholds, type HpccFiles } from "../hpcc/check.ts";
import { InputError } from "../hpcc/input-error.ts";
import type { ConweaveConfig } from "./config.ts";

export interface ConweaveFiles extends HpccFiles {
  readonly config: ConweaveConfig;
}

/** The link delay in ns that the simulator asserts. ConWeave's round-trip times are derived from this delay. */
const DELAY_NS = 1000;

/** Checks the files. Returns warnings: sentences that begin with a file name. */
export function checkFiles(files: ConweaveFiles): string[] {
  checkDelays(files);
  checkThresholds(files);
  return checkHpccFiles(files);
}

function checkDelays({ topology, topologyFile }: ConweaveFiles): void {
  const odd = topology.links.find(({ delayNs }) => delayNs !== DELAY_NS);
  if (odd === undefined) return;
  const hint = "ConWeave's simulator asserts this delay of every link; a new scenario may have any (xoff new).";
  throw new InputError({ file: topologyFile, line: odd.line }, `a delay of ${DELAY_NS}ns`, `${odd.delayNs}ns`, hint);
}

/** Returns the number of ports of each switch. */
export function portsOf({ topology: { links, switches } }: Pick<ConweaveFiles, "topology">): number[] {
  return switches.map((id) => links.filter(({ a, b }) => a === id || b === id).length);
}
