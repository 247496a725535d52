/**
 * The contract suites, for whoever tests a policy of their own. They are loaded when they are asked for: what draws their cases is no part of a run,
 * whose policies import the same entry.
 */
import type { Check } from "./check.ts";
import type { Contract } from "./contracts.ts";

export type { Check, Contract };

/**
 * What any policy of a role keeps, or any topology, kind of traffic or probe, as checks to run one by one: xoff's own pass the same.
 *
 * `module` is what the file exports: `import * as mine from "./my-cc.ts"`. A check draws its cases by itself, the same each time; it throws where what its name says does not
 * hold, with the smallest case that it found. Rejects with a `TypeError` for a role that there is not.
 */
export async function contractChecks(role: Contract, module: unknown): Promise<readonly Check[]> {
  const suites = await import("./contracts.ts");
  return suites.contractChecks(role, module);
}
