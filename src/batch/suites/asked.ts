/**
 * Gives users the contract suites to test their own policies.
 *
 * The suites need fast-check, a library that draws random cases. A user's policy imports `xoff/policy`, which exports
 * this module, so each run with that policy loads this module. A run needs neither the suites nor fast-check. So both are
 * loaded only when `contractChecks` is called.
 */
import type { Check } from "./check.ts";
import type { Contract } from "./contracts.ts";

export type { Check, Contract };

/**
 * Returns the checks that a module must pass for `role`. A module has a policy of this role, or a topology, kind of traffic
 * or probe. xoff's own modules pass the same checks.
 *
 * `module` has the exports of the user's file, such as `mine` after `import * as mine from "./my-cc.ts"`.
 *
 * A check draws its cases itself, the same each time. If its property fails, the check throws an error with the smallest
 * failing case. Rejects with a `TypeError` for an unknown role.
 */
export async function contractChecks(role: Contract, module: unknown): Promise<readonly Check[]> {
  const suites = await import("./contracts.ts");
  return suites.contractChecks(role, module);
}
